import { useEffect, useRef, useState } from "preact/hooks";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { assignedOutput } from "../tools/_schema.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { CALL_MS, CHECK_MS, type ToolResult, viewFacts, within } from "./host.ts";
import { errorWords, textOf, type ViewProps } from "./words.ts";

/**
 * Either the result of a tool that changes the plan, or the current state of a change, as returned
 * by `show_again`.
 */
export interface Change
  extends Omit<AnswerOf<{ readonly output: typeof assignedOutput }>, "status"> {
  readonly status: string;
  readonly preview?: string;
}

export type ChangeLine = ItemOf<Change["changes"]>;

/** The change that a card shows, which may be the undo of an earlier change. */
export interface ShownChange {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: Change;
  readonly card: ChangeCard | undefined;
  /** Whether the server no longer has a record of the change, for example after a restart. */
  readonly isForgotten?: boolean;
}

/**
 * What a card is doing: `checking` the change's status, `idle`, `working` on a click, `verifying`
 * the outcome of a click that got no answer, or waiting because the outcome is `unknown`.
 */
type Phase = "checking" | "idle" | "working" | "verifying" | "unknown";

interface CardModel {
  readonly phase: Phase;
  readonly shown: ShownChange;
  readonly problem: string;
  /** The outcome that the user chose with a click, such as `applied`. */
  readonly wanted: string;
}

/** The state of a card, and the actions of its buttons. */
export interface Card extends CardModel {
  readonly decide: (decision: "apply" | "decline") => void;
  readonly undo: () => void;
  /** Requests a new preview, and then declines the old preview if it is still open. */
  readonly propose: (args: ShownChange["args"]) => void;
  /** Shows the original change again instead of its undo. */
  readonly back: () => void;
  readonly checkAgain: () => void;
}

type Taken = Partial<CardModel>;

