import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { searchForm, searchForms } from "../../../domain/base/fold_text.ts";

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

Deno.test("searchForms() knows spelled umlauts in words of five letters and more, and no other ue", () => {
  const bare: Readonly<Record<string, string | undefined>> = {
    Mueller: "muller",
    Jaeger: "jager",
    Boettcher: "bottcher",
    "Baecker Mueller": "backer muller",
    Hoenn: "honn",
    // Too short, English and Hebrew names, and before a vowel.
    Hoen: undefined,
    Fuel: undefined,
    Fuels: undefined,
    Michael: undefined,
    Shoes: undefined,
    Quebec: undefined,
    Bouea: undefined,
  };
  for (const [name, form] of Object.entries(bare)) {
    const plain = name.toLowerCase();
    assertEquals(searchForms(name), form === undefined ? [plain] : [plain, form]);
    // Beside a letter that is not plain.
    const [first = "", ...rest] = searchForms(`\u00e9 ${name}`);
    assertEquals([first, rest.includes(`e ${form}`)], [`e ${plain}`, form !== undefined]);
  }
  assertEquals(searchForms("M\u00fcller & S\u00f6hne"), ["muller sohne", "mueller soehne"]);
});
