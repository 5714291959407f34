import { assertEquals, assertObjectMatch } from "@std/assert";
import type { CurrencyFormat } from "../../client/wire/plan.ts";
import type { StoredScheduled, StoredTarget, StoredTransaction } from "../../demo/model/records.ts";
import { type Api, openApi } from "./_api.ts";
import { aLine, aPlan, aRow, aSchedule, aTarget, ids, uuid } from "./_tiny_plan.ts";

const SCHEDULE = uuid(101);
const INCOME = aRow({ date: "2026-01-05", amount: 1_000_000, category_id: ids.inflow });
const onChecking = { date: "2026-02-10", category_id: ids.food } as const;
const onVisa = { ...onChecking, account_id: ids.visa } as const;
const INFLOW = { category_id: ids.inflow } as const;
const LATER = { date: "2026-02-25" } as const;
const CARD_DEBT = aRow({ account_id: ids.visa, date: "2026-01-05", amount: -300_000 });
const PAYMENT = transfer(ids.checking, ids.visa, 100_000);

type Figures = readonly [food: number, visaPayment: number, readyToAssign: number];

/** Creates a card transaction, by default in Food; `amount` is in currency units. */
function card(amount: number, change: Partial<StoredTransaction> = {}): StoredTransaction {
  return aRow({ ...onVisa, amount: amount * 1000, ...change });
}

function cash(amount: number, change: Partial<StoredTransaction> = {}): StoredTransaction {
  return aRow({ ...onChecking, amount: amount * 1000, ...change });
}

const STARTING = { ...INFLOW, payee_id: ids.startingBalance };
const NO_CATEGORY = { category_id: null };
const TRACKED = { ...NO_CATEGORY, account_id: ids.house };
const TO_TRACKING = { transfer_account_id: ids.house };
const [LARGE, REFUND] = [card(-130, { date: "2026-02-21" }), card(30, LATER)];
const INFLOW_REFUND = card(30, { ...LATER, ...INFLOW });
const BACK = transfer(ids.visa, ids.checking, 100_000, "2026-02-25");
const ADVANCE = transfer(ids.visa, ids.checking, 60_000);
const TO_AMEX = transfer(ids.amex, ids.visa, 80_000);

/**
 * Transactions, the amount assigned to Food in February, and the resulting figures for February and
 * March. Income in January is 1,000. Amounts are in currency units.
 */
const closings: Readonly<
  Record<string, readonly [StoredTransaction[], food: number, february: Figures, march: Figures]>
> = {
  "sets money aside for card spending": [[card(-80)], 50, [-30, 50, 950], [0, 50, 950]],
  "deducts cash overspending next month": [[cash(-80)], 50, [-30, 0, 950], [0, 0, 920]],
  "subtracts an uncategorized outflow": [[cash(-2, NO_CATEGORY)], 0, [0, 0, 1000], [0, 0, 998]],
  "covers card overspending": [[card(-80)], 80, [0, 80, 920], [0, 80, 920]],
  "lets a payment exceed its category's balance": [
    [CARD_DEBT, ...PAYMENT],
    0,
    [0, -100, 1000],
    [0, 0, 900],
  ],
  "ignores a refund in Inflow": [[card(-80), INFLOW_REFUND], 80, [0, 80, 920], [0, 80, 920]],
  // The card's debt is 300.
  "adds the excess of a refund over the debt to Ready to Assign": [
    [CARD_DEBT, card(340, INFLOW)],
    0,
    [0, 0, 1040],
    [0, 0, 1040],
  ],
  "ignores a card's starting debt": [[card(-500, STARTING)], 0, [0, 0, 1000], [0, 0, 1000]],
  "adds a card's starting credit": [[card(70, STARTING)], 0, [0, 0, 1070], [0, 0, 1070]],
  "returns a refund to its category": [[card(-80), REFUND], 80, [30, 50, 920], [30, 50, 920]],
  "ignores uncategorized debt": [[card(-20, NO_CATEGORY)], 50, [50, 0, 950], [50, 0, 950]],
  "adds an overpayment to Ready to Assign": [PAYMENT, 0, [0, -100, 1100], [0, 0, 1000]],
  "counts a card's positive balance as cash": [
    [...PAYMENT, LARGE],
    110,
    [-20, -90, 990],
    [0, 0, 900],
  ],
  "sets aside a cash advance": [ADVANCE, 0, [0, 60, 1000], [0, 60, 1000]],
  "undoes a refunded overpayment": [[...PAYMENT, ...BACK], 0, [0, -100, 1100], [0, 0, 1000]],
  "moves money set aside to another card": [
    [card(-80), ...TO_AMEX],
    80,
    [0, 0, 920],
    [0, 0, 920],
  ],
  "deducts transfers to tracking": [[card(-50, TO_TRACKING)], 50, [0, 50, 950], [0, 50, 950]],
  "ignores tracking accounts": [[cash(-50, TRACKED)], 0, [0, 0, 1000], [0, 0, 1000]],
};
for (const [what, [rows, food, ...expected]] of Object.entries(closings)) {
  Deno.test(`closeMonth() ${what}`, async () => {
    const { get } = openApi({
      transactions: [INCOME, ...rows],
      assignments: new Map([["2026-02-01", new Map([[ids.food, food * 1000]])]]),
    });
    const figures = await Promise.all(["2026-02-01", "2026-03-01"].map(async (name) => {
      const { month } = await get(`/months/${name}`);
      const balance = (id: string): number =>
        month.categories.find((one: { id: string }) => one.id === id).balance / 1000;
      return [balance(ids.food), balance(ids.visaPayment), month.to_be_budgeted / 1000];
    }));
    assertEquals(figures, expected);
  });
}

