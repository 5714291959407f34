import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { searchForm } from "../../../domain/search/search_form.ts";
import { preparedNeedle, wordLines } from "../../../domain/search/search_needle.ts";
import { textOf } from "../../../domain/search/transaction_words.ts";
import { columnAmong } from "../../../domain/transactions/column.ts";
import { aTransaction } from "../../_builders.ts";

const somePiece = fc.constantFrom(
  ...["cafe", "Caf\u00e9", "MUELLER", "M\u00fcller", "shoes", "7-Eleven", "H&M", "joe's", "***"],
  ...[" ", "", "\n", "&amp;", "a", "B", "12", "and", "ae", "\u00df"],
);
const someText = fc.array(somePiece, { maxLength: 4 }).map((pieces) => pieces.join(""));

Deno.test("textOf() finds among many memos what is found in each alone", () => {
  const memos = fc.array(fc.option(someText), { maxLength: 12 });
  fc.assert(
    fc.property(memos, someText, (given, typed) => {
      if (searchForm(typed) === "") return;
      const rows = given.map((memo) => aTransaction({ memo }));
      const column = columnAmong(rows, "memo");
      const needle = preparedNeedle(typed);
      const hits = new Uint8Array(column.valueCount);
      if (column.valueCount > 0) textOf(column, "memo").find(needle, hits);
      const found = given.map((_, at) => hits[column.places[at] ?? 0] === 1);
      assertEquals(found, given.map((memo) => memo ? needle.isIn(wordLines([memo])) : false));
    }),
    { numRuns: 1_000 },
  );
});
