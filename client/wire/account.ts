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

/** What kind of account it is; cash, credit, tracking or loan follows from it. */
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

/** Loan figures keyed by the ISO date from which each holds. */
export type DatedFigures = Readonly<Record<string, number>>;
const figures = anything<DatedFigures | null | undefined>();

const base = {
  id,
  name: text,
  type: accountType,
  /** `false` for tracking accounts, whose rows carry no category. */
  on_budget: flag,
  closed: flag,
  note: orNone(text),
  /** Milliunits; cleared and uncleared together. */
  balance: amount,
  /** Milliunits; reconciled rows included. */
  cleared_balance: amount,
  /** Milliunits. */
  uncleared_balance: amount,
  transfer_payee_id: orNull(id),
  direct_import_linked: orAbsent(flag),
  direct_import_in_error: orAbsent(flag),
  /** Moves only when the account is reconciled in the upstream product. */
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

/** One account as the plan export carries it: without the display fields. */
export type AccountBase = RecordOf<typeof base>;

/** One account as every other read carries it. */
export const account = record({
  ...base,
  ...displayed("balance", "cleared_balance", "uncleared_balance"),
  balance_formatted: orAbsent(text),
});
export type Account = TypeOf<typeof account>;