Deno.test("createTransaction() recomputes later months when a card's balance changes", async () => {
  const { get, save } = openApi({
    transactions: [INCOME, aRow({ ...onVisa, amount: -80_000 })],
    assignments: new Map([["2026-02-01", new Map([[ids.food, 80_000]])]]),
  });
  const setAside = async (): Promise<number> =>
    (await get(`/months/2026-02-01/categories/${ids.visaPayment}`)).category.balance;
  assertEquals(await setAside(), 80_000);
  const refund = { account_id: ids.visa, date: "2026-01-10", amount: 50_000 };
  await save("POST", "/transactions", { transaction: { ...refund, category_id: ids.rent } });
  assertEquals(await setAside(), 30_000);
});

/**
 * The amount assigned in each month, and each month's resulting Ready to Assign, newest first.
 * Amounts are in currency units.
 */
const assignments: readonly (readonly [Record<string, number>, number[]])[] = [
  [{ "2026-04-01": 30 }, [970, 970, 970, 970]],
  [{ "2026-03-01": -20, "2026-04-01": 30 }, [970, 990, 990, 990]],
  [{ "2026-03-01": 1200 }, [-200, -200, 0, 0]],
];
for (const [assigned, expected] of assignments) {
  Deno.test(`getPlanMonths() deducts assigned amounts from Ready to Assign: ${JSON.stringify(assigned)}`, async () => {
    const entries = Object.entries(assigned).map(([month, amount]) =>
      [month, new Map([[ids.food, amount * 1000]])] as const
    );
    const { get } = openApi({ transactions: [INCOME], assignments: new Map(entries) });
    const { months } = await get("/months");
    assertEquals(
      months.map((month: { to_be_budgeted: number }) => month.to_be_budgeted / 1000),
      expected,
    );
  });
}

Deno.test("getPlanMonth() excludes internal categories from total activity", async () => {
  const { get } = openApi({
    transactions: [
      INCOME,
      aRow({ ...onVisa, amount: -80_000 }),
      aRow({ ...onChecking, amount: -5000 }),
      aRow({ ...onChecking, category_id: null, amount: -1000 }),
      aRow({ ...onChecking, account_id: ids.house, category_id: null, amount: -7000 }),
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.food, 50_000], [ids.rent, 25_000]])]]),
  });
  const { month } = await get("/months/2026-02-01");
  assertObjectMatch(month, { income: 0, budgeted: 75_000, activity: -85_000 + 45_000 });
});

