import { isFiner, type MoneyFormat, refuseFiner } from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import {
  type Binding,
  type BoundDraft,
  compareDrafts,
  CONFIRMATION_MS,
  type ConfirmationMethod,
  Confirmations,
  type ConfirmingCall,
  digestOf,
} from "./confirmation.ts";
import { carryOut, type ConfirmedChange, withCard } from "./carry_out.ts";
import type { PreviewLine, Stop } from "./change.ts";
import type { Answered, ChangeEnvironment, ChangeRequest } from "./change_request.ts";
import { Journal, repeatWarning } from "./journal.ts";
import { questionFor, shownPreview, undoLine } from "./question.ts";
import { type ChangeReply, joined, replyFor } from "./reply.ts";

/**
 * The message in the reply that is sent if the user didn't confirm. That reply contains no
 * confirmation code.
 */
const NOT_CONFIRMED: Readonly<Record<Exclude<Answered, "confirmed">, string>> = {
  declined: "The user declined: nothing was written",
  cancelled: "The form was closed without a response: nothing was written",
  unanswered: "The form wasn't completed: nothing was written",
  failed: "The app didn't return a valid response to the form: nothing was written",
};

/** Advice for when a form fails; not given in `user` mode, which rejects confirmation codes. */
const WITHOUT_FORMS = ". If this happens again, start the server with `--confirm code` so " +
  "that the user can agree in the conversation";

export interface ChangeQuestion {
  readonly code: string;
  readonly text: string;
  /** Id of the preview, for the confirmation card; `null` if the client can't show cards. */
  readonly preview: string | null;
}

export type ChangeResult =
  | { readonly reply: ChangeReply; readonly question?: never }
  | { readonly question: ChangeQuestion; readonly reply?: never };

/** @throws {ToolError} For refusals, invalid or mismatched confirmations, and conflicts. */
export async function runChange(
  request: ChangeRequest,
  environment: ChangeEnvironment,
): Promise<ChangeResult> {
  const { planId } = request;
  const { store, now, answer, mode } = environment;
  const confirmations = new Confirmations(store, now);
  const given = answer?.code ?? request.confirmation;
  if (given === undefined) return await previewChange(request, { environment, confirmations });
  const channel: ConfirmingCall["channel"] = answer?.by ?? "code";
  const binding = { ...bindingOf(request, environment), channel, secret: answer?.secret };
  if (mode === "user" && channel === "code") {
    throw forbidden("a confirmation code is not enough. Call again without `confirmation`");
  }
  if (mode === "code" && channel === "card") {
    throw new ToolError(
      "forbidden",
      "confirmation cards can't be used here, because this server accepts only confirmation " +
        "codes: ask the user in the conversation to confirm the change",
    );
  }
  const preview = await confirmations.previewOf(given, channel);
  if (answer !== null && answer.answered !== "confirmed") {
    await confirmations.check(preview, binding);
    await confirmations.decline(preview);
    const advice = answer.answered === "failed" && mode !== "user" ? WITHOUT_FORMS : "";
    const message = `${NOT_CONFIRMED[answer.answered]}${advice}`;
    const declined = replyFor({ status: "declined", message });
    return { reply: await withCard(declined, preview, { ...environment, planId }) };
  }
  // If the code was already used, answer without waiting for the lock, because the process that
  // used it may have died while holding the lock.
  await confirmations.check(preview, binding);
  // Check again once the lock is held: another call may have made the change in the meantime.
  const check = (): Promise<BoundDraft> => confirmations.check(preview, binding);
  return await carryOutLocked(request, environment, { preview, check });
}

async function carryOutLocked(
  request: ChangeRequest,
  environment: ChangeEnvironment,
  { preview, check }: Pick<ConfirmedChange, "preview"> & {
    /** Returns the confirmed preview, if the change needs one. */
    readonly check?: () => Promise<BoundDraft>;
  },
): Promise<ChangeResult> {
  const { store, signal } = environment;
  return await store.withPlanLock(request.planId, async (lease) => {
    signal?.throwIfAborted();
    const previewed = await check?.();
    const { draft, stop } = await request.build();
    if (stop !== undefined) {
      await markReverted(stop, request.planId, store);
      return { reply: stopped(stop) };
    }
    if (previewed !== undefined) compareDrafts(previewed, draft);
    return { reply: await carryOut(request, { preview, draft, lease }, environment) };
  });
}

