import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import { type Api, type ApiAnswer, openApi } from "./_api.ts";
import { aFullPlan, fullIds } from "./_full_plan.ts";
import { ids } from "./_tiny_plan.ts";

const dates = ["2026-03-01", "2026-03-15", "2021-03-15", "2026-02-10", "2026-04-01"];
const amounts = [0, -5000, -4000, -9000, 1000, 1e14];
const categories = [ids.food, ids.rent, ids.inflow, ids.visaPayment, ids.loanPayment];
const accounts = [ids.checking, ids.savings, ids.visa, ids.house];
const payees = [ids.shop, ids.toSavings, ids.toVisa, ids.toHouse, ids.toChecking];

/** Values that a field takes, more or less. */
const fields: Readonly<Record<string, readonly unknown[]>> = {
  account_id: accounts,
  amount: amounts,
  approved: [true, false],
  balance: amounts,
  budgeted: amounts,
  category_group_id: [ids.livingGroup, ids.internalGroup],
  category_id: categories,
  cleared: ["cleared", "uncleared", "reconciled"],
  date: dates,
  flag_color: ["red", ""],
  frequency: ["never", "weekly", "twiceAMonth"],
  goal_frequency: ["weekly", "monthly", "yearly"],
  goal_needs_whole_amount: [true, false],
  goal_target: amounts,
  goal_target_date: dates,
  id: [fullIds.row, fullIds.split, fullIds.plain],
  import_id: ["a", "b"],
  memo: ["Memo", ""],
  name: ["Name", ""],
  note: ["Note"],
  payee_id: payees,
  payee_name: ["Shop", "New", "Starting Balance"],
  type: ["cash", "creditCard", "otherAsset"],
};

/** Ids that a path parameter takes, more or less. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  plan_id: ["last-used"],
  account_id: accounts,
  category_id: categories,
  category_group_id: [ids.livingGroup, ids.cardGroup],
  payee_id: payees,
  payee_location_id: [fullIds.location],
  month: ["current", "2026-01-01", "2026-04-01"],
  transaction_id: [fullIds.row, fullIds.split, fullIds.plain],
  scheduled_transaction_id: [fullIds.schedule],
};

/** Values that no field takes. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, [], {}, 1e300, 2 ** 53, 0.1, -0, "toString", "\u0000", "\ud800"),
  fc.jsonValue(),
);

const object: fc.Arbitrary<Record<string, unknown>> = fc.record(
  Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, mostly(fc.constantFrom(...values), odd)]),
  ),
  { requiredKeys: [] },
);

const transaction: fc.Arbitrary<unknown> = fc.tuple(object, fc.array(object, { maxLength: 3 }))
  .map(([row, subtransactions]) => {
    const amount = subtransactions.reduce((sum, line) => sum + Number(line.amount), 0);
    return subtransactions.length === 0 ? row : { ...row, amount, subtransactions };
  });

const body: fc.Arbitrary<unknown> = mostly(
  fc.record({
    account: object,
    category: object,
    category_group: object,
    payee: object,
    scheduled_transaction: object,
    transaction,
    transactions: fc.array(transaction, { maxLength: 3 }),
  }, { requiredKeys: ["account", "category", "category_group", "payee", "scheduled_transaction"] }),
  fc.oneof(odd, fc.dictionary(fc.constantFrom("account", "category", "transaction"), odd)),
);

const oddSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("default", "..", "%00", "%ff"),
  fc.string({ minLength: 1 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const target: fc.Arbitrary<readonly [OperationId, string]> = fc.tuple(
  fc.constantFrom(...operationIds),
  fc.record(Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [
      name,
      mostly(fc.constantFrom(...values), oddSegment),
    ]),
  )),
).map(([operationId, values]) => [
  operationId,
  operations[operationId].path.replaceAll(/\{(.*?)\}/g, (_, name) => String(values[name])),
]);

const query: fc.Arbitrary<string> = fc.dictionary(
  fc.constantFrom("since_date", "until_date", "type", "last_knowledge_of_server"),
  fc.oneof(fc.constantFrom("2026-03-01", "unapproved", "0", "5"), fc.string()),
).map((fields) => new URLSearchParams(fields).toString());

Deno.test("no request makes the embedded upstream fail", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(target, query, body), { maxLength: 20 }),
      async (requests) => {
        const api = openApi(aFullPlan());
        for (const [[operationId, path], search, content] of requests) {
          const { method } = operations[operationId];
          const sent = method === "GET" ? undefined : content ?? null;
          checkAnswer(await api.call(method, `/${path}?${search}`, sent));
        }
        await checkPlan(api);
      },
    ),
    { numRuns: 500 },
  );
});

function checkAnswer({ status, body }: ApiAnswer): void {
  if (status === 200 || status === 201) {
    assert(typeof body.data === "object");
    return;
  }
  assert([400, 404, 409].includes(status));
  assertEquals(Object.keys(body), ["error"]);
  assertEquals(Object.values(body.error).map((value) => typeof value), Array(3).fill("string"));
  assertEquals(String(body.error.id).split(".")[0], String(status));
}

/** A plan that was written to anyhow can still be read, and its sums are whole numbers. */
async function checkPlan({ get }: Api): Promise<void> {
  const { plan } = await get("");
  for (const { balance } of plan.accounts) assert(Number.isSafeInteger(balance));
  for (const { to_be_budgeted } of plan.months) assert(Number.isSafeInteger(to_be_budgeted));
  for (const account of plan.accounts) {
    assertEquals(account.balance, account.cleared_balance + account.uncleared_balance);
  }
}

function mostly<Value>(
  usual: fc.Arbitrary<Value>,
  other: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 49, arbitrary: usual }, { weight: 1, arbitrary: other });
}
