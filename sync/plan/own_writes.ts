import type { PlanEvents } from "./plan_events.ts";
import type { DeletedScheduled, SavedCategory, SavedCategoryGroup } from "../../client/calls.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { SavedTransactions, Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext } from "./plan_context.ts";

/** The changes that are made to one plan from here. */
export class OwnWrites {
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  /** Runs a change; reads that need upstream wait until it is done. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const { store, planId, gate } = this.#context;
    return gate.holdingReads(async () => {
      // Beforehand, for the others: a process that dies meanwhile can't say so any more.
      await this.#leaveWord();
      try {
        return await store.whileWriting(planId, run);
      } finally {
        // Whatever the outcome, earlier reads are no longer valid.
        await this.note();
      }
    });
  }

  /** Takes note of a write: what began before it is not valid any more. */
  async note(): Promise<void> {
    const { knowledge, moments } = this.#context;
    knowledge.invalidate(moments.next());
    await this.#leaveWord();
  }

  /** Makes other processes, and later ones, read again. */
  async #leaveWord(): Promise<void> {
    const { store, planId, knowledge, moments, onStoreFailure } = this.#context;
    const touches = await store.touch(planId).catch((error: unknown) => {
      onStoreFailure(error);
      return null;
    });
    knowledge.touched(touches, moments.next());
  }
}

export function writtenTransactions(answer: unknown): readonly Transaction[] {
  const { transaction, transactions } = answer as Partial<SavedTransactions>;
  return [...transactions ?? [], ...(transaction ? [transaction] : [])];
}

export function writtenSchedules(answer: unknown): readonly ScheduledTransaction[] {
  const { scheduled_transaction: schedule } = answer as Partial<DeletedScheduled>;
  return schedule ? [schedule] : [];
}

/**
 * Gives the ids of records that an answer names and only the next read brings: a category, a
 * group, the other side of a transfer.
 */
export function namedIds(answer: unknown): readonly string[] {
  const { category, category_group: group } = answer as Partial<SavedCategory & SavedCategoryGroup>;
  const sides = writtenTransactions(answer).map(({ transfer_transaction_id: id }) => id);
  return [category?.id, group?.id, ...sides].flatMap((id) => id ?? []);
}

/** A change with an unknown outcome that may have renamed a payee. */
export interface OpenRename {
  readonly operationId: string;
  /** When it was last written, in milliseconds since 1970, by the writer's clock. */
  readonly touchedAt: number;
}

export type FindOpenRenames = () => Promise<readonly OpenRename[]>;

/** Clocks of several machines may be so far apart. */
const CLOCKS_APART_MS = 7_200_000;

export class OpenRenames {
  readonly #find: FindOpenRenames;
  readonly #known = new Set<string>();
  /** Whether something was asked for since it was looked for them. */
  #isNews = false;

  constructor(find: FindOpenRenames, events: PlanEvents) {
    this.#find = find;
    events.listen(({ of, kind }) => {
      if (of === "transactions" && kind === "read") this.#isNews = true;
    });
  }

  /** Finds those that were not reported yet. */
  async unshownUntil(): Promise<number | null> {
    if (!this.#isNews) return null;
    this.#isNews = false;
    const open = (await this.#find()).filter(({ operationId }) => !this.#known.has(operationId));
    for (const { operationId } of open) this.#known.add(operationId);
    if (open.length === 0) return null;
    return Math.max(...open.map(({ touchedAt }) => touchedAt)) + CLOCKS_APART_MS;
  }
}