/** Carries out one of the two kinds of changes that can't lose data and so need no confirmation. */
export async function runUnconfirmed(
  request: ChangeRequest,
  environment: ChangeEnvironment,
): Promise<ChangeResult> {
  // A card can only confirm or decline an existing preview; it never starts a new change.
  const isDeciding = environment.answer?.by === "card";
  return environment.mode === "user" || isDeciding
    ? await runChange(request, environment)
    : await carryOutLocked(request, environment, { preview: null });
}

function bindingOf(
  { kind, planId, asked }: ChangeRequest,
  { principal }: ChangeEnvironment,
): Binding {
  return { tool: kind, planId, asked: digestOf(asked), principal };
}

async function previewChange(
  request: ChangeRequest,
  { environment, confirmations }: {
    readonly environment: ChangeEnvironment;
    readonly confirmations: Confirmations;
  },
): Promise<ChangeResult> {
  const { planId } = request;
  const { mode, canAsk, hasCard } = environment;
  if (mode === "user" && !canAsk && !hasCard) {
    throw forbidden(
      "this client shows neither forms nor confirmation cards. Use a client that supports forms " +
        "(elicitation) or views, or ask this server's operator to allow confirmation with a code",
    );
  }
  const { draft, stop } = await request.build();
  if (stop !== undefined) {
    const { store } = environment;
    if (stop.revertedId !== undefined) {
      await store.withPlanLock(planId, () => markReverted(stop, planId, store));
    }
    return { reply: stopped(stop) };
  }
  // An undo restores the previous value, however many decimals it has.
  if (draft.undo === undefined) refuseUnpayable(draft.preview, environment.plan.moneyFormat);
  const method = chooseMethod(environment);
  const binding = bindingOf(request, environment);
  // Don't warn about a repeated undo: repeating an unfinished undo continues it.
  const repeated = draft.undo !== undefined
    ? []
    : await repeatWarning({ ...request, asked: binding.asked }, environment);
  const warnings = [...repeated, ...draft.warnings];
  const format = environment.plan.moneyFormat;
  const expiresAt = environment.now() + CONFIRMATION_MS;
  const shown = hasCard ? shownPreview(draft, { warnings, format, expiresAt }) : null;
  const { code, preview } = await confirmations.issue({ ...binding, method, shown }, draft);
  if (method === "form") {
    const text = questionFor({ ...draft, warnings }, format);
    return { question: { code, text, preview: hasCard ? preview : null } };
  }
  const reply = replyFor({
    status: "confirmation_required",
    message: joined([
      `${draft.summary}? Nothing has been written yet.`,
      undoLine(draft),
      NEXT_STEP[method],
    ]),
    changes: draft.preview,
    warnings,
    confirmation: method === "card" ? null : code,
  }, { ...draft.extra, ...draft.expected });
  return { reply: await withCard(reply, preview, { ...environment, planId }) };
}

/** Prefers forms to cards, because a form appears where the user is looking. */
function chooseMethod({ mode, canAsk, hasCard }: ChangeEnvironment): ConfirmationMethod {
  if (mode === "code") return "code";
  if (canAsk) return "form";
  if (!hasCard) return "code";
  return mode === "user" ? "card" : "card_or_code";
}

const NEXT_STEP: Readonly<Record<Exclude<ConfirmationMethod, "form">, string>> = {
  code: "When the user agrees, repeat the same call with this confirmation",
  card_or_code:
    "The user can press Apply on the card. If they agree in the conversation instead, repeat the " +
    "same call with this confirmation",
  card: "Only the user can decide, and only on the confirmation card: don't ask for a code. If " +
    "the card has no Apply button, this app can't confirm changes; the card says what to do",
};

function forbidden(why: string): ToolError {
  return new ToolError(
    "forbidden",
    "on this server, the user must approve changes in a form or on a confirmation card: " + why,
  );
}

async function markReverted(
  { revertedId }: Stop,
  planId: string,
  store: ChangeStore,
): Promise<void> {
  if (revertedId !== undefined) await new Journal(store).markUndone(planId, revertedId);
}

function stopped({ status, message, warnings = [], extra }: Stop): ChangeReply {
  return replyFor({ status, message, warnings }, extra);
}

/**
 * Rejects an amount with more decimals than the currency has, unless the current amount also has
 * more.
 */
function refuseUnpayable(preview: readonly PreviewLine[], format: MoneyFormat): void {
  const changed = preview.flatMap(({ label, before, after }) => {
    const [rest, amount] = [before, after].map((value) =>
      typeof value === "number" ? Math.round(value * 1000) : null
    );
    const hadRest = typeof rest === "number" && isFiner(rest, format);
    return typeof amount !== "number" || hadRest ? [] : [{ label, amount }];
  });
  refuseFiner(changed, format);
}
