import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { SPLIT_CATEGORY_ID } from "../../demo/model/records.ts";
import { type Api, openApi } from "./_api.ts";
import { aLine, aPlan, aRow, ids, uuid } from "./_tiny_plan.ts";

const ROW = uuid(101);
const spending = { account_id: ids.checking, date: "2026-03-10", amount: -5000 };
const NOT_FOUND = "transaction does not exist in this budget (index: 0)";

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function create({ save }: Api, change: Record<string, unknown>): Promise<any> {
  return (await save("POST", "/transactions", { transaction: { ...spending, ...change } }))
    .transaction;
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, change: Record<string, unknown>, id = ROW): Promise<any> {
  return (await save("PUT", `/transactions/${id}`, { transaction: change })).transaction;
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function read({ get }: Api, id: string): Promise<any> {
  return (await get(`/transactions/${id}`)).transaction;
}

async function idsOf({ get }: Api, path: string): Promise<string[]> {
  return (await get(path)).transactions.map(({ id }: { id: string }) => id);
}

Deno.test("createTransaction() stores an unapproved reconciled transaction as cleared", async () => {
  const api = openApi();
  assertObjectMatch(await create(api, {}), { cleared: "uncleared", approved: false });
  for (const [approved, cleared] of [[false, "cleared"], [true, "reconciled"]]) {
    assertObjectMatch(await create(api, { cleared: "reconciled", approved }), { cleared });
  }
});

Deno.test("createTransaction() finds or creates a payee by exact name, but uses the payee id instead if one is given", async () => {
  const api = openApi();
  const payee = async (change: Record<string, unknown>): Promise<unknown[]> => {
    const { payee_id, payee_name } = await create(api, change);
    return [payee_id === ids.shop, payee_name];
  };
  assertEquals(await payee({ payee_name: " Shop " }), [true, "Shop"]);
  assertEquals(await payee({ payee_name: "shop" }), [false, "shop"]);
  assertEquals(await payee({ payee_id: ids.shop, payee_name: "Employer" }), [true, "Shop"]);
});

Deno.test("createTransaction() applies rename rules only to imported transactions", async () => {
  const api = openApi();
  const change = { payee_name: "SHOP 123 MAIN ST" };
  const imported = await create(api, { ...change, import_id: "a" });
  assertObjectMatch(imported, { payee_id: ids.shop, import_payee_name: "SHOP 123 MAIN ST" });
  assertObjectMatch(await create(api, change), { ...change, import_payee_name: null });
});

Deno.test("createTransaction() moves the plan's first month back for an older transaction", async () => {
  const api = openApi();
  await create(api, { date: "2025-11-05" });
  assertEquals((await api.get("/months")).months.at(-1).month, "2025-11-01");
});

Deno.test("createTransaction() rejects an import id that is already in use, even by a deleted transaction", async () => {
  const api = openApi();
  const { id } = await create(api, { import_id: "once" });
  const again = { transaction: { ...spending, import_id: "once" } };
  const detail = "The import_id already exists on this account";
  await api.refused(["POST", "/transactions", again], 409, detail);
  await api.save("DELETE", `/transactions/${id}`);
  await api.refused(["POST", "/transactions", again], 409, detail);
});

Deno.test("createTransaction() rejects the import id of a transaction that moved to another account", async () => {
  const api = openApi();
  const { id } = await create(api, { import_id: "once" });
  await update(api, { account_id: ids.savings }, id);
  for (const account_id of [ids.checking, ids.savings]) {
    const transactions = [{ ...spending, account_id, import_id: "once" }];
    const saved = await api.save("POST", "/transactions", { transactions });
    assertEquals(saved.duplicate_import_ids, ["once"]);
  }
});

Deno.test("given a list, createTransaction() skips transactions whose import id is already in use and reports those ids", async () => {
  const api = openApi();
  await create(api, { import_id: "once" });
  const transactions = ["once", "twice", "twice"].map((import_id) => ({ ...spending, import_id }));
  const saved = await api.save("POST", "/transactions", { transactions });
  assertEquals([saved.duplicate_import_ids, saved.transactions.length], [["once", "twice"], 1]);
  const again = await api.save("POST", "/transactions", { transactions });
  assertObjectMatch(again, { transactions: [], server_knowledge: saved.server_knowledge });
});

Deno.test("updateTransaction() reconciles only approved transactions, and can unreconcile them", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
  const clearedAfter = async (change: Record<string, unknown>) =>
    (await update(api, change)).cleared;
  assertEquals(await clearedAfter({ cleared: "reconciled" }), "reconciled");
  assertEquals(await clearedAfter({ amount: -1 }), "reconciled");
  assertEquals(await clearedAfter({ cleared: "uncleared" }), "uncleared");
  assertEquals(await clearedAfter({ cleared: "reconciled", approved: false }), "cleared");
});

