import { assertEquals } from "@std/assert";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { fingerprint } from "../../../domain/search/cursor.ts";
import { FOLDED_FORM, wordsOfValue } from "../../../domain/search/transaction_words.ts";

/** Texts that nearly any change to folding affects. */
const SAMPLES = [
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

/** Fingerprints by version. Version 5 changed only how forms are stored. */
const FORMS: Readonly<Record<number, string>> = {
  4: "1sertvv4yridk",
  5: "1sertvv4yridk",
};

Deno.test("FOLDED_FORM is incremented whenever folding or payee normalization changes", () => {
  const forms = SAMPLES.map((text) => [
    wordsOfValue(text, "payee_name"),
    wordsOfValue(text, "memo"),
    payeeKeyOf({ payee_name: text }),
  ]);
  const message =
    "stored words or keys have changed: increment FOLDED_FORM and add its fingerprint";
  assertEquals(fingerprint(JSON.stringify(forms)), FORMS[FOLDED_FORM], message);
});