Deno.test("getPlanMonth() averages the age of money over the last ten outflows", async () => {
  const flow = (date: string, amount: number): StoredTransaction =>
    aRow({ date, amount, category_id: amount > 0 ? ids.inflow : ids.food });
  const rows = [flow("2026-03-01", 6), flow("2026-03-02", 94)].concat(
    Array.from({ length: 9 }, (_, day) => flow(`2026-03-${String(6 + day).padStart(2, "0")}`, -1)),
  );
  const ageOf = async (transactions: StoredTransaction[]): Promise<number | null> =>
    (await openApi({ transactions }).get("/months/2026-03-01")).month.age_of_money;
  assertEquals(await ageOf(rows), null);
  assertEquals(await ageOf([...rows, flow("2026-03-15", -1)]), 9);
  assertEquals(await ageOf([...rows, flow("2026-03-15", -1), flow("2026-03-15", -1)]), 10);
});

Deno.test("updateMonthCategory() sets an absolute amount and records the money movement", async () => {
  const { get, save } = openApi();
  const path = `/months/2026-02-01/categories/${ids.food}`;
  const { category } = await save("PATCH", path, { category: { budgeted: 5000, name: "Meals" } });
  assertObjectMatch(category, { budgeted: 5000, balance: 5000, name: "Food" });
  await save("PATCH", path, { category: { budgeted: 2000 } });
  await save("PATCH", path, { category: { budgeted: 2000 } });
  const { money_movements: moves } = await get("/months/2026-02-01/money_movements");
  assertEquals(moves.length, 2);
  assertObjectMatch(moves[0], { from_category_id: null, to_category_id: ids.food, amount: 5000 });
  assertObjectMatch(moves[1], { from_category_id: ids.food, to_category_id: null, amount: 3000 });
});

Deno.test("createAccount() adds only a starting balance and a transfer payee", async () => {
  const { get, save } = openApi();
  const { account } = await save("POST", "/accounts", {
    account: { name: "Wallet", type: "cash", balance: 215_000 },
  });
  assertObjectMatch(account, { balance: 215_000, cleared_balance: 215_000, on_budget: true });
  const { payee } = await get(`/payees/${account.transfer_payee_id}`);
  assertObjectMatch(payee, { name: "Transfer : Wallet", transfer_account_id: account.id });
  const { transactions: [row] } = await get(`/accounts/${account.id}/transactions`);
  assertObjectMatch(row, {
    payee_name: "Starting Balance",
    category_name: "Inflow: Ready to Assign",
    cleared: "cleared",
    approved: true,
    date: "2026-03-15",
  });
});

Deno.test("createAccount() creates a payment category for a card and leaves the card's starting debt uncategorized", async () => {
  const { get, save } = openApi();
  const { account } = await save("POST", "/accounts", {
    account: { name: "Gold", type: "creditCard", balance: -90_000 },
  });
  const { transactions: [row] } = await get(`/accounts/${account.id}/transactions`);
  assertEquals(row.category_id, null);
  const cards = (await get("/categories")).category_groups[1].categories;
  assertObjectMatch(cards.at(-1), { name: "Gold", balance: 0 });
});

Deno.test("getAccounts() counts a matched pair once", async () => {
  const [entered, imported] = [uuid(101), uuid(102)];
  const { get, save } = openApi({
    transactions: [
      aRow({ id: entered, amount: -5000, matched_transaction_id: imported }),
      aRow({ id: imported, amount: -5000, import_id: "a", matched_transaction_id: entered }),
    ],
  });
  assertEquals((await get("/accounts")).accounts[0].balance, -5000);
  await save("DELETE", `/transactions/${entered}`);
  assertEquals((await get("/accounts")).accounts[0].balance, -5000);
  assertEquals((await get("/transactions")).transactions[0].matched_transaction_id, entered);
});

Deno.test("updatePayee() renames a payee without touching its transactions", async () => {
  const { get, save } = openApi({ transactions: [aRow({ payee_id: ids.shop })] });
  await save("PATCH", `/payees/${ids.shop}`, { payee: { name: "Store" } });
  const delta = await get("/transactions?last_knowledge_of_server=10");
  assertObjectMatch(delta, { transactions: [], server_knowledge: 11 });
  assertEquals((await get("/transactions")).transactions[0].payee_name, "Store");
});

