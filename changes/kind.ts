import type { WriteId } from "./change.ts";
import type { JournalStep } from "./journal.ts";
import type { Evidence } from "./outcome/evidence.ts";
import type { WayBack } from "./undo/way_back.ts";

/** What a kind says of itself. */
export interface ChangeKind {
  /** Every operation that its steps use; undoing goes through them in this order. */
  readonly steps: Readonly<Partial<Record<WriteId, StepKind>>>;
  /** Whether its parts belong together: half of it undone would be another change. */
  readonly isWhole?: boolean;
}

/** Records that can be read again to see what came of a step. */
export type RecordKind =
  | "transactions"
  | "categories"
  | "groups"
  | "months"
  | "payees"
  | "schedules";

/** What a kind says of its steps of one operation. */
export interface StepKind {
  /** The records that it is about; `null` where none show what came of it. */
  readonly records: RecordKind | null;
  /** Whether it is resolved by what has come since, as its own records are not known. */
  readonly isFoundAmongNew?: boolean;
  /** Resolves targets whose outcome is unknown; the same step where nothing can be told. */
  readonly resolve: (step: JournalStep, evidence: Evidence) => JournalStep;
  /** How it is put back; `null` where upstream has no way. */
  readonly undo: WayBack | null;
}

/** Finds a kind by its name in the journal; `null` for one that this version does not know. */
export type KindLookup = (name: string) => ChangeKind | null;

/**
 * Gives what a kind says of an operation that its steps use.
 *
 * @throws {TypeError} For any other operation: changes that name one are refused before.
 */
export function stepKindOf({ steps }: ChangeKind, operation: WriteId): StepKind {
  const stepKind = steps[operation];
  if (stepKind === undefined) throw new TypeError(`The kind has no steps of ${operation}`);
  return stepKind;
}

/**
 * Gives how an operation is put back.
 *
 * @throws {TypeError} For one without a way back: changes that name one are refused before.
 */
export function wayBackOf(kind: ChangeKind, operation: WriteId): WayBack {
  const { undo } = stepKindOf(kind, operation);
  if (undo === null) throw new TypeError(`There is no way back from ${operation}`);
  return undo;
}
