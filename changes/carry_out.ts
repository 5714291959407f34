import { UpstreamError } from "../client/upstream_error.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { TransactionChunk } from "../domain/transactions/transaction_chunk.ts";
import { chunksOf } from "../domain/transactions/transaction_chunks.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import type { Lease } from "../sync/store/lease.ts";
import { UnansweredCommitError } from "../sync/store/store_errors.ts";
import { type AppliedSteps, applySteps, withOutcome } from "./apply_steps.ts";
import { Confirmations, digestOf, randomCode } from "./confirmation.ts";
import type { ChangeDraft } from "./change.ts";
import type { ChangeEnvironment, ChangeRequest } from "./change_request.ts";
import { askedPayees } from "./fields.ts";
import { Journal, type JournalEntry, stateOf } from "./journal.ts";
import { cardNow } from "./preview_card.ts";
import { type ChangeOutcome, type ChangeReply, outcomeReply } from "./reply.ts";

export interface ConfirmedChange {
  readonly draft: ChangeDraft;
  /** The preview's id, which becomes the operation's id; `null` for a change without a preview. */
  readonly preview: string | null;
  /** The plan's lease. A step starts only if the lease is certain to last until the step ends. */
  readonly lease: Pick<Lease, "holdsFor">;
}

/** Maximum milliseconds per step, for its request and any re-read. */
const STEP_MS = 35_000;

/** Journals the intent, applies the steps and journals the outcome. */
export function carryOut(
  request: ChangeRequest,
  confirmed: ConfirmedChange,
  environment: ChangeEnvironment,
): Promise<ChangeReply> {
  return environment.inFlight.run(async () => {
    const { draft, preview } = confirmed;
    const intent = await intentOf(request, confirmed, environment);
    await begin(intent, preview, environment);
    const closed = await apply(intent, confirmed, environment);
    // A failure to read the current state doesn't affect the change.
    const read = async (): Promise<string> => await draft.afterwards?.() ?? "";
    const now = closed.entry.state === "applied" ? await read().catch(() => "") : "";
    const format = environment.plan.moneyFormat;
    const result = { draft, ...closed, isPreviewed: preview !== null, now, format };
    const { operationId, planId } = intent;
    return await withCard(replyTo(result, environment), operationId, { ...environment, planId });
  });
}

/** Adds the change's card to an answer if the client shows views. */
export async function withCard(
  reply: ChangeReply,
  preview: string | null,
  { hasCard, store, now, principal, planId }:
    & Pick<ChangeEnvironment, "hasCard" | "store" | "now" | "principal">
    & { readonly planId: string },
): Promise<ChangeReply> {
  if (!hasCard || preview === null) return reply;
  // An applied change must be reported even if its card can't be built.
  const found = await cardNow(preview, { store, now: now(), planIds: [planId], principal })
    .catch(() => null);
  if (found === null) return reply;
  const { result = "" } = reply;
  return { ...reply, card: { ...found.card, ...(result === "" ? {} : { result }) } };
}

async function begin(
  intent: JournalEntry,
  preview: string | null,
  { store, now, inFlight }: ChangeEnvironment,
): Promise<void> {
  const isBegun = await new Journal(store).begin(intent, preview).catch((error: unknown) => {
    // The journal may have stored the intent even though it didn't respond.
    if (error instanceof ToolError && error.cause instanceof UnansweredCommitError) {
      inFlight.unsent.add(() => closeUnsent(intent, store));
    }
    throw error;
  });
  if (isBegun) return;
  if (preview !== null) await new Confirmations(store, now).checkOpen(preview);
  throw new ToolError(
    "conflict",
    "the change could not be started, so nothing was written: try again",
  );
}

/**
 * Closes an intent that may be in the journal even though its change was never sent. Takes the
 * plan's lock, so that a pending write finishes first.
 */
async function closeUnsent(intent: JournalEntry, store: ChangeStore): Promise<void> {
  const { planId, operationId, touchedAt } = intent;
  const journal = new Journal(store);
  await store.withPlanLock(planId, async () => {
    const entry = await journal.find(planId, operationId);
    // A newer attempt at the change has an entry of its own.
    if (entry?.state !== "intended" || entry.touchedAt !== touchedAt) return;
    const steps = entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((target) => ({ ...target, outcome: "not_done" as const })),
    }));
    await journal.save({ ...entry, steps, state: "failed" });
  });
}

type Closed = Pick<ChangeOutcome, "entry" | "applied">;

/**
 * Applies the steps and records the outcome in the journal. Once begun, the change runs to
 * completion even if the journal can't be updated, because the intent already lists every step as
 * possibly applied. Other reads of the plan wait until YNAB's responses to the steps are in the
 * local copy, because YNAB's deltas omit some of the changed records. After an internal error,
 * returns an unknown outcome instead of throwing.
 */
