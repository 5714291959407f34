import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { searchForm } from "../../../domain/base/fold_text.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { fingerprint } from "../../../domain/search/cursor.ts";
import {
  FOLDED_FORM,
  preparedNeedle,
  REACHES,
  SearchText,
  wordLines,
  wordsOfValue,
} from "../../../domain/search/search_text.ts";
import { anyText } from "../../_any_text.ts";

const needleOf = preparedNeedle;

/** Search terms, and payees or bank labels that match them. */
const SAME: readonly (readonly [typed: string, stored: string])[] = [
  // United States
  ["7-Eleven", "7 Eleven"],
  ["7eleven", "7-ELEVEN 35012 AUSTIN TX"],
  ["7 Eleven", "7ELEVEN"],
  ["McDonald\u2019s", "McDonalds"],
  ["McDonald's", "MCDONALD S F1234"],
  ["Trader Joe\u2019s", "Trader Joe's #552"],
  ["trader joe's", "TRADER JOE\u2019S"],
  ["AT&T", "AT & T Wireless"],
  ["Amazon.com", "Amazon"],
  ["amazon.com", "AMAZON MKTPL 4417"],
  ["www.booking.com", "Booking B.V."],
  ["7-11", "7 11 STORE"],
  ["7-Eleven", "7-ELEVEN"],
  ["Disney+", "DISNEY PLUS"],
  ["Bath and Body Works", "BATH & BODY WORKS 0421"],
  ["Lowe`s", "LOWE\u00b4S"],
  // United Kingdom, Ireland
  ["marks and spencer", "Marks & Spencer"],
  ["Marks & Spencer", "MARKS AND SPENCER PLC"],
  ["Sainsbury's", "SAINSBURYS S/MKT"],
  ["B&Q", "B & Q 1234 LEEDS"],
  ["M & S", "M&S"],
  ["M&S", "M AND S SIMPLY FOOD"],
  ["M and S", "M&S"],
  ["M and S", "M & S LEEDS"],
  // Sweden, Denmark, Norway
  ["H & M", "H&M"],
  ["H&M", "H & M Hennes och Mauritz"],
  ["Aeroe Faergerne", "\u00c6r\u00f8 F\u00e6rgerne"],
  ["R\u00f8de Kors", "ROEDE KORS"],
  ["Aarhus Letbane", "\u00c5rhus Letbane"],
  ["Ahlens", "\u00c5hl\u00e9ns City"],
  // Germany, Austria, Switzerland
  ["Mueller", "M\u00fcller Drogerie"],
  ["M\u00fcller", "MUELLER SAGT DANKE"],
  ["Strasse", "B\u00e4ckerei Hauptstra\u00dfe"],
  ["Stra\u00dfenverkehrsamt", "STRASSENVERKEHRSAMT"],
  ["Peek & Cloppenburg", "PEEK UND CLOPPENBURG"],
  ["Migros Zuerich", "Migros Z\u00fcrich"],
  ["Muller", "MUELLER SAGT DANKE"],
  ["Muller", "M\u00fcller Drogerie"],
  ["Mueller", "Muller & Sons"],
  ["Koelner Backhaus", "Kolner Backhaus"],
  ["Schroder", "SCHROEDER GMBH"],
  // France
  ["L'Occitane", "LOCCITANE EN PROVENCE"],
  ["Creperie Bretonne", "Cr\u00eaperie Bretonne"],
  ["Monoprix et Cie", "MONOPRIX & CIE"],
  // Spain
  ["Panaderia Munoz", "Panader\u00eda Mu\u00f1oz"],
  ["El Corte Ingles", "EL CORTE INGL\u00c9S"],
  // Poland, Czechia, Turkey
  ["Zabka", "\u017babka Z4812"],
  ["Lodz Lowicka", "\u0141\u00f3d\u017a \u0141owicka"],
  ["Ceske drahy", "\u010cesk\u00e9 dr\u00e1hy"],
  ["Migros Istanbul", "M\u0130GROS \u0130STANBUL"],
  // Japan: full-width letters and half-width kana
  ["Lawson 24", "\uff2c\uff21\uff37\uff33\uff2f\uff2e\u3000\uff12\uff14"],
  ["\u30bb\u30d6\u30f3", "\uff7e\uff8c\uff9e\uff9d"],
  // Netherlands
  ["Albert Heijn", "ALBERT-HEIJN 1521"],
];

for (const [typed, stored] of SAME) {
  Deno.test(`preparedNeedle() for ${typed} matches ${stored}`, () => {
    assert(needleOf(typed)(wordLines([stored])));
    assert(needleOf(typed.toUpperCase())(wordLines([stored])));
  });
}

const OTHERS: readonly (readonly [typed: string, stored: string])[] = [
  ["H&M", "H Mart"],
  ["H & M", "Fish Market"],
  ["B&Q", "Bob Quick"],
  ["Doe", "Door Dash"],
  ["7eleven", "17 Eleven Madison"],
  ["art is", "Artisan Bakery"],
  ["H&M", "HM Revenue"],
  ["H and M", "HM Revenue"],
  ["H & M", "HM REVENUE & CUSTOMS"],
  ["AT&T", "Att Bakery"],
  ["M&S", "Ms Bakery"],
  ["M&S", "Marks & Spencer"],
  ["7-11", "7-Eleven"],
  ["7-11", "711 Broadway"],
  ["Amazon.com", "Amazonas Grill"],
  ["Michaels", "Michals Deli"],
  ["Joe's", "Jo's Cafe"],
  ["Fuel", "Ful Noodles"],
  ["AT&T", "Cat Tree"],
  ["Marks and Spencer", "Marks, Jane"],
  ["O'Neill", "Neil Young"],
  ["B & E Storage", "B Storage"],
];

