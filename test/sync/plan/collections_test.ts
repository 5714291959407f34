import { assertEquals } from "@std/assert";
import type { CategoryList } from "../../../client/calls.ts";
import {
  accountCollection,
  categoryCollection,
  monthCollection,
  payeeCollection,
  scheduledCollection,
  SINCE_EVER,
  transactionCollection,
} from "../../../sync/plan/collections.ts";
import {
  aCategory,
  aGroup,
  aMonthSummary,
  anAccount,
  aPayee,
  aSchedule,
  aTransaction,
} from "../../_builders.ts";
import { FakeClient } from "../_fake_client.ts";

const whole = { planId: "plan-1" };
const delta = { planId: "plan-1", knowledge: 7 };

Deno.test("collections are kept under the names by which older versions find them", () => {
  const all = [
    transactionCollection,
    accountCollection,
    categoryCollection,
    scheduledCollection,
    payeeCollection,
    monthCollection,
  ];
  assertEquals(all.map(({ name }) => name), [
    "transactions",
    "accounts",
    "categories",
    "scheduled_transactions",
    "payees",
    "months",
  ]);
});

Deno.test("SINCE_EVER is before any row that upstream holds", () => {
  assertEquals(SINCE_EVER, "1990-01-01");
});

Deno.test("transactionCollection.read() sends the earliest date, whole or not", async () => {
  const upstream = new FakeClient();
  for (const args of [whole, delta]) {
    upstream.answer("getTransactions", { transactions: [], server_knowledge: 7 });
    await transactionCollection.read(upstream.client, args, {});
  }
  assertEquals(upstream.asked("getTransactions"), [
    { planId: "plan-1", sinceDate: "1990-01-01" },
    { planId: "plan-1", knowledge: 7, sinceDate: "1990-01-01" },
  ]);
});

Deno.test("transactionCollection.read() keys rows by id and marks tombstones", async () => {
  const upstream = new FakeClient();
  const [row, gone] = [aTransaction(), aTransaction({ deleted: true })];
  upstream.answer("getTransactions", { transactions: [row, gone], server_knowledge: 9 });
  assertEquals(await transactionCollection.read(upstream.client, delta, {}), {
    rows: [
      { key: row.id, record: row, isDeleted: false },
      { key: gone.id, record: gone, isDeleted: true },
    ],
    knowledge: 9,
  });
});

Deno.test("accountCollection.read() asks since a knowledge and keys accounts by id", async () => {
  const upstream = new FakeClient();
  const account = anAccount();
  upstream.answer("getAccounts", { accounts: [account], server_knowledge: 9 });
  assertEquals(await accountCollection.read(upstream.client, delta, {}), {
    rows: [{ key: account.id, record: account, isDeleted: false }],
    knowledge: 9,
  });
  assertEquals(upstream.asked("getAccounts"), [delta]);
});

Deno.test("scheduledCollection.read() asks since a knowledge and keys schedules by id", async () => {
  const upstream = new FakeClient();
  const schedule = aSchedule({ deleted: true });
  upstream.answer("getScheduledTransactions", {
    scheduled_transactions: [schedule],
    server_knowledge: 9,
  });
  assertEquals(await scheduledCollection.read(upstream.client, delta, {}), {
    rows: [{ key: schedule.id, record: schedule, isDeleted: true }],
    knowledge: 9,
  });
  assertEquals(upstream.asked("getScheduledTransactions"), [delta]);
});

Deno.test("payeeCollection.read() asks since a knowledge and keys payees by id", async () => {
  const upstream = new FakeClient();
  const payee = aPayee({ deleted: true });
  upstream.answer("getPayees", { payees: [payee], server_knowledge: 9 });
  assertEquals(await payeeCollection.read(upstream.client, delta, {}), {
    rows: [{ key: payee.id, record: payee, isDeleted: true }],
    knowledge: 9,
  });
  assertEquals(upstream.asked("getPayees"), [delta]);
});

Deno.test("monthCollection.read() asks since a knowledge and keys months by their first day", async () => {
  const upstream = new FakeClient();
  const month = aMonthSummary({ month: "2024-03-01" });
  upstream.answer("getPlanMonths", { months: [month], server_knowledge: 9 });
  assertEquals(await monthCollection.read(upstream.client, delta, {}), {
    rows: [{ key: "2024-03-01", record: month, isDeleted: false }],
    knowledge: 9,
  });
  assertEquals(upstream.asked("getPlanMonths"), [delta]);
});

Deno.test("categoryCollection.read() takes groups and categories apart", async () => {
  const upstream = new FakeClient();
  const category = aCategory({ id: "groceries", category_group_id: "living" });
  const gone = aCategory({ id: "pets", category_group_id: "living", deleted: true });
  const group = aGroup({ id: "living", name: "Living", categories: [category, gone] });
  const answer: CategoryList = { category_groups: [group], server_knowledge: 9 };
  upstream.answer("getCategories", answer);
  const { categories: _, ...groupAlone } = group;
  assertEquals(await categoryCollection.read(upstream.client, delta, {}), {
    rows: [
      { key: "living", record: { group: groupAlone }, isDeleted: false },
      { key: "groceries", record: { category }, isDeleted: false },
      { key: "pets", record: { category: gone }, isDeleted: true },
    ],
    knowledge: 9,
  });
  assertEquals(upstream.asked("getCategories"), [delta]);
});

Deno.test("every collection's read() passes on how the call is made", async () => {
  const upstream = new FakeClient();
  const { signal } = new AbortController();
  const options = { signal, reserve: true };
  upstream.answer("getTransactions", { transactions: [], server_knowledge: 1 });
  upstream.answer("getAccounts", { accounts: [], server_knowledge: 1 });
  upstream.answer("getCategories", { category_groups: [], server_knowledge: 1 });
  upstream.answer("getScheduledTransactions", { scheduled_transactions: [], server_knowledge: 1 });
  upstream.answer("getPlanMonths", { months: [], server_knowledge: 1 });
  await transactionCollection.read(upstream.client, whole, options);
  await accountCollection.read(upstream.client, whole, options);
  await categoryCollection.read(upstream.client, whole, options);
  await scheduledCollection.read(upstream.client, whole, options);
  await monthCollection.read(upstream.client, whole, options);
  assertEquals(upstream.calls.map((call) => call.options), Array(5).fill(options));
});
