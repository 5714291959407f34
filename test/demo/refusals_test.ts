import { openApi } from "./_api.ts";
import { aRow, ids, uuid } from "./_tiny_plan.ts";

type Request = readonly [method: string, path: string, body?: unknown];

const ROW = uuid(101);
const spending = { account_id: ids.checking, date: "2026-03-10", amount: -5000 };
const monthly = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };

type Body = Readonly<Record<string, unknown>>;

/** Returns a function that creates a request from default fields and the given changes. */
function requestOf(
  method: string,
  path: string,
  [name, usual]: readonly [string, Body?],
): (change: Body) => Request {
  return (change) => [method, path, { [name]: { ...usual, ...change } }];
}

const creation = requestOf("POST", "/transactions", ["transaction", spending]);
const update = requestOf("PUT", `/transactions/${ROW}`, ["transaction"]);
const newCategory = requestOf("POST", "/categories", ["category"]);
const schedule = requestOf("POST", "/scheduled_transactions", ["scheduled_transaction", monthly]);
const account = requestOf("POST", "/accounts", [
  "account",
  { name: "New", type: "cash", balance: 0 },
]);
const bulkUpdate = (
  change: Body,
): Request => ["PATCH", "/transactions", { transactions: [{ id: ROW, memo: "x" }, change] }];
const category = (
  id: string,
  change: Body,
): Request => ["PATCH", `/categories/${id}`, { category: change }];
const renaming = (
  id: string,
  name: unknown,
): Request => ["PATCH", `/payees/${id}`, { payee: { name } }];

const NOT_A_UUID = "must be formatted as a uuid (universally unique identifier)";
const ROW_DATE = "date must not be in the future or over 5 years ago";
const SCHEDULE_DATE = "date must not be more than 1 week in the past or over 5 years in the future";
const FOR_LOANS =
  "goal_frequency, goal_target_date and goal_needs_whole_amount are not supported " +
  "for categories paired to a loan account";

/** Requests that YNAB rejects with 400, according to its documentation or an experiment. */
const refusals: readonly (readonly [Request, detail: string])[] = [
  [creation({ account_id: undefined }), "account is required"],
  [creation({ amount: null }), "amount is required"],
  [creation({ account_id: uuid(999) }), "account does not exist in this budget"],
  [creation({ date: "2026-02-30" }), "date must be a valid date in ISO format"],
  [creation({ date: "2026-03-16" }), ROW_DATE],
  [creation({ date: "2021-03-14" }), ROW_DATE],
  [creation({ amount: 1.5 }), "amount must be an integer"],
  [creation({ payee_id: "shop" }), `payee ${NOT_A_UUID}`],
  [creation({ payee_id: ids.toChecking }), "payee must not be a transfer to the same account"],
  [creation({ payee_name: "starting BALANCE" }), "payee_name is reserved"],
  [creation({ payee_name: "x".repeat(201) }), "payee_name is too long (maximum is 200 characters)"],
  [creation({ category_id: ids.deletedCategory }), "category does not exist in this budget"],
  [
    creation({ account_id: ids.visa, category_id: ids.inflow }),
    "category is not allowed on a credit card account",
  ],
  [creation({ memo: "x".repeat(501) }), "memo is too long (maximum is 500 characters)"],
  [creation({ memo: "a\u0000b" }), "memo must not contain a NUL character"],
  [
    creation({ flag_color: "pink" }),
    "flag_color must be one of: red, orange, yellow, green, blue, purple",
  ],
  [creation({ import_id: "x".repeat(37) }), "import_id is too long (maximum is 36 characters)"],
  [["POST", "/transactions", { transactions: [] }], "transactions is required"],
  [
    ["POST", "/transactions", { transactions: [spending, { ...spending, date: "2026-03-16" }] }],
    `${ROW_DATE} (index: 1)`,
  ],
  [
    update({ subtransactions: [{ amount: -1 }] }),
    "amount must equal the sum of subtransaction amounts",
  ],
  [
    update({ account_id: ids.house, subtransactions: [{ amount: -5000 }] }),
    "splits are not allowed on tracking accounts",
  ],
  [
    update({ payee_id: ids.toSavings, subtransactions: [{ amount: -5000 }] }),
    "splits are not allowed on transfers between on-budget accounts",
  ],
  [
    update({ subtransactions: [{ amount: -5000, payee_id: ids.toChecking }] }),
    "payee must not be a transfer to the same account",
  ],
  [bulkUpdate({ id: uuid(999) }), "transaction does not exist in this budget (index: 1)"],
  [
    bulkUpdate({ id: ROW, import_id: "a" }),
    "id and import_id must not both be specified (index: 1)",
  ],
  [["GET", "/transactions?since_date=now"], "since_date must be a valid date in ISO format"],
  [["GET", "/transactions?type=all"], "type must be uncategorized or unapproved"],
  [
    ["GET", "/transactions?last_knowledge_of_server=-1"],
    "last_knowledge_of_server must be an integer",
  ],
  [newCategory({ name: "Fun" }), "category group is required"],
  [
    newCategory({ name: "Fun", category_group_id: ids.internalGroup }),
    "an internal category group may not be specified",
  ],
  [
    newCategory({ name: "Fun", category_group_id: uuid(9) }),
    "category group does not exist in this budget",
  ],
  [category(ids.food, { name: " " }), "name must not be blank"],
  [category(ids.food, { goal_frequency: "weekly" }), "goal_target is required"],
  [category(ids.food, { goal_target: -1 }), "goal_target must not be negative"],
  [
    category(ids.food, {
      goal_target: 1,
      goal_frequency: "weekly",
      goal_target_date: "2026-05-20",
    }),
    "goal_frequency cannot be combined with goal_target_date",
  ],
  [
    category(ids.visaPayment, { goal_target: 1, goal_frequency: "weekly" }),
    "goal_frequency is not supported for Credit Card Payment categories",
  ],
  [
    category(ids.visaPayment, { goal_target: 1, goal_needs_whole_amount: true }),
    "goal_needs_whole_amount is only supported for NEED goals",
  ],
  [category(ids.loanPayment, { goal_target: 1, goal_frequency: "weekly" }), FOR_LOANS],
  [category(ids.inflow, { name: "Money" }), "internal categories cannot be updated"],
  [
    category(ids.visaPayment, { name: "Card" }),
    "Credit Card Payment categories cannot be renamed or moved",
  ],
  [
    ["POST", "/category_groups", { category_group: { name: "x".repeat(51) } }],
    "name is too long (maximum is 50 characters)",
  ],
  [["PATCH", `/months/current/categories/${ids.food}`, { category: {} }], "budgeted is required"],
  [
    ["PATCH", `/months/current/categories/${ids.inflow}`, { category: { budgeted: 1 } }],
    "money cannot be assigned to an internal category",
  ],
  [schedule({ date: "2026-03-07" }), SCHEDULE_DATE],
  [schedule({ date: "2031-03-16" }), SCHEDULE_DATE],
  [schedule({ frequency: "every5Weeks" }), "frequency Every5 Weeks is not a valid frequency"],
  [schedule({ category_id: ids.visaPayment }), "Credit Card Payment categories are not permitted"],
  [renaming(ids.toSavings, "S"), "this payee cannot be updated"],
  [renaming(ids.shop, null), "name must not be blank"],
  [renaming(ids.shop, "Starting balance"), "name is reserved"],
  [renaming(ids.shop, "x".repeat(501)), "name is too long (maximum is 500 characters)"],
  [account({ name: " " }), "name is required"],
  [
    account({ type: "mortgage" }),
    "type must be one of: checking, savings, cash, creditCard, otherAsset, otherLiability",
  ],
];
for (const [[method, path, body], detail] of refusals) {
  Deno.test(`${method} ${path} ${JSON.stringify(body) ?? ""} is rejected: ${detail}`, async () => {
    const { refused } = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
    await refused([method, path, body], 400, detail);
  });
}

