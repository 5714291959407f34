import { assertEquals, assertMatch } from "@std/assert";
import { readText, refusalOf, rowsOf } from "./_reading.ts";

const balance = (tag: string, text: string): string => `:${tag}:${text}\r\n`;

/** A statement without balances, so that its rows don't have to add up to anything. */
const plain = (...lines: readonly string[]): string =>
  [":20:REF", ":25:10020030/4711", ":28C:1/1", ...lines, "-", ""].join("\r\n");

const statement = (
  { opening, closing, lines, account = "10020030/4711" }: {
    readonly opening: string;
    readonly closing: string;
    readonly lines: readonly string[];
    readonly account?: string;
  },
): string =>
  `:20:REF\r\n:25:${account}\r\n:28C:1/1\r\n${balance("60F", opening)}` +
  `${lines.join("\r\n")}\r\n${balance("62F", closing)}-\r\n`;

const bookings: readonly (readonly [string, string, number])[] = [
  ["2410071008D12,50NTRFNONREF", "2024-10-08", -12500],
  ["2410071008C12,NTRFNONREF", "2024-10-08", 12000],
  ["2410071008CR,50NTRFNONREF//B1", "2024-10-08", 500],
  ["2410071008DR1234,56NMSCNONREF", "2024-10-08", -1234560],
  ["2410071008RD9,99NTRFNONREF", "2024-10-08", 9990],
  ["2410071008RC9,99NTRFNONREF", "2024-10-08", -9990],
  ["2410071008RDR9,99NTRFNONREF", "2024-10-08", 9990],
  ["241007D9,9NTRFNONREF", "2024-10-07", -9900],
  ["2410071008D9.99NTRFNONREF", "2024-10-08", -9990],
  ["2312310102D1,00NTRFNONREF", "2024-01-02", -1000],
  ["2401011229D1,00NTRFNONREF", "2023-12-29", -1000],
  ["2402300301D1,00NINTNONREF", "2024-03-01", -1000],
  ["230230D1,00NINTNONREF", "2023-02-28", -1000],
  ["2402280229D1,00NTRFNONREF", "2024-02-29", -1000],
];

for (const [line, date, amount] of bookings) {
  Deno.test(`MT940: ${line} is read as ${amount} milliunits on ${date}`, async () => {
    const rows = await rowsOf(plain(`:61:${line}`, ":86:Shop"));
    assertEquals(rows, [`${date} ${amount} Shop`]);
  });
}

const labels: readonly (readonly [string, readonly string[], string])[] = [
  [
    "subfields after ?",
    [":86:177?00TRANSFER?20EREF+E1 SVWZ+Rent for", "?21October ABWA+Other?32Ann", "?33Example"],
    "Ann Example | Rent for October",
  ],
  [
    "a name cut at 27 characters within a word",
    [":86:166?20Invoice 7?32Long Company Name Example an?33d Sons"],
    "Long Company Name Example and Sons | Invoice 7",
  ],
  ["subfields after a different sign", [":86:020~00CARD~20Lunch~32Cafe 12"], "Cafe 12 | Lunch"],
  ["subfields without a name", [":86:005?00DEBIT?20Card 12?21Bakery"], "Card 12 Bakery | DEBIT"],
  [
    "words between slashes",
    [":86:/TRTP/SEPA/IBAN/NL00/BIC/X/NAME/J Ans", "en/REMI/Rent/May/EREF/1"],
    "J Ansen | Rent/May",
  ],
  [
    "a counterparty of four parts",
    [":86:/EREF/1//CNTP/NL00/BANKX/Ann Example/Utrecht/REMI/USTD//Rent/"],
    "Ann Example | Rent",
  ],
  ["free text on two lines", [":86:Bakery 12", "Bread"], "Bakery 12 | Bread"],
  [
    "free text cut at 65 characters",
    [`:86:${"Shop ".repeat(13)}`, "Bern"],
    `${"Shop ".repeat(13)}Bern`,
  ],
  ["a line that looks like a tag", [":86:Bakery", ":12:30 o'clock"], "Bakery | :12:30 o'clock"],
  ["only text after the entry's line", ["CARD 77 BAKERY"], "CARD 77 BAKERY"],
  ["no text at all", [], ""],
];

for (const [what, lines, label] of labels) {
  Deno.test(`MT940: the payee and the memo are read from ${what}`, async () => {
    const text = plain(":61:2410071008D12,50NTRFNONREF", ...lines);
    assertEquals(await rowsOf(text), [`2024-10-08 -12500 ${label}`.trim()]);
  });
}

Deno.test("MT940: the evidence states that the opening balance and the rows add up to the closing balance", async () => {
  const lines = [":61:2410071008D12,50NTRFNONREF", ":86:Shop", ":61:2410081008C2,50NTRFNONREF"];
  const text = statement({ opening: "D241001EUR100,00", closing: "D241031EUR110,00", lines });
  const { statement: read } = await readText(text);
  assertEquals([read.account, read.currency], ["10020030/4711", "EUR"]);
  assertEquals([read.opening, read.closing], [-100000, -110000]);
  assertEquals(read.evidence, ["the opening balance and 2 rows add up to the closing balance"]);
  const single = statement({
    opening: "D241001EUR100,00",
    closing: "D241031EUR112,50",
    lines: lines.slice(0, 2),
  });
  assertEquals((await readText(single)).statement.evidence, [
    "the opening balance and 1 row add up to the closing balance",
  ]);
  const wrong = statement({ opening: "D241001EUR100,00", closing: "D241031EUR110,01", lines });
  assertEquals((await readText(wrong)).statement.evidence, []);
});

