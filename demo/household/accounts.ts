/**
 * The household's accounts.
 *
 * @module
 */

import type { AccountType, DatedFigures } from "../../client/wire/account.ts";
import type { StoredAccount } from "../_records.ts";
import { addDays, addMonths } from "../_calendar.ts";
import { idFor, type Setting } from "./setting.ts";

/** Names an account within this folder. */
export type AccountKey =
  | "checking"
  | "savings"
  | "wallet"
  | "visa"
  | "storeCard"
  | "lyon"
  | "giro"
  | "london"
  | "mortgage"
  | "carLoan"
  | "brokerage"
  | "house"
  | "prepaid";

/** What is fixed about an account. */
export interface AccountFacts {
  readonly name: string;
  readonly type: AccountType;
  readonly onBudget: boolean;
  readonly closed?: boolean;
  readonly deleted?: boolean;
  readonly note?: string;
  /** How the bank link fares; absent where there is none. */
  readonly link?: "healthy" | "broken";
  /** Days since the last reconciliation; absent where there was none. */
  readonly reconciledDaysAgo?: number;
  /** Milliunits on the plan's first day. */
  readonly opening: number;
}

/** All accounts, in the order in which they are listed. */
export const ACCOUNTS: Readonly<Record<AccountKey, AccountFacts>> = {
  checking: {
    name: "Checking",
    type: "checking",
    onBudget: true,
    note: "Joint account; salaries come in here.",
    link: "healthy",
    reconciledDaysAgo: 16,
    opening: 7_884_150,
  },
  savings: {
    name: "Savings",
    type: "savings",
    onBudget: true,
    reconciledDaysAgo: 45,
    opening: 9_650_000,
  },
  wallet: { name: "Cash", type: "cash", onBudget: true, opening: 140_000 },
  visa: {
    name: "Everyday Visa",
    type: "creditCard",
    onBudget: true,
    link: "healthy",
    reconciledDaysAgo: 27,
    opening: -1_236_480,
  },
  storeCard: {
    name: "Harlow's Store Card",
    type: "creditCard",
    onBudget: true,
    note: "Old balance; being paid off.",
    reconciledDaysAgo: 60,
    opening: -6_480_000,
  },
  lyon: {
    name: "Lyon Account",
    type: "checking",
    onBudget: true,
    note: "For the flat in Lyon, kept in dollars here.",
    reconciledDaysAgo: 75,
    opening: 860_000,
  },
  giro: {
    name: "Girokonto",
    type: "checking",
    onBudget: true,
    note: "Sam's account in Cologne, kept in dollars here.",
    link: "broken",
    reconciledDaysAgo: 90,
    opening: 540_000,
  },
  london: {
    name: "London Current Account",
    type: "checking",
    onBudget: true,
    closed: true,
    note: "Closed after the move.",
    opening: 5_940_000,
  },
  mortgage: { name: "Mortgage", type: "mortgage", onBudget: false, opening: -268_412_770 },
  carLoan: { name: "Car Loan", type: "autoLoan", onBudget: false, opening: -17_846_300 },
  brokerage: { name: "Brokerage", type: "otherAsset", onBudget: false, opening: 31_502_840 },
  house: {
    name: "House (estimate)",
    type: "otherAsset",
    onBudget: false,
    opening: 412_000_000,
  },
  prepaid: {
    name: "Prepaid Card",
    type: "cash",
    onBudget: true,
    closed: true,
    deleted: true,
    opening: 0,
  },
};

/** All account keys, in the order in which they are listed. */
export const ACCOUNT_KEYS: readonly AccountKey[] = Object.keys(ACCOUNTS) as AccountKey[];

/**
 * Lists the accounts as they are stored.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * assertEquals(householdAccounts(settingOf({ today: "2026-11-20", seed: 1 }))[0]?.name, "Checking");
 * ```
 */
export function householdAccounts(setting: Setting): StoredAccount[] {
  return ACCOUNT_KEYS.map((key) => storedAccount(setting, key));
}

function storedAccount(setting: Setting, key: AccountKey): StoredAccount {
  const facts = ACCOUNTS[key];
  const debt = debtFigures(setting, key);
  return {
    id: idFor(setting, `account/${key}`),
    name: facts.name,
    type: facts.type,
    on_budget: facts.onBudget,
    closed: facts.closed ?? false,
    note: facts.note ?? null,
    direct_import_linked: facts.link !== undefined,
    direct_import_in_error: facts.link === "broken",
    last_reconciled_at: facts.reconciledDaysAgo === undefined
      ? null
      : `${addDays(setting.today, -facts.reconciledDaysAgo)}T18:24:07Z`,
    transfer_payee_id: idFor(setting, `payee/transfer/${key}`),
    payment_category_id: facts.type === "creditCard"
      ? idFor(setting, `category/${key}Payment`)
      : null,
    debt_interest_rates: debt?.rates ?? null,
    debt_minimum_payments: debt?.minimums ?? null,
    debt_escrow_amounts: debt?.escrow ?? null,
    deleted: facts.deleted ?? false,
    knowledge: 1,
  };
}

interface DebtFigures {
  readonly rates: DatedFigures;
  readonly minimums: DatedFigures;
  readonly escrow: DatedFigures;
}

/** Rates in thousandths of a percent, the rest in milliunits, by date of effect. */
function debtFigures(setting: Setting, key: AccountKey): DebtFigures | undefined {
  const { start } = setting;
  if (key === "mortgage") {
    const reassessed = addMonths(start, 19);
    return {
      rates: { [start]: 4_125 },
      minimums: { [start]: 1_588_260, [reassessed]: 1_612_440 },
      escrow: { [start]: 287_640, [reassessed]: 311_820 },
    };
  }
  if (key === "carLoan") {
    return { rates: { [start]: 5_490 }, minimums: { [start]: 318_270 }, escrow: {} };
  }
  return undefined;
}
