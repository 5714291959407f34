import {
  amount,
  type Check,
  day,
  displayed,
  flag,
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
import { type FlagColor, flagColor } from "./transaction.ts";

/** How often a scheduled transaction comes round. */
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

const lineBase = {
  id,
  scheduled_transaction_id: id,
  amount,
  memo: orNone(text),
  payee_id: orNone(id),
  payee_name: orNone(text),
  category_id: orNone(id),
  category_name: orNone(text),
  transfer_account_id: orNone(id),
  deleted: flag,
};

/** One split line of a schedule as the plan export carries it. */
export type ScheduledSplitLineBase = RecordOf<typeof lineBase>;

/** One split line of a schedule. */
const line = record({
  ...lineBase,
  ...displayed("amount"),
  // Never read: the line is in its schedule.
  scheduled_transaction_id: orNone(id) as Check<string>,
});
export type ScheduledSplitLine = TypeOf<typeof line>;

const base = {
  id,
  date_first: day,
  date_next: day,
  frequency,
  amount,
  memo: orNone(text),
  flag_color: orNone(flagColor),
  flag_name: orNone(text),
  account_id: id,
  payee_id: orNone(id),
  category_id: orNone(id),
  transfer_account_id: orNone(id),
  deleted: flag,
};

/** One schedule as the plan export carries it. */
export type ScheduledTransactionBase = RecordOf<typeof base>;

/** One schedule with the names it points to and its split lines. */
export const scheduledTransaction = record({
  ...base,
  ...displayed("amount"),
  amount_formatted: orAbsent(text),
  account_name: text,
  payee_name: orNone(text),
  category_name: orNone(text),
  /** Deleted lines may be among them. */
  subtransactions: uniqueList(line),
});
export type ScheduledTransaction = TypeOf<typeof scheduledTransaction>;

/** Body of a schedule create or replace; `date` is the next date. */
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
