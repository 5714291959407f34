import type { SavedTransactions } from "../client/wire/transaction.ts";
import type { UpstreamError } from "../client/upstream_error.ts";
import type { Step, Target } from "./change.ts";
import {
  byImportKey,
  importIdOf,
  importKey,
  mapWithLeader,
  MAX_IMPORT_ID_LENGTH,
  nextGeneration,
} from "./compare.ts";
import type { JournalTarget } from "./journal.ts";
import { amongAdded } from "./outcomes.ts";
import type { Reread } from "./records.ts";
import type { VerifiedTarget } from "./verify.ts";

type Creation = Step<"createTransaction">;
type Answer = Partial<Pick<SavedTransactions, "transactions" | "duplicate_import_ids">>;

/** Maximum number of attempts to create a transaction. Each retry needs new import ids. */
const MAX_REQUESTS = 5;

export interface SentCreation {
  /** The step as last sent. After a retry, some of the import ids are new. */
  readonly step: Creation;
  /** The combined responses. Import ids that YNAB still rejects are listed as duplicates. */
  readonly answer: Answer;
  readonly failure: UpstreamError | null;
}

export interface CreationRequests {
  readonly send: (step: Creation) => Promise<unknown>;
  readonly asFailure: (error: unknown) => UpstreamError;
  readonly reread: Reread;
}

/**
 * Creates transactions. YNAB silently skips a transaction if its import id was used by a
 * transaction that has since been deleted, so the skipped transaction is resent with the generation
 * number in its import id incremented.
 * @throws {UpstreamError} If the first request fails.
 */
export async function sendImports(
  step: Creation,
  { send, asFailure, reread }: CreationRequests,
): Promise<SentCreation> {
  let sent: SentCreation = { step, answer: await send(step) as Answer, failure: null };
  for (let requests = 1; requests < MAX_REQUESTS && sent.failure === null; requests++) {
    const refused = refusedIn(sent);
    if (refused.length === 0) break;
    const { sinceAbsent: imported } = await reread();
    if (imported === null) break;
    // In the meantime, a bank import may have added a transaction with the rejected import id.
    const taken = byImportKey(imported);
    const freed = new Set(
      refused.filter(({ after }) => !taken.has(importKey(after) ?? "")).map(importIdOf),
    );
    const { again, part } = withNextIds(sent.step, freed);
    if (part.targets.length === 0) break;
    const { answer } = sent;
    sent = await send(part).then(
      (next) => ({ step: again, answer: joined(answer, next as Answer), failure: null }),
      (error: unknown) => ({ step: again, answer, failure: asFailure(error) }),
    );
  }
  return sent;
}

function refusedIn({ step, answer }: SentCreation): readonly Target[] {
  const duplicates = new Set<string | null>(answer.duplicate_import_ids);
  return step.targets.filter((target) => duplicates.has(importIdOf(target)));
}

/**
 * Increments the generation number at the end of each import id in `ids`. The returned `part` has
 * only the changed transactions.
 */
function withNextIds(
  step: Creation,
  ids: ReadonlySet<string | null>,
): { readonly again: Creation; readonly part: Creation } {
  const nextId = (id: unknown): string | null => {
    const next = typeof id === "string" && ids.has(id) ? nextGeneration(id) : null;
    return next !== null && next.length <= MAX_IMPORT_ID_LENGTH ? next : null;
  };
  const targets = step.targets.map((target) => {
    const import_id = nextId(importIdOf(target));
    return import_id === null ? target : { ...target, after: { ...target.after, import_id } };
  });
  const { args } = step;
  const transactions = args.transactions.map((one) => {
    const import_id = nextId(one.import_id);
    return import_id === null ? one : { ...one, import_id };
  });
  return {
    again: { ...step, args: { ...args, transactions }, targets },
    part: {
      ...step,
      args: {
        ...args,
        transactions: transactions.filter((one, at) => one !== args.transactions[at]),
      },
      targets: targets.filter((one, at) => one !== step.targets[at]),
    },
  };
}

function joined(first: Answer, next: Answer): Answer {
  // Keep the rejected ids of transactions that weren't resent: these ids are still duplicates.
  const kept = first.duplicate_import_ids ?? [];
  return {
    ...next,
    transactions: [...first.transactions ?? [], ...next.transactions ?? []],
    duplicate_import_ids: [...kept, ...next.duplicate_import_ids ?? []],
  };
}

/** Looks up, by import id, the records that are missing from the responses. */
export async function settleImports(
  verified: readonly VerifiedTarget[],
  { answer, failure }: { readonly answer: unknown; readonly failure: UpstreamError | null },
  reread: Reread,
): Promise<readonly VerifiedTarget[]> {
  const isOpen = (target: JournalTarget): boolean =>
    target.outcome === "unknown" && importIdOf(target) !== null;
  if (!verified.some(isOpen)) return verified;
  const created = { operation: "createTransaction", month: null, targets: verified } as const;
  const found = amongAdded(created, await reread()).targets;
  const refused = new Set<string | null>((answer as Answer).duplicate_import_ids);
  const isFailed = failure?.uncertain === false;
  return mapWithLeader(
    verified.map((target, at) => ({ ...target, now: found[at] ?? target })),
    (leader) => leader,
    ({ now, ...target }, leader): VerifiedTarget => {
      if (!isOpen(leader) || leader.now.outcome === "unknown") return target;
      const isDone = now.outcome === "done";
      if (refused.has(importIdOf(leader))) {
        const deviation = target.id === leader.id ? refusalWords(isDone) : target.deviation;
        return { ...target, outcome: "not_done", deviation };
      }
      return isDone || isFailed ? { ...now, deviation: target.deviation } : target;
    },
  );
}

function refusalWords(isLive: boolean): string {
  return isLive
    ? "YNAB already has a transaction with the same import id, so it was not entered again"
    : "YNAB did not import it, because a deleted transaction had the same import id";
}
