import { assertEquals } from "@std/assert";
import { type Case, testCases, TWO_ROWS } from "./_csv_case.ts";
import { asked, readLines } from "./_read_lines.ts";

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
      ...[14, 13, 12, 11, 10, 9, 8, 7, 6].map((day) => `2026-11-${day},Shop,${day}.00`),
      "2026-11-05,Payment,-6.00",
    ].map((line) => line.replace(/-(\d),/u, "-0$1,")),
    options: { isCard: true },
    rows: [
      "2026-11-14 -14000 Shop",
      "2026-11-13 -13000 Shop",
      "2026-11-12 -12000 Shop",
      "2026-11-11 -11000 Shop",
      "2026-11-10 -10000 Shop",
      "2026-11-09 -9000 Shop",
      "2026-11-08 -8000 Shop",
      "2026-11-07 -7000 Shop",
      "2026-11-06 -6000 Shop",
      "2026-11-05 6000 Payment",
    ],
  },
  {
    title: "two date columns with unknown headings",
    lines: ["Blorp,Vrim,Payee,Amount", "2026-11-13,2026-11-14,Bakery,-12.50"],
    asked: ["part"],
  },
  {
    title: "two date columns and balances among the bookings, one question at a time",
    lines: [
      "Blorp,Vrim,Payee,Amount",
      "2026-11-13,2026-11-14,Opening balance,7.00",
      "2026-11-14,2026-11-14,Bakery,-12.50",
      "2026-11-14,2026-11-14,Closing balance,3.00",
    ],
    options: { readAs: { part: "the dates of column Vrim" } },
    asked: ["part"],
  },
  {
    title: "two date columns and balances once both are answered",
    lines: [
      "Blorp,Vrim,Payee,Amount",
      "2026-11-13,2026-11-14,Opening balance,7.00",
      "2026-11-13,2026-11-14,Bakery,-12.50",
      "2026-11-13,2026-11-14,Closing balance,3.00",
    ],
    options: { readAs: { part: "the dates of column Vrim; without balances and totals" } },
    rows: ["2026-11-14 -12500 Bakery"],
  },
  {
    title: "two unknown words beside amounts without a sign",
    lines: [
      "Date,Payee,Kind,Amount",
      "2026-11-14,Bakery,zurpov,12.50",
      "2026-11-13,Employer,blagov,900.00",
      "2026-11-12,Shop,zurpov,20.00",
    ],
    asked: ["amount_column"],
  },
  {
    title: "digits that may mean money in or out",
    lines: [
      "Date,Payee,Kind,Amount",
      "2026-11-14,Bakery,1,12.50",
      "2026-11-13,Employer,2,900.00",
      "2026-11-12,Shop,1,20.00",
    ],
    asked: ["amount_column"],
  },
  {
    title: "two interleaved accounts below an unknown heading",
    lines: [
      "Date,Blorp,Payee,Amount",
      "2026-11-14,1234567890,Bakery,-12.50",
      "2026-11-13,9876543210,Employer,900.00",
      "2026-11-12,1234567890,Shop,-20.00",
    ],
    asked: ["part"],
  },
  {
    title: "two accounts whose balances run apart",
    lines: [
      "Date,Blorp,Payee,Amount,Balance",
      ...[1, 2, 3, 4, 5, 6].flatMap((day) => [
        `2026-11-0${day},Main,Shop,-1.00,${10 - day}.00`,
        `2026-11-0${day},Rainy day,Bank,2.00,${50 + 2 * day}.00`,
      ]),
    ],
    asked: ["part"],
  },
  {
    title: "a heading on each page",
    lines: [
      "Date,Payee,Amount",
      "2026-11-14,Bakery,-12.50",
      "Date,Payee,Amount",
      "2026-11-13,Employer,900.00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "accounts known only by their names",
    lines: ["Date,Xyz,Payee,Amount", "2026-11-14,Checking,A,-1.00", "2026-11-13,Savings,B,2.00"]
      .flatMap((line, at) => at === 0 ? [line] : [line, line]),
    asked: ["part"],
  },
  {
    title: "two accounts in two rows without a heading",
    lines: [
      "2026-11-14;DE02120300000000202051;Bakery;-12,50",
      "2026-11-13;DE02500105170137075030;Employer;900,00",
    ],
    asked: ["part"],
    rows: TWO_ROWS,
  },
  {
    title: "a column whose nonsense heading begins like a value day's",
    lines: ["Valala,Bxkq,Payee,Amount", "2026-11-13,2026-11-14,Bakery,-12.50"],
    asked: ["part"],
  },
  {
    title: "years of the Thai calendar",
    lines: ["Date,Payee,Amount", "14/11/2569,Bakery,-12.50", "13/11/2569,Employer,900.00"],
    rows: TWO_ROWS,
  },
  {
    title: "a card with three payments and one purchase",
    lines: [
      "Date,Payee,Amount",
      "2026-11-14,Payment,1.00",
      "2026-11-13,Payment,2.00",
      "2026-11-12,Payment,3.00",
      "2026-11-11,Shop,-6.00",
    ],
    options: { isCard: true },
    asked: ["sign"],
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

testCases(CASES);

Deno.test("an answer about balances among the transactions is reused for the next file", async () => {
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

Deno.test("account numbers in a column without a heading need a question", async () => {
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
