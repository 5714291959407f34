import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { z } from "zod";
import { type AnswerLayout, answerLines } from "../../cli/_answer.ts";
import { foreignText, foreignValue, listOf, money, shortId } from "../../tools/_schema.ts";
import { runAtHome } from "./_home.ts";

const DOLLARS = { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," };

const schema = z.object({
  month: z.string().optional(),
  hint: z.string().optional(),
  totals: z.object({ spent: money() }).optional(),
  days: listOf(z.string(), { hideWhenEmpty: true }),
  rows: listOf(
    z.object({
      group: foreignText().optional(),
      name: foreignText().optional(),
      left: money().optional(),
      id: shortId({ namedBy: "name" }).optional(),
      at: z.string().optional(),
      frequency: foreignText().optional(),
      approved: z.boolean().optional(),
      days: z.array(z.string()).optional(),
      before: foreignValue().optional(),
      lines: listOf(z.object({ name: foreignText(), left: money() })),
    }),
    { groupBy: "group", hideWhenEmpty: true },
  ),
  categories: listOf(foreignText()),
});

function shown(
  answer: Readonly<Record<string, unknown>>,
  layout: Partial<AnswerLayout> = {},
): readonly string[] {
  const isIdShown = (id: string): boolean => id.startsWith("1");
  const rows = answer["rows"] as readonly object[] | undefined;
  // A record that a change creates has no `before` values.
  const whole = rows === undefined ? answer : {
    ...answer,
    rows: rows.map((row) => ({ before: "", ...row })),
  };
  return answerLines({ schema, answer: whole, money: DOLLARS, isIdShown }, {
    width: 100,
    ...layout,
  });
}

const tea = { name: "Tea", left: 2 };
const runOfDays = ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01", "2026-12-08"];

const cases: readonly (readonly [
  what: string,
  answer: Readonly<Record<string, unknown>>,
  lines: readonly string[],
  layout?: Partial<AnswerLayout>,
])[] = [
  ["facts one per line, with amounts in the plan's format", {
    month: "2026-11",
    totals: { spent: -1234.5 },
    categories: [],
  }, ["month         November 2026", "totals spent  -$1,234.50", "categories    none"]],
  [
    "long facts and notes on several lines",
    {
      hint: "one two three four five six",
      note: "rows lists only 1 of 9",
    },
    ["hint  one two three", "      four five six", "note  rows lists only", "      1 of 9"],
    {
      width: 22,
    },
  ],
  [
    "facts after their labels on a narrow terminal",
    {
      month: "2026-11",
      totals: { spent: -1234.5 },
      hint: "one two three four five",
    },
    ["month: November 2026", "hint: one two three four", "  five", "totals spent: -$1,234.50"],
    {
      width: 25,
    },
  ],
  ["useful ids without breaking them", {
    rows: [{ name: "n".repeat(20), id: "1".repeat(12) }, { ...tea, id: "2".repeat(12) }],
  }, [
    "rows ($)",
    "name             left            id",
    "nnnnnnnnnnnnnnn        111111111111",
    "nnnnn",
    "Tea              2.00",
  ], { width: 35 }],
  ["shared values above their rows, and split lines below a row", {
    rows: [
      { group: "Home", name: "Rent", left: -10, approved: true },
      { group: "Home", name: "Shop", left: 3, approved: true, lines: [{ name: "Food", left: 1 }] },
      { group: "Fun", ...tea, approved: true },
    ],
  }, [
    "rows ($)",
    "each: approved",
    "name    left",
    "Home:",
    "Rent  -10.00",
    "Shop    3.00",
    "  Food  1.00",
    "Fun:",
    "Tea     2.00",
  ]],
  ["YNAB's terms in plain words, but not user text", {
    rows: [
      { name: "creditCard", frequency: "never", at: "2026-11-20T00:00:30+00:00" },
      { name: "never", frequency: "twiceAMonth", at: "2026-11-21T10:00:30+00:00" },
    ],
  }, [
    "rows",
    "name        at                          frequency",
    "creditCard  20\u00a0Nov\u00a02026 00:00:30+00:00  once",
    "never       21\u00a0Nov\u00a02026 10:00:30+00:00  twice a month",
  ]],
  ["consecutive days as a range", { rows: [{ ...tea, days: runOfDays }] }, [
    "rows ($)",
    "name  left  days",
    "Tea   2.00  28\u00a0Nov\u00a02026 to 1\u00a0Dec\u00a02026 daily, 8\u00a0Dec\u00a02026",
  ]],
  ["the requested number of rows", { rows: [tea, { name: "Milk", left: 1 }] }, [
    "rows ($)",
    "name  left",
    "Tea   2.00",
    "... and 1 more",
  ], { rows: 1 }],
  ["text without terminal control codes, and bars and headings unchanged", {
    rows: [{ name: "Tea\u001b[2J\u202e\u009b | group: Home\\", before: null, left: 1 }],
  }, [
    "rows ($)",
    "name                   left  before",
    "Tea[2J | group: Home\\  1.00  (none)",
  ]],
  ["a note after the tables", { rows: [tea], note: "the first of 9" }, [
    "rows ($)",
    "name  left",
    "Tea   2.00",
    "",
    "note  the first of 9",
  ]],
  ["titles in bold, and dimmed headings and fact names", { month: "2026-11", rows: [tea] }, [
    "dim(month)  November 2026",
    "bold(rows ($))",
    "dim(name  left)",
    "Tea   2.00",
  ], { paint: (text, style) => `${style}(${text})` }],
];
for (const [what, answer, lines, layout] of cases) {
  Deno.test(`answerLines() writes ${what}`, () => assertEquals(shown(answer, layout), lines));
}

Deno.test("a terminal shows spending trends month by month, totals first", async () => {
  const args = ["call", "get_spending_trends", "months=3", "group_by=group"];
  const { out } = await runAtHome(args, { columns: 100, env: { NO_COLOR: "1" } });
  const [title, heading, totals] = out.split("\n");
  assertEquals(title, "series ($)");
  assertMatch(heading ?? "", /^name +Aug.2026 +Sep.2026 +Oct.2026 +mean +change$/u);
  assertMatch(totals ?? "", /^Total( +[\d,]+\.\d\d){4} +-?[\d.]+%$/u);
});

Deno.test("a terminal shows chances and interest rates as percentages", async () => {
  const debt = 'debts={"account_id":"Everyday Visa","rate":22.9,"minimum":60}';
  const calls: readonly (readonly [call: readonly string[], shown: RegExp])[] = [
    [
      ["can_afford", "amount=600", "date=2026-12-20"],
      /\nchance below without +\d+%\nchance below with +\d/u,
    ],
    [
      ["plan_payoff", "extra=200", debt],
      /\ncash chance below zero +\d+%\nchance that cash falls below zero if nothing extra is paid +\d+%\n[^]* 22\.9% /u,
    ],
    [["list_money_movements", "by=month"], / 7\.7% +3\n/u],
    [["get_money_history", "since=2026-01"], /\ntotals savings rate +[\d.]+%\n/u],
  ];
  for (const [words, shown] of calls) {
    const person = { columns: 120, env: { NO_COLOR: "1" } };
    const { out } = await runAtHome(["call", ...words, "--profile", "complete"], person);
    assertMatch(out, shown);
  }
});

Deno.test("a terminal shows plain words instead of the YNAB API's values", async () => {
  const person = { columns: 120, env: { NO_COLOR: "1" } };
  const { out } = await runAtHome(["call", "list_accounts"], person);
  assertStringIncludes(out, "credit card");
  const scheduled = await runAtHome(["call", "list_scheduled_transactions"], person);
  assertMatch(scheduled.out, / twice a month\n/u);
  assertEquals(/\b[a-z]+[A-Z]|\bnever\b/u.exec(out + scheduled.out), null);
  const payment = ["account_id=Checking", "date=2026-12-01", "amount=-5", "frequency=every4Weeks"];
  const call = ["call", "create_scheduled_transaction", ...payment, "payee=Streamly"];
  const preview = await runAtHome([...call, "--profile", "complete", "--write"], person);
  assertMatch(preview.out, / frequency +every 4 weeks\n/u);
});
