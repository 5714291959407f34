import { assertEquals } from "@std/assert";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";

/** Checks what labels come to. */
function comeTo(names: Readonly<Record<string, string>>): void {
  for (const [label, name] of Object.entries(names)) {
    assertEquals(normalisePayee(label), name, label);
  }
}

Deno.test("normalisePayee() keeps short numbers in a name and drops long ones", () => {
  comeTo({
    "123 Pizza": "123 pizza",
    "Pizza 123": "pizza",
    "Pizza 4417 House": "pizza house",
    "Pizza 07 House": "pizza house",
    "Pizza 7 House": "pizza 7 house",
    "Pizza 42 House": "pizza 42 house",
    "Pizza 0 House": "pizza 0 house",
  });
});

Deno.test("normalisePayee() drops masked text", () => {
  const masked = "X".repeat(3);
  comeTo({
    "Corner Bakery XX": "corner bakery",
    [`Corner ${masked} Bakery`]: "corner bakery",
    [`Corner Bakery X${masked}4417`]: "corner bakery",
    "Corner Bakery ****4417": "corner bakery",
    [`Corner Bakery 5402X${masked}`]: "corner bakery",
    // One letter masks nothing.
    "X Bakery": "x bakery",
  });
});

Deno.test("normalisePayee() drops alphanumeric references and keeps names with a digit", () => {
  comeTo({
    // Three digits among six characters at any position.
    "ABC123 Bakery": "bakery",
    "Bakery ABC123": "bakery",
    "Bakery AB123": "bakery ab123",
    "Bakery ABCD12": "bakery",
    // Letters and digits that change thrice.
    "Bakery A1B2": "bakery",
    "A1B2 Bakery": "bakery",
    "Bakery A1B": "bakery a1b",
    // Hardly a vowel among six characters or more, but not at the start.
    "Bakery XK7QPL": "bakery",
    "XK7QPL Bakery": "xk7qpl bakery",
    "Bakery X7QPL": "bakery x7qpl",
    "Bakery ACDFG1": "bakery",
    "Bakery AEDFG1": "bakery aedfg1",
    "Bakery Studio54": "bakery studio54",
    // Two vowels, which is a fifth of ten characters and a quarter of eight.
    "Bakery AEDFGHKLM1": "bakery",
    "Bakery AEDFGHK1": "bakery aedfghk1",
  });
});

Deno.test("normalisePayee() drops random letters after an asterisk and keeps words", () => {
  comeTo({
    "Kibble*QWRTZ": "kibble",
    "Kibble *Strand": "kibble",
    "Google *Youtube": "google youtube",
    "Shop *Music": "shop music",
    "Shop *Abcd": "shop abcd",
    "Kibble Club*A7F2": "kibble club",
  });
});

Deno.test("normalisePayee() reads a name from a card network's columns", () => {
  comeTo({
    // Eighteen or more characters before the city.
    "Abcdefghijklmnop  Seaside OR": "abcdefghijklmnop",
    "Abcdefghijklmno  Seaside OR": "abcdefghijklmno seaside or",
    "abcdef            Seaside OR": "abcdef",
    "abcdef           Seaside OR": "abcdef seaside or",
    // Capitals, then a city that is written as one, and its state.
    "TIDEPOOL KAYAKS CO Seaside OR": "tidepool kayaks",
    "TIDEPOOL KAYAKS CO Seaside QQ": "tidepool kayaks co seaside qq",
  });
});

Deno.test("normalisePayee() drops dates, times and amounts after a name, but not at its start", () => {
  const behind = [
    ...[
      "2026-04-11",
      "04/11",
      "4.11.",
      "11-04-26",
      "11.04.2026",
      "11 APR",
      "11APR26",
      "11-Apr-2026",
    ],
    ...["12:34", "12h34", "12:34:56", "12:34 UHR", "EUR 12,50", "USD12.50", "12.50 GBP", "9,90CHF"],
    ..."1 JANUARY,2 JANVIER,3 FEBRUAR,4 MARCH,5 MARZO,6 MAI,7 JUNE,8 JULY,9 AUGUST".split(","),
    ..."10 SEPTEMBER,11 OKT,12 NOVEMBER,13 DEZ,14 DECEMBER,15 OCTOBER".split(","),
  ];
  for (const one of behind) {
    assertEquals(normalisePayee(`CORNER BAKERY ${one}`), "corner bakery", one);
    assertEquals(normalisePayee(`CORNER ${one} BAKERY`), "corner bakery", one);
  }
  comeTo({ "CORNER BAKERY 11.04 EUR 12,50": "corner bakery" });
  comeTo({
    "24-7 Fitness": "24 7 fitness",
    "7-11 Store": "7 11 store",
    "9 May Cafe": "9 may cafe",
  });
});

Deno.test("normalisePayee() ends a name at a phone number, address or place", () => {
  const behind = [
    ...["800-555-0134", "1-800-555-0134", "+1 800 555 0134", "(800) 555-0134", "800.555.0134 NOW"],
    ...["WWW.EXAMPLE.COM", "EXAMPLE.CO.UK/PAY", "HELP.EXAMPLE.ORG", "EXAMPLE.NET ANYTHING ELSE"],
    ...["KOELN//DE", "KOELN//DE 2026 MORE", "//KOELN/DE"],
  ];
  for (const one of behind) {
    assertEquals(normalisePayee(`CORNER BAKERY ${one}`), "corner bakery", one);
  }
  comeTo({
    "WWW.BAKERY.COM": "bakery",
    "BAKERY.DE/KAUF": "bakery",
    "BAKERY.COM, PARIS FR": "bakery",
  });
});

Deno.test("normalisePayee() drops account numbers", () => {
  const numbers = ["DE12370501980012345678", "GB29NWBK60161331926819", "FR76 3000 6000 0112 3456"];
  for (const one of numbers) {
    assertEquals(normalisePayee(`CORNER BAKERY ${one} TO`), "corner bakery to", one);
  }
});

Deno.test("normalisePayee() drops text after a company's legal form", () => {
  const forms = ["LLC", "INC", "LTD", "GMBH", "SARL", "SRL", "PLC", "PTY"];
  for (const form of forms) {
    assertEquals(normalisePayee(`CORNER BAKERY ${form} STORE WEST`), "corner bakery", form);
  }
});
