import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { callArguments } from "../../cli/_call_arguments.ts";
import { UsageError } from "../../cli/_terminal.ts";
import { aTerminal } from "./_a_terminal.ts";
import { runAtHome } from "./_home.ts";

const text = { type: "string" };
const schema = {
  properties: {
    payee: text,
    amount: { anyOf: [{ type: "number" }, { type: "null" }] },
    limit: { type: "integer" },
    uncategorized: { type: "boolean" },
    account_ids: { type: "array", items: text },
    amounts: { type: "array", items: { type: "number" } },
    one_offs: { type: "array", items: { type: "object" } },
    range: { type: "object" },
  },
};
const { input } = aTerminal([]);
const reading = { schema, input, today: "2026-11-20", yearless: "past" } as const;

const read: readonly (readonly [words: readonly string[], args: unknown])[] = [
  [[], {}],
  [['{"limit":1}'], { limit: 1 }],
  [["limit=5", "amount=-12.50"], { limit: 5, amount: -12.5 }],
  [["amount=.5"], { amount: 0.5 }],
  [["amount=null"], { amount: null }],
  [["payee=123"], { payee: "123" }],
  [["payee=a=b", "a=1"], { payee: "a=b", a: "1" }],
  [["payee=Rent, Mortgage"], { payee: "Rent, Mortgage" }],
  [["uncategorized=yes"], { uncategorized: true }],
  [["uncategorized=FALSE"], { uncategorized: false }],
  [["account_ids=Checking"], { account_ids: ["Checking"] }],
  [["account_ids=Checking,Savings"], { account_ids: ["Checking", "Savings"] }],
  [["account_ids=Rent, Mortgage,Cash"], { account_ids: ["Rent, Mortgage", "Cash"] }],
  [["account_ids=A", "limit=1", "account_ids=B"], { account_ids: ["A", "B"], limit: 1 }],
  [['account_ids=["A,B"]'], { account_ids: ["A,B"] }],
  [["account_ids="], { account_ids: [] }],
  [["amounts=1,-2.5"], { amounts: [1, -2.5] }],
  [['one_offs={"date":"2026-12-20"}'], { one_offs: [{ date: "2026-12-20" }] }],
  [['one_offs=[{"amount":1},{"amount":2}]'], { one_offs: [{ amount: 1 }, { amount: 2 }] }],
  [['range={"from":1}'], { range: { from: 1 } }],
  // Invalid values are passed to the tool unchanged, so that it can report them.
  [["limit=many", "nothing=here"], { limit: "many", nothing: "here" }],
];
for (const [words, args] of read) {
  Deno.test(`callArguments() parses the following arguments: ${words.join(" ") || "nothing"}`, async () => {
    assertEquals(await callArguments(words, reading), args);
  });
}

const refused: readonly (readonly [words: readonly string[], why: string])[] = [
  [["Savings"], "Savings is not a valid argument: use key=value"],
  [["=1"], "=1 is not a valid argument"],
  [["{"], "the arguments are not JSON"],
  [
    ['{"limit":1}', "a=1"],
    "JSON can't be combined with other arguments: use key=value, JSON such as",
  ],
  [["a=1", '{"limit":1}'], "JSON can't be combined with other arguments"],
  [["[1]"], "the arguments are not JSON"],
  [["limit=1", "limit=2"], "limit takes one value but was given 2"],
  [["one_offs=[{"], "the value of one_offs is not JSON"],
  [["-"], "standard input doesn't contain JSON"],
  [
    ["amount=1,234"],
    "amount: 1,234 could be 1234 or 1.234: for the first, enter 1234; for the second, enter 1.2340",
  ],
  [
    ["amount=-1.234"],
    "amount: -1.234 could be -1234 or -1.234: for the first, enter -1234; for the second, " +
    "enter -1.2340",
  ],
  [["amount=$1,234"], "amount: $1,234 could be 1234 or 1.234"],
];
for (const [words, why] of refused) {
  Deno.test(`callArguments() rejects ${words.join(" ")}`, async () => {
    await assertRejects(() => callArguments(words, reading), UsageError, why);
  });
}

Deno.test("the call command reads arguments from standard input", async () => {
  const input = (): Promise<string> => Promise.resolve('{"payee":"AMZN","limit":1}\n');
  const piped = await runAtHome(["call", "find_transactions", "-"], { input });
  const typed = await runAtHome(["call", "find_transactions", "payee=AMZN", "limit=1"]);
  assertEquals([piped.status, piped.err], [0, ""]);
  assertEquals(piped.out, typed.out);
  assertMatch(typed.out, /^count: \d+ /);
});

