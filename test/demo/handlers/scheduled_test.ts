import { assertEquals } from "@std/assert";
import type { StoredScheduled } from "../../../demo/model/records.ts";
import { frequencyTitle } from "../../../demo/api/scheduled.ts";
import { type Api, openApi } from "../_api.ts";
import { aLine, aSchedule, ids, uuid } from "../_tiny_plan.ts";

const SCHEDULE = uuid(101);
const FREQUENCIES = [
  "never",
  "daily",
  "weekly",
  "everyOtherWeek",
  "twiceAMonth",
  "every4Weeks",
  "monthly",
  "everyOtherMonth",
  "every3Months",
  "every4Months",
  "twiceAYear",
  "yearly",
  "everyOtherYear",
];
const wanted = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };

Deno.test("createScheduledTransaction() starts with its next date", async () => {
  const { save } = openApi();
  const { scheduled_transaction: made } = await save("POST", "/scheduled_transactions", {
    scheduled_transaction: { ...wanted, payee_name: "Landlord", frequency: "monthly" },
  });
  assertEquals(made, {
    id: made.id,
    date_first: "2026-04-01",
    date_next: "2026-04-01",
    frequency: "monthly",
    amount: -5000,
    memo: null,
    flag_color: null,
    flag_name: null,
    account_id: ids.checking,
    payee_id: made.payee_id,
    category_id: null,
    transfer_account_id: null,
    deleted: false,
    amount_formatted: "-$5.00",
    amount_currency: -5,
    account_name: "Checking",
    payee_name: "Landlord",
    category_name: "Uncategorized",
    subtransactions: [],
  });
});

Deno.test("createScheduledTransaction() changes no balance and makes no mirror", async () => {
  const { get, save } = openApi();
  const { scheduled_transaction: made } = await save("POST", "/scheduled_transactions", {
    scheduled_transaction: { ...wanted, payee_id: ids.toSavings, category_id: ids.food },
  });
  assertEquals([made.transfer_account_id, made.category_id], [ids.savings, null]);
  assertEquals((await get("/scheduled_transactions")).scheduled_transactions.length, 1);
  assertEquals((await get("/accounts?last_knowledge_of_server=10")).accounts, []);
});

Deno.test("createScheduledTransaction() takes every frequency, or refuses the compound", async () => {
  const written = async (refuseCompoundFrequencies: boolean): Promise<number[]> => {
    const { call } = openApi({}, { knobs: { refuseCompoundFrequencies } });
    const statuses = [];
    for (const frequency of FREQUENCIES) {
      const body = { scheduled_transaction: { ...wanted, frequency } };
      statuses.push((await call("POST", "/scheduled_transactions", body)).status);
    }
    return statuses;
  };
  assertEquals(await written(false), Array(13).fill(201));
  const refused = (await written(true)).flatMap((status, index) =>
    status === 400 ? [frequencyTitle(FREQUENCIES[index] ?? "")] : []
  );
  assertEquals(refused, [
    "Every Other Week",
    "Twice A Month",
    "Every4 Weeks",
    "Every Other Month",
    "Every3 Months",
    "Every4 Months",
    "Twice A Year",
    "Every Other Year",
  ]);
});

Deno.test("createScheduledTransaction() refuses what upstream refuses", async () => {
  const { refused } = openApi();
  const window = "date must not be more than 1 week in the past or over 5 years in the future";
  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ date: undefined }, "date is required"],
    [{ account_id: undefined }, "account is required"],
    [{ date: "2026-03-07" }, window],
    [{ date: "2031-03-16" }, window],
    [{ frequency: "hourly" }, "frequency Hourly is not a valid frequency"],
    [{ category_id: ids.visaPayment }, "Credit Card Payment categories are not permitted"],
    [{ payee_name: "Starting Balance" }, "payee_name is reserved"],
    [{ payee_id: ids.toChecking }, "payee must not be a transfer to the same account"],
  ];
  for (const [change, detail] of wrong) {
    const body = { scheduled_transaction: { ...wanted, ...change } };
    await refused(["POST", "/scheduled_transactions", body], 400, detail);
  }
});

Deno.test("updateScheduledTransaction() needs account and date, and keeps the rest", async () => {
  const api = openSchedule({ memo: "Memo", category_id: ids.food });
  const detail = "date is required";
  const path = `/scheduled_transactions/${SCHEDULE}`;
  const body = { scheduled_transaction: { account_id: ids.checking } };
  await api.refused(["PUT", path, body], 400, detail);
  const saved = await update(api, { date: "2026-04-01", amount: -1 });
  assertEquals([saved.amount, saved.memo, saved.category_id, saved.frequency], [
    -1,
    "Memo",
    ids.food,
    "monthly",
  ]);
});

Deno.test("updateScheduledTransaction() moves the first date only if the next one moves", async () => {
  const api = openSchedule({ date_first: "2024-01-31", date_next: "2026-03-31" });
  assertEquals((await update(api, { date: "2026-03-31" })).date_first, "2024-01-31");
  assertEquals((await update(api, { date: "2026-03-30" })).date_first, "2026-03-30");
});

Deno.test("updateScheduledTransaction() ignores amount and category of a split", async () => {
  const api = openSchedule({
    lines: [aLine({ id: uuid(7), amount: -10_000, category_id: ids.food })],
  });
  const saved = await update(api, { date: "2026-04-01", amount: -1, category_id: ids.rent });
  assertEquals([saved.amount, saved.category_name, saved.subtransactions.length], [
    -10_000,
    "Split",
    1,
  ]);
});

Deno.test("updateScheduledTransaction() cannot touch a compound frequency, if told to", async () => {
  const api = openSchedule({ frequency: "every4Months" }, true);
  const path = `/scheduled_transactions/${SCHEDULE}`;
  const body = { scheduled_transaction: wanted };
  const detail = "frequency Every4 Months is not a valid frequency";
  await api.refused(["PUT", path, body], 400, detail);
  assertEquals((await update(api, { ...wanted, frequency: "monthly" })).frequency, "monthly");
});

Deno.test("deleteScheduledTransaction() answers the same twice", async () => {
  const { save, refused, get } = openSchedule({});
  const path = `/scheduled_transactions/${SCHEDULE}`;
  const first = await save("DELETE", path);
  assertEquals(first.scheduled_transaction.deleted, true);
  assertEquals(await save("DELETE", path), first);
  await refused(["GET", path], 404, "Resource not found");
  await refused(["DELETE", `/scheduled_transactions/${uuid(9)}`], 404, "Resource not found");
  assertEquals((await get("/scheduled_transactions")).scheduled_transactions, []);
});

Deno.test("getScheduledTransactions() may not find the schedules of a plan that never had any", async () => {
  const { refused } = openApi({}, { knobs: { scheduledNotFoundWhenNeverUsed: true } });
  await refused(["GET", "/scheduled_transactions"], 404, "Resource not found");
  const used = openApi({ scheduled: [aSchedule({ deleted: true })] }, {
    knobs: { scheduledNotFoundWhenNeverUsed: true },
  });
  assertEquals((await used.get("/scheduled_transactions")).scheduled_transactions, []);
});

function openSchedule(change: Partial<StoredScheduled>, refuseCompoundFrequencies = false): Api {
  return openApi({ scheduled: [aSchedule({ id: SCHEDULE, ...change })] }, {
    knobs: { refuseCompoundFrequencies },
  });
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, change: Record<string, unknown>): Promise<any> {
  const body = { scheduled_transaction: { account_id: ids.checking, ...change } };
  const saved = await save("PUT", `/scheduled_transactions/${SCHEDULE}`, body);
  return saved.scheduled_transaction;
}
