import {
  amount,
  anything,
  displayed,
  flag,
  id,
  orAbsent,
  orNone,
  orNull,
  record,
  type RecordOf,
  text,
  type TypeOf,
  word,
} from "./check.ts";

/** Account type, which determines whether the account is cash, credit, tracking or a loan. */
const accountType = word<
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
>();
export type AccountType = TypeOf<typeof accountType>;

/** Loan figures by ISO start date. */
export type DatedFigures = Readonly<Record<string, number>>;
const figures = anything<DatedFigures | null | undefined>();

const base = {
  id,
  name: text,
  type: accountType,
  /** `false` for tracking accounts, whose transactions have no category. */
  on_budget: flag,
  closed: flag,
  note: orNone(text),
  /** Milliunits; includes cleared and uncleared transactions. */
  balance: amount,
  /** Milliunits; includes reconciled transactions. */
  cleared_balance: amount,
  /** Milliunits. */
  uncleared_balance: amount,
  transfer_payee_id: orNull(id),
  direct_import_linked: orAbsent(flag),
  direct_import_in_error: orAbsent(flag),
  /** Changes only when the account is reconciled in YNAB's app. */
  last_reconciled_at: orNone(text),
  debt_original_balance: anything<number | null | undefined>(),
  /** Thousandths of a percent. */
  debt_interest_rates: figures,
  /** Milliunits. */
  debt_minimum_payments: figures,
  /** Milliunits. */
  debt_escrow_amounts: figures,
  deleted: flag,
};

/** An account in the plan export, without display fields. */
export type AccountBase = RecordOf<typeof base>;

/** An account in any other response. */
export const account = record({
  ...base,
  ...displayed("balance", "cleared_balance", "uncleared_balance"),
  balance_formatted: orAbsent(text),
});
export type Account = TypeOf<typeof account>;