Deno.test("requests for unknown records and months return 404", async () => {
  const { refused } = openApi({ transactions: [aRow({ id: ROW, deleted: true })] });
  const missing: readonly Request[] = [
    ["GET", `/transactions/${ROW}`],
    ["DELETE", `/transactions/${ROW}`],
    update({ memo: "Memo" }),
    renaming(ids.deletedPayee, "S"),
    ["GET", `/accounts/${uuid(9)}/transactions`],
    ["PATCH", `/months/current/categories/${ids.deletedCategory}`, { category: { budgeted: 1 } }],
    ...["2025-12-01", "2026-05-01", "2026-03-02", "march", "2026-13-01"]
      .map((month): Request => ["GET", `/months/${month}`]),
  ];
  for (const request of missing) await refused(request, 404, "Resource not found");
});

Deno.test("an unknown plan is reported before an invalid body", async () => {
  const { refused } = openApi();
  const paths = ["accounts", "categories", "category_groups", "payees", "scheduled_transactions"];
  for (const path of [...paths, "transactions"]) {
    await refused(["POST", `//plans/${uuid(999)}/${path}`, {}], 404, "Resource not found");
  }
  await refused(["PATCH", `//plans/${uuid(999)}/transactions`, {}], 404, "Resource not found");
});

Deno.test("the first of several mistakes is reported", async () => {
  const { refused, save } = openApi();
  const [, , { transaction }] = creation({ import_id: "once" }) as [string, string, Body];
  await save("POST", "/transactions", { transaction });
  const late = { ...transaction as Body, date: "2026-03-16" };
  const inList = { transactions: [transaction, late] };
  const wrong: readonly (readonly [Request, string])[] = [
    [["POST", "/transactions", { transaction: late }], ROW_DATE],
    [["POST", "/transactions", inList], `${ROW_DATE} (index: 1)`],
    [creation({ date: "2026-03-16", import_id: 1, subtransactions: 1 }), ROW_DATE],
    [creation({ payee_name: "Starting Balance", subtransactions: 1 }), "payee_name is reserved"],
    [
      ["GET", "/transactions?type=x&since_date=x&last_knowledge_of_server=x"],
      "last_knowledge_of_server must be an integer",
    ],
  ];
  for (const [request, detail] of wrong) await refused(request, 400, detail);
});
