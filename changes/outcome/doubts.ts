import type { ReadTargets, Step, WriteId } from "../change.ts";
import type { Outcome } from "../journal.ts";
import { readNow } from "./reread_targets.ts";
import { type Answered, answeredRecords, type VerifiedStep, verifyRecords } from "./verify.ts";

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

/**
 * What may be doubted: of an update what the answer has as before, or does not name. A creation
 * shows what was created, and a transaction stays deleted.
 */
const DOUBTFUL: Readonly<Partial<Record<WriteId, readonly Outcome[]>>> = {
  updateTransactions: ["not_done", "unknown"],
  updateTransaction: ["not_done", "unknown"],
  updateScheduledTransaction: ["not_done", "unknown"],
  updateCategory: ["not_done", "unknown"],
  updateCategoryGroup: ["not_done", "unknown"],
  updatePayee: ["not_done", "unknown"],
  updateMonthCategory: ["not_done", "unknown"],
  deleteScheduledTransaction: ["done"],
};

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
  const doubtful = DOUBTFUL[step.operation] ?? [];
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
