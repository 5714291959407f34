import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft, Proposal } from "../../../changes/change.ts";
import { scheduleEditDraft } from "../../../changes/kinds/edit_scheduled_transaction.ts";
import type { AskedScheduleEdit, SchedulePlan } from "../../../changes/rules/schedules.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anAccount, anId, aSchedule, aSplitLine } from "../../_builders.ts";
import { draftIn } from "./_draft_in.ts";

const [checking, savings, house, card] = [1, 2, 3, 4].map(anId) as [string, string, string, string];
const [fun, food, inflow] = [11, 12, 13].map(anId) as [string, string, string];
const own = { category_group_name: "Internal Master Category", internal: true };

/** A monthly rent out of a checking account. */
const rent = aSchedule({
  id: anId(31),
  date_first: "2024-04-01",
  date_next: "2024-04-01",
  frequency: "monthly",
  amount: -12_000,
  account_id: checking,
  account_name: "Checking",
  payee_id: anId(21),
  payee_name: "Landlord",
  category_id: fun,
  category_name: "Fun",
  memo: "old",
  flag_color: "",
});

function planWith(schedule: SchedulePlan["schedules"]["live"][number]): SchedulePlan {
  return {
    planId: "p",
    accounts: {
      live: [
        anAccount({ id: checking, name: "Checking", transfer_payee_id: "to checking" }),
        anAccount({ id: savings, name: "Savings", transfer_payee_id: "to savings" }),
        anAccount({
          ...{ id: house, name: "House", on_budget: false, type: "otherAsset" },
          transfer_payee_id: "to house",
        }),
        anAccount({ id: card, name: "Visa", type: "creditCard" }),
      ],
      deletedIds: new Set(),
    },
    categories: {
      groups: [
        aGroup({
          categories: [aCategory({ id: fun, name: "Fun" }), aCategory({ id: food, name: "Food" })],
        }),
        aGroup({
          id: "internal",
          name: "Internal Master Category",
          internal: true,
          categories: [aCategory({ id: inflow, name: "Inflow: Ready to Assign", ...own })],
        }),
      ],
      deletedIds: new Set(),
    },
    schedules: { live: [schedule], deletedIds: new Set([anId(39)]) },
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    utcToday: "2024-03-15",
    rereadSchedules: () => Promise.resolve({ live: [schedule] }),
  };
}

function proposed(
  change: Partial<AskedScheduleEdit>,
  schedule = rent,
): Proposal<"updateScheduledTransaction"> {
  return scheduleEditDraft({ scheduled_id: schedule.id, ...change }, planWith(schedule));
}

function draftOf(
  ...asked: Parameters<typeof proposed>
): ChangeDraft<"updateScheduledTransaction"> {
  return draftIn(proposed(...asked));
}

/** What is sent besides what always is, and how the schedule was and is to be. */
function sides(...asked: Parameters<typeof proposed>): readonly unknown[] {
  const [step] = draftOf(...asked).steps;
  const [target] = step?.targets ?? [];
  return [step?.args.scheduledTransaction, target?.before, target?.after];
}

function refusals(...asked: Parameters<typeof proposed>): readonly string[] {
  const error = assertThrows(() => proposed(...asked), ToolError);
  assertEquals(error.code, "invalid_input");
  return error.rows;
}

const kept = { account_id: checking, date: "2024-04-01" };

Deno.test("scheduleEditDraft() proposes what differs, in one request", async () => {
  const { readTargets, ...draft } = draftOf({ amount: -15_000, memo: "new", frequency: "monthly" });
  const line = { id: rent.id, label: "2024-04-01 Landlord -$12.00 Checking, monthly" };
  const label = draft.steps[0]?.targets[0]?.label ?? "";
  assertEquals(draft, {
    summary: "Edit the schedule of Landlord: amount, memo",
    done: "Edited the schedule of Landlord: amount, memo",
    preview: [
      { ...line, label, field: "amount", before: -12, after: -15, amount: -12_000 },
      {
        ...{ ...line, label, field: "memo", before: "old", after: "new", amount: -12_000 },
        isOwnText: true,
      },
    ],
    warnings: [],
    steps: [{
      operation: "updateScheduledTransaction",
      args: {
        planId: "p",
        scheduledTransactionId: rent.id,
        scheduledTransaction: { ...kept, amount: -15_000, memo: "new" },
      },
      targets: [{
        id: rent.id,
        label,
        before: { amount: -12_000, memo: "old" },
        after: { amount: -15_000, memo: "new" },
      }],
    }],
    irreversible: null,
    undoRequests: 1,
  });
  assertEquals(label.includes("Landlord"), true);
  const found = await readTargets?.(draft.steps[0]?.targets ?? []);
  assertEquals(found?.get(rent.id)?.["amount"], -12_000);
});