Deno.test("updateTransactions() accepts import ids only for transactions imported from a file or bank", async () => {
  const transactions = [{ import_id: "YNAB:1", memo: "Memo" }];
  const row = { id: ROW, import_id: "YNAB:1" };
  const imported = openApi({
    transactions: [aRow({ ...row, import_payee_name_original: "SHOP" })],
  });
  const saved = await imported.save("PATCH", "/transactions", { transactions });
  assertEquals(saved.transaction_ids, [ROW]);
  const { refused } = openApi({ transactions: [aRow(row)] });
  await refused(["PATCH", "/transactions", { transactions }], 400, NOT_FOUND);
});

Deno.test("importTransactions() skips broken account links and creates unapproved, cleared transactions", async () => {
  const waiting = {
    account_id: ids.checking,
    date: "2026-03-14",
    amount: -7000,
    import_payee_name: "Shop 123",
    import_payee_name_original: "SHOP 123 MAIN ST",
  };
  const { accounts } = aPlan();
  for (const account of accounts) {
    account.direct_import_linked = true;
    account.direct_import_in_error = account.id === ids.visa;
  }
  const broken = { ...waiting, account_id: ids.visa };
  const waiting_imports = [waiting, waiting, broken, { ...waiting, date: "2026-03-16" }];
  const api = openApi({ accounts, waiting_imports });
  assertEquals((await api.call("POST", "/transactions/import")).status, 201);
  const { transactions } = await api.get("/transactions");
  const importIds = ["YNAB:-7000:2026-03-14:1", "YNAB:-7000:2026-03-14:2"];
  assertEquals(transactions.map((row: { import_id: string }) => row.import_id).sort(), importIds);
  assertObjectMatch(transactions[0], {
    payee_name: "Shop",
    cleared: "cleared",
    approved: false,
    import_payee_name: "Shop 123",
  });
  const again = await api.call("POST", "/transactions/import");
  assertObjectMatch(again, { status: 200, body: { data: { transaction_ids: [] } } });
});

Deno.test("createTransaction() matches an import with the nearest manually entered transaction within ten days", async () => {
  const dates = ["2026-02-28", "2026-03-12", "2026-03-01"];
  const transactions = dates.map((date, at) =>
    aRow({ id: uuid(201 + at), date, amount: -5000, cleared: "uncleared" })
  );
  const imported = { ...spending, cleared: "cleared" };
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...imported, import_id: `a${at}` }));
  const api = openApi({ transactions, matches_imports: true });
  const balance = async () => (await api.get(`/accounts/${ids.checking}`)).account.balance;
  const before = await balance();
  const saved = await api.save("POST", "/transactions", { transactions: listOf(3) });
  const pairs = saved.transactions.map((
    row: { import_id: string | null; date: string; matched_transaction_id: string | null },
  ) => [row.import_id, row.date, row.matched_transaction_id !== null]);
  // The transaction from February 28 is exactly ten days older than the imports.
  assertEquals(pairs, [
    ["a0", "2026-03-10", true],
    ["a1", "2026-03-10", true],
    ["a2", "2026-03-10", true],
    [null, "2026-03-12", true],
    [null, "2026-03-01", true],
    [null, "2026-02-28", true],
  ]);
  assertObjectMatch(await read(api, uuid(202)), { cleared: "cleared", amount: -5000 });
  assertEquals(await balance(), before);
  const off = openApi({ transactions });
  assertEquals(
    (await off.save("POST", "/transactions", { transactions: listOf(3) }))
      .transactions.length,
    3,
  );
});

