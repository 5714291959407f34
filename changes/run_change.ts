/**
 * The one path of every write: build from fresh data, preview, the user's yes,
 * re-check, write ahead, apply, journal.
 *
 * @module
 */

import { ToolError } from "../domain/tool_error.ts";
import type { ChangeStore } from "../sync/change_records.ts";
import type { ChangeDraft, ChangeKind, Proposal, Stop, WriteId } from "./change.ts";
import { type AppliedSteps, applySteps, type Writes } from "./apply_steps.ts";
import { randomCode } from "./code.ts";
import { type Binding, Confirmations, type Way } from "./confirmation.ts";
import { digestOf } from "./digest.ts";
import { Journal, type JournalEntry } from "./journal.ts";
import { questionFor, undoLine } from "./question.ts";
import { type ChangeReply, replyFor } from "./reply.ts";
import { settledReply } from "./settled_reply.ts";

/** How the yes is asked for: see the option `--confirm`. */
export type ConfirmMode = "auto" | "user" | "code";

/** What the user answered to a question. */
export interface UserAnswer {
  readonly code: string;
  readonly isYes: boolean;
}

/** What a change works with besides its own request. */
export interface ChangeEnvironment {
  readonly store: ChangeStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly mode: ConfirmMode;
  /** Whether the client can show the user a form. */
  readonly canAsk: boolean;
  /** Set when the client comes back with the user's answer. */
  readonly answer: UserAnswer | null;
  readonly writes: Writes;
  /** Ends a change that has not begun. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every request just before it is sent. */
  readonly onRequest: () => void;
  /** The plan's knowledge that was read last; `null` before the first read. */
  readonly knowledge: () => number | null;
  /** Holds reads back while the steps run, so that nobody sees half a change. */
  readonly whileWriting: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Gets what upstream answered, for the local copy. */
  readonly onWritten: (written: readonly unknown[]) => Promise<void>;
}

/** What a tool asks the change path to do. */
export interface ChangeRequest<Op extends WriteId = WriteId> {
  readonly kind: ChangeKind;
  readonly planId: string;
  /** The arguments without the confirmation. */
  readonly asked: unknown;
  readonly confirmation?: string | undefined;
  /** Looks at fresh data and proposes; run again just before applying. */
  readonly build: () => Promise<Proposal<Op>>;
  /** Operation that this change takes back. */
  readonly undoes?: string;
}

/** A question that the client has to put to the user. */
export interface ChangeQuestion {
  readonly code: string;
  readonly text: string;
}

/** How a call to a changing tool ends. */
export type ChangeResult =
  | { readonly reply: ChangeReply; readonly question?: never }
  | { readonly question: ChangeQuestion; readonly reply?: never };

/**
 * Runs a change from wherever its conversation stands.
 *
 * @param request What the tool asks for.
 * @param environment What the change works with.
 * @returns The answer, or the question that has to be asked first.
 * @throws {ToolError} For refusals, confirmations that do not fit, and conflicts.
 */
export async function runChange(
  request: ChangeRequest,
  environment: ChangeEnvironment,
): Promise<ChangeResult> {
  const { store, now, answer } = environment;
  const confirmations = new Confirmations(store, now);
  const code = answer?.code ?? request.confirmation;
  const way: Way = answer === null ? "code" : "asked";
  const binding = await bindingOf(request, way);
  if (code === undefined) return await preview(request, { environment, confirmations });
  await confirmations.check(code, binding);
  if (answer !== null && !answer.isYes) {
    await confirmations.spend(code);
    return {
      reply: replyFor({ status: "declined", message: "The user said no: nothing was written" }),
    };
  }
  return await store.withPlanLock(request.planId, async () => {
    environment.signal?.throwIfAborted();
    // While this one waited, another call may have spent the code.
    await confirmations.check(code, binding);
    const { draft, stop } = await request.build();
    if (stop !== undefined) return { reply: stopped(stop) };
    await confirmations.compare(code, draft);
    return { reply: await carryOut(request, { draft, code, environment }) };
  });
}

/**
 * Carries a change out without asking, for the two kinds that lose nothing.
 *
 * @param request What the tool asks for.
 * @param environment What the change works with.
 * @returns The answer.
 */
export async function runAtOnce(
  request: ChangeRequest,
  environment: ChangeEnvironment,
): Promise<ChangeResult> {
  if (environment.mode === "user") return await runChange(request, environment);
  return await environment.store.withPlanLock(request.planId, async () => {
    environment.signal?.throwIfAborted();
    const { draft, stop } = await request.build();
    if (stop !== undefined) return { reply: stopped(stop) };
    return { reply: await carryOut(request, { draft, code: null, environment }) };
  });
}

async function bindingOf(request: ChangeRequest, way: Way): Promise<Binding> {
  const { kind, planId, asked } = request;
  return { tool: kind, planId, asked: await digestOf(asked), way };
}