Deno.test("scheduleEditDraft() has nothing to do where the schedule is like that already", () => {
  const same: Partial<AskedScheduleEdit> = {
    ...{ date: "2024-04-01", amount: -12_000, frequency: "monthly", payee: " landlord " },
    ...{ account_id: checking, category_id: fun, memo: "old", flag: null },
  };
  assertEquals(proposed(same).stop, {
    status: "nothing_to_do",
    message: "The schedule is like that already",
  });
});

const fields: readonly (readonly [
  what: string,
  asked: Partial<AskedScheduleEdit>,
  sent: Readonly<Record<string, unknown>>,
  before: unknown,
  after: unknown,
])[] = [
  ["another next date", { date: "2024-05-01" }, { date: "2024-05-01" }, {
    date_next: "2024-04-01",
  }, { date_next: "2024-05-01" }],
  ["another frequency", { frequency: "weekly" }, { frequency: "weekly" }, {
    frequency: "monthly",
  }, { frequency: "weekly" }],
  ["no memo", { memo: "" }, { memo: null }, { memo: "old" }, { memo: null }],
  ["a flag", { flag: "red" }, { flag_color: "red" }, { flag_color: null }, { flag_color: "red" }],
  ["a category", { category_id: "Food" }, { category_id: food }, { category_id: fun }, {
    category_id: food,
  }],
  ["no category", { category_id: null }, { category_id: null }, { category_id: fun }, {
    category_id: null,
  }],
  ["another payee", { payee: " Bank " }, { payee_name: "Bank" }, {
    payee_name: "Landlord",
    payee_id: anId(21),
  }, { payee_name: "Bank" }],
  ["another account", { account_id: "savings" }, { account_id: savings }, {
    account_id: checking,
    account_name: "Checking",
  }, { account_id: savings, account_name: "Savings" }],
];
for (const [what, asked, sent, before, after] of fields) {
  Deno.test(`scheduleEditDraft() gives a schedule ${what}, and knows how it was`, () => {
    assertEquals(sides(asked), [{ ...kept, ...sent }, before, after]);
  });
}

Deno.test("scheduleEditDraft() tells accounts and categories by their names", () => {
  const { preview } = draftOf({ account_id: "Savings", category_id: null, date: "2024-05-01" });
  assertEquals(preview.map(({ field, before, after }) => [field, before, after]), [
    ["account", "Checking", "Savings"],
    ["next date", "2024-04-01", "2024-05-01"],
    ["category", "Fun", null],
  ]);
  assertEquals(preview.some((line) => "isOwnText" in line), false);
});

Deno.test("scheduleEditDraft() warns of a new payee, and can give the former one back", () => {
  const { warnings, steps, preview } = draftOf({ payee: "Bank" });
  assertEquals(warnings, [
    "a payee that is new stays in the list of payees, even when this is undone",
  ]);
  assertEquals(steps[0]?.targets[0]?.restore, { payee_id: anId(21) });
  assertEquals(
    preview.map(({ field, before, after, isOwnText }) => [
      field,
      before,
      after,
      isOwnText,
    ]),
    [["payee", "Landlord", "Bank", true]],
  );
  assertEquals(draftOf({ memo: "x" }).steps[0]?.targets[0]?.restore, undefined);
});

Deno.test("scheduleEditDraft() can't give back the first date of a schedule that went on", () => {
  const running = { ...rent, date_first: "2024-01-01" };
  const words = ["undoing gives the next date back, but not the first one"];
  assertEquals(draftOf({ date: "2024-05-01" }, running).warnings, words);
  assertEquals(draftOf({ memo: "x" }, running).warnings, []);
  assertEquals(draftOf({ date: "2024-05-01" }).warnings, []);
});