Deno.test("updateTransaction() copies only amount and date to a transfer's other side", async () => {
  const api = openApi();
  const row = await create(api, { payee_id: ids.toSavings, category_id: ids.food, approved: true });
  assertObjectMatch(row, { payee_name: "Transfer : Savings", category_id: null });
  const mirror = row.transfer_transaction_id;
  assertObjectMatch(await read(api, mirror), {
    amount: 5000,
    approved: true,
    cleared: "uncleared",
    account_id: ids.savings,
    payee_name: "Transfer : Checking",
    transfer_transaction_id: row.id,
  });
  const change = { amount: -7000, date: "2026-03-01", memo: "Memo", cleared: "cleared" };
  await update(api, change, row.id);
  const copied = { amount: 7000, date: "2026-03-01", memo: null, cleared: "uncleared" };
  assertObjectMatch(await read(api, mirror), copied);
  const former = await update(api, { payee_id: ids.shop }, row.id);
  assertObjectMatch(former, { transfer_account_id: null, transfer_transaction_id: null });
  assertEquals((await api.call("GET", `/transactions/${mirror}`)).status, 404);
});

Deno.test("updateTransaction() can remove a category, and ignores a request to set it to a card's payment category", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000, category_id: ids.food })] });
  for (
    const [change, after] of [[ids.visaPayment, ids.food], [undefined, ids.food], [null, null]]
  ) {
    assertEquals((await update(api, { category_id: change, memo: "Memo" })).category_id, after);
  }
});

Deno.test("updateTransaction() ignores a split's amount, date and category", async () => {
  const lines = [aLine({ amount: -2000, category_id: ids.food }), aLine({ amount: -3000 })];
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000, lines })] });
  const ignored = { amount: -1, date: "2026-03-01", category_id: ids.rent };
  const unchanged = { amount: -5000, date: "2026-03-10", category_id: SPLIT_CATEGORY_ID };
  assertObjectMatch(await update(api, { ...ignored, memo: "Memo" }), {
    ...unchanged,
    memo: "Memo",
  });
});

Deno.test("updateTransaction() changes the other side of a split line's transfer only if the split moves to another account", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
  const subtransactions = [
    { amount: -2000, payee_id: ids.toSavings, category_id: ids.food },
    { amount: -3000 },
  ];
  const { subtransactions: [line] } = await update(api, { subtransactions });
  assertObjectMatch(line, { transfer_account_id: ids.savings, category_id: null });
  const mirror = line.transfer_transaction_id;
  const link = { amount: 2000, transfer_transaction_id: line.id };
  assertObjectMatch(await read(api, mirror), { ...link, payee_name: "Transfer : Checking" });
  const delta = "/transactions?last_knowledge_of_server=";
  await update(api, { memo: "Memo" });
  assertEquals(await idsOf(api, `${delta}11`), [ROW]);
  await update(api, { account_id: ids.visa });
  assertEquals((await idsOf(api, `${delta}12`)).sort(), [ROW, mirror].sort());
  assertObjectMatch(await read(api, mirror), { ...link, payee_name: "Transfer : Visa" });

  await api.save("DELETE", `/transactions/${mirror}`);
  const [left] = (await read(api, ROW)).subtransactions;
  const ordinary = { payee_id: null, transfer_transaction_id: null, deleted: false };
  assertObjectMatch(left, { amount: -2000, ...ordinary });
});

