import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonBytes } from "../../../client/scan/json_bytes.ts";
import { LiteralColumn } from "../../../client/scan/literal_column.ts";
import { keysOfNames } from "../../../domain/payees/chunk_payees.ts";
import { fingerprint } from "../../../domain/search/fingerprint.ts";
import {
  FOLDED_FORM,
  TEXT_FIELDS,
  wordsOfLiterals,
  wordsOfValue,
  wordsOfValues,
} from "../../../domain/search/transaction_words.ts";
import { searchTextOf } from "../../../domain/search/word_bytes.ts";
import type { ValueLiterals } from "../../../domain/transactions/value_literals.ts";

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

/** What stands for the form; those before it were told by fewer texts. */
const FORMS: Readonly<Record<number, string>> = {
  4: "1sertvv4yridk",
};

Deno.test("FOLDED_FORM is counted up whenever words are folded, or payees named, in another way", () => {
  const forms = TELLING.map((text) => [
    wordsOfValue(text, "payee_name"),
    wordsOfValue(text, "memo"),
    ...keysOfNames([text]),
  ]);
  const told = "kept words and keys are of another form: count FOLDED_FORM up and note it here";
  assertEquals(fingerprint(JSON.stringify(forms)), FORMS[FOLDED_FORM], told);
});

/** Writes values as they come from a list that was read as bytes. */
function literalsOf(values: readonly unknown[]): ValueLiterals {
  const column = new LiteralColumn();
  return column.literalsOf(values.map((value) => {
    if (typeof value !== "string") return column.placeOfOther(value ?? null);
    const written = new TextEncoder().encode(JSON.stringify(value));
    return column.placeOfText(jsonBytes(written), 1);
  }));
}

Deno.test("many values have the words that each of them has by itself", () => {
  const likely = fc.stringMatching(/^[a-zA-Z &'`.*#0-9-]{0,20}$/u);
  const someValue = fc.oneof(
    fc.constantFrom(
      ...TELLING,
      "",
      null,
      undefined,
      "  ",
      "a\nb",
      "\n",
      "FUEL MUELLER",
      "'",
      "\u2028",
      " blue",
      "does\u00e9",
      "***",
      "Shoe & Mueller",
    ),
    likely,
    fc.stringMatching(/^[aeouldsqkz ]{0,14}$/u),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(someValue), fc.constantFrom(...TEXT_FIELDS), (values, field) => {
      const folded = wordsOfValues(values, field);
      const { text, starts } = searchTextOf(folded);
      const words = values.map((value) => wordsOfValue(value, field));
      assertEquals(text, words.map((one) => `${one}\n`).join(""));
      assertEquals(words.map((_, nth) => text.slice(starts[nth], starts[nth + 1])), [
        ...words.map((one) => `${one}\n`),
      ]);
      if (field === "payee_name") return;
      assertEquals(wordsOfLiterals(literalsOf(values), field), folded);
    }),
    { numRuns: 1_000 },
  );
});
