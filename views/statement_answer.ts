import type { ViewProps } from "./words.ts";

/** A row of the bank's statement. */
export interface BankRow {
  readonly row: number;
  readonly date: string;
  readonly amount: number;
  readonly payee: string;
}

export interface NewRow extends BankRow {
  readonly category?: string;
  readonly confidence?: number;
}

export interface DoubtfulRow extends BankRow {
  readonly candidates?: readonly {
    readonly transaction_id: string;
    readonly date: string;
    readonly payee: string;
    readonly category?: string;
  }[];
}

export interface DifferingRow extends BankRow {
  readonly transaction_id: string;
  readonly has: number;
}

export interface TransferRow extends BankRow {
  readonly transaction_id: string;
  readonly account: string;
}

export interface Question {
  readonly about: string;
  readonly choices: readonly string[];
  readonly example: string;
  /** The first rows, as each choice would read them. */
  readonly rows?: readonly (Omit<BankRow, "row"> & { readonly choice: string })[];
}

export interface Balance {
  readonly closing?: number;
  readonly adds_up?: boolean;
  readonly cleared_before: number;
  readonly cleared_after: number;
  readonly difference?: number;
}

/** A statement compared with an account, as returned by `compare_statement`. */
export interface StatementAnswer {
  readonly status: string;
  readonly statement?: string;
  readonly account?: string;
  readonly files?: readonly {
    readonly file: string;
    readonly first: string;
    readonly last: string;
    readonly rows: number;
  }[];
  readonly read?: {
    readonly first?: string;
    readonly last?: string;
    readonly rows: number;
    readonly sum_in: number;
    readonly sum_out: number;
  };
  readonly questions?: readonly Question[];
  readonly balance?: Balance;
  readonly matched?: { readonly count: number };
  readonly new?: readonly NewRow[];
  readonly new_count?: number;
  readonly doubtful?: readonly DoubtfulRow[];
  readonly doubtful_count?: number;
  readonly differs?: readonly DifferingRow[];
  readonly differs_count?: number;
  readonly combined?: readonly BankRow[];
  readonly combined_count?: number;
  readonly transfers?: readonly TransferRow[];
  readonly transfers_count?: number;
  readonly only_in_plan?: readonly (Omit<BankRow, "row"> & { readonly cleared: string })[];
  readonly only_in_plan_count?: number;
  readonly left_out?: readonly { readonly row: number; readonly reason: string }[];
  readonly left_out_count?: number;
}

/** The user's decision about a row. */
export interface RowDecision {
  readonly row: number;
  readonly as: "match" | "new" | "skip" | "amount" | "transfer";
  readonly transaction_id?: string;
}

export type Args = ViewProps<unknown>["args"];

/** Whether an answer is still about the statement rather than about a change. */
export function isAboutStatement({ status }: { readonly status?: unknown }): boolean {
  return ["statement_wanted", "question", "compared"].includes(String(status));
}

/** Returns a call's arguments, except those that the server stores with the statement. */
export function lastingArgs(args: Args): Args {
  const lasting = ["plan_id", "account_id", "reconcile", "adjust"];
  return Object.fromEntries(Object.entries(args).filter(([name]) => lasting.includes(name)));
}
