import * as check from "./check.ts";

/** Account type, which determines whether the account is cash, credit, tracking or a loan. */
const accountType = check.word<
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
export type AccountType = check.TypeOf<typeof accountType>;

/** A loan's interest rates, minimum payments or escrow amounts, by ISO start date. */
export type DatedFigures = Readonly<Record<string, number>>;
const figures = check.anything<DatedFigures | null | undefined>();

export const account = check.record({
  id: check.id,
  name: check.text,
  type: accountType,
  /** `false` for tracking accounts, whose transactions have no category. */
  on_budget: check.flag,
  closed: check.flag,
  note: check.orNone(check.text),
  /** Account balance in milliunits; includes both cleared and uncleared transactions. */
  balance: check.amount,
  /** Cleared balance in milliunits; includes reconciled transactions. */
  cleared_balance: check.amount,
  /** Milliunits. */
  uncleared_balance: check.amount,
  transfer_payee_id: check.orNull(check.id),
  direct_import_linked: check.orAbsent(check.flag),
  direct_import_in_error: check.orAbsent(check.flag),
  /** Time of the last reconciliation; changes only when the account is reconciled in YNAB's app. */
  last_reconciled_at: check.orNone(check.text),
  debt_original_balance: check.anything<number | null | undefined>(),
  /** Interest rates in thousandths of a percent. */
  debt_interest_rates: figures,
  /** Milliunits. */
  debt_minimum_payments: figures,
  /** Milliunits. */
  debt_escrow_amounts: figures,
  balance_formatted: check.orAbsent(check.text),
  deleted: check.flag,
});
export type Account = check.TypeOf<typeof account>;