for (const [typed, stored] of OTHERS) {
  Deno.test(`preparedNeedle() for ${typed} doesn't match ${stored}`, () => {
    assertEquals(needleOf(typed)(wordLines([stored])), false);
  });
}

Deno.test("preparedNeedle() finds part of a word, or a whole word followed by the start of the next word", () => {
  const lines = wordLines(["Trader Joe's", "Whole Foods"]);
  for (const typed of ["rader", "trader jo", "e f", "foods"]) {
    assertEquals(needleOf(typed)(lines), typed !== "e f", typed);
  }
  assertEquals(needleOf("joes whole")(lines), false);
});

Deno.test("preparedNeedle() finds punctuation only in a name that consists entirely of punctuation, but finds an emoji in any name", () => {
  assertEquals(needleOf("***")(wordLines(["*** 1"])), false);
  assertEquals(needleOf("***")(wordLines(["***"])), true);
  assertEquals(needleOf("***")(wordLines(["Shop"])), false);
  assertEquals(needleOf("\u{1f355}")(wordLines(["Pizza \u{1f355}"])), true);
});

Deno.test("preparedNeedle() finds every string that equals the search term", () => {
  fc.assert(fc.property(anyText, (text) => {
    fc.pre(searchForm(text) !== "");
    assert(needleOf(text)(wordLines(["before", text, "behind"])));
  }));
});

Deno.test("searchForm() returns an empty string only for invisible text", () => {
  assertEquals(["", " ", "\u200b"].map(searchForm), ["", "", ""]);
  assertEquals(["'", "-", "$", "\u00a8"].map(searchForm), ["'", "-", "$", "\u00a8"]);
});

Deno.test("searchForm() is idempotent and removes repeated spaces", () => {
  fc.assert(fc.property(anyText, (text) => {
    const form = searchForm(text);
    assertEquals(searchForm(form), form);
    assert(!form.includes("  "));
  }));
});

Deno.test('preparedNeedle() treats the word for "and" between names, in any supported language, like "&"', () => {
  for (const word of ["and", "und", "et", "y", "e", "i", "en", "og", "och"]) {
    const shop = wordLines([`BROT ${word.toUpperCase()} BUTTER`]);
    assertEquals(needleOf(`brot ${word} butter`)(wordLines(["BROT & BUTTER"])), true, word);
    assertEquals(needleOf("brot & butter")(shop), true, word);
    assertEquals(needleOf("brot+butter")(shop), true, word);
    assertEquals(needleOf(`brot ${word} butter`)(wordLines(["BROTBUTTER"])), false, word);
  }
});

Deno.test('preparedNeedle() matches single letters joined by a conjunction, as in "A and B", only as whole words', () => {
  const isFound = (typed: string, stored: string): boolean => needleOf(typed)(wordLines([stored]));
  assertEquals(isFound("marks & spen", "MARKS AND SPENCER"), true);
  assertEquals(isFound("rks und spencer", "MARKS & SPENCER"), true);
  assertEquals(isFound("h & m", "BIRCH AND MARTIN"), false);
  assertEquals(isFound("h & m", "H UND M"), true);
});

const reached: readonly (readonly [typed: string, stored: string, reach: string])[] = [
  ["BP", "BP", "word"],
  ["BP", "BP-Station 12", "word"],
  ["BP", "BP4417", "word"],
  ["BP", "Bpost", "start"],
  ["BP", "BPYVL62K1", "inside"],
  ["BP", "BP4417001234", "inside"],
  ["BP", "UPBPZ2S3C", "inside"],
  ["O2", "O2", "word"],
  ["O2", "o2 (Germany)", "word"],
  ["O2", "CO2 Offset", "inside"],
  ["O2", "O2O Hotel", "start"],
  ["dm", "dm-drogerie markt", "word"],
  ["dm", "Oregon DMV", "start"],
  ["dm", "Headmaster", "inside"],
  ["H&M", "H & M", "word"],
  ["Joe", "Trader Joe's", "word"],
  ["Mueller", "M\u00fcllers", "word"],
  ["Wal", "Walmart", "start"],
  ["Walm", "Walmart", "word"],
  ["mart", "Walmart", "inside"],
  ["marks & spen", "MARKS AND SPENCER", "word"],
  ["rks & spen", "MARKS AND SPENCER", "inside"],
  ["\u5e97", "\u58f2\u5e97", "word"],
  ["Malm\u00f6", "MALMOE123", "word"],
];
for (const [typed, stored, reach] of reached) {
  Deno.test(`the strictest search in which preparedNeedle() finds ${typed} in ${stored} is "${reach}"`, () => {
    const lines = wordLines([stored]);
    assertEquals(REACHES.find((one) => preparedNeedle(typed, one)(lines)), reach);
  });
}

Deno.test("SearchText finds a name even if it is typed with different spacing or hyphenation", () => {
  const text = new SearchText(
    ["Shop", "7-Eleven", "H & M"].map((one) => wordLines([one])).join("\n"),
  );
  assertEquals([...text.find(preparedNeedle("7eleven", "word"))], [1]);
  assertEquals([...text.find(preparedNeedle("H&M", "word"))], [2]);
});

/** Strings chosen so that nearly any change to the folding rules affects at least one. */
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
  "CAF&eacute; LYON",
  "B&amp;amp;H Cafe\u00b4",
];

/** Fingerprints by version. */
const FORMS: Readonly<Record<number, string>> = {
  7: "3lxf6atyld70a",
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
