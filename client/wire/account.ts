import type { OpenEnum } from "./open_enum.ts";

/** What kind of account it is; cash, credit, tracking or loan follows from it. */
export type AccountType = OpenEnum<
  | "checking"
  | "savings"
  | "cash"
  | "creditCard"
  | "lineOfCredit"
  | "otherAsset"
  | "otherLiability"
  | "mortgage"
  | "autoLoan"
  | "studentLoan"
  | "personalLoan"
  | "medicalDebt"
  | "otherDebt"
>;

/** Loan figures keyed by the ISO date from which each holds. */
export type DatedFigures = Readonly<Record<string, number>>;

/** One account as the plan export carries it: without the display fields. */
export interface AccountBase {
  readonly id: string;
  readonly name: string;
  readonly type: AccountType;
  /** `false` for tracking accounts, whose rows carry no category. */
  readonly on_budget: boolean;
  readonly closed: boolean;
  readonly note?: string | null;
  /** Milliunits; cleared and uncleared together. */
  readonly balance: number;
  /** Milliunits; reconciled rows included. */
  readonly cleared_balance: number;
  /** Milliunits. */
  readonly uncleared_balance: number;
  readonly transfer_payee_id: string | null;
  readonly direct_import_linked?: boolean;
  readonly direct_import_in_error?: boolean;
  /** Moves only when the account is reconciled in the upstream product. */
  readonly last_reconciled_at?: string | null;
  readonly debt_original_balance?: number | null;
  /** Thousandths of a percent. */
  readonly debt_interest_rates?: DatedFigures | null;
  /** Milliunits. */
  readonly debt_minimum_payments?: DatedFigures | null;
  /** Milliunits. */
  readonly debt_escrow_amounts?: DatedFigures | null;
  readonly deleted: boolean;
}

/** One account as every other read carries it. */
export interface Account extends AccountBase {
  readonly balance_formatted?: string;
  readonly balance_currency?: number;
  readonly cleared_balance_formatted?: string;
  readonly cleared_balance_currency?: number;
  readonly uncleared_balance_formatted?: string;
  readonly uncleared_balance_currency?: number;
}