async function apply(
  intent: JournalEntry,
  { draft, lease }: ConfirmedChange,
  environment: ChangeEnvironment,
): Promise<Closed> {
  const { store, now, onFault } = environment;
  const journal = new Journal(store);
  const close = async (applied: AppliedSteps): Promise<Closed> => {
    const { steps, failure } = applied;
    const entry = { ...intent, steps, state: stateOf(steps, failure), touchedAt: now() };
    environment.onEnded(entry);
    const isWritten = await journal.close(entry).then(() => true, () => false);
    // If the outcome couldn't be journaled, the local copy must get the records from a delta,
    // because that delta also resolves the open journal entry.
    const answers = isWritten ? applied.answers : [];
    const areNamesOpen = answers.length < draft.steps.length &&
      draft.steps.some(({ operation }) => operation === "updatePayee");
    await environment.onWritten(answers, { areNamesOpen, knownAt: intent.knownAt }).catch(onFault);
    const deviations = isWritten ? applied.deviations : [...applied.deviations, UNWRITTEN];
    return { entry, applied: { ...applied, deviations } };
  };
  let closed: Closed | undefined;
  try {
    await environment.plan.holdingReads(async () => {
      closed = await close(
        await applySteps({
          planId: intent.planId,
          draft,
          environment,
          mayBegin: () => lease.holdsFor(STEP_MS),
          onStep: (steps) => journal.save({ ...intent, steps, touchedAt: now() }).catch(() => {}),
        }),
      );
    });
  } catch (error) {
    onFault(error);
  }
  return closed ?? await close(leftOpen(intent));
}

const UNWRITTEN = {
  label: null,
  words:
    "the journal could not be updated, so it lists this change as unconfirmed until the plan is " +
    "read again",
};

/** Marks the outcome of every step as unknown. */
function leftOpen({ steps }: JournalEntry): AppliedSteps {
  const failure = new UpstreamError("An internal error occurred: check the plan before retrying", {
    code: "unavailable",
    uncertain: true,
  });
  const unread = { answers: [], reread: new Map(), deviations: [] };
  return { ...unread, failedAt: null, isAwaited: false, steps, failure };
}

/** An error while writing the answer must not make an applied change look like a failure. */
function replyTo(result: ChangeOutcome, { onFault }: ChangeEnvironment): ChangeReply {
  try {
    return outcomeReply(result);
  } catch (error) {
    if (error instanceof ToolError || error instanceof UpstreamError) throw error;
    onFault(error);
    const { describeResult: _, ...draft } = result.draft;
    return outcomeReply({ ...result, draft });
  }
}

async function intentOf(
  { planId, kind, asked }: ChangeRequest,
  { draft, preview }: ConfirmedChange,
  { answer, client, now, plan }: ChangeEnvironment,
): Promise<JournalEntry> {
  const { summary, irreversible = null, undo, trackingAccountIds, steps } = draft;
  const names = askedPayees(steps);
  const known = names.size === 0 ? null : await plan.knownTransactions().catch(() => null);
  const payees = known === null
    ? []
    : chunksOf(known.list).flatMap((chunk) => payeesNamed(names, chunk));
  const at = now();
  return {
    operationId: preview ?? randomCode(),
    planId,
    kind,
    state: "intended",
    at,
    summary,
    isUndoable: irreversible === null && undo === undefined,
    undoes: undo?.operationId ?? null,
    ...(trackingAccountIds === undefined ? {} : { trackingAccountIds }),
    confirmedBy: answer?.by ?? (preview === null ? "none" : "code"),
    ...(client === undefined ? {} : { client: cleanText(client) }),
    ...(undo?.isPart === true ? { isPart: true } : {}),
    touchedAt: at,
    knownAt: plan.knowledge,
    ...(payees.length === 0 ? {} : { payeeNames: Object.fromEntries(payees) }),
    asked: digestOf(asked),
    steps: steps.map((step) => withOutcome(step, "unknown")),
  };
}

/**
 * Looks up payees by name in a chunk of the plan's transactions and returns each payee's id and
 * name. Reads only the two payee columns.
 */
function payeesNamed(
  names: ReadonlySet<unknown>,
  chunk: TransactionChunk,
): readonly (readonly [id: string, name: string])[] {
  const named = chunk.column("payee_name");
  if (!named.all.some((name) => names.has(name))) return [];
  const ids = chunk.column("payee_id");
  const pairs = Array.from({ length: chunk.count }, (_, at) => [ids.at(at), named.at(at)] as const);
  return pairs.flatMap(([id, name]) =>
    typeof id === "string" && names.has(name) ? [[id, String(name)]] : []
  );
}
