import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { foldText } from "../../../domain/base/fold_text.ts";
import { normalizePayee } from "../../../domain/payees/payee_label.ts";
import { runs } from "../../_runs.ts";

/** Bank transaction descriptions by country, with their merchants. */
const LABELS: Readonly<Record<string, readonly (readonly [label: string, payee: string])[]>> = {
  US: [
    ["SQ *BLUE DOOR COFFEE Portland OR", "blue door coffee"],
    ["SQ *TIDEPOOL KAYAKS       Seaside       OR", "tidepool kayaks"],
    ["TST* PHO LANTERN Seattle WA", "pho lantern"],
    ["PAYPAL *SPOTIFY 402-935-7733 CA", "spotify"],
    ["PP*DAILYLEDGER", "dailyledger"],
    ["DD *GRANDWOK 8K2PQ1 855-555-0107 CA", "grandwok"],
    ["AMZN Mktp US*2K4LM8QX3 Amzn.com/bill WA", "amazon"],
    ["Amazon.com*MK0AB12X9", "amazon"],
    ["AMZN PRIME*QW12ER45T Amzn.com/bill WA", "amazon prime"],
    ["KIBBLE CLUB*A7F2K9 844-555-0171 CO", "kibble club"],
    ["BEACON MOBILE*AUTOPAY 800-555-0134 TX", "beacon mobile"],
    ["NETFLIX.COM NETFLIX.COM CA", "netflix"],
    ["APPLE.COM/BILL 866-712-7753 CA", "apple"],
    ["UBER *TRIP HELP.UBER.COM CA", "uber trip"],
    ["POS DEBIT XXXXXXXXXXXX4417 ROSEWOOD PHARMACY PORTLAND OR", "rosewood pharmacy"],
    ["DEBIT CARD PURCHASE STARBUCKS STORE 12345 SEATTLE WA", "starbucks store"],
    ["CHECKCARD 0411 SHELL OIL 57444123456 DENVER CO 24692161234", "shell oil"],
    [
      "PURCHASE AUTHORIZED ON 04/11 TRADER JOE S #123 PORTLAND OR P00000000123 CARD 1234",
      "trader joes",
    ],
    ["RECURRING PAYMENT AUTHORIZED ON 04/11 HULU 877-824-4858 CA S123456789012 CARD 1234", "hulu"],
    ["EVERGREEN FIBER DES:AUTOPAY ID:123456789 INDN:ALEX CO ID:9 PPD", "evergreen fiber"],
    ["ZELLE PAYMENT TO BRIGHT BROOM CONF# A8D7F6G5H", "bright broom"],
    ["WM SUPERCENTER #2345 BENTONVILLE AR", "wm supercenter"],
    ["7-ELEVEN 35432 AUSTIN TX", "7 eleven"],
    ["MOTEL 6 1234 PHOENIX AZ", "motel 6"],
    ["FAIRVIEW MARKET #1234", "fairview market"],
    ["CITY OF PORTLAND WATER", "city of portland water"],
    ["CITY OF PORTLAND PARKING", "city of portland parking"],
    ["B&amp;H PHOTO 123-1234567 800-555-0199 NY", "b h photo"],
  ],
  CA: [
    ["INTERAC PURCHASE 8841 METRO ETS 2234 MONTREAL QC", "metro ets"],
    ["POINT OF SALE PURCHASE TIM HORTONS #0821 TORONTO ON", "tim hortons"],
    ["PREAUTHORIZED DEBIT ROGERS WIRELESS", "rogers wireless"],
  ],
  GB: [
    ["CARD PAYMENT TO TESCO STORES 2817 ON 04-11", "tesco stores"],
    ["CARD PAYMENT TO TFL TRAVEL CH ON 04-11 TFL.GOV.UK/CP", "tfl travel ch"],
    ["CONTACTLESS PAYMENT TO PRET A MANGER ON 11 APR", "pret a manger"],
    ["DIRECT DEBIT PAYMENT TO THAMES WATER REF 1234567890, MANDATE NO 0042", "thames water"],
    ["STANDING ORDER TO J SMITH REFERENCE RENT", "j smith"],
    ["BILL PAYMENT VIA FASTER PAYMENT TO A MARLOW REFERENCE CLOSING", "a marlow"],
    ["SAINSBURYS S/MKTS 4417 LONDON GB", "sainsburys s mkts"],
  ],
  FR: [
    ["CB CARREFOUR 12/03 LYON PART DIEU", "carrefour"],
    ["CB MONOPRIX 2217 12/03 LYON", "monoprix"],
    ["CARTE 12/03 BOULANGERIE MARCHAND", "boulangerie marchand"],
    ["CARTE X4417 12/03 FNAC", "fnac"],
    ["PAIEMENT PAR CARTE BANCAIRE LEROY MERLIN 11/04", "leroy merlin"],
    ["PRLV SEPA EDF CLIENTS PARTICULIERS ECH/07/11 RUM MM123456789012", "edf clients particuliers"],
    ["PR\u00c9L\u00c8VEMENT DE FREE MOBILE", "free mobile"],
    ["VIR SEPA MME PERRIN MENAGE MOTIF ENTRETIEN 11", "mme perrin menage"],
    ["VIREMENT INSTANTANE DE M DUPONT", "m dupont"],
  ],
  DE: [
    ["KARTENZAHLUNG REWE SAGT DANKE 12345 KOELN//DE 12.12 GIROCARD", "rewe"],
    ["NETTO MARKEN-DISCOU 1234//KOELN/DE", "netto marken discou"],
    ["SEPA-LASTSCHRIFT DB Vertrieb GmbH SVWZ+Fahrschein A1B2C3", "db vertrieb"],
    [
      "SEPA-BASISLASTSCHRIFT Rheinfunk Mobil GmbH EREF+123456789012 MREF+RF12345678 SVWZ+Rechnung 11",
      "rheinfunk mobil",
    ],
    ["DAUERAUFTRAG Lagerraum Nippes KG SVWZ+Miete IBAN DE12370512345678901234", "lagerraum nippes"],
    ["\u00dcberweisung an Max Mustermann IBAN: DE12 3705 0198 1234 5678 90", "max mustermann"],
    ["LIDL DIENSTLEISTUNG SAGT DANKE 04.11.2026 12:34 Uhr", "lidl dienstleistung"],
    ["Folgelastschrift Stadtwerke K\u00f6ln BIC COLSDE33XXX", "stadtwerke koln"],
  ],
  NL: [
    [
      "BEA, Betaalpas ALBERT HEIJN 1234,PAS123 NR:ABC12345, 11.04.26/12:34 AMSTERDAM",
      "albert heijn",
    ],
    [
      "SEPA Incasso algemeen doorlopend Incassant: NL98ZZZ999999990000 " +
      "Naam: NETFLIX INTERNATIONAL B.V. Machtiging: X1 Omschrijving: 123",
      "netflix international",
    ],
    [
      "/TRTP/SEPA OVERBOEKING/IBAN/NL12ABNA0123456789/BIC/ABNANL2A/NAME/J JANSEN/REMI/huur",
      "j jansen",
    ],
    ["iDEAL betaling aan Bol.com", "bol"],
  ],
  ES: [
    ["COMPRA EN MERCADONA, CON LA TARJETA : 5402XXXXXXXX1234 EL 2026-04-11", "mercadona"],
    ["COMPRA TARJ. 5402XXXXXXXX1234 ZARA-MADRID", "zara madrid"],
    ["RECIBO IBERDROLA CLIENTES SAU N\u00ba 1234567", "iberdrola clientes"],
    ["PAGO MOVIL EN CAFETERIA SOL, MADRID ES", "cafeteria sol"],
    ["TRANSFERENCIA A FAVOR DE MARIA LOPEZ CONCEPTO ALQUILER", "maria lopez"],
  ],
  IT: [
    ["PAGAMENTO POS ESSELUNGA 12/04 MILANO CARTA *1234", "esselunga"],
    ["ADDEBITO SDD ENEL ENERGIA SPA MANDATO 00012345", "enel energia"],
    ["BONIFICO A FAVORE DI LUCA ROSSI CAUSALE AFFITTO", "luca rossi"],
    ["OPERAZIONE POS CARTA CONAD CITY ROMA ITA", "conad city"],
  ],
};

