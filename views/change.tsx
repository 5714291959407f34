/**
 * The card of a change: what changes, before and after; Apply and Don't apply; afterwards
 * what became of every record, and Undo. Whenever it is opened it asks how the change stands.
 *
 * @module
 */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CardState, ChangeCard } from "../domain/changes/change_card.ts";
import { ChangedRecords, type ChangeLine } from "./changed_records.tsx";
import { errorWords, viewFacts } from "./facts.ts";
import type { ToolResult } from "./host.ts";
import type { ViewProps } from "./view.ts";

/** A change, as every changing tool answers. */
export interface Change {
  readonly status: string;
  readonly message: string;
  readonly preview?: string;
  readonly operation_id?: string;
  readonly changes?: readonly ChangeLine[];
  readonly warnings?: readonly string[];
}

/** What a card shows at the moment. */
interface Shown {
  /** The tool whose preview it is: of the change itself, or of its undoing. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: Change;
  readonly card: ChangeCard | undefined;
}

/** Draws the card. */
export function ChangeView(props: ViewProps<Change>): VNode {
  const { answer, facts, page, args, call, tellModel } = props;
  const [shown, show] = useState<Shown>({ tool: page.tool, args, answer, card: facts.card });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const { card } = shown;
  const canAsk = call !== null && page.key !== "";

  /** Asks how the change stands; what can't be learnt leaves the card as it is. */
  const refresh = async (which: Shown): Promise<void> => {
    const preview = which.card?.preview ?? which.answer.preview;
    if (!canAsk || preview === undefined) return;
    const { tool, args } = which;
    const asked = { tool, arguments: args, key: page.key, preview };
    const now = await call("show_again", asked).catch(() => null);
    if (now !== null) take(now, which);
  };
  const take = (result: ToolResult, { tool, args }: Pick<Shown, "tool" | "args">): boolean => {
    const { structuredContent, isError } = result;
    if (structuredContent === undefined) {
      if (isError === true) setProblem(errorWords(result));
      return false;
    }
    const card = viewFacts(result)?.card;
    const next = structuredContent as unknown as Change;
    show({ tool, args, answer: next, card });
    return true;
  };
  const busy = async (run: () => Promise<void>): Promise<void> => {
    setProblem("");
    setBusy(true);
    await run().catch((error: unknown) => setProblem(String((error as Error).message)));
    setBusy(false);
  };
  const decide = (decision: "apply" | "decline"): Promise<void> =>
    busy(async () => {
      if (call === null || card === undefined) return;
      const { tool, args } = shown;
      const { preview, secret } = card;
      const asked = { tool, arguments: args, key: page.key, preview, secret, decision };
      const result = await call("decide_change", asked);
      take(result, shown);
      tellModel(toldLine(card, result));
      // What has become of every record only the journal tells.
      await refresh(shown);
    });
  const undo = (): Promise<void> =>
    busy(async () => {
      if (call === null || card === undefined) return;
      const { plan_id } = args;
      const asked = {
        ...(plan_id === undefined ? {} : { plan_id }),
        operation_id: card.preview,
      };
      const result = await call("undo_operation", asked);
      if (result.structuredContent === undefined) setProblem(errorWords(result));
      else take(result, { tool: "undo_operation", args: asked });
    });

  // A host may show an old answer again: what it offered may have been decided since.
  const isChecked = useRef(false);
  const [isKnown, setKnown] = useState(!canAsk);
  useEffect(() => {
    if (isChecked.current) return;
    isChecked.current = true;
    refresh(shown).finally(() => setKnown(true));
  }, []);
  useEffect(() => {
    if (card?.state !== "open" || card.expiresAt === null) return;
    const left = Math.max(0, card.expiresAt - Date.now());
    const timer = setTimeout(() => refresh(shown), Math.min(left, 600_000) + 500);
    return () => clearTimeout(timer);
  }, [card?.preview, card?.state]);

  const state = card?.state ?? (STATES[shown.answer.status] as CardState | undefined);
  const isOpen = card?.state === "open";
  const mayDecide = isOpen && card.isForCard && page.decides && canAsk;
  const isUndoing = shown.tool === "undo_operation" && page.tool !== "undo_operation";
  return (
    <section class={`card ${state ?? ""}`} aria-busy={isBusy || !isKnown}>
      <h1>
        {state === undefined ? null : <span aria-hidden="true">{MARKS[state]}{" "}</span>}
        {card?.summary ?? headingOf(shown.answer)}
      </h1>
      <p class="state" role="status">
        {isBusy
          ? "Working\u2026"
          : isKnown
          ? stateWords(shown, mayDecide)
          : "Looking how it stands\u2026"}
      </p>
      <ChangedRecords lines={shown.answer.changes ?? []} {...props} />
      {(shown.answer.warnings ?? []).map((warning, at) => (
        <p class="warning" key={at}>
          <span aria-hidden="true">{"\u26a0"}</span> {sentence(warning)}
        </p>
      ))}
      {isOpen && card.undo !== ""
        ? (
          <p class={card.isIrreversible ? "warning" : "small"}>
            {card.isIrreversible ? <span aria-hidden="true">{"\u26a0 "}</span> : null}
            {card.undo}
          </p>
        )
        : null}
      {problem === "" ? null : <p class="problem" role="alert">{problem}</p>}
      {mayDecide && isKnown
        ? (
          <div class="buttons">
            <button type="button" class="yes" disabled={isBusy} onClick={() => decide("apply")}>
              Apply
            </button>
            <button type="button" class="plain" disabled={isBusy} onClick={() => decide("decline")}>
              Don't apply
            </button>
          </div>
        )
        : null}
      {card?.canUndo === true && canAsk && page.decides && isKnown
        ? (
          <div class="buttons">
            <button type="button" class="plain" disabled={isBusy} onClick={undo}>
              {card.state === "applied" ? "Undo" : "Undo what was applied"}
            </button>
          </div>
        )
        : null}
      {isUndoing && !isOpen
        ? (
          <div class="buttons">
            <button
              type="button"
              class="plain"
              disabled={isBusy}
              onClick={() =>
                busy(() => refresh({ tool: page.tool, args, answer, card: facts.card }))}
            >
              Back to the change
            </button>
          </div>
        )
        : null}
    </section>
  );
}

/** What stands for a state where the server could not be asked. */
const STATES: Readonly<Record<string, CardState>> = {
  confirmation_required: "open",
  applied: "applied",
  declined: "declined",
  partly: "partly",
  uncertain: "uncertain",
};

/** A sign beside the words, so that colour says nothing alone. */
const MARKS: Readonly<Record<CardState, string>> = {
  open: "?",
  applied: "\u2713",
  declined: "\u2715",
  expired: "\u2715",
  failed: "\u2715",
  partly: "\u26a0",
  uncertain: "\u26a0",
  undone: "\u21b6",
  undone_in_part: "\u21b6",
};

/** The first sentence of a message: the rest speaks to the assistant. */
function headingOf({ message, status }: Change): string {
  const [first = message] = message.split(/(?<=[.?!]) /u);
  return status === "confirmation_required" ? first.replace(/\?$/u, "") : first;
}

function stateWords({ answer, card }: Shown, mayDecide: boolean): string {
  if (card === undefined) {
    // The answer is what it was when it was given; nobody can tell what came of it.
    return answer.status === "confirmation_required"
      ? "This was proposed. Here it can only be shown: decide in the conversation."
      : "";
  }
  if (card.state !== "open") return card.told;
  return mayDecide
    ? "Nothing is written before you press Apply."
    : "Nothing is written yet. Here it is only shown: decide in the conversation.";
}

/** What the model is told of the click, in one line. */
function toldLine(card: ChangeCard, result: ToolResult): string {
  const { status, operation_id: id } = (result.structuredContent ?? {}) as Partial<Change>;
  if (status === undefined) return `The card of "${card.summary}": ${errorWords(result)}`;
  const operation = status === "declined" ? "" : `, operation ${id ?? card.preview}`;
  return `The user decided "${card.summary}" in the card: ${status}${operation}.`;
}

function sentence(text: string): string {
  const words = text[0]?.toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(words) ? words : `${words}.`;
}
