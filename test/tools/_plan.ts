import type {
  PlanRecords,
  StoredAccount,
  StoredCategory,
  StoredGroup,
  StoredPayee,
  StoredScheduled,
  StoredTransaction,
} from "../../demo/model/records.ts";
import { addMonths } from "../../domain/base/month.ts";
import {
  aCategory,
  aGroup,
  aLine,
  anAccount,
  aPayee,
  aPlan,
  aRow as aStoredRow,
  aSchedule,
  aTarget,
} from "../demo/_tiny_plan.ts";

/** The date that the tests treat as today. */
export const TODAY = "2026-03-15";

/** Creates an id whose first eight characters identify the record. */
export function idOf(prefix: string): string {
  return `${prefix.padStart(8, "0")}-0000-4000-8000-000000000000`;
}

/** Ids of the plan and its records, by name. */
export const ids = {
  plan: idOf("a0"),
  checking: idOf("acc1"),
  savings: idOf("acc2"),
  visa: idOf("acc3"),
  house: idOf("acc4"),
  oldAccount: idOf("acc5"),
  bills: idOf("b1"),
  fun: idOf("b2"),
  cards: idOf("b3"),
  internal: idOf("b4"),
  hiddenGroup: idOf("b5"),
  rent: idOf("c1"),
  power: idOf("c2"),
  gifts: idOf("c3"),
  dining: idOf("c4"),
  otherGifts: idOf("c5"),
  visaPayment: idOf("c6"),
  inflow: idOf("c7"),
  uncategorized: idOf("c8"),
  hidden: idOf("c9"),
  toChecking: idOf("d1"),
  toSavings: idOf("d2"),
  toVisa: idOf("d3"),
  toHouse: idOf("d4"),
  landlord: idOf("d5"),
  amazon: idOf("d6"),
  employer: idOf("d7"),
  cafe: idOf("d8"),
} as const;

/** Creates a cleared transaction in the checking account. */
export function aRow(change: Partial<StoredTransaction>): StoredTransaction {
  return aStoredRow({
    account_id: ids.checking,
    date: "2026-03-02",
    cleared: "cleared",
    approved: true,
    ...change,
  });
}

/**
 * Creates one transaction per month, starting on the date `first`. Each id is built from
 * `change.id` and a hexadecimal counter.
 */
export function monthly(
  first: string,
  months: number,
  change: Partial<StoredTransaction> & { readonly id: string },
): StoredTransaction[] {
  return Array.from({ length: months }, (_, at) => {
    const id = idOf(`${change.id}${at.toString(16)}`);
    return aRow({ ...change, id, date: addMonths(first, at) });
  });
}

/** Creates the two sides of a transfer from Checking. Their ids are built from `from` and `to`. */
export function aTransfer(
  [from, to]: readonly [from: string, to: string],
  account_id: string,
  change: Partial<StoredTransaction> & { readonly date: string; readonly amount: number },
): readonly StoredTransaction[] {
  const { date, amount } = change;
  const [id, other] = [idOf(from), idOf(to)];
  const arrival = { account_id, transfer_account_id: ids.checking, transfer_transaction_id: id };
  return [
    aRow({ ...change, id, transfer_account_id: account_id, transfer_transaction_id: other }),
    aRow({ ...arrival, id: other, date, amount: -amount, payee_id: ids.toChecking }),
  ];
}

/** A transfer of 500 from Checking to House. Its two sides have ids built from `7b` and `7c`. */
export const transferToHouse: readonly StoredTransaction[] = aTransfer(["7b", "7c"], ids.house, {
  ...{ date: "2026-03-12", amount: -500_000, payee_id: ids.toHouse },
});

const monthlyTarget = aTarget({ goal_target: 120_000 });

/**
 * Creates the tests' household plan with a yearly target of 3,190 for Power, so that the monthly
 * share of the target has fractions of a cent.
 */
export function withFinerTarget(): PlanRecords {
  const plan = household();
  const yearly = { ...monthlyTarget, goal_cadence: 13, goal_target: 3_190_000 };
  const target = { ...yearly, goal_target_date: "2027-02-28" };
  plan.assignments.clear();
  return {
    ...plan,
    categories: plan.categories.map((one) => one.id === ids.power ? { ...one, target } : one),
  };
}

type Rows<Record> = readonly (readonly [id: string, name: string, more: Partial<Record>])[];

const ACCOUNTS: Rows<StoredAccount> = [
  [ids.checking, "Checking", {
    transfer_payee_id: ids.toChecking,
    direct_import_linked: true,
    last_reconciled_at: "2026-03-01T08:00:00Z",
  }],
  [ids.savings, "Savings", { type: "savings", transfer_payee_id: ids.toSavings }],
  [ids.visa, "Visa", {
    type: "creditCard",
    transfer_payee_id: ids.toVisa,
    payment_category_id: ids.visaPayment,
    direct_import_linked: true,
    direct_import_in_error: true,
  }],
  [ids.house, "House", {
    type: "otherAsset",
    on_budget: false,
    transfer_payee_id: ids.toHouse,
  }],
  [ids.oldAccount, "Old account", { closed: true }],
];

const GROUPS: Rows<StoredGroup> = [
  [ids.internal, "Internal Master Category", { internal: true }],
  [ids.cards, "Credit Card Payments", { internal: true }],
  [ids.bills, "Bills", {}],
  [ids.fun, "Fun", {}],
  [ids.hiddenGroup, "Hidden Categories", { hidden: true }],
];

