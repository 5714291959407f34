import { prepareRequest } from "../../client/_request.ts";
import type { CoveredOperation } from "../../client/upstream_client.ts";
import { operations } from "../../client/operations.ts";
import {
  callSome,
  coveredOperations,
  failureOf,
  htmlReply,
  leastAccount,
  leastTransaction,
  scriptedClient,
  someArgs,
  someData,
} from "./_scripted_client.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";

const json = JSON.stringify;

const unreadable: Readonly<Record<string, () => Response>> = {
  "an HTML page": () => htmlReply(200),
  "an empty body": () => new Response(""),
  "no body": () => new Response(null, { status: 204 }),
  "truncated JSON": () => new Response(`{"data":{"accounts":[{"id":"a1"`),
  "a list": () => new Response("[]"),
  "null": () => new Response("null"),
  "no data": () => new Response("{}"),
  "null data": () => new Response(`{"data":null}`),
  "a list as data": () => new Response(`{"data":[]}`),
};

Deno.test("an unreadable 2xx response is reported as unavailable and isn't retried", async () => {
  for (const [name, reply] of Object.entries(unreadable)) {
    const { client, sent } = scriptedClient({ replies: [reply()] });
    const { code, uncertain } = await failureOf(callSome(client, "getAccounts"));
    assertEquals([name, code, uncertain, sent.length], [name, "unavailable", false, 1]);
  }
});

for (const operation of coveredOperations) {
  Deno.test(`${operation}() rejects data with a missing or wrong field`, async () => {
    const isWrite = operations[operation].method !== "GET";
    const isRepeated = isWrite &&
      prepareRequest(operation, someArgs[operation]).repeat === "always";
    for (const data of wrongDataOf(operation)) {
      const reply = (): Response => Response.json({ data });
      const { client, sent } = scriptedClient({ replies: [reply, reply, reply] });
      const { code, uncertain } = await failureOf(callSome(client, operation));
      const expected = ["unavailable", isWrite, isRepeated ? 3 : 1];
      assertEquals([data, code, uncertain, sent.length], [data, ...expected]);
    }
  });
}

const faults: readonly (readonly [CoveredOperation, data: unknown, field: string | null])[] = [
  ["getAccounts", null, null],
  ["getAccounts", { accounts: 7, server_knowledge: 7 }, "accounts"],
  ["getAccounts", { accounts: [null], server_knowledge: 7 }, "accounts"],
  ["getAccounts", { accounts: [leastAccount], server_knowledge: "7" }, "server_knowledge"],
  [
    "getAccounts",
    { accounts: [{ ...leastAccount, balance: "a lot" }], server_knowledge: 7 },
    "accounts.balance",
  ],
  [
    "getTransactions",
    { transactions: [{ ...leastTransaction, subtransactions: 7 }], server_knowledge: 7 },
    "transactions.subtransactions",
  ],
  [
    "getTransactions",
    { transactions: [{ ...leastTransaction, subtransactions: [{}] }], server_knowledge: 7 },
    "transactions.subtransactions.id",
  ],
  [
    "getScheduledTransactions",
    {
      scheduled_transactions: [{
        ...(someData.getScheduledTransactions["scheduled_transactions"] as readonly object[])[0],
        subtransactions: [{
          id: "l1",
          scheduled_transaction_id: "s1",
          amount: "5",
          deleted: false,
        }],
      }],
      server_knowledge: 7,
    },
    "scheduled_transactions.subtransactions.amount",
  ],
  ["updateTransactions", { transaction_ids: [""], server_knowledge: 7 }, "transaction_ids"],
  [
    "getPlanSettingsById",
    { settings: { currency_format: {} } },
    "settings.currency_format.iso_code",
  ],
  ["getPlanSettingsById", { settings: { currency_format: "EUR" } }, "settings.currency_format"],
  [
    "getPlanSettingsById",
    { settings: { date_format: { format: 7 } } },
    "settings.date_format.format",
  ],
];
for (
  const [operation, list] of [
    ["getPlans", "plans"],
    ["getMoneyMovements", "money_movements"],
    ["getMoneyMovementGroups", "money_movement_groups"],
  ] as const
) {
  Deno.test(`${operation}() rejects a list with duplicate records`, async () => {
    const records = someData[operation][list] as readonly unknown[];
    const data = { ...someData[operation], [list]: [...records, ...records] };
    const { client } = scriptedClient({ replies: [Response.json({ data })] });
    const { message } = await failureOf(callSome(client, operation));
    assertStringIncludes(message, `(${list}.id is missing or has the wrong type)`);
  });
}

for (const [operation, data, field] of faults) {
  Deno.test(`${operation}() with ${json(data)} names the invalid field: ${field}`, async () => {
    const reply = (): Response => Response.json({ data });
    const { client } = scriptedClient({ replies: [reply, reply, reply] });

    const error = await failureOf(callSome(client, operation));

    const where = field === null ? "" : ` (${field} is missing or has the wrong type)`;
    const advice = operation.startsWith("get")
      ? "check the API URL, or try again later"
      : "the change may have been applied anyway, so check the plan before trying again";
    assertEquals(error.message, `YNAB sent an unreadable response${where}: ${advice}`);
    assertEquals(
      String(error.cause),
      `UnreadableAnswer: Cannot read the response: ${
        field ?? "its data"
      } is missing or has the wrong type`,
    );
  });
}

Deno.test("a response may contain unknown fields", async () => {
  const data = {
    accounts: [{ ...leastAccount, mood: "fine", type: "piggyBank" }],
    server_knowledge: 7,
    more: true,
  };
  const { client } = scriptedClient({ replies: [Response.json({ data })] });

  assertEquals(await callSome(client, "getAccounts"), data);
});

Deno.test("getPlanMonths() accepts a month whose Ready to Assign is null", async () => {
  const [month] = someData.getPlanMonths["months"] as readonly object[];
  const data = { months: [{ ...month, to_be_budgeted: null }], server_knowledge: 7 };
  const { client } = scriptedClient({ replies: [Response.json({ data })] });

  assertEquals(await callSome(client, "getPlanMonths"), data);
});

Deno.test("fields without a value may be null, and the client omits them", async () => {
  const data = {
    transaction_ids: ["t1"],
    server_knowledge: 7,
    transaction: null,
    transactions: [leastTransaction],
    duplicate_import_ids: null,
  };
  const { client } = scriptedClient({ replies: [Response.json({ data })] });

  assertEquals(await callSome(client, "updateTransactions"), {
    transaction_ids: ["t1"],
    server_knowledge: 7,
    transactions: [leastTransaction],
  });
});

/** Returns variants of valid data, each with one field missing or of a different type. */
function wrongDataOf(operation: CoveredOperation): readonly Readonly<Record<string, unknown>>[] {
  const good = someData[operation];
  return Object.entries(good).flatMap(([field, value]) => [
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)),
    { ...good, [field]: "text" },
    ...(Array.isArray(value) ? [{ ...good, [field]: [7] }] : []),
    ...withoutEachField(value).map((damaged) => ({ ...good, [field]: damaged })),
  ]);
}

function withoutEachField(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return withoutEachField(value[0]).map((element) => [element]);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => [
    Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)),
    ...withoutEachField(inner).map((damaged) => ({ ...value, [field]: damaged })),
  ]);
}