/** The pauses between status checks, in milliseconds. A click that seemed lost may still arrive. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Tracks a change from its preview to its outcome, even if answers from the server are lost. */
export function useCard(props: ViewProps<Change>, agreedIn?: string): Card {
  const { answer, facts, page, args, call, canAsk, tellModel } = props;
  const first: ShownChange = { tool: page.tool, args, answer, card: facts.card };
  const [model, setModel] = useState<CardModel>({
    phase: agreedIn !== undefined ? "working" : canAsk ? "checking" : "idle",
    shown: first,
    problem: "",
    wanted: "",
  });
  const update = (change: Partial<CardModel>): void => setModel((old) => ({ ...old, ...change }));
  const { shown, phase, wanted } = model;
  const { card } = shown;
  const isSending = useRef(false);
  const origin = useRef(first);

  /** Returns arguments for checking a change's status, or for applying or declining the change. */
  const about = ({ tool, args, card, answer }: ShownChange, decision?: "apply" | "decline") => {
    const { preview = answer.preview, secret } = card ?? {};
    const asked = { tool, arguments: args, key: page.key, preview };
    return decision === undefined ? asked : { ...asked, secret, decision };
  };
  /** Asks the server for the status of a change; `null` if the request fails. */
  const stateOf = async (which: ShownChange): Promise<ShownChange | null> => {
    const asked = about(which);
    if (call === null || !canAsk || asked.preview === undefined) return null;
    const result = await within(call("show_again", asked), CHECK_MS).catch(() => null);
    if (result === null) return null;
    const known = shownBy(result, which) ?? forgotten(result, which);
    if (known === null && result.isError === true) update({ problem: errorWords(result) });
    return known;
  };
  const check = async (which: ShownChange): Promise<void> => {
    update({ phase: "checking", problem: "" });
    update({ shown: await stateOf(which) ?? which, phase: "idle" });
  };
  /** Updates a card that is idle or waiting, unless it now shows a different preview. */
  const refresh = async (which: ShownChange): Promise<void> => {
    const known = await stateOf(which);
    if (known === null || known.isForgotten) return;
    setModel((old) => {
      const isSame = old.shown.card?.preview === which.card?.preview;
      const isWaiting = old.phase === "idle" || old.phase === "unknown";
      return isSame && isWaiting ? { ...old, shown: known, phase: "idle", problem: "" } : old;
    });
  };
  const verify = async (which: ShownChange, of: string, pauses: readonly number[]) => {
    update({ phase: "verifying", wanted: of });
    const isOver = (now: ShownChange): boolean => stateIn(now) !== stateIn(which);
    let known: ShownChange | null = null;
    for (const pause of pauses) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const now = await stateOf(which);
      if (now !== null && (known === null || !now.isForgotten)) known = now;
      // While an operation is running, its state is `uncertain`, so keep checking.
      if (known !== null && isOver(known) && stateIn(known) !== "uncertain") break;
    }
    if (known === null) return update({ phase: "unknown" });
    tellModel(`The card for "${known.card?.summary}" now shows: ${stateIn(known)}.`);
    const problem = isOver(known) ? "" : `Not ${of} yet. If the app shows a confirmation form, ` +
      "use it. Otherwise, try again: nothing will be applied twice.";
    update({ phase: "idle", shown: known, problem });
  };

  /** Sends the request that a click triggers. If the answer is lost, polls for the outcome. */
  const send = async (
    name: string,
    asked: Readonly<Record<string, unknown>>,
    { of, take }: {
      readonly of: string;
      /** Returns the card's new state from the answer; `null` if the answer has none. */
      readonly take: (result: ToolResult) => Taken | Promise<Taken | null>;
    },
  ): Promise<void> => {
    if (call === null || isSending.current) return;
    isSending.current = true;
    update({ phase: "working", problem: "" });
    const answered = call(name, asked);
    const result = await within(answered, CALL_MS).catch(({ message }: Error): ToolResult => ({
      content: [{ type: "text", text: message }],
    }));
    const taken = isFromServer(result) ? await take(result) : null;
    isSending.current = false;
    if (taken !== null) return update({ ...taken, phase: "idle" });
    update({ problem: `The call failed: ${textOf(result) || "no response"}.` });
    tellModel(
      `A click on the card "${card?.summary}" got no response, so it's unclear whether ` +
        `the change was ${of}. Don't request it again.`,
    );
    // If the answer arrives after all, update the card.
    answered.then(() => refresh(shown), () => {});
    await verify(shown, of, PAUSES_MS);
  };
  const decide = async (decision: "apply" | "decline"): Promise<void> => {
    if (card === undefined) return;
    await send("decide_change", about(shown, decision), {
      of: decision === "apply" ? "applied" : "declined",
      take: async (result) => {
        tellModel(clickReport(card, result, agreedIn ? `in the ${agreedIn}` : "on the card"));
        const decided = shownBy(result, shown) ?? shown;
        // Ask for the status, because only the journal contains the outcome of every record.
        const known = await stateOf(decided);
        if (decided !== shown) {
          return { shown: known === null || known.isForgotten ? decided : known, problem: "" };
        }
        return known && { shown: known, problem: known.isForgotten ? "" : errorWords(result) };
      },
    });
  };
  const undo = async (): Promise<void> => {
    if (card === undefined) return;
    const asked = { plan_id: args["plan_id"], operation_id: card.preview };
    await send("undo_operation", asked, {
      of: "undone",
      take: (result) => {
        const undoing = shownBy(result, { ...shown, tool: "undo_operation", args: asked });
        return undoing === null ? { problem: errorWords(result) } : { shown: undoing };
      },
    });
  };
  /** Declines a preview. Returns the change if it was already confirmed, and otherwise `null`. */
  const withdraw = async (which: ShownChange): Promise<ShownChange | null> => {
    if (call === null || which.card?.state !== "open") return null;
    await within(call("decide_change", about(which, "decline")), CHECK_MS).catch(() => null);
    const now = await stateOf(which);
    const isReplaceable = now === null || now.isForgotten ||
      ["open", "declined", "expired"].includes(stateIn(now));
    return isReplaceable ? null : now;
  };
  const propose = async ({ confirmation: _, ...asked }: ShownChange["args"]): Promise<void> => {
    await send(shown.tool, asked, {
      of: "proposed",
      take: async (result) => {
        const next = shownBy(result, { ...shown, args: asked, card: undefined });
        if (next === null) return { problem: errorWords(result) };
        const decided = await withdraw(shown);
        if (decided !== null) {
          await withdraw(next);
          return { shown: decided, problem: "This change was already confirmed." };
        }
        if (shown.tool === page.tool) origin.current = next;
        tellModel(
          `The user replaced the preview "${card?.summary}" with a new one: ` +
            `"${next.card?.summary ?? next.answer.message}". Don't apply the old preview.`,
        );
        return { shown: next, problem: "" };
      },
    });
  };

  // A host may show an old answer whose preview has since been applied or declined.
  useEffect(() => {
    if (agreedIn !== undefined) decide("apply");
    else if (canAsk) check(first);
  }, []);
  useEffect(() => {
    // The user may have applied or declined the change outside the page while the page was hidden.
    const onVisible = (): void => {
      if (document.visibilityState === "visible" && card?.state === "open") void refresh(shown);
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [shown]);
  useEffect(() => {
    if (phase !== "idle" || card?.state !== "open" || card.expiresAt === null) return;
    const left = card.expiresAt - Date.now();
    // The server's clock may differ from the page's. If a preview has expired by the page's clock
    // but is still open on the server, check it only once a minute.
    const pause = left > 0 ? Math.min(left, 600_000) + 500 : CALL_MS;
    const timer = setTimeout(() => check(shown), pause);
    return () => clearTimeout(timer);
  }, [card?.preview, card?.state, phase]);

  return {
    ...model,
    decide,
    undo,
    propose,
    back: () => check(origin.current),
    checkAgain: () => verify(shown, wanted, [0]),
  };
}

/** Whether an answer comes from the server. Errors from the app itself don't start with a code. */
function isFromServer(result: ToolResult): boolean {
  return result.structuredContent !== undefined || /^[a-z_]+: /u.test(textOf(result));
}

function stateIn({ card, answer }: ShownChange): string {
  return card?.state ?? answer.status;
}

/**
 * Returns the change that an answer contains. If the change's state is the same as before, also
 * keeps details that only the earlier answer contains.
 */
function shownBy(result: ToolResult, { tool, args, ...before }: ShownChange): ShownChange | null {
  const answer = result.structuredContent as unknown as Change | undefined;
  if (answer === undefined) return null;
  const card = viewFacts(result)?.card;
  if (card === undefined || card.state !== before.card?.state) return { tool, args, answer, card };
  const { warnings = before.answer.warnings ?? [] } = answer;
  return { tool, args, answer: { ...answer, warnings }, card: { ...before.card, ...card } };
}

/** Returns a card without buttons if the server has no record of the change; otherwise `null`. */
function forgotten(result: ToolResult, which: ShownChange): ShownChange | null {
  const isUnknown = /^(?:not_found|forbidden): /u.test(textOf(result));
  if (!isUnknown || which.card === undefined) return null;
  const nothingToPress = { isForCard: false, isForForm: false, canUndo: false, expiresAt: null };
  const card = { ...which.card, ...nothingToPress, state: "uncertain", undo: "" } as const;
  return { ...which, isForgotten: true, card: { ...card, outcome: errorWords(result) } };
}

/** Returns a line that tells the model about a click. */
function clickReport({ summary, preview }: ChangeCard, result: ToolResult, where: string): string {
  const { status, operation_id: id } = (result.structuredContent ?? {}) as Partial<Change>;
  if (status === undefined) return `The card for "${summary}": ${errorWords(result)}`;
  const operation = status === "declined" ? "" : `, operation ${id ?? preview}`;
  return `The user decided "${summary}" ${where}: ${status}${operation}.`;
}