const CATEGORIES: Rows<StoredCategory> = [
  [ids.inflow, "Inflow: Ready to Assign", { category_group_id: ids.internal, internal: true }],
  [ids.uncategorized, "Uncategorized", { category_group_id: ids.internal, internal: true }],
  [ids.visaPayment, "Visa", { category_group_id: ids.cards }],
  [ids.rent, "Rent", { category_group_id: ids.bills }],
  [ids.power, "Power", { category_group_id: ids.bills, target: monthlyTarget }],
  [ids.gifts, "Gifts", { category_group_id: ids.fun }],
  [ids.dining, "Dining", { category_group_id: ids.fun }],
  [ids.otherGifts, "Gifts", { category_group_id: ids.bills }],
  [ids.hidden, "Old hobby", { category_group_id: ids.hiddenGroup, hidden: true }],
];

const PAYEES: Rows<StoredPayee> = [
  [ids.toChecking, "Transfer : Checking", { transfer_account_id: ids.checking }],
  [ids.toSavings, "Transfer : Savings", { transfer_account_id: ids.savings }],
  [ids.toVisa, "Transfer : Visa", { transfer_account_id: ids.visa }],
  [ids.toHouse, "Transfer : House", { transfer_account_id: ids.house }],
  [ids.landlord, "Landlord", {}],
  [ids.amazon, "Amazon", {}],
  [ids.employer, "Employer", {}],
  [ids.cafe, "Caf\u00e9 M\u00fcller", {}],
];

const toSavings = {
  payee_id: ids.toSavings,
  transfer_account_id: ids.savings,
  transfer_transaction_id: idOf("77"),
};
const fromChecking = {
  payee_id: ids.toChecking,
  transfer_account_id: ids.checking,
  transfer_transaction_id: idOf("76"),
};
const labeled = {
  import_id: "YNAB:-45000:2026-03-06:1",
  import_payee_name: "AMZN Mktp",
  import_payee_name_original: "AMZN MKTP US*2K4LM8QX3",
};
const lunch = { payee_id: ids.cafe, memo: "Anna &amp; me\nlunch", flag_color: "red" } as const;

const TRANSACTIONS: readonly (readonly [
  id: string,
  date: string,
  amount: number,
  more: Partial<StoredTransaction>,
])[] = [
  ["71", "2026-03-01", 3_000_000, { payee_id: ids.employer, category_id: ids.inflow }],
  ["72", "2026-03-02", -1_000_000, { payee_id: ids.landlord, category_id: ids.rent }],
  ["73", "2026-03-05", -80_500, { ...lunch, category_id: ids.dining }],
  ["74", "2026-03-06", -45_000, {
    ...labeled,
    payee_id: ids.amazon,
    lines: [
      aLine({ id: idOf("81"), amount: -30_000, memo: "present", category_id: ids.gifts }),
      aLine({ id: idOf("82"), amount: -15_000, category_id: ids.dining }),
    ],
  }],
  ["75", "2026-03-07", 10_000, { payee_id: ids.amazon, category_id: ids.gifts }],
  ["76", "2026-03-08", -200_000, toSavings],
  ["77", "2026-03-08", 200_000, {
    ...fromChecking,
    account_id: ids.savings,
    cleared: "uncleared",
  }],
  ["78", "2026-03-10", -20_000, { payee_id: ids.amazon, approved: false }],
  ["79", "2024-01-10", -7_000, {
    payee_id: ids.amazon,
    category_id: ids.uncategorized,
    approved: false,
  }],
  ["7a", "2026-03-11", 250_000_000, { account_id: ids.house, cleared: "reconciled" }],
];

/**
 * Creates the tests' household plan, which has income of 3,000, rent, a split, a refund, a transfer
 * and two unapproved transactions.
 */
export function household(change: Partial<PlanRecords> = {}): PlanRecords {
  return aPlan({
    id: ids.plan,
    name: "Home &amp; Garden",
    first_month: "2025-01-01",
    accounts: ACCOUNTS.map(([id, name, more]) => anAccount({ id, name, ...more })),
    groups: GROUPS.map(([id, name, more]) => aGroup({ id, name, ...more })),
    categories: CATEGORIES.map(([id, name, more]) => aCategory({ id, name, ...more })),
    payees: PAYEES.map(([id, name, more]) => aPayee({ id, name, ...more })),
    assignments: new Map([
      [
        "2026-03-01",
        new Map([[ids.rent, 1_000_000], [ids.power, 50_000], [ids.dining, 60_000]]),
      ],
    ]),
    transactions: TRANSACTIONS.map(([id, date, amount, more]) =>
      aRow({ id: idOf(id), date, amount, ...structuredClone(more) })
    ),
    ...change,
  });
}

/** Creates the tests' household plan with additional transactions. */
export function withRows(...rows: readonly StoredTransaction[]): PlanRecords {
  return household({ transactions: [...household().transactions, ...rows] });
}

/**
 * Scheduled transactions for the household plan: rent and a transfer to savings. Both are due in
 * several weeks, so that neither is entered during a test.
 */
export const householdSchedules: readonly StoredScheduled[] = [
  aSchedule({
    id: idOf("91"),
    date_first: "2026-01-01",
    date_next: "2026-04-01",
    frequency: "monthly",
    amount: -1_000_000,
    account_id: ids.checking,
    payee_id: ids.landlord,
    category_id: ids.rent,
    memo: "rent | 2026",
  }),
  aSchedule({
    id: idOf("92"),
    date_first: "2026-04-05",
    date_next: "2026-04-05",
    frequency: "weekly",
    amount: -20_000,
    account_id: ids.checking,
    payee_id: ids.toSavings,
    transfer_account_id: ids.savings,
  }),
];