async function preview(
  request: ChangeRequest,
  { environment, confirmations }: {
    readonly environment: ChangeEnvironment;
    readonly confirmations: Confirmations;
  },
): Promise<ChangeResult> {
  const { mode, canAsk } = environment;
  if (mode === "user" && !canAsk) {
    throw new ToolError(
      "forbidden",
      "changes need the user's own yes here, and this client can't ask for it: " +
        "use a client that shows forms (elicitation), or start the server with --confirm code",
    );
  }
  const { draft, stop } = await request.build();
  if (stop !== undefined) return { reply: await stoppedUndo(stop, request, environment) };
  const isAsked = canAsk && mode !== "code";
  const binding = await bindingOf(request, isAsked ? "asked" : "code");
  const code = await confirmations.issue(binding, draft);
  if (isAsked) return { question: { code, text: questionFor(draft) } };
  return {
    reply: replyFor({
      status: "confirmation_required",
      message: `${draft.summary}? Nothing is written yet. ${undoLine(draft)} ` +
        "When the user agrees, repeat the same call with this confirmation",
      rows: draft.rows,
      warnings: draft.warnings,
      confirmation: code,
      extra: draft.extra,
    }),
  };
}

interface Carrying {
  readonly draft: ChangeDraft;
  readonly code: string | null;
  readonly environment: ChangeEnvironment;
}

async function carryOut(request: ChangeRequest, carrying: Carrying): Promise<ChangeReply> {
  const { draft, code, environment } = carrying;
  const { store, now, writes, onRequest } = environment;
  const journal = new Journal(store);
  const intent = intentOf(request, draft, { at: now(), knownAt: environment.knowledge() });
  if (!await journal.begin(intent, code, now())) {
    throw new ToolError(
      "invalid_input",
      "this confirmation has been used already, nothing was written",
    );
  }
  // What has begun runs to its end, also when nobody can write down how it goes.
  const unwritten: string[] = [];
  const writeDown = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch {
      unwritten.push("the journal could not be written: look at the plan before undoing this");
    }
  };
  const taken = await environment.whileWriting(() =>
    applySteps(draft.steps, {
      planId: request.planId,
      writes,
      onRequest,
      look: draft.look,
      onStep: (steps) => writeDown(() => journal.save({ ...intent, steps, touchedAt: now() })),
    })
  );
  const state = stateOf(taken);
  const entry: JournalEntry = { ...intent, steps: taken.steps, state, touchedAt: now() };
  await writeDown(() => journal.close(entry));
  const applied = { ...taken, deviations: [...taken.deviations, ...unwritten.slice(-1)] };
  await environment.onWritten(applied.answers);
  const trueNow = state === "applied" ? await afterwards(draft) : "";
  return settledReply({ draft, entry, applied, isPreviewed: code !== null, now: trueNow });
}

/** What is true now; a look that fails takes nothing from what was done. */
async function afterwards({ afterwards: look }: ChangeDraft): Promise<string> {
  try {
    return look === undefined ? "" : ` ${await look()}`;
  } catch {
    return "";
  }
}

function intentOf(
  request: ChangeRequest,
  draft: ChangeDraft,
  { at, knownAt }: Pick<JournalEntry, "at" | "knownAt">,
): JournalEntry {
  return {
    operationId: randomCode(),
    planId: request.planId,
    kind: request.kind,
    state: "intended",
    at,
    summary: draft.summary,
    isUndoable: draft.irreversible === null && request.undoes === undefined,
    undoes: request.undoes ?? null,
    touchedAt: at,
    knownAt,
    steps: draft.steps.map(({ operation, args, targets }) => ({
      operation,
      month: "month" in args ? args.month : null,
      targets: targets.map((target) => ({ ...target, outcome: "unknown" })),
    })),
  };
}

function stateOf({ steps, failure }: AppliedSteps): JournalEntry["state"] {
  const outcomes = steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
  // A request about no row in particular has no outcome of its own to be unknown.
  if (outcomes.includes("unknown") || failure?.uncertain === true) return "uncertain";
  if (outcomes.every((outcome) => outcome === "done") && failure === null) return "applied";
  return outcomes.includes("done") ? "partly" : "failed";
}

/** What was to be taken back and does not stand any more is in effect no longer. */
async function stoppedUndo(
  stop: Stop,
  { planId, undoes }: ChangeRequest,
  { store }: ChangeEnvironment,
): Promise<ChangeReply> {
  if (stop.isOver === true && undoes !== undefined) {
    await store.withPlanLock(planId, () => new Journal(store).markUndone(planId, undoes));
  }
  return stopped(stop);
}

function stopped({ status, message, rows, warnings, extra }: Stop): ChangeReply {
  return replyFor({ status, message, rows, warnings, extra });
}