Deno.test("updateTransaction() changes a transfer's split line only if the transfer's other side moves to another account", async () => {
  const api = openApi();
  const subtransactions = [{ amount: -2000, payee_id: ids.toSavings }, { amount: -3000 }];
  const { id, subtransactions: [line] } = await create(api, { subtransactions });
  const mirror = line.transfer_transaction_id;
  const delta = "/transactions?last_knowledge_of_server=";
  await update(api, { memo: "Memo", date: "2026-03-01" }, mirror);
  assertEquals(await idsOf(api, `${delta}11`), [mirror]);
  await update(api, { account_id: ids.visa }, mirror);
  assertEquals((await idsOf(api, `${delta}12`)).sort(), [id, mirror].sort());
  const [moved] = (await read(api, id)).subtransactions;
  const link = {
    payee_id: ids.toVisa,
    payee_name: "Transfer : Visa",
    transfer_account_id: ids.visa,
  };
  assertEquals(moved, { ...line, ...link });
});

Deno.test("updateTransaction() rejects moving the other side of a split transfer to an on-budget account", async () => {
  const api = openApi();
  const lines = [{ amount: -10, category_id: ids.food }, { amount: -20, category_id: ids.rent }];
  const row = await create(api, { amount: -30, payee_id: ids.toHouse, subtransactions: lines });
  await api.refused(
    ["PUT", `/transactions/${row.transfer_transaction_id}`, {
      transaction: { account_id: ids.savings },
    }],
    400,
    "splits are not allowed on transfers between on-budget accounts",
  );
});

const [OLD, FIRST, SECOND, SPLIT, LINE, TRANSFER, TRACKING] = Array.from(
  { length: 7 },
  (_, index) => uuid(101 + index),
) as [string, string, string, string, string, string, string];

const LISTED = [
  aRow({ id: OLD, date: "2025-03-14" }),
  aRow({ id: FIRST, date: "2025-03-15", category_id: ids.food }),
  aRow({ id: SECOND, date: "2026-03-01", approved: false, payee_id: ids.shop }),
  aRow({
    id: SPLIT,
    date: "2026-03-02",
    payee_id: ids.shop,
    lines: [aLine({ id: LINE, category_id: ids.food, payee_id: ids.employer })],
  }),
  aRow({ id: TRANSFER, date: "2026-03-03", transfer_account_id: ids.savings }),
  aRow({ id: TRACKING, date: "2026-03-04", account_id: ids.house }),
  aRow({ id: uuid(200), date: "2026-03-05", deleted: true, knowledge: 9 }),
];

const lists: Readonly<Record<string, readonly string[]>> = {
  "/transactions": [FIRST, SECOND, SPLIT, TRANSFER, TRACKING],
  "/transactions?since_date=2025-03-14&until_date=2026-03-01": [OLD, FIRST, SECOND],
  // As in YNAB, transfers and transactions in tracking accounts count as uncategorized.
  "/transactions?type=uncategorized": [SECOND, TRANSFER, TRACKING],
  "/transactions?type=unapproved&last_knowledge_of_server=5": [uuid(200)],
  // A month's transactions are returned even if the month is more than a year ago.
  "/months/2025-03-01/transactions": [OLD, FIRST],
  [`/categories/${ids.food}/transactions`]: [FIRST, LINE],
  [`/payees/${ids.shop}/transactions`]: [SECOND, SPLIT],
  [`/payees/${ids.employer}/transactions`]: [LINE],
};
for (const [path, expected] of Object.entries(lists)) {
  Deno.test(`GET ${path} returns the same transactions as YNAB`, async () => {
    assertEquals(await idsOf(openApi({ transactions: LISTED }), path), expected);
  });
}

Deno.test("getTransactionsByCategory() returns split lines, each with its transaction's id", async () => {
  const { get } = openApi({ transactions: LISTED });
  const { transactions: [row, line] } = await get(`/categories/${ids.food}/transactions`);
  assertObjectMatch(line, { type: "subtransaction", parent_transaction_id: SPLIT });
  assert(row.type === "transaction" && !("subtransactions" in row));
});
