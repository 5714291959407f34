import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { Reads } from "../../sync/plan/reads.ts";
import type { Fields, PreviewLine, Step, Target, WriteId } from "../change.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";

/** Operations that undoing may use, by profile. */
export const UNDO_WRITES = {
  fuller: ["updateCategory", "updateMonthCategory", "updateTransactions", "deleteTransaction"],
  reduced: ["updateMonthCategory", "updateTransactions", "deleteTransaction"],
  complete: [
    "updateCategory",
    "updateMonthCategory",
    "updateTransactions",
    "createTransaction",
    "updateTransaction",
    "deleteTransaction",
    "createScheduledTransaction",
    "updateScheduledTransaction",
    "deleteScheduledTransaction",
    "updateCategoryGroup",
    "updatePayee",
  ],
} as const satisfies Readonly<Record<string, readonly WriteId[]>>;

/** Operations that undoing may read with, by profile. */
export const UNDO_READS = {
  fuller: ["getCategories", "getPlanMonth", "getTransactions"],
  reduced: ["getCategories", "getPlanMonth", "getTransactions"],
  complete: [
    "getAccounts",
    "getCategories",
    "getPayees",
    "getPlanMonth",
    "getScheduledTransactions",
    "getTransactions",
  ],
} as const satisfies Readonly<Record<string, readonly (keyof Reads)[]>>;

/** Reads that undoing a change may need. */
export type UndoReadId = (typeof UNDO_READS)["complete"][number];

/** Operations that undoing a change may need. */
export type UndoWriteId = (typeof UNDO_WRITES)["complete"][number];

/** A record that is put back, and the step that changed it. */
export interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
  /** What it is now; `null` for one that is gone. */
  readonly now: Fields | null;
  /** Its id where it is there again, but without the marks that it had; else `null`. */
  readonly backAs: string | null;
}

/** Other records that are there now, as far as they were read. */
export interface KnownRecords {
  readonly schedules: readonly CurrentRecord[];
}

/** Where to read once a change has been undone. */
export interface UndoneSource {
  readonly planId: string;
  readonly fresh: Pick<Reads, UndoReadId>;
  /** How the plan writes money, as far as is known when it is asked. */
  readonly format: () => MoneyFormat;
}

/** How the targets of one operation are put back. */
export interface WayBack {
  /** The operation that does it: a profile without it can't undo. */
  readonly operation: UndoWriteId;
  /** Whether categories have to be read, to name and check what is put back. */
  readonly needsCategories: (steps: readonly JournalStep[]) => boolean;
  /** What a target has to be for it to go back; what it became, if absent. */
  readonly expected?: (target: JournalTarget) => Fields;
  /** Why a target that is as expected stays; `null` to revert it. */
  readonly reasonToStay?: (now: Fields, target: JournalTarget) => string | null;
  /** The line of the preview, where it is not one for each field. */
  readonly previewLine?: Pick<PreviewLine, "field" | "before" | "after">;
  /** What upstream gives by itself to a record that is entered again: its marks come later. */
  readonly madeWith?: Fields;
  /** Further lines of a target beside that one. */
  readonly furtherLines?: (
    target: JournalTarget,
  ) => readonly Pick<PreviewLine, "field" | "before" | "after">[];
  /** What the user should know before confirming. */
  readonly warnings?: readonly string[];
  /** The same, where it depends on what the records are now. */
  readonly warningsOf?: (reverted: readonly Reverted[]) => readonly string[];
  /** Makes the requests. */
  readonly steps: (
    reverted: readonly Reverted[],
    planId: string,
    known: KnownRecords,
  ) => readonly Step<UndoWriteId>[];
  /** Says what is true once these steps have been taken. */
  readonly afterwards: (steps: readonly Step[], source: UndoneSource) => Promise<string>;
}

/** Turns a target round. */
export function backwards({ id, label, before, after }: JournalTarget): Target {
  return { id, label, before: after, after: before };
}
