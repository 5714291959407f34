import {
  type Check,
  day,
  displayed,
  id,
  orAbsent,
  orNone,
  record,
  type RecordOf,
  text,
  type TypeOf,
  uniqueList,
  word,
} from "./check.ts";
import { type FlagColor, lineFields, namesOfParties, rowFields } from "./transaction.ts";

const frequency = word<
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
export type Frequency = TypeOf<typeof frequency>;

const lineBase = { ...lineFields, scheduled_transaction_id: id };

/** A split line of a schedule in the plan export. */
export type ScheduledSplitLineBase = RecordOf<typeof lineBase>;

const line = record({
  ...lineBase,
  ...displayed("amount"),
  // Never read, because the line is nested in its schedule.
  scheduled_transaction_id: orNone(id) as Check<string>,
});
export type ScheduledSplitLine = TypeOf<typeof line>;

const base = { ...rowFields, date_first: day, date_next: day, frequency };

/** A schedule in the plan export. */
export type ScheduledTransactionBase = RecordOf<typeof base>;

/** A schedule with its split lines and the names of its account, payee and category. */
export const scheduledTransaction = record({
  ...base,
  ...displayed("amount"),
  amount_formatted: orAbsent(text),
  ...namesOfParties,
  account_name: text,
  /** May include deleted lines. */
  subtransactions: uniqueList(line),
});
export type ScheduledTransaction = TypeOf<typeof scheduledTransaction>;

/** Body for creating or replacing a schedule. `date` is the next date. */
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