Deno.test("scheduleEditDraft() warns of frequencies that YNAB may refuse", () => {
  const odd = { ...rent, frequency: "every4Weeks" };
  assertEquals(draftOf({ memo: "x" }, odd).warnings, [
    "YNAB's API may refuse any change of a schedule that is every4Weeks: it says so then",
  ]);
  assertEquals(draftOf({ frequency: "every4Weeks" }).warnings, [
    "YNAB's API may refuse the frequency every4Weeks: it says so then",
  ]);
  assertEquals(draftOf({ frequency: "weekly" }, odd).warnings, [
    "undoing may not give the frequency every4Weeks back: YNAB's API may refuse it",
  ]);
});

const bothBudget = "a transfer between budget accounts takes no category: leave category_id out";
const refused: readonly (readonly [
  what: string,
  asked: Partial<AskedScheduleEdit>,
  schedule: typeof rent,
  words: readonly string[],
])[] = [
  ["a date that is past", { date: "2024-03-14" }, rent, [
    "date: 2024-03-14 is past, and YNAB's today is 2024-03-15 (UTC): schedule it from that day " +
    "on, or enter it with create_transactions",
  ]],
  ["a payee by its id", { payee: anId(21) }, rent, [
    "payee: a payee is given by its name here, not by its id",
  ]],
  ["a payee that YNAB keeps for itself", { payee: "Starting Balance" }, rent, [
    "payee: its payee name is reserved by YNAB: choose another",
  ]],
  ["a payee that stands for a transfer", { payee: "Transfer : Savings" }, rent, [
    "payee: a payee name makes no transfer: name the account with transfer_to_account_id",
  ]],
  ["a payee beside a transfer", { payee: "Bank", transfer_to_account_id: "House" }, rent, [
    "payee: a transfer has no other payee: leave payee out",
  ]],
  [
    "a transfer to its own account",
    {
      transfer_to_account_id: "Checking",
      category_id: null,
    },
    rent,
    ["transfer_to_account_id: a transfer needs two accounts: choose another"],
  ],
  [
    "a category of a transfer between budget accounts",
    {
      transfer_to_account_id: "Savings",
      category_id: "Food",
    },
    rent,
    [`category_id: ${bothBudget}`],
  ],
  [
    "income as the category of a transfer",
    {
      transfer_to_account_id: "House",
      category_id: inflow,
    },
    rent,
    ["category_id: a transfer is no income: choose another category"],
  ],
  ["a category on a tracking account", { account_id: "House", category_id: "Food" }, rent, [
    "category_id: transactions of a tracking account take no category: leave category_id out",
  ]],
  ["income that would come to a credit card", { account_id: "Visa" }, {
    ...rent,
    category_id: inflow,
  }, [
    "category_id: income can't go to a credit account: choose the category that the refund or " +
    "credit belongs to",
  ]],
];
for (const [what, asked, schedule, words] of refused) {
  Deno.test(`scheduleEditDraft() refuses ${what}`, () => {
    assertEquals(refusals(asked, schedule), words);
  });
}

Deno.test("scheduleEditDraft() names all that it refuses at once", () => {
  const rows = refusals({ date: "2024-03-14", account_id: "Nowhere", category_id: "Nothing" });
  assertEquals(rows.map((row) => row.split(":")[0]), [
    "date",
    'account_id "Nowhere"',
    "category_id",
  ]);
});

Deno.test("scheduleEditDraft() finds no schedule that is gone, or that nobody knows", () => {
  assertEquals(refusals({ scheduled_id: anId(39), memo: "x" }).length, 1);
  const [row = ""] = refusals({ scheduled_id: anId(40), memo: "x" });
  assertEquals(row.includes("scheduled transaction"), true);
  assertEquals(row.includes("list_scheduled_transactions shows them"), true);
});

Deno.test("scheduleEditDraft() takes the date that a schedule has, however it lies", () => {
  const late = { ...rent, date_next: "2024-03-10" };
  assertEquals(sides({ date: "2024-03-10", memo: "x" }, late)[0], {
    ...{ account_id: checking, date: "2024-03-10" },
    memo: "x",
  });
});

