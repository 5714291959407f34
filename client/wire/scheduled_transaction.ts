import * as check from "./check.ts";
import { type FlagColor, lineFields, namesOfParties, rowFields } from "./transaction.ts";

const frequency = check.word<
  | "never"
  | "daily"
  | "weekly"
  | "everyOtherWeek"
  | "twiceAMonth"
  | "every4Weeks"
  | "monthly"
  | "everyOtherMonth"
  | "every3Months"
  | "every4Months"
  | "twiceAYear"
  | "yearly"
  | "everyOtherYear"
>();
export type Frequency = check.TypeOf<typeof frequency>;

const lineBase = { ...lineFields, scheduled_transaction_id: check.id };

/** A split line of a scheduled transaction, as it appears in the plan export. */
export type ScheduledSplitLineBase = check.RecordOf<typeof lineBase>;

const line = check.record({
  ...lineBase,
  // This id is never read, because the line is nested in its schedule.
  scheduled_transaction_id: check.orNone(check.id) as check.Check<string>,
});
export type ScheduledSplitLine = check.TypeOf<typeof line>;

const base = { ...rowFields, date_first: check.day, date_next: check.day, frequency };

/** A scheduled transaction, as it appears in the plan export. */
export type ScheduledTransactionBase = check.RecordOf<typeof base>;

/** A schedule with its split lines and the names of its account, payee and category. */
export const scheduledTransaction = check.record({
  ...base,
  amount_formatted: check.orAbsent(check.text),
  ...namesOfParties,
  account_name: check.text,
  /** May include deleted split lines. */
  subtransactions: check.uniqueList(line),
});
export type ScheduledTransaction = check.TypeOf<typeof scheduledTransaction>;

/** Body for creating or replacing a schedule. `date` is the schedule's next date. */
export interface SaveScheduledTransaction {
  readonly account_id: string;
  readonly date: string;
  readonly amount?: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
  readonly flag_color?: FlagColor | null;
  readonly frequency?: Frequency;
}