const MONTHLY = { goal_type: "NEED", goal_needs_whole_amount: true, goal_cadence: 1 };
/** A category, its target before a change, the change, and the target afterward. */
const targets: readonly (readonly [
  id: string,
  before: StoredTarget | null,
  change: Record<string, unknown>,
  after: Record<string, unknown>,
])[] = [
  [ids.food, null, { goal_target: 50_000 }, { ...MONTHLY, goal_under_funded: 50_000 }],
  [ids.visaPayment, null, { goal_target: 1000 }, {
    goal_type: "MF",
    goal_needs_whole_amount: null,
  }],
  [ids.visaPayment, aTarget({ goal_type: "MF" }), { goal_target_date: "2026-06-30" }, {
    goal_type: "TBD",
    goal_target_date: "2026-06-30",
    goal_day: 30,
  }],
  [ids.loanPayment, null, { goal_target: 1000 }, { goal_type: "DEBT" }],
  ...Object.entries({ weekly: 2, monthly: 1, yearly: 13 }).map(([goal_frequency, cadence]) =>
    [
      ids.food,
      aTarget({ goal_type: "TB", goal_cadence: 0 }),
      { goal_target: 1000, goal_frequency },
      { goal_type: "NEED", goal_cadence: cadence },
    ] as const
  ),
];
for (const [id, before, change, after] of targets) {
  const was = before?.goal_type ?? "no";
  Deno.test(`updateCategory() applies ${JSON.stringify(change)} to a category with ${was} target`, async () => {
    const categories = aPlan().categories.map((one) =>
      one.id === id ? { ...one, target: before } : one
    );
    const { save } = openApi({ categories });
    const { category } = await save("PATCH", `/categories/${id}`, { category: change });
    assertObjectMatch(category, after);
  });
}

Deno.test("getCategories() returns YNAB's own groups first and includes hidden categories", async () => {
  const plan = aPlan();
  for (const category of plan.categories) category.hidden = category.id === ids.food;
  const { category_groups } = await openApi(plan).get("/categories");
  const named = ({ name }: { name: string }): string => name;
  const system = ["Internal Master Category", "Credit Card Payments"];
  assertEquals(category_groups.map(named), [...system, "Living"]);
  assertEquals(category_groups[2].categories.map(named), ["Food", "Rent", "Loan payment"]);
});

Deno.test("updateScheduledTransaction() moves the first date only if the next date changes", async () => {
  const { save } = openSchedule({ date_first: "2024-01-31", date_next: "2026-03-31" });
  for (const [date, first] of [["2026-03-31", "2024-01-31"], ["2026-03-30", "2026-03-30"]]) {
    const body = { scheduled_transaction: { account_id: ids.checking, date } };
    const saved = await save("PUT", `/scheduled_transactions/${SCHEDULE}`, body);
    assertEquals(saved.scheduled_transaction.date_first, first);
  }
});

Deno.test("deleteScheduledTransaction() returns the same response when called twice", async () => {
  const { save, refused } = openSchedule({});
  const path = `/scheduled_transactions/${SCHEDULE}`;
  const first = await save("DELETE", path);
  assertEquals(first.scheduled_transaction.deleted, true);
  assertEquals(await save("DELETE", path), first);
  await refused(["GET", path], 404, "Resource not found");
});

Deno.test("a scheduled transaction is entered on its date", async () => {
  const api = openSchedule({ date_next: "2026-03-17", category_id: ids.food });
  assertEquals(await rowsOn("2026-03-16", api), []);
  const [row] = await rowsOn("2026-03-17", api);
  assertObjectMatch(row ?? {}, {
    id: `${SCHEDULE}_2026-03-17`,
    amount: -10_000,
    cleared: "uncleared",
    approved: false,
    category_name: "Food",
  });
  const { scheduled_transaction } = await api.get(`/scheduled_transactions/${SCHEDULE}`);
  assertEquals(scheduled_transaction.date_next, "2026-04-17");
});

Deno.test("scheduled transactions from several missed days are entered in one write", async () => {
  const api = openSchedule({ frequency: "daily", date_next: "2026-03-16" });
  assertEquals((await rowsOn("2026-03-18", api)).length, 3);
  assertEquals((await api.get("/accounts")).server_knowledge, 11);
});

