import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOptions } from "../../domain/statements/statement.ts";
import { readLines } from "./_read_lines.ts";

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
      "two-digit years of the Thai calendar",
      ["Date,Payee,Amount", "14/11/69,Bakery,-1.00"],
      {},
      /dates are years ahead/u,
    ],
    [
      "dates of the Persian or Islamic calendar",
      ["Date,Payee,Amount", "1405/08/23,Bakery,-1.00"],
      {},
      /Gregorian dates/u,
    ],
    [
      "dates of another calendar with the day first",
      ["Date,Payee,Amount", "15/08/1404,Bakery,-1.00"],
      {},
      /dates of the Gregorian calendar/u,
    ],
    [
      "two tables of different columns",
      [
        "Date,Payee,Amount",
        "2026-11-14,Bakery,-1.00",
        "Card",
        "Date,Amount,Payee,Balance",
        "2026-11-14,-1.00,Shop,9.00",
      ],
      {},
      /another table begins in line 4/u,
    ],
    [
      "two accounts' tables below the same heading",
      [
        "Date,Payee,Amount",
        "2026-11-13,Bakery,-1.00",
        "2026-11-14,Bakery,-1.00",
        "Date,Payee,Amount",
        "2026-11-11,Shop,-1.00",
      ],
      {},
      /another table begins in line 4/u,
    ],
    [
      "text without columns",
      ["Date Description Amount", "14.11.2026 Bakery 12,50-", "13.11.2026 Employer 900,00+"],
      {},
      /as if copied from a PDF: give its transactions as rows/u,
    ],
    [
      "dates without years",
      ["Date,Payee,Amount", "14 Nov,Bakery,-12.50", "13 Nov,Employer,900.00"],
      {},
      /no rows with a full date/u,
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
      "a month that has no known name, at the end",
      ["Date,Payee,Amount", "14 Nov 2026,A,-1.00", "13 Nov 2026,B,-2.00", "12 Xyz 2026,C,-2.00"],
      {},
      /line 4 can't be a date: 12 Xyz 2026/u,
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