const CHANGES = "could be 2025-12 or 2026-12: enter the one you mean";
const months: readonly (readonly [words: string, shown: string])[] = [
  ["get_monthly_summary month=2026-10-15", '"month": "2026-10"'],
  ["get_monthly_summary month=October", '"month": "2026-10"'],
  ["get_monthly_summary month=nov", '"month": "2026-11"'],
  ["get_monthly_summary month=march", '"month": "2026-03"'],
  ["get_monthly_summary month=march-2025", '"month": "2025-03"'],
  ["get_monthly_summary month=today", '"month": "2026-11"'],
  ["get_monthly_summary month=last", '"month": "2026-10"'],
  ["get_monthly_summary month=this_month", '"month": "2026-11"'],
  ["get_category_balances month=next-month", '"month": "2026-12"'],
  ["get_category_balances month=december", CHANGES],
  ["forecast_balance until=january", '"month": "2027-01"'],
  ["forecast_balance until=2027-01-15", '"month": "2027-01"'],
  ["set_category_budget month=january category_id=Coffee amount=1 --write", "could be 2026-01 or"],
  [
    "get_monthly_summary month=maybe",
    String.raw`month must be a month in the form YYYY-MM, or \"current\"`,
  ],
];
for (const [words, shown] of months) {
  Deno.test(`the call command reads the month in ${words}`, async () => {
    const { out, err } = await runAtHome(["call", ...words.split(" "), "--json"]);
    assertStringIncludes(out + err, shown);
  });
}

const ranges: readonly (readonly [words: string, since: string, until: string])[] = [
  ["since=yesterday until=today", "2026-11-19", "2026-11-20"],
  ["since=last_month until=last_month", "2026-10-01", "2026-10-31"],
  ["since=2026-02 until=february", "2026-02-01", "2026-02-28"],
  ["since=Sept_2025 until=YESTERDAY", "2025-09-01", "2026-11-19"],
];
for (const [words, since, until] of ranges) {
  Deno.test(`callArguments() reads the days in ${words}`, async () => {
    const day = { type: "string", format: "date" };
    const days = { ...reading, schema: { properties: { since: day, until: day } } };
    assertEquals(await callArguments(words.split(" "), days), { since, until });
  });
}

Deno.test("the call command rejects a month where a tool requires a day, but accepts 'tomorrow'", async () => {
  const words = ["amount=-5", "frequency=monthly", "account_id=Checking", "payee=Gym"];
  const call = ["call", "create_scheduled_transaction", "--profile", "complete", "--write"];
  const { err } = await runAtHome([...call, ...words, "date=october"]);
  assertMatch(err, /date must be a date in the form YYYY-MM-DD/);
  const { out } = await runAtHome([...call, ...words, "date=tomorrow"]);
  assertMatch(out, /2026-11-21/);
});

const amounts: readonly (readonly [typed: string, amount: number | string])[] = [
  ["12.5", 12.5],
  ["12,50", 12.5],
  ["$12.50", 12.5],
  ["12,5 \u20ac", 12.5],
  ["0,125", 0.125],
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1 234,56", 1234.56],
  ["1'234", 1234],
  ["1,234,567", 1_234_567],
  ["1234", 1234],
  ["1.2340", 1.234],
  ["-$5", -5],
  ["\u22125", -5],
  // Text that isn't a number is passed to the tool unchanged, so that it can report the error.
  ...["1,23,456", "1.234.56", "12-50", "-5-", "twelve"].map((typed) => [typed, typed] as const),
];
for (const [typed, amount] of amounts) {
  Deno.test(`callArguments() reads the amount ${typed}`, async () => {
    assertEquals(await callArguments([`amount=${typed}`], reading), { amount });
  });
}

Deno.test("the call command lists the words that an argument accepts", async () => {
  const find = ["call", "find_transactions"];
  const wrong = await runAtHome([...find, "uncategorized=maybe"]);
  assertEquals([wrong.status, wrong.err], [
    2,
    "budget-tool-server: uncategorized must be yes or no\n",
  ]);
  const near = await runAtHome([...find, "group_by=payees"]);
  const many = await runAtHome([...find, "limit=many"]);
  assertMatch(many.err, /^invalid_input: .*limit must be a (whole )?number/);
  assertMatch(near.err, /group_by must be category, payee, .*: did you mean payee\?\n$/);
});
