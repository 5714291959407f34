import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { callArguments } from "../../cli/_call_arguments.ts";
import { UsageError } from "../../cli/_terminal.ts";
import { DEMO, runAt } from "./_a_terminal.ts";

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
const reading = { schema, today: "2026-11-20", yearless: "past" } as const;

const read: readonly (readonly [words: readonly string[], args: unknown])[] = [
  [[], {}],
  [['{"limit":1}'], { limit: 1 }],
  [["limit=5", "amount=-12.50"], { limit: 5, amount: -12.5 }],
  [["amount=.5"], { amount: 0.5 }],
  [["amount=null"], { amount: null }],
  [["payee=123"], { payee: "123" }],
  [["payee=a=b"], { payee: "a=b" }],
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
  // The tool reports invalid values in its own words.
  [["limit=many", "nothing=here"], { limit: "many", nothing: "here" }],
];
for (const [words, args] of read) {
  Deno.test(`callArguments() reads ${words.join(" ") || "nothing"}`, async () => {
    assertEquals(await callArguments(words, reading), args);
  });
}

const refused: readonly (readonly [words: readonly string[], why: string])[] = [
  [["Savings"], "Savings is not an argument: give key=value"],
  [["=1"], "=1 is not an argument"],
  [["{"], "the arguments are not JSON"],
  [
    ['{"limit":1}', "a=1"],
    "JSON can't be combined with other arguments: give key=value, JSON such as",
  ],
  [["a=1", '{"limit":1}'], "JSON can't be combined with other arguments"],
  [["[1]"], "the arguments are not JSON"],
  [["limit=1", "limit=2"], "limit is given 2 times but takes one value"],
  [["one_offs=[{"], "the value of one_offs is not JSON"],
  [["-"], "standard input doesn't contain JSON"],
];
for (const [words, why] of refused) {
  Deno.test(`callArguments() rejects ${words.join(" ")}`, async () => {
    await assertRejects(() => callArguments(words, reading), UsageError, why);
  });
}

Deno.test("callArguments() accepts the shortest names", async () => {
  assertEquals(await callArguments(["a=1"], reading), { a: "1" });
});

Deno.test("call reads arguments from standard input", async () => {
  const input = (): Promise<string> => Promise.resolve('{"payee":"AMZN","limit":1}\n');
  const piped = await runAt(["call", "find_transactions", "-", ...DEMO], { input });
  const typed = await runAt(["call", "find_transactions", "payee=AMZN", "limit=1", ...DEMO]);
  assertEquals([piped.status, piped.err], [0, ""]);
  assertEquals(piped.out, typed.out);
  assertMatch(typed.out, /^count: \d+ /);
});

Deno.test("call accepts lists and negative amounts without quotes", async () => {
  const words = ["account_ids=Checking,Cash", "max_amount=-100", "limit=3"];
  const { status, out } = await runAt(["call", "find_transactions", ...words, "--json", ...DEMO]);
  assertEquals(status, 0);
  const rows: readonly { readonly account: string; readonly amount: number }[] =
    JSON.parse(out).transactions;
  assertEquals(rows.length, 3);
  assert(rows.every(({ account, amount }) => /^(Checking|Cash)$/.test(account) && amount <= -100));
});

Deno.test("call shows the tool's accepted values when a value doesn't fit", async () => {
  const { status, err } = await runAt(["call", "find_transactions", "limit=many", ...DEMO]);
  assertEquals(status, 1);
  assertMatch(err, /^invalid_input: .*limit must be a (whole )?number/);
});
