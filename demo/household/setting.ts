/** The household's settings (the current day and the seed), and the table that holds its data. */

import { addMonths, firstOfMonth, monthsBetween } from "../../domain/base/month.ts";
import { type Random, randomFrom } from "../model/random.ts";
import type {
  StoredAccount,
  StoredCategory,
  StoredGroup,
  StoredScheduled,
  StoredTarget,
} from "../model/records.ts";
import json from "./table.json" with { type: "json" };

/** A row of the table: a string or, if the row has additional columns, an object. */
export type TableRow = string | {
  readonly row: string;
  readonly lines?: readonly string[];
  readonly flag?: readonly [color: string, name: string | null];
  readonly deleted?: boolean;
  readonly approved?: boolean;
  /** Name of the scheduled transaction from which this transaction was created. */
  readonly schedule?: string;
  /** Whether the transaction always stays in the current month. */
  readonly this_month?: boolean;
  readonly id?: string;
  /** The `id` of the matched transaction. */
  readonly matched?: string;
};

/**
 * A category in the table. Amounts are in dollars. Months and dates are fixed; {@linkcode shifted}
 * adapts them to the current day.
 */
export interface TableCategory
  extends Partial<Pick<StoredCategory, "note" | "hidden" | "deleted" | "loan_paired">> {
  readonly key: string;
  readonly name: string;
  readonly target?: Partial<StoredTarget> & {
    readonly goal_target: number;
    readonly snoozed?: boolean;
  };
  /**
   * Monthly amount: the balance is topped up to this amount or, if `adds_up` is true, increased by
   * it.
   */
  readonly monthly?: number;
  readonly adds_up?: boolean;
  /** Share of the monthly amount that is already assigned in the current month. */
  readonly this_month?: number;
}

/**
 * A scheduled transaction. Exactly one of these fields is set, and it determines the next date:
 * `days` (a pair whose second element is the number of days from today to the next date), `weeks`
 * (the number of weeks after the payee's latest transaction), or `starts` (the first date).
 */
export interface TableSchedule {
  readonly name: string;
  readonly frequency: StoredScheduled["frequency"];
  readonly amount: number;
  readonly account: string;
  readonly payee: string;
  readonly category: string | null;
  readonly memo?: string;
  readonly deleted?: boolean;
  readonly lines?: readonly string[];
  readonly days?: readonly [first: number, next: number];
  readonly weeks?: number;
  readonly starts?: string;
  readonly months?: number;
  readonly on?: readonly number[];
}

interface TableAccount
  extends
    Pick<StoredAccount, "name" | "type">,
    Partial<Pick<StoredAccount, "closed" | "deleted" | "note">> {
  readonly tracking?: boolean;
  readonly link?: "healthy" | "broken";
  readonly reconciled_days_ago?: number;
  readonly debt?: Readonly<
    Record<"rates" | "minimums" | "escrow", Readonly<Record<string, number>>>
  >;
}

interface TableGroup extends Partial<Pick<StoredGroup, "internal" | "hidden" | "deleted">> {
  readonly key: string;
  readonly name: string;
  readonly categories: readonly TableCategory[];
}

interface Table {
  readonly month: string;
  readonly accounts: Readonly<Record<string, TableAccount>>;
  readonly groups: readonly TableGroup[];
  /** Each payee's usual category, followed by bank descriptions of the payee's transactions. */
  readonly payees: Readonly<Record<string, readonly [string, ...string[]]>>;
  /** Payees paid at a fixed interval, and the interval in weeks. */
  readonly every_weeks: Readonly<Record<string, number>>;
  readonly special_payees: readonly string[];
  readonly rename_rules: Readonly<Record<string, readonly string[]>>;
  readonly unused_payees: readonly { readonly name: string; readonly deleted: boolean }[];
  readonly locations: readonly (readonly [payee: string, latitude: string, longitude: string])[];
  readonly notes: Readonly<Record<string, string>>;
  readonly left_to_assign: number;
  /** Categories that remain overspent, by month. */
  readonly left_overspent: Readonly<Record<string, readonly string[]>>;
  readonly schedules: readonly TableSchedule[];
  readonly waiting: readonly {
    readonly days_ago: number;
    readonly account: string;
    readonly amount: number;
    readonly label: string;
  }[];
  readonly recent: readonly TableRow[];
  readonly months: Readonly<Record<string, readonly TableRow[]>>;
}

export const TABLE = json as unknown as Table;

/** Everything that may differ between households. */
export interface Setting {
  readonly seed: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** First day of the first month of history. */
  readonly start: string;
  /** First day of the current month. */
  readonly thisMonth: string;
  /** Number of months added to every date in the table. */
  readonly shift: number;
  /** Returns the id for a key. The same seed always gives the same id. */
  idOf(key: string): string;
}

/** Shifts the household's history so that it ends today. */
export function settingOf(
  { today, seed }: { readonly today: string; readonly seed: number },
): Setting {
  const known = new Map<string, string>();
  const shift = monthsBetween(`${TABLE.month}-01`, firstOfMonth(today));
  const [first = TABLE.month] = Object.keys(TABLE.months);
  return {
    seed,
    today,
    start: addMonths(`${first}-01`, shift),
    thisMonth: firstOfMonth(today),
    shift,
    idOf(key): string {
      let id = known.get(key);
      if (id === undefined) known.set(key, id = randomFrom(`household/${seed}/id/${key}`).uuid());
      return id;
    },
  };
}

/** Shifts a date by `shift` months; a month (`YYYY-MM`) counts as its first day. */
export function shifted({ shift }: Setting, written: string): string {
  return addMonths(written.length === 7 ? `${written}-01` : written, shift);
}

/** Generates details missing from the table, such as numbers in bank transaction descriptions. */
export function randomFor({ seed }: Setting, purpose: string): Random {
  return randomFrom(`household/${seed}/${purpose}`);
}

/** Converts dollars to milliunits. */
export function milliunits(dollars: number | string): number {
  return Math.round(Number(dollars) * 1_000);
}
