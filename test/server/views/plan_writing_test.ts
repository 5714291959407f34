import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { CurrencyFormat } from "../../../client/wire/plan.ts";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { VIEW_META } from "../../../server/views/view_support.ts";
import { household, ids } from "../../tools/_plan.ts";
import { type Args, aViewWorld, PLAIN } from "./_view_world.ts";

const GROCERIES = "\u05de\u05db\u05d5\u05dc\u05ea";
const EATING_OUT = "\u05de\u05e1\u05e2\u05d3\u05d5\u05ea";
const of = (name: string): string => `\u2068${name}\u2069`;

const EURO: CurrencyFormat = {
  iso_code: "EUR",
  example_format: "123.456,78",
  decimal_digits: 2,
  decimal_separator: ",",
  symbol_first: false,
  group_separator: ".",
  currency_symbol: "\u20ac",
  display_symbol: true,
};

const MOVE: Args = {
  plan_id: ids.plan,
  month: "2026-03",
  from_category_id: ids.rent,
  to_category_id: ids.gifts,
  amount: 1234.5,
};

function euros(): PlanRecords {
  return household({ currency_format: EURO });
}

function hebrew(): PlanRecords {
  const plan = household();
  const names = new Map([[ids.gifts, GROCERIES], [ids.dining, EATING_OUT]]);
  return {
    ...plan,
    categories: plan.categories.map((one) => ({ ...one, name: names.get(one.id) ?? one.name })),
  };
}

async function askedOf(plan: PlanRecords, tool: string, args: Args): Promise<string> {
  await using world = aViewWorld({ plans: [plan], profile: "complete" });
  const { client, call } = await world.connect({ elicitation: { form: {} } });
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "decline" };
  });
  await call(tool, args);
  assertEquals(asked.length, 1);
  return asked[0] ?? "";
}

Deno.test("a form's lines and sentences show amounts in the plan's format", async () => {
  const text = await askedOf(euros(), "move_money", MOVE);
  assertMatch(text, /^Move 1\.234,50\u20ac from Rent/u);
  assertStringIncludes(text, "assigned 1.000,00\u20ac \u2192 -234,50\u20ac");
  assertStringIncludes(text, "assigned 0,00\u20ac \u2192 1.234,50\u20ac");
});

Deno.test("a form shows a memo unchanged, even if the memo contains an amount", async () => {
  const [row] = euros().transactions;
  const memo = "Paid 1234.50\u20ac";
  const text = await askedOf(euros(), "edit_transaction", {
    plan_id: ids.plan,
    transaction_id: row?.id,
    memo,
  });
  assertStringIncludes(text, `memo none \u2192 ${memo}`);
  assertStringIncludes(text, "Employer 3.000,00\u20ac");
});

Deno.test("a response's text and data have plain decimals, and its view gets the plan's money format", async () => {
  await using world = aViewWorld({ plans: [euros()] });
  const { call } = await world.connect(PLAIN);
  const { text, structured } = await call("move_money", MOVE);
  assertStringIncludes(text, "Move 1234.50\u20ac from Rent");
  assertStringIncludes(text, "|1000.00\u20ac|-234.50\u20ac");
  const [first] = structured["changes"] as readonly Args[];
  assertEquals([first?.["before"], first?.["after"]], [1000, -234.5]);
  const { text: balances } = await call("list_accounts", { plan_id: ids.plan });
  assertMatch(balances, /\|\d{4}\.\d\d\|/u);
  const { meta } = await (await world.connect()).call("get_budget_vs_actual", {
    plan_id: ids.plan,
  });
  const euro = { symbol: "\u20ac", isSymbolFirst: false, decimals: 2 };
  assertEquals((meta[VIEW_META] as Args)["money"], { ...euro, decimalMark: ",", groupMark: "." });
});

Deno.test("right-to-left names are isolated in forms and text, but not in data", async () => {
  const assignment = { transaction_id: hebrew().transactions[2]?.id, category_id: ids.gifts };
  const args = { plan_id: ids.plan, assignments: [assignment] };
  const change = `category ${of(EATING_OUT)} \u2192 ${of(GROCERIES)}`;
  assertStringIncludes(await askedOf(hebrew(), "apply_categories", args), change);

  await using world = aViewWorld({ plans: [hebrew()] });
  const { call } = await world.connect(PLAIN);
  const { text, structured } = await call("apply_categories", args);
  assertStringIncludes(text, `${of(EATING_OUT)}|${of(GROCERIES)}`);
  const [line] = structured["changes"] as readonly Args[];
  assertEquals([line?.["before"], line?.["after"]], [EATING_OUT, GROCERIES]);
});

Deno.test("a name still matches if it was copied along with the Unicode directional isolate characters around it", async () => {
  await using world = aViewWorld({ plans: [hebrew()] });
  const { call } = await world.connect(PLAIN);
  const { structured, text } = await call("move_money", {
    ...MOVE,
    to_category_id: of(EATING_OUT),
  });
  assertEquals(structured["status"], "confirmation_required", text);
  const args = {
    plan_id: ids.plan,
    account_id: ids.checking,
    transactions: [{ date: "2026-03-10", amount: -5, payee_name: of(GROCERIES) }],
  };
  const { structured: { confirmation } } = await call("create_transactions", args);
  await call("create_transactions", { ...args, confirmation });
  assertEquals(world.upstream.snapshot()[0]?.payees.at(-1)?.name, GROCERIES);
});

Deno.test("a response without right-to-left names contains no Unicode directional isolate characters", async () => {
  await using world = aViewWorld();
  const { call } = await world.connect(PLAIN);
  for (const tool of ["list_accounts", "get_category_balances", "find_transactions"]) {
    const { text } = await call(tool, { plan_id: ids.plan });
    assertEquals(/[\u2066-\u2069]/u.test(text), false, tool);
  }
});
