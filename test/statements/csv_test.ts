import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOptions } from "../../domain/statements/statement.ts";
import { asked, readLines, shortRows } from "./_read_lines.ts";

interface Case {
  readonly title: string;
  readonly lines: readonly string[];
  readonly options?: Partial<ReadingOptions>;
  readonly rows?: readonly string[];
  readonly asked?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly balances?: readonly [number | null, number | null];
}

const TWO_ROWS = ["2026-11-14 -12500 Bakery", "2026-11-13 900000 Employer"];

const CASES: readonly Case[] = [
  {
    title: "one signed column",
    lines: ["Date,Payee,Amount", "14/11/2026,Bakery,-12.50", "13/11/2026,Employer,900.00"],
    rows: TWO_ROWS,
  },
  {
    title: "a decimal comma, semicolons, and lines above and below",
    lines: [
      "Kontoauszug",
      "Kontonummer;123",
      "",
      "Buchungstag;Empf\u00e4nger;Betrag",
      "14.11.2026;Bakery;-12,50",
      "13.11.2026;Employer;900,00",
      "",
      "Ende des Auszugs",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "columns of money out and in",
    lines: ["Date,Payee,Debit,Credit", "2026-11-14,Bakery,12.50,", "2026-11-13,Employer,,900.00"],
    rows: TWO_ROWS,
  },
  {
    title: "columns of money out with a minus and in",
    lines: [
      "Date,Payee,Withdrawal,Deposit",
      "2026-11-14,Bakery,-12.50,0.00",
      "2026-11-13,Employer,0.00,900.00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "a column of words for money in and out",
    lines: [
      "Datum;Naam;Af Bij;Bedrag (EUR)",
      "20261114;Bakery;Af;12,50",
      "20261113;Employer;Bij;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "an amount in euros, not money in",
    lines: [
      "Datum;Empf\u00e4nger;Betrag in EUR",
      "14.11.2026;Bakery;-12,50",
      "13.11.2026;Employer;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "a continued row",
    lines: [
      "Date,Payee,Memo,Amount",
      "2026-11-14,Bakery,,-12.50",
      ",,rolls,",
      "2026-11-13,Employer,,900.00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "days over 12 that settle the order",
    lines: ["Date,Payee,Amount", "11/05/2026,A,-1.00", "11/14/2026,B,-2.00"],
    rows: ["2026-11-05 -1000 A", "2026-11-14 -2000 B"],
  },
  {
    title: "no day to come",
    lines: ["Date,Payee,Amount", "10/12/2025,A,-1.00", "11/12/2026,B,-2.00"],
    options: { today: "2026-11-20" },
    rows: ["2025-10-12 -1000 A", "2026-11-12 -2000 B"],
  },
  {
    title: "days that could be months",
    lines: ["Date,Payee,Amount", "03/04/2026,A,-1.00", "05/06/2026,B,-2.00"],
    asked: ["date_order"],
  },
  {
    title: "a quarter's interest, which may be four days of January",
    lines: [
      "Date,Payee,Amount",
      "01/01/2026,Interest,1.00",
      "01/04/2026,Interest,1.10",
      "01/07/2026,Tax,-0.20",
      "01/10/2026,Interest,1.30",
    ],
    asked: ["date_order"],
  },
  {
    title: "an order that was answered before",
    lines: ["Date,Payee,Amount", "03/04/2026,A,-1.00", "05/06/2026,B,-2.00"],
    options: { remembered: { date_order: "mdy" } },
    rows: ["2026-03-04 -1000 A", "2026-05-06 -2000 B"],
  },
  {
    title: "dates that contradict what was answered before",
    lines: ["Date,Payee,Amount", "13/04/2026,A,-1.00", "05/06/2026,B,-2.00"],
    options: { remembered: { date_order: "mdy" } },
    rows: ["2026-04-13 -1000 A", "2026-06-05 -2000 B"],
  },
  {
    title: "amounts that are thousands or have three decimals",
    lines: ["Date,Payee,Amount", "2026-11-14,A,-1.500", "2026-11-13,B,2.000"],
    asked: ["decimal_sign"],
  },
  {
    title: "thousands beside amounts without decimals",
    lines: ["Date;Payee;Amount", "2026-11-14;A;-1.534", "2026-11-13;B;20"],
    rows: ["2026-11-14 -1534000 A", "2026-11-13 20000 B"],
  },
  {
    title: "a card of few rows",
    lines: ["Date,Payee,Amount", "2026-11-14,A,1.00", "2026-11-13,B,2.00", "2026-11-12,C,3.00"],
    options: { isCard: true },
    asked: ["sign"],
  },
  {
    title: "a card that shows spending without a minus",
    lines: [
      "Date,Payee,Amount",
      "2026-11-14,A,1.00",
      "2026-11-13,B,2.00",
      "2026-11-12,C,3.00",
      "2026-11-11,Payment,-6.00",
    ],
    options: { isCard: true },
    rows: [
      "2026-11-14 -1000 A",
      "2026-11-13 -2000 B",
      "2026-11-12 -3000 C",
      "2026-11-11 6000 Payment",
    ],
  },
  {
    title: "a cash account without any minus",
    lines: ["Date,Payee,Amount", "2026-11-14,A,1.00", "2026-11-13,B,2.00"],
    asked: ["sign"],
  },
  {
    title: "balances that prove a reversed sign",
    lines: [
      "Date,Payee,Amount,Balance",
      "2026-11-10,A,10.00,90.00",
      "2026-11-11,B,20.00,70.00",
      "2026-11-12,C,-5.00,75.00",
      "2026-11-13,D,1.00,74.00",
    ],
    rows: [
      "2026-11-10 -10000 A",
      "2026-11-11 -20000 B",
      "2026-11-12 5000 C",
      "2026-11-13 -1000 D",
    ],
    balances: [100_000, 74_000],
  },
  {
    title: "balances before each booking",
    lines: [
      "Date,Payee,Amount,Balance",
      "2026-11-10,A,-10.00,100.00",
      "2026-11-11,B,-20.00,90.00",
      "2026-11-12,C,5.00,70.00",
      "2026-11-13,D,-1.00,75.00",
    ],
    rows: [
      "2026-11-10 -10000 A",
      "2026-11-11 -20000 B",
      "2026-11-12 5000 C",
      "2026-11-13 -1000 D",
    ],
    balances: [100_000, 74_000],
  },
  {
    title: "columns without a heading that balances prove",
    lines: [
      "2026-11-13,D,1.00,,74.00",
      "2026-11-12,C,,5.00,75.00",
      "2026-11-11,B,20.00,,70.00",
      "2026-11-10,A,10.00,,90.00",
    ],
    rows: [
      "2026-11-13 -1000 D",
      "2026-11-12 5000 C",
      "2026-11-11 -20000 B",
      "2026-11-10 -10000 A",
    ],
    balances: [100_000, 74_000],
  },
  {
    title: "two columns without a heading or balances",
    lines: ["2026-11-14,A,1.00,", "2026-11-13,B,,2.00", "2026-11-12,C,3.00,", "2026-11-11,D,4.00,"],
    asked: ["sign"],
  },
  {
    title: "a counter beside a constant, which are no balance and amount",
    lines: [
      "No,Date,Payee,Rate,Amount",
      "1,2026-11-10,A,1.00,-7.00",
      "2,2026-11-11,B,1.00,-8.00",
      "3,2026-11-12,C,1.00,-9.00",
      "4,2026-11-13,D,1.00,5.00",
      "5,2026-11-14,E,1.00,-4.00",
    ],
    rows: [
      "2026-11-10 -7000 A",
      "2026-11-11 -8000 B",
      "2026-11-12 -9000 C",
      "2026-11-13 5000 D",
      "2026-11-14 -4000 E",
    ],
  },
  {
    title: "an amount, its fee and what is left",
    lines: [
      "Date,Name,Gross,Fee,Net",
      "2026-11-10,A,100.00,-3.20,96.80",
      "2026-11-11,B,-20.00,0.00,-20.00",
      "2026-11-12,C,50.00,-1.75,48.25",
    ],
    rows: ["2026-11-10 96800 A", "2026-11-11 -20000 B", "2026-11-12 48250 C"],
  },
  {
    title: "opening and closing balances among the bookings",
    lines: [
      "Date,Description,Amount",
      "2026-11-01,Opening balance,100.00",
      "2026-11-10,A,-10.00",
      "2026-11-11,B,-20.00",
      "2026-11-12,C,5.00",
      "2026-11-30,Closing balance,75.00",
    ],
    options: { today: "2026-12-01" },
    rows: ["2026-11-10 -10000 A", "2026-11-11 -20000 B", "2026-11-12 5000 C"],
    balances: [100_000, 75_000],
  },
  {
    title: "balances among the bookings that don't add up",
    lines: [
      "Date,Description,Amount",
      "2026-11-01,Opening balance,100.00",
      "2026-11-10,A,-10.00",
      "2026-11-11,B,-20.00",
      "2026-11-12,Closing balance,75.00",
    ],
    asked: ["part"],
  },
  {
    title: "pending and failed rows, other currencies and zeros",
    lines: [
      "Date,Payee,Amount,Currency,Status",
      "2026-11-14,A,-1.00,EUR,Pending",
      "2026-11-13,B,-2.00,EUR,Completed",
      "2026-11-12,C,-3.00,EUR,Declined",
      "2026-11-11,D,-4.00,USD,Completed",
      "2026-11-10,E,0.00,EUR,Completed",
    ],
    rows: ["2026-11-13 -2000 B"],
    leftOut: ["1 pending", "3 failed", "4 other_currency", "5 zero"],
  },
  {
    title: "several accounts",
    lines: [
      "Account,Date,Payee,Amount",
      "111,2026-11-14,A,-1.00",
      "222,2026-11-13,B,-2.00",
      "111,2026-11-12,C,-3.00",
    ],
    asked: ["part"],
  },
  {
    title: "one of several accounts",
    lines: [
      "Account,Date,Payee,Amount",
      "111,2026-11-14,A,-1.00",
      "222,2026-11-13,B,-2.00",
      "111,2026-11-12,C,-3.00",
    ],
    options: { readAs: { part: "222" } },
    rows: ["2026-11-13 -2000 B"],
  },
];

for (const { title, lines, options, rows, leftOut, balances, ...expected } of CASES) {
  Deno.test(`a CSV file with ${title} is ${expected.asked === undefined ? "read" : "asked about"}`, async () => {
    const reading = await readLines(lines, options);
    assertEquals(asked(reading), expected.asked ?? []);
    if (rows !== undefined) assertEquals(shortRows(reading), rows);
    if (leftOut !== undefined) {
      const told = reading.statement.leftOut.map(({ row, reason }) => `${row} ${reason}`);
      assertEquals(told, leftOut);
    }
    if (balances !== undefined) {
      assertEquals([reading.statement.opening, reading.statement.closing], balances);
    }
  });
}

Deno.test("a question shows the first rows as each choice reads them", async () => {
  const { questions: [question] } = await readLines([
    "Date,Payee,Amount",
    "03/04/2026,A,-1.00",
    "05/06/2026,B,-2.00",
  ]);
  assertEquals(question, {
    about: "date_order",
    choices: ["dmy", "mdy"],
    example: "03/04/2026",
    rows: [
      {
        choice: "dmy",
        rows: [
          { date: "2026-04-03", amount: -1000, payee: "A" },
          { date: "2026-06-05", amount: -2000, payee: "B" },
        ],
      },
      {
        choice: "mdy",
        rows: [
          { date: "2026-03-04", amount: -1000, payee: "A" },
          { date: "2026-05-06", amount: -2000, payee: "B" },
        ],
      },
    ],
  });
});

const REFUSED: readonly (readonly [string, readonly string[], Partial<ReadingOptions>, RegExp])[] =
  [
    [
      "no bookings",
      ["Date,Payee,Amount", "nothing,here,yet"],
      {},
      /no rows with a date and an amount/u,
    ],
    [
      "an open quote",
      ["Date,Payee,Amount", '2026-11-14,"Bakery,-1.00', "2026-11-13,B,-2.00"],
      {},
      /line 2: a quote is never closed/u,
    ],
    [
      "a quote that swallows a row",
      [
        "Date,Payee,Amount",
        '2026-11-14,"Bakery,-1.00',
        '2026-11-13,B,"-2.00"',
        "2026-11-12,C,-3.00",
      ],
      {},
      /line 2: a quote is never closed/u,
    ],
    [
      "an unreadable column called amount",
      ["Date,Payee,Amount,Balance", "2026-11-14,A,one,1.00", "2026-11-13,B,two,2.00"],
      {},
      /line 2: the column "Amount" can't be read/u,
    ],
    [
      "a date that doesn't exist",
      ["Date,Payee,Amount", "2026-11-14,A,-1.00", "2026-11-31,B,-2.00", "2026-11-12,C,-2.00"],
      {},
      /line 3 can't be a date: 2026-11-31/u,
    ],
    [
      "an amount without a date",
      ["Date,Payee,Amount", "2026-11-14,A,-1.00", ",B,-2.00", "2026-11-12,C,-2.00"],
      {},
      /line 3 has an amount but no date/u,
    ],
    [
      "a date without an amount",
      ["Date,Payee,Amount", "2026-11-14,A,-1.00", "2026-11-13,B,", "2026-11-12,C,-2.00"],
      {},
      /line 3 has a date but no amount/u,
    ],
    [
      "only another currency",
      ["Date,Payee,Amount,Currency", "2026-11-14,A,-1.00,CHF", "2026-11-13,B,-2.00,CHF"],
      {},
      /all rows are in CHF, the plan is in EUR/u,
    ],
    [
      "dates that can't be in the order asked for",
      ["Date,Payee,Amount", "25/11/2025,A,-1.00", "26/11/2025,B,-2.00"],
      { readAs: { date_order: "mdy" } },
      /can't be read as mdy/u,
    ],
    [
      "balances that contradict the sign asked for",
      [
        "Date,Payee,Amount,Balance",
        "2026-11-10,A,-10.00,90.00",
        "2026-11-11,B,-20.00,70.00",
        "2026-11-12,C,5.00,75.00",
        "2026-11-13,D,-1.00,74.00",
      ],
      { readAs: { sign: "reversed" } },
      /the running balance proves "as_shown"/u,
    ],
  ];

for (const [title, lines, options, message] of REFUSED) {
  Deno.test(`a CSV file with ${title} is refused`, async () => {
    const error = await assertRejects(() => readLines(lines, options), ToolError);
    assertEquals(error.code, "invalid_input");
    assertEquals(message.test(error.message), true, error.message);
  });
}

Deno.test("an answer about balances among the bookings holds for the next file", async () => {
  const lines = [
    "Date,Description,Amount",
    "2026-11-01,Opening balance,100.00",
    "2026-11-10,A,-10.00",
    "2026-11-11,B,-20.00",
  ];
  const { questions: [question] } = await readLines(lines);
  for (const [at, count] of [[0, 2], [1, 3]] as const) {
    const part = question?.choices[at] ?? "";
    for (const options of [{ readAs: { part } }, { remembered: { part } }]) {
      const reading = await readLines(lines, options);
      assertEquals([asked(reading), reading.statement.rows.length], [[], count]);
    }
  }
});

Deno.test("accounts in a column without a heading may be of others, which is asked", async () => {
  const lines = [
    "2026-11-14,A,-1.00,4400123",
    "2026-11-13,B,2.00,4400124",
    "2026-11-12,C,-3.00,4400123",
  ];
  const reading = await readLines(lines);
  assertEquals(asked(reading), ["part"]);
  const [all = ""] = reading.questions[0]?.choices ?? [];
  assertEquals((await readLines(lines, { readAs: { part: all } })).statement.rows.length, 3);
  assertEquals((await readLines(lines, { readAs: { part: "4400123" } })).statement.rows.length, 2);
});
