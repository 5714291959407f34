import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { searchForm, searchForms } from "../../../domain/search/search_form.ts";

Deno.test("plain letters have the form that they have beside a mark that nobody sees", () => {
  const plain = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
  const likely = fc.stringMatching(/^[a-z &'`.*#0-9-]{0,20}$/u);
  fc.assert(
    fc.property(fc.oneof(plain, likely), (text) => {
      assertEquals(searchForm(text), searchForm(`${text}\u200b`));
      assertEquals(searchForms(text), searchForms(`${text}\u200b`));
    }),
    { numRuns: 2_000 },
  );
});
