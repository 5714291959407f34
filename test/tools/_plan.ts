import type { PlanRecords, StoredScheduled, StoredTransaction } from "../../demo/model/records.ts";
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

/** The tests' current day. */
export const TODAY = "2026-03-15";

/** Creates an id; its first eight characters identify the record. */
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

/** `7b` and `7c`, the two sides of a transfer of 500 from checking to the house. */
export const transferToHouse: readonly StoredTransaction[] = [
  aRow({
    ...{ id: idOf("7b"), transfer_transaction_id: idOf("7c"), date: "2026-03-12" },
    ...{ amount: -500_000, payee_id: ids.toHouse, transfer_account_id: ids.house },
  }),
  aRow({
    ...{ id: idOf("7c"), transfer_transaction_id: idOf("7b"), date: "2026-03-12" },
    ...{ amount: 500_000, payee_id: ids.toChecking, transfer_account_id: ids.checking },
    account_id: ids.house,
  }),
];

const monthly = aTarget({ goal_target: 120_000 });

/**
 * Creates the household with a yearly target of 3,190, whose monthly share has fractions of a cent.
 */
export function withFinerTarget(): PlanRecords {
  const plan = household();
  const yearly = { ...monthly, goal_cadence: 13, goal_target: 3_190_000 };
  const target = { ...yearly, goal_target_date: "2027-02-28" };
  plan.assignments.clear();
  return {
    ...plan,
    categories: plan.categories.map((one) => one.id === ids.power ? { ...one, target } : one),
  };
}

/** Creates the household: income 3,000; rent, a split, a refund, a transfer, two pending rows. */
export function household(change: Partial<PlanRecords> = {}): PlanRecords {
  return aPlan({
    id: ids.plan,
    name: "Home &amp; Garden",
    first_month: "2025-01-01",
    accounts: [
      anAccount({
        id: ids.checking,
        name: "Checking",
        transfer_payee_id: ids.toChecking,
        direct_import_linked: true,
        last_reconciled_at: "2026-03-01T08:00:00Z",
      }),
      anAccount({
        id: ids.savings,
        name: "Savings",
        type: "savings",
        transfer_payee_id: ids.toSavings,
      }),
      anAccount({
        id: ids.visa,
        name: "Visa",
        type: "creditCard",
        transfer_payee_id: ids.toVisa,
        payment_category_id: ids.visaPayment,
        direct_import_linked: true,
        direct_import_in_error: true,
      }),
      anAccount({
        id: ids.house,
        name: "House",
        type: "otherAsset",
        on_budget: false,
        transfer_payee_id: ids.toHouse,
      }),
      anAccount({ id: ids.oldAccount, name: "Old account", closed: true }),
    ],
    groups: [
      aGroup({ id: ids.internal, name: "Internal Master Category", internal: true }),
      aGroup({ id: ids.cards, name: "Credit Card Payments", internal: true }),
      aGroup({ id: ids.bills, name: "Bills" }),
      aGroup({ id: ids.fun, name: "Fun" }),
      aGroup({ id: ids.hiddenGroup, name: "Hidden Categories", hidden: true }),
    ],
    categories: [
      aCategory({
        id: ids.inflow,
        name: "Inflow: Ready to Assign",
        category_group_id: ids.internal,
        internal: true,
      }),
      aCategory({
        id: ids.uncategorized,
        name: "Uncategorized",
        category_group_id: ids.internal,
        internal: true,
      }),
      aCategory({ id: ids.visaPayment, name: "Visa", category_group_id: ids.cards }),
      aCategory({ id: ids.rent, name: "Rent", category_group_id: ids.bills }),
      aCategory({ id: ids.power, name: "Power", category_group_id: ids.bills, target: monthly }),
      aCategory({ id: ids.gifts, name: "Gifts", category_group_id: ids.fun }),
      aCategory({ id: ids.dining, name: "Dining", category_group_id: ids.fun }),
      aCategory({ id: ids.otherGifts, name: "Gifts", category_group_id: ids.bills }),
      aCategory({
        id: ids.hidden,
        name: "Old hobby",
        category_group_id: ids.hiddenGroup,
        hidden: true,
      }),
    ],
    payees: [
      aPayee({
        id: ids.toChecking,
        name: "Transfer : Checking",
        transfer_account_id: ids.checking,
      }),
      aPayee({ id: ids.toSavings, name: "Transfer : Savings", transfer_account_id: ids.savings }),
      aPayee({ id: ids.toVisa, name: "Transfer : Visa", transfer_account_id: ids.visa }),
      aPayee({ id: ids.toHouse, name: "Transfer : House", transfer_account_id: ids.house }),
      aPayee({ id: ids.landlord, name: "Landlord" }),
      aPayee({ id: ids.amazon, name: "Amazon" }),
      aPayee({ id: ids.employer, name: "Employer" }),
      aPayee({ id: ids.cafe, name: "Caf\u00e9 M\u00fcller" }),
    ],
    assignments: new Map([
      [
        "2026-03-01",
        new Map([[ids.rent, 1_000_000], [ids.power, 50_000], [ids.dining, 60_000]]),
      ],
    ]),
    transactions: [
      aRow({
        id: idOf("71"),
        date: "2026-03-01",
        amount: 3_000_000,
        payee_id: ids.employer,
        category_id: ids.inflow,
      }),
      aRow({
        id: idOf("72"),
        date: "2026-03-02",
        amount: -1_000_000,
        payee_id: ids.landlord,
        category_id: ids.rent,
      }),
      aRow({
        id: idOf("73"),
        date: "2026-03-05",
        amount: -80_500,
        payee_id: ids.cafe,
        memo: "Anna &amp; me\nlunch",
        category_id: ids.dining,
        flag_color: "red",
      }),
      aRow({
        id: idOf("74"),
        date: "2026-03-06",
        amount: -45_000,
        payee_id: ids.amazon,
        import_id: "YNAB:-45000:2026-03-06:1",
        import_payee_name: "AMZN Mktp",
        import_payee_name_original: "AMZN MKTP US*2K4LM8QX3",
        lines: [
          aLine({ id: idOf("81"), amount: -30_000, memo: "present", category_id: ids.gifts }),
          aLine({ id: idOf("82"), amount: -15_000, category_id: ids.dining }),
        ],
      }),
      aRow({
        id: idOf("75"),
        date: "2026-03-07",
        amount: 10_000,
        payee_id: ids.amazon,
        category_id: ids.gifts,
      }),
      aRow({
        id: idOf("76"),
        date: "2026-03-08",
        amount: -200_000,
        payee_id: ids.toSavings,
        transfer_account_id: ids.savings,
        transfer_transaction_id: idOf("77"),
      }),
      aRow({
        id: idOf("77"),
        date: "2026-03-08",
        account_id: ids.savings,
        amount: 200_000,
        payee_id: ids.toChecking,
        transfer_account_id: ids.checking,
        transfer_transaction_id: idOf("76"),
        cleared: "uncleared",
      }),
      aRow({
        id: idOf("78"),
        date: "2026-03-10",
        amount: -20_000,
        payee_id: ids.amazon,
        approved: false,
      }),
      aRow({
        id: idOf("79"),
        date: "2024-01-10",
        amount: -7_000,
        payee_id: ids.amazon,
        category_id: ids.uncategorized,
        approved: false,
      }),
      aRow({
        id: idOf("7a"),
        date: "2026-03-11",
        account_id: ids.house,
        amount: 250_000_000,
        cleared: "reconciled",
      }),
    ],
    ...change,
  });
}

/**
 * The household's schedules: rent and a transfer to savings. Both are due weeks ahead, so that
 * neither is entered during a test.
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