const split = {
  ...rent,
  category_id: null,
  subtransactions: [{ ...aSplitLine({ category_id: fun }), scheduled_transaction_id: rent.id }],
};

Deno.test("scheduleEditDraft() refuses of a split schedule what only the app can change", () => {
  const why = "the schedule is split, which only YNAB's app can change: change it there";
  assertEquals(
    refusals({ amount: -1, category_id: null, transfer_to_account_id: "House" }, split),
    [
      `amount: ${why}`,
      `category_id: ${why}`,
      `transfer_to_account_id: ${why}`,
    ],
  );
  assertEquals(sides({ memo: "x", payee: "Bank" }, split)[0], {
    ...kept,
    payee_name: "Bank",
    memo: "x",
  });
});

const transfer = {
  ...rent,
  category_id: null,
  payee_id: "to savings",
  payee_name: "Transfer : Savings",
  transfer_account_id: savings,
};

Deno.test("scheduleEditDraft() makes a transfer, and takes away the category that it can't have", () => {
  const { preview, steps } = draftOf({ transfer_to_account_id: "Savings" });
  assertEquals(steps[0]?.args.scheduledTransaction, {
    ...kept,
    payee_id: "to savings",
    category_id: null,
  });
  assertEquals(steps[0]?.targets[0]?.after, {
    payee_id: "to savings",
    payee_name: "Transfer : Savings",
    transfer_account_id: savings,
    category_id: null,
  });
  assertEquals(preview.map(({ field, before, after }) => [field, before, after]), [
    ["payee", "Landlord", "Transfer : Savings"],
    ["category", "Fun", null],
  ]);
  assertEquals(draftOf({ transfer_to_account_id: "Savings" }).warnings, []);
});

Deno.test("scheduleEditDraft() keeps the category of a transfer that leaves the budget", () => {
  const [sent] = sides({ transfer_to_account_id: "House" });
  assertEquals(sent, { ...kept, payee_id: "to house" });
});

Deno.test("scheduleEditDraft() changes nothing of a transfer that is told as it is", () => {
  assertEquals(
    proposed({ transfer_to_account_id: "Savings" }, transfer).stop?.status,
    "nothing_to_do",
  );
  assertEquals(sides({ memo: "x" }, transfer)[0], { ...kept, memo: "x" });
});

Deno.test("scheduleEditDraft() makes a transfer to an account no transfer by giving it a payee", () => {
  assertEquals(sides({ payee: "Bank" }, transfer), [
    { ...kept, payee_name: "Bank" },
    {
      payee_name: "Transfer : Savings",
      transfer_account_id: savings,
      payee_id: "to savings",
    },
    { payee_name: "Bank", transfer_account_id: null },
  ]);
});

Deno.test("scheduleEditDraft() refuses to move a transfer onto the account that it goes to", () => {
  assertEquals(refusals({ account_id: "Savings" }, transfer), [
    "account_id: a transfer needs two accounts: choose another",
  ]);
  assertEquals(sides({ account_id: "Visa" }, transfer)[0], {
    account_id: card,
    date: "2024-04-01",
  });
});

Deno.test("scheduleEditDraft() refuses the category of a transfer between budget accounts", () => {
  assertEquals(refusals({ category_id: "Food" }, transfer), [`category_id: ${bothBudget}`]);
});

Deno.test("scheduleEditDraft() takes away the category that a tracking account can't have", () => {
  const { preview } = draftOf({ account_id: "House" });
  assertEquals(preview.map(({ field, before, after }) => [field, before, after]), [
    ["account", "Checking", "House"],
    ["category", "Fun", null],
  ]);
  const income = { ...rent, category_id: inflow };
  assertEquals(sides({ account_id: "House" }, income)[0], {
    account_id: house,
    date: "2024-04-01",
    category_id: null,
  });
});

Deno.test("scheduleEditDraft() takes income for the category of money that comes in", () => {
  assertEquals(sides({ category_id: inflow, amount: 5_000 })[0], {
    ...kept,
    amount: 5_000,
    category_id: inflow,
  });
});