for (const [country, labels] of Object.entries(LABELS)) {
  Deno.test(`normalizePayee() finds the merchant in bank transaction descriptions (${country})`, () => {
    assertEquals(
      labels.map(([label]) => [label, normalizePayee(label)]),
      labels.map((one) => [...one]),
    );
  });
}

/** Labels, and what remains of each after normalization. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "short numbers": {
    "123 Pizza": "123 pizza",
    "Pizza 123": "pizza",
    "Pizza 4417 House": "pizza house",
    "Pizza 07 House": "pizza house",
    "Pizza 7 House": "pizza 7 house",
    "Pizza 42 House": "pizza 42 house",
    "Pizza 0 House": "pizza 0 house",
  },
  "masked text": {
    "Corner Bakery XX": "corner bakery",
    "Corner XXX Bakery": "corner bakery",
    "Corner Bakery XXXX4417": "corner bakery",
    "Corner Bakery ****4417": "corner bakery",
    "Corner Bakery 5402XXXX": "corner bakery",
    // A single X doesn't count as masked text.
    "X Bakery": "x bakery",
  },
  "alphanumeric references": {
    // A word of six or more characters is a reference if at least three of them are digits.
    "ABC123 Bakery": "bakery",
    "Bakery ABC123": "bakery",
    "Bakery AB123": "bakery ab123",
    "Bakery ABCD12": "bakery",
    // A word is a reference if it switches between letters and digits at least three times.
    "Bakery A1B2": "bakery",
    "A1B2 Bakery": "bakery",
    "Bakery A1B": "bakery a1b",
    // After the first word, a word of six or more characters is a reference if it has a digit and
    // few vowels.
    "Bakery XK7QPL": "bakery",
    "XK7QPL Bakery": "xk7qpl bakery",
    "Bakery X7QPL": "bakery x7qpl",
    "Bakery ACDFG1": "bakery",
    "Bakery AEDFG1": "bakery aedfg1",
    "Bakery Studio54": "bakery studio54",
    // Two vowels in ten characters (a fifth) count as few, but two in eight (a quarter) don't.
    "Bakery AEDFGHKLM1": "bakery",
    "Bakery AEDFGHK1": "bakery aedfghk1",
  },
  "letters after an asterisk": {
    "Kibble*QWRTZ": "kibble",
    "Kibble *Strand": "kibble",
    "Google *Youtube": "google youtube",
    "Shop *Music": "shop music",
    "Shop *Abcd": "shop abcd",
    "Kibble Club*A7F2": "kibble club",
  },
  "a card network's columns": {
    // The city and state are removed if eighteen or more characters precede them.
    "Abcdefghijklmnop  Seaside OR": "abcdefghijklmnop",
    "Abcdefghijklmno  Seaside OR": "abcdefghijklmno seaside or",
    "abcdef            Seaside OR": "abcdef",
    "abcdef           Seaside OR": "abcdef seaside or",
    // A capitalized city and its state are removed if the text before them is all uppercase.
    "TIDEPOOL KAYAKS CO Seaside OR": "tidepool kayaks",
    "TIDEPOOL KAYAKS CO Seaside QQ": "tidepool kayaks co seaside qq",
  },
  "numbers and dates at the start": {
    "24-7 Fitness": "24 7 fitness",
    "7-11 Store": "7 11 store",
    "9 May Cafe": "9 may cafe",
    "CORNER BAKERY 11.04 EUR 12,50": "corner bakery",
  },
  "web addresses": {
    "WWW.BAKERY.COM": "bakery",
    "BAKERY.DE/KAUF": "bakery",
    "BAKERY.COM, PARIS FR": "bakery",
  },
  "legal forms that are also abbreviations of places": {
    "HEINEKEN NV": "heineken",
    "CORNER BAKERY 114 RENO NV": "corner bakery",
    "ERICSSON AB": "ericsson",
    "CORNER BAKERY 114 BANFF AB": "corner bakery",
    "MUELLER GMBH & CO. KG": "mueller",
    "SMITH AND CO": "smith",
  },
  "labels without a name": {
    "4417 0012": "4417 0012",
    "POS DEBIT": "pos debit",
    "***": "***",
    "": "nameless",
    " \u200b ": "nameless",
  },
};

for (const [what, names] of Object.entries(PARTS)) {
  Deno.test(`normalizePayee() handles ${what}`, () => {
    for (const [label, name] of Object.entries(names)) {
      assertEquals(normalizePayee(label), name, label);
    }
  });
}

Deno.test("normalizePayee() leaves names given by users unchanged", () => {
  const names = [
    ...["7 Eleven", "Studio54", "Oregon DMV2U", "Forever 21", "Virgin Media", "Pagoda Garden"],
    ...["In N Out Burger", "Drive In", "Jane Smith MD", "Bank of Denver", "Post Office", "Visa"],
    ...["Market 24 Hours", "The 99 Store", "24 7 Fitness", "Cbs News", "Starting Balance"],
    ...["Reference Books", "Motif Cafe", "Card Shop Central", "Direct Mail Press"],
    ...["Confetti Bakery", "Identity Salon", "Mandarin House", "Post Card Inn"],
    // Words that can be part of a name in some language.
    ...["in", "la", "me", "or", "de", "on"].map((word) => `Corner Bakery ${word}`),
  ];
  assertEquals(names.map(normalizePayee), names.map(foldText));
});

Deno.test("normalizePayee() doesn't merge names that differ only by an ampersand", () => {
  for (
    const [one, ...others] of [
      ["AT&T", "ATT BAKERY", "ATT"],
      ["H&M", "HM REVENUE & CUSTOMS"],
      ["M&S", "MS BAKERY"],
    ]
  ) {
    for (const other of others) assertNotEquals(normalizePayee(one ?? ""), normalizePayee(other));
  }
});

Deno.test("normalizePayee() returns the same key for bank transaction descriptions that differ only in their reference numbers", () => {
  const digits = fc.stringMatching(/^\d{4,12}$/);
  const reference = fc.stringMatching(/^[A-Z]{2}\d[A-Z]\d{2}[A-Z0-9]{3}$/);
  fc.assert(fc.property(digits, reference, (number, mixed) => {
    assertEquals(normalizePayee(`AMZN Mktp US*${mixed} Amzn.com/bill WA`), "amazon");
    assertEquals(normalizePayee(`HARLOWS ${number} PORTLAND OR`), "harlows");
    assertEquals(normalizePayee(`NORTHWEST GAS CO DES:UTIL PMT ID:${number}`), "northwest gas");
    assertEquals(normalizePayee(`KIBBLE CLUB*${mixed}`), "kibble club");
    assertEquals(normalizePayee(`PRLV SEPA BOXFIL TELECOM REF ${number}`), "boxfil telecom");
  }));
});

Deno.test("normalizePayee() is idempotent and returns one non-empty line of words", () => {
  const words = Object.values(LABELS).flat().flatMap(([label]) => label.split(" "));
  const mixed = fc.array(
    fc.oneof(
      fc.constantFrom(...words, "amzn", "x_amzn", "of", "4", "(", "\u00ba"),
      fc.string({ maxLength: 6, unit: "binary" }),
    ),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(mixed, fc.constantFrom(" ", "  ", "*", "", "/"), (parts, gap) => {
      const once = normalizePayee(parts.join(gap));
      assertEquals(normalizePayee(once), once);
      assertNotEquals(once, "");
      assertEquals(once, once.trim().replace(/\s+/gu, " "));
    }),
    runs(1_000),
  );
});

Deno.test("normalizePayee() returns at most a hundred characters", () => {
  const long = "harbour street bakery and sons ".repeat(10);
  assertEquals(normalizePayee(long), long.slice(0, 100).trimEnd());
  // The limit applies after normalization, because splitting ligatures into letters and replacing
  // "amzn" with "amazon" can make a label longer.
  for (const label of ["\ufdfa".repeat(60), "amzn ".repeat(60), "a" + "\u{10400}".repeat(90)]) {
    const once = normalizePayee(label);
    assert(once.length <= 100 && once.isWellFormed(), once);
    assertEquals(normalizePayee(once), once);
  }
});