const first = statement({
  opening: "C241001EUR100,00",
  closing: "C241007EUR90,00",
  lines: [":61:2410071007D10,00NTRFNONREF", ":86:One"],
});
const second = statement({
  opening: "C241007EUR90,00",
  closing: "C241008EUR95,00",
  lines: [":61:2410081008C5,00NTRFNONREF", ":86:Two"],
});

Deno.test("MT940: consecutive statements are joined in either order", async () => {
  for (
    const [text, payees] of [[first + second, ["One", "Two"]], [second + first, [
      "Two",
      "One",
    ]]] as const
  ) {
    const { statement: read, questions } = await readText(text);
    assertEquals(questions, []);
    assertEquals(read.rows.map(({ payee }) => payee), payees);
    assertEquals(read.rows.map(({ row }) => row), [1, 2]);
    assertEquals([read.opening, read.closing], [100000, 95000]);
  }
});

Deno.test("MT940: a gap between statements or a repeated statement prompts a question", async () => {
  const later = statement({
    opening: "C241101EUR70,00",
    closing: "C241101EUR60,00",
    lines: [":61:2411011101D10,00NTRFNONREF", ":86:Three"],
  });
  const { questions } = await readText(first + later);
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [[
    "part",
    [
      "10020030/4711 EUR 2024-10-07 to 2024-10-07",
      "10020030/4711 EUR 2024-11-01 to 2024-11-01",
    ],
  ]]);
  const unchanged = statement({
    opening: "C241001EUR100,00",
    closing: "C241007EUR100,00",
    lines: [":61:2410071007D10,00NTRFNONREF", ":61:2410071007C10,00NTRFNONREF"],
  });
  for (const text of [first, unchanged]) {
    assertEquals((await readText(text + text)).questions.map(({ about }) => about), ["part"]);
  }
  const sameDay = (closing: string, ...entries: string[]): string =>
    statement({
      opening: "C241007EUR100,00",
      closing: `C241007EUR${closing}`,
      lines: entries.map((entry) => `:61:2410071007${entry}NTRFNONREF`),
    });
  const [first5, then5] = [sameDay("95,00", "D5,00"), sameDay("100,00", "D5,00", "C5,00")];
  assertEquals((await readText(unchanged + first5)).questions, []);
  const cumulative = sameDay("95,00", "D10,00", "C10,00", "D5,00");
  const whole = sameDay("100,00", "D10,00", "C10,00", "D5,00", "C5,00");
  const reversed = sameDay("100,00", "C10,00", "D10,00");
  for (
    const periods of [
      [unchanged, cumulative],
      [cumulative, unchanged],
      [whole, unchanged],
      [unchanged, reversed],
      [unchanged, then5, unchanged],
      [unchanged, whole, unchanged],
    ]
  ) {
    const { questions } = await readText(periods.join(""));
    assertEquals(questions.map(({ about }) => about), ["part"]);
  }
});

Deno.test("MT940: if a file has statements for two accounts, the reader asks a question unless one statement is empty", async () => {
  const other = statement({
    opening: "C241007EUR90,00",
    closing: "C241008EUR95,00",
    lines: [":61:2410081008C5,00NTRFNONREF", ":86:Two"],
    account: "10020030/9",
  });
  const { questions } = await readText(first + other);
  assertEquals(questions[0]?.choices, ["10020030/4711", "10020030/9"]);
  const empty = `:20:REF\n:25:1/1\n:28C:1/1\n:60F:C241007EUR1,00\n:62F:C241007EUR1,00\n-\n`;
  assertEquals((await readText(empty + first)).questions, []);
});

Deno.test("MT940: an entry's text excludes SWIFT blocks, page breaks and the statement's own :86: field", async () => {
  const text = "{1:F01BANKDEFFAXXX0000000000}{2:I940X}{4:\n:20:REF\n:25:4711\n:28C:1/1\n" +
    ":60F:C241001EUR1,00\n:61:2410071007D1,00NTRFNONREF\n:86:Shop\n:62M:C241007EUR0,00\n-}{5:{CHK:1}}\n" +
    "{1:F01BANKDEFFAXXX0000000000}{2:I940X}{4:\n:20:REF\n:25:4711\n:28C:1/2\n" +
    ":60M:C241007EUR0,00\n:61:2410081008C2,00NTRFNONREF\n:86:Pay\n:62F:C241008EUR2,00\n" +
    ":64:C241008EUR2,00\n:86:This month: no fees\n-}";
  const { statement: read } = await readText(text);
  assertEquals(read.rows.map(({ payee, memo }) => [payee, memo]), [["Shop", null], ["Pay", null]]);
  assertEquals([read.opening, read.closing], [1000, 2000]);
});

Deno.test("MT940: malformed fields are rejected with their line number", async () => {
  for (const line of ["2410071008X1,00NTRF", "2413071008D1,00NTRF", "2410071008D1.234NTRF"]) {
    assertMatch(await refusalOf(plain(`:61:${line}`)), /^line 4: the booking isn't valid MT940/u);
  }
  for (const text of ["C241001EUR1.000", "X241001EUR1,00", "C241001EUR"]) {
    assertMatch(await refusalOf(plain(`:60F:${text}`)), /^line 4: the balance isn't/u);
  }
  assertMatch(await refusalOf(plain(":60F:C241001EUR1,00")), /is cut off/u);
  assertMatch(await refusalOf(plain()), /no rows/u);
});

Deno.test("MT940: a request to reverse the signs is refused, because entries are marked as credit or debit", async () => {
  assertMatch(await refusalOf(first, { readAs: { sign: "reversed" } }), /credit or debit/u);
});
