import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { fingerprint } from "../../../domain/search/cursor.ts";
import { searchForm } from "../../../domain/base/fold_text.ts";
import { preparedNeedle, wordLines } from "../../../domain/search/search_needle.ts";
import { FOLDED_FORM, textOf, wordsOfValue } from "../../../domain/search/transaction_words.ts";
import { columnAmong } from "../../../domain/transactions/column.ts";
import { aTransaction } from "../../_builders.ts";

/** Texts whose words and keys change with nearly any change of how text is folded. */
const TELLING = [
  "Caf\u00e9 \u00c6ble & Stra\u00dfe \uff21 AT&T",
  "7-Eleven 35012 AUSTIN TX",
  "O\u2019Neil's M\u00fcller \u0141\u00f3d\u017a \u0130zmir",
  "SQ *BLUE DOOR COFFEE #1234 Portland OR",
  "PRLV SEPA EDF CLIENTS PARTICULIERS RUM MM123",
  "AMZN Mktp US*2K4LM8QX3",
  "$5 a_b \u30bb\uff7e\uff8c \u200b x &amp; y",
  "***",
  "CORNER BAKERY S.R.L.",
  "COMPRA CART\u00c3O PADARIA SOL",
  "CORNER BAKERY 12.50 GBP",
  "  B&amp;H\u202e Photo\n Video ",
];

/** Fingerprints of the forms; the fifth changed only how forms are stored. */
const FORMS: Readonly<Record<number, string>> = {
  4: "1sertvv4yridk",
  5: "1sertvv4yridk",
};

Deno.test("FOLDED_FORM is incremented when folding or payee naming changes", () => {
  const forms = TELLING.map((text) => [
    wordsOfValue(text, "payee_name"),
    wordsOfValue(text, "memo"),
    payeeKeyOf({ payee_name: text }),
  ]);
  const told = "kept words and keys are of another form: count FOLDED_FORM up and note it here";
  assertEquals(fingerprint(JSON.stringify(forms)), FORMS[FOLDED_FORM], told);
});

const somePiece = fc.constantFrom(
  ...["cafe", "Caf\u00e9", "MUELLER", "M\u00fcller", "shoes", "7-Eleven", "H&M", "joe's", "***"],
  ...[" ", "", "\n", "&amp;", "a", "B", "12", "and", "ae", "\u00df"],
);
const someText = fc.array(somePiece, { maxLength: 4 }).map((pieces) => pieces.join(""));

Deno.test("textOf() finds the same in many memos as in each alone", () => {
  const memos = fc.array(fc.option(someText), { maxLength: 12 });
  fc.assert(
    fc.property(memos, someText, (given, typed) => {
      if (searchForm(typed) === "") return;
      const rows = given.map((memo) => aTransaction({ memo }));
      const column = columnAmong(rows, "memo");
      const needle = preparedNeedle(typed);
      const hits = textOf(column, "memo").find(needle);
      const found = given.map((_, at) => hits.has(column.places[at] ?? 0));
      assertEquals(found, given.map((memo) => memo ? needle.isIn(wordLines([memo])) : false));
    }),
    { numRuns: 1_000 },
  );
});
