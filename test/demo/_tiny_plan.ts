import {
  plainAccount,
  plainCategory,
  plainGroup,
  plainLine,
  plainPayee,
  plainRow,
  plainSchedule,
  plainTarget,
  type PlanRecords,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredPayee,
  type StoredScheduled,
  type StoredSplitLine,
  type StoredTarget,
  type StoredTransaction,
} from "../../demo/model/records.ts";

/** Today's date according to the test clock. */
export const TODAY = "2026-03-15";

/** Returns the current time of the tests' frozen clock. */
export function now(): Date {
  return new Date(`${TODAY}T12:00:00Z`);
}

/** Creates a UUID that ends with the given number. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Ids of records in every tiny plan. */
export const ids = {
  plan: uuid(1),
  checking: uuid(11),
  savings: uuid(12),
  visa: uuid(13),
  amex: uuid(14),
  house: uuid(15),
  toChecking: uuid(21),
  toSavings: uuid(22),
  toVisa: uuid(23),
  toAmex: uuid(24),
  toHouse: uuid(25),
  startingBalance: uuid(26),
  shop: uuid(27),
  employer: uuid(28),
  deletedPayee: uuid(29),
  internalGroup: uuid(31),
  cardGroup: uuid(32),
  livingGroup: uuid(33),
  inflow: uuid(41),
  uncategorized: uuid(42),
  visaPayment: uuid(43),
  amexPayment: uuid(44),
  food: uuid(45),
  rent: uuid(46),
  loanPayment: uuid(47),
  deletedCategory: uuid(48),
} as const;

/** Version number (server knowledge) of the records that exist when a test starts. */
const KNOWN = { knowledge: 1 };

const INTERNAL = { category_group_id: ids.internalGroup, internal: true };

const ACCOUNTS: readonly (readonly [
  name: string,
  id: string,
  payee: string,
  change: Partial<StoredAccount>,
])[] = [
  ["Checking", ids.checking, ids.toChecking, {}],
  ["Savings", ids.savings, ids.toSavings, { type: "savings" }],
  ["Visa", ids.visa, ids.toVisa, { type: "creditCard", payment_category_id: ids.visaPayment }],
  ["Amex", ids.amex, ids.toAmex, { type: "creditCard", payment_category_id: ids.amexPayment }],
  ["House", ids.house, ids.toHouse, { type: "otherAsset", on_budget: false }],
];

export function aPlan(change: Partial<PlanRecords> = {}): PlanRecords {
  return {
    id: ids.plan,
    name: "Tiny",
    last_modified_on: "2026-03-01T00:00:00+00:00",
    first_month: "2026-01-01",
    date_format: { format: "DD.MM.YYYY" },
    currency_format: {
      iso_code: "USD",
      example_format: "123,456.78",
      decimal_digits: 2,
      decimal_separator: ".",
      symbol_first: true,
      group_separator: ",",
      currency_symbol: "$",
      display_symbol: true,
    },
    accounts: ACCOUNTS.map(([name, id, transfer_payee_id, change]) =>
      anAccount({ id, name, transfer_payee_id, ...change })
    ),
    groups: [
      aGroup({ id: ids.livingGroup, name: "Living" }),
      aGroup({ id: ids.cardGroup, name: "Credit Card Payments", internal: true }),
      aGroup({ id: ids.internalGroup, name: "Internal Master Category", internal: true }),
    ],
    categories: [
      aCategory({ id: ids.food, name: "Food" }),
      aCategory({ id: ids.rent, name: "Rent" }),
      aCategory({ id: ids.loanPayment, name: "Loan payment", loan_paired: true }),
      aCategory({ id: ids.deletedCategory, name: "Gone", deleted: true }),
      aCategory({ id: ids.visaPayment, name: "Visa", category_group_id: ids.cardGroup }),
      aCategory({ id: ids.amexPayment, name: "Amex", category_group_id: ids.cardGroup }),
      aCategory({ id: ids.inflow, name: "Inflow: Ready to Assign", ...INTERNAL }),
      aCategory({ id: ids.uncategorized, name: "Uncategorized", ...INTERNAL }),
    ],
    payees: [
      ...ACCOUNTS.map(([name, account, id]) =>
        aPayee({ id, name: `Transfer : ${name}`, transfer_account_id: account })
      ),
      aPayee({ id: ids.startingBalance, name: "Starting Balance" }),
      aPayee({ id: ids.shop, name: "Shop", rename_rules: ["SHOP 123 MAIN ST"] }),
      aPayee({ id: ids.employer, name: "Employer" }),
      aPayee({ id: ids.deletedPayee, name: "Forgotten", deleted: true }),
    ],
    payee_locations: [],
    transactions: [],
    scheduled: [],
    assignments: new Map(),
    month_notes: new Map(),
    money_movements: [],
    money_movement_groups: [],
    waiting_imports: [],
    knowledge: 10,
    ...change,
  };
}

/** Creates an open, on-budget account. */
export function anAccount(change: Partial<StoredAccount>): StoredAccount {
  const id = crypto.randomUUID();
  const name = "Account";
  return plainAccount({ id, name, type: "checking", transfer_payee_id: id, ...KNOWN, ...change });
}

export function aGroup(change: Partial<StoredGroup>): StoredGroup {
  return plainGroup({ id: change.id ?? crypto.randomUUID(), name: "Group", ...KNOWN, ...change });
}

/** Creates a category in the group "Living", without a target. */
export function aCategory(change: Partial<StoredCategory>): StoredCategory {
  const group = { category_group_id: ids.livingGroup };
  return plainCategory({
    id: change.id ?? crypto.randomUUID(),
    name: "Category",
    ...group,
    ...KNOWN,
    ...change,
  });
}

/** Creates a target that sets aside an amount each month. */
export function aTarget(change: Partial<StoredTarget> = {}): StoredTarget {
  return plainTarget({ goal_target: 100_000, goal_creation_month: "2026-01-01", ...change });
}

export function aPayee(change: Partial<StoredPayee>): StoredPayee {
  return plainPayee({ id: change.id ?? crypto.randomUUID(), name: "Payee", ...KNOWN, ...change });
}

/** Creates an approved, cleared transaction in "Checking", dated five days ago. */
export function aRow(change: Partial<StoredTransaction>): StoredTransaction {
  return plainRow({
    id: change.id ?? crypto.randomUUID(),
    date: "2026-03-10",
    amount: 0,
    account_id: ids.checking,
    ...KNOWN,
    ...change,
  });
}

export function aLine(change: Partial<StoredSplitLine>): StoredSplitLine {
  return plainLine({ id: change.id ?? crypto.randomUUID(), amount: 0, ...change });
}

/** Creates a monthly schedule in "Checking" that is next due in April. */
export function aSchedule(change: Partial<StoredScheduled>): StoredScheduled {
  return plainSchedule({
    id: change.id ?? crypto.randomUUID(),
    date_first: "2026-04-01",
    date_next: "2026-04-01",
    frequency: "monthly",
    amount: -10_000,
    account_id: ids.checking,
    ...KNOWN,
    ...change,
  });
}
