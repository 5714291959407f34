import type { ReadTargets, Step, WriteId } from "./change.ts";
import type { Outcome } from "./journal.ts";
import { readNow } from "./reread_targets.ts";
import { OPERATIONS } from "./operations.ts";
import type { Answered } from "./pairing.ts";
import { answeredRecords, type VerifiedStep, verifyRecords } from "./verify.ts";

/** How what is in doubt is read. */
export interface DoubtReads {
  /** Reads the targets of an ambiguous write. */
  readonly readTargets?: ReadTargets | undefined;
  /** Reads transactions, of which the other may tell nothing. */
  readonly readTransactions?: ReadTargets | undefined;
  /** Hears of a read that failed by a fault of our own. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A step, and whether upstream has stored something else than it answered. */
export interface CertainStep extends VerifiedStep {
  readonly isContradicted: boolean;
}

const OF_TRANSACTIONS: readonly WriteId[] = ["updateTransactions", "updateTransaction"];

/**
 * Checks an answer, and reads what it leaves in doubt. What can't be read is as it was answered.
 */
export async function verifyDoubting(
  step: Step,
  answer: unknown,
  reads: DoubtReads,
): Promise<CertainStep> {
  const records = answeredRecords(step, answer);
  const verified = { ...verifyRecords(step, records), isContradicted: false };
  const doubtful = doubtedIn(step.operation);
  const doubted = verified.targets.filter(({ outcome, isFollower }) =>
    doubtful.includes(outcome) && isFollower !== true
  );
  const ofTransactions = OF_TRANSACTIONS.includes(step.operation) ? reads.readTransactions : null;
  const read = reads.readTargets ?? ofTransactions ?? null;
  if (read === null || doubted.length === 0) return verified;
  const found = await readNow(read, doubted, reads.onFault);
  const stored = doubted.flatMap(({ id }): readonly Answered[] => {
    const now = found.get(id) ?? null;
    const answered = records.find((record) => record["id"] === id);
    return now === null ? [] : [{ ...answered, ...now, id, deleted: false }];
  });
  if (stored.length === 0) return verified;
  const others = records.filter(({ id }) => !stored.some((one) => one["id"] === id));
  const certain = verifyRecords(step, [...others, ...stored]);
  const isSame = certain.targets.every(({ outcome }, at) =>
    outcome === verified.targets[at]?.outcome
  );
  return isSame ? verified : { ...certain, isContradicted: true };
}

/**
 * Of an update what the response shows as before, or does not show, is read again. A creation
 * returns what was created, and a transaction stays deleted.
 */
function doubtedIn(operation: WriteId): readonly Outcome[] {
  const { effect, doubted } = OPERATIONS[operation];
  return doubted ?? (effect === "updates" ? ["not_done", "unknown"] : []);
}