Deno.test("entering a scheduled transaction creates both sides of a transfer and every split line", async () => {
  const transfer = { payee_id: ids.toSavings, transfer_account_id: ids.savings };
  const moved = await rowsOn("2026-03-16", openSchedule({ date_next: "2026-03-16", ...transfer }));
  assertEquals(moved.map(({ amount }) => amount).sort(), [-10_000, 10_000]);
  const lines = [-4000, -6000].map((amount) => aLine({ amount, category_id: ids.food }));
  const api = openSchedule({ date_next: "2026-03-16", lines });
  await rowsOn("2026-03-16", api);
  assertEquals((await api.get(`/categories/${ids.food}`)).category.activity, -10_000);
});

/**
 * A schedule's first due date, the day of the request, and a list of later due dates. The list
 * contains every due date after the first one, up to the day of the request, plus the next due date
 * after that day.
 */
const frequencies: Readonly<Record<string, readonly [first: string, last: string, string[]]>> = {
  never: ["2026-04-30", "2026-07-31", []],
  twiceAMonth: ["2026-03-31", "2026-04-30", ["2026-04-16", "2026-04-30", "2026-05-16"]],
  monthly: ["2026-03-31", "2026-05-30", ["2026-04-30", "2026-05-31"]],
  everyOtherYear: ["2028-02-29", "2030-03-01", ["2030-02-28", "2032-02-29"]],
};
for (const [frequency, [first, last, later]] of Object.entries(frequencies)) {
  Deno.test(`a scheduled transaction with frequency ${frequency} is entered on each due date`, async () => {
    const api = openSchedule({ frequency, date_next: first });
    const entered = (await rowsOn(last, api)).map(({ date }) => date);
    const { scheduled_transactions: [left] } = await api.get("/scheduled_transactions");
    const next = left === undefined ? [] : [left.date_next];
    assertEquals([...entered, ...next], [first, ...later]);
  });
}

/** Both sides of a transfer between on-budget accounts. */
function transfer(
  from: string,
  to: string,
  amount: number,
  date = "2026-02-20",
): StoredTransaction[] {
  const out = { id: crypto.randomUUID(), account_id: from, amount: -amount };
  const into = { id: crypto.randomUUID(), account_id: to, amount };
  return [[out, into] as const, [into, out] as const].map(([side, other]) =>
    aRow({
      ...{ ...side, date, transfer_account_id: other.account_id },
      transfer_transaction_id: other.id,
    })
  );
}

function openSchedule(change: Partial<StoredScheduled>): Api {
  const { date_next = "2026-03-16" } = change;
  return openApi({ scheduled: [aSchedule({ id: SCHEDULE, date_first: date_next, ...change })] });
}

async function rowsOn(day: string, { upstream, get }: Api): Promise<Record<string, unknown>[]> {
  upstream.setNow(new Date(`${day}T06:00:00Z`));
  return (await get("/transactions?since_date=1990-01-01")).transactions;
}

/** A plan's format, an amount, and the amount as text and in currency units. */
const formats: readonly (readonly [Partial<CurrencyFormat>, number, string, number])[] = [
  [{}, -1_234_500, "-$1,234.50", -1234.5],
  [{}, -4, "$0.00", 0],
  [{}, 5, "$0.01", 0.01],
  [
    {
      decimal_separator: ",",
      group_separator: ".",
      symbol_first: false,
      currency_symbol: "\u20ac",
    },
    ...[1_234_567_890, "1.234.567,89\u20ac", 1_234_567.89] as const,
  ],
  [{ decimal_digits: 0, currency_symbol: "\u00a5" }, -1_234_000, "-\u00a51,234", -1234],
  [{ decimal_digits: 3, display_symbol: false }, -1_234_567, "-1,234.567", -1234.567],
  [{ group_separator: " " }, 1_234_500, "$1 234.50", 1234.5],
];
for (const [format, amount, text, units] of formats) {
  Deno.test(`getTransactions() formats ${amount} as ${text}`, async () => {
    const { currency_format: dollar } = aPlan();
    const currency_format = dollar && { ...dollar, ...format };
    const { get } = openApi({ currency_format, transactions: [aRow({ amount })] });
    const { transactions: [row] } = await get("/transactions");
    assertEquals([row.amount_formatted, row.amount_currency], [text, units]);
  });
}
