import { useEffect, useRef, useState } from "preact/hooks";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { ChangeLine } from "./changed_records.tsx";
import { errorWords, textOf, viewFacts } from "./facts.ts";
import { CALL_MS, CHECK_MS, type ToolResult, within } from "./host.ts";
import type { ViewProps } from "./words.ts";

/** A change, as every changing tool answers. */
export interface Change {
  readonly status: string;
  readonly message: string;
  readonly preview?: string;
  readonly operation_id?: string;
  readonly changes?: readonly ChangeLine[];
  readonly warnings?: readonly string[];
}

/** What a card is about: the change itself, or its undoing. */
export interface ShownChange {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: Change;
  readonly card: ChangeCard | undefined;
}

/**
 * What a card is doing: asking for the change's state, nothing, carrying out a click, asking
 * what came of a click whose answer was lost, or waiting as nobody could say.
 */
export type Phase = "checking" | "idle" | "working" | "verifying" | "unknown";

interface CardModel {
  readonly phase: Phase;
  readonly shown: ShownChange;
  readonly problem: string;
  /** What a click was to do, such as `applied`. */
  readonly wanted: string;
}

/** A card and what its buttons do. */
export interface Card extends CardModel {
  /** Whether the server can be asked about the change. */
  readonly canAsk: boolean;
  readonly decide: (decision: "apply" | "decline") => void;
  readonly undo: () => void;
  /** From the undoing back to the change. */
  readonly back: () => void;
  readonly checkAgain: () => void;
}

/** A lost click may still be on its way: the pauses between checks grow. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Follows a change from its preview to its end, whatever becomes of the answers. */
export function useCard(props: ViewProps<Change>, agreedIn?: string): Card {
  const { answer, facts, page, args, call, tellModel } = props;
  const first: ShownChange = { tool: page.tool, args, answer, card: facts.card };
  const canAsk = call !== null && page.key !== "";
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

  /** Asks for the state of a change; `null` where that fails. */
  const stateOf = async (which: ShownChange): Promise<ShownChange | null> => {
    const preview = which.card?.preview ?? which.answer.preview;
    if (call === null || !canAsk || preview === undefined) return null;
    const asked = { tool: which.tool, arguments: which.args, key: page.key, preview };
    const result = await within(call("show_again", asked), CHECK_MS).catch(() => null);
    if (result?.isError === true) update({ problem: errorWords(result) });
    return result === null ? null : shownBy(result, which);
  };
  const check = async (which: ShownChange): Promise<void> => {
    update({ phase: "checking", problem: "" });
    update({ shown: await stateOf(which) ?? which, phase: "idle" });
  };
  const verify = async (which: ShownChange, of: string, pauses: readonly number[]) => {
    update({ phase: "verifying", wanted: of });
    const isOver = (now: ShownChange): boolean => stateIn(now) !== stateIn(which);
    let known: ShownChange | null = null;
    for (const pause of pauses) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      known = await stateOf(which) ?? known;
      // An operation that is being carried out counts as uncertain until it ends.
      if (known !== null && isOver(known) && stateIn(known) !== "uncertain") break;
    }
    if (known === null) return update({ phase: "unknown" });
    tellModel(`The card of "${known.card?.summary}" now says: ${stateIn(known)}.`);
    const problem = isOver(known) ? "" : `Not ${of} so far. If the app is asking you about it, ` +
      "answer it there. Otherwise press again: nothing is done twice.";
    update({ phase: "idle", shown: known, problem });
  };

  /** Sends a click; where its answer is lost, asks until it is known what came of it. */
  const send = async (
    name: string,
    asked: Readonly<Record<string, unknown>>,
    { of, take }: {
      readonly of: string;
      /** Gives what the answer shows; `null` where that is not known. */
      readonly take: (result: ToolResult) => Promise<Partial<CardModel> | null>;
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
    update({ problem: `The app says: ${errorWords(result)}` });
    tellModel(
      `The answer to a click in the card "${card?.summary}" was lost: it is not known whether ` +
        `it was ${of}. Do not repeat it.`,
    );
    // It may come after all.
    answered.then(async () => {
      const known = await stateOf(shown);
      const isWaiting = (old: CardModel): boolean => ["idle", "unknown"].includes(old.phase);
      if (known === null) return;
      setModel((old) =>
        isWaiting(old) ? { ...old, shown: known, phase: "idle", problem: "" } : old
      );
    }, () => {});
    await verify(shown, of, PAUSES_MS);
  };
  const decide = async (decision: "apply" | "decline"): Promise<void> => {
    if (card === undefined) return;
    const { tool, args } = shown;
    const { preview, secret } = card;
    const asked = { tool, arguments: args, key: page.key, preview, secret, decision };
    await send("decide_change", asked, {
      of: decision === "apply" ? "applied" : "declined",
      take: async (result) => {
        tellModel(toldLine(card, result, agreedIn ?? "card"));
        const decided = shownBy(result, shown) ?? shown;
        // What has become of every record only the journal tells.
        const known = await stateOf(decided);
        if (decided !== shown) return { shown: known ?? decided, problem: "" };
        return known === null ? null : { shown: known, problem: errorWords(result) };
      },
    });
  };
  const undo = async (): Promise<void> => {
    if (card === undefined) return;
    const { plan_id } = args;
    const asked = {
      ...(plan_id === undefined ? {} : { plan_id }),
      operation_id: card.preview,
    };
    await send("undo_operation", asked, {
      of: "undone",
      take: (result) => {
        const undoing = shownBy(result, { ...shown, tool: "undo_operation", args: asked });
        const change = undoing === null ? { problem: errorWords(result) } : { shown: undoing };
        return Promise.resolve(change);
      },
    });
  };

  // A host may show an old answer again: what it offered may have been decided since.
  useEffect(() => {
    if (agreedIn !== undefined) decide("apply");
    else if (canAsk) check(first);
  }, []);
  useEffect(() => {
    if (phase !== "idle" || card?.state !== "open" || card.expiresAt === null) return;
    const left = Math.max(0, card.expiresAt - Date.now());
    const timer = setTimeout(() => check(shown), Math.min(left, 600_000) + 500);
    return () => clearTimeout(timer);
  }, [card?.preview, card?.state, phase]);

  return {
    ...model,
    canAsk,
    decide,
    undo,
    back: () => check(first),
    checkAgain: () => verify(shown, wanted, [0]),
  };
}

/** Apps hand on their own failures as errors of the tool; the server's begin with a code. */
function isFromServer(result: ToolResult): boolean {
  return result.structuredContent !== undefined || /^[a-z_]+: /u.test(textOf(result));
}

function stateIn({ card, answer }: ShownChange): string {
  return card?.state ?? answer.status;
}

/** What an answer shows; what was said of the same state before still holds. */
function shownBy(result: ToolResult, { tool, args, ...before }: ShownChange): ShownChange | null {
  const answer = result.structuredContent as unknown as Change | undefined;
  if (answer === undefined) return null;
  const card = viewFacts(result)?.card;
  if (card === undefined || card.state !== before.card?.state) return { tool, args, answer, card };
  const { warnings = before.answer.warnings ?? [] } = answer;
  return { tool, args, answer: { ...answer, warnings }, card: { ...before.card, ...card } };
}

/** What the model is told of a click, in one line. */
function toldLine({ summary, preview }: ChangeCard, result: ToolResult, where: string): string {
  const { status, operation_id: id } = (result.structuredContent ?? {}) as Partial<Change>;
  if (status === undefined) return `The card of "${summary}": ${errorWords(result)}`;
  const operation = status === "declined" ? "" : `, operation ${id ?? preview}`;
  return `The user decided "${summary}" in the ${where}: ${status}${operation}.`;
}

/** What a view has shown of a record before the click that changes it. */
export interface SeenRow {
  readonly label: string;
  readonly field: string;
  readonly before?: ChangeLine["before"];
  readonly after?: ChangeLine["after"] | undefined;
}

/**
 * Whether a preview says what the view has shown of each record, by its id, and nothing else:
 * then the click on the view is the yes to it. Otherwise the preview has to be shown.
 */
export function isAsSeen(
  { changes = [], warnings = [] }: Change,
  { card, seen }: {
    readonly card: ChangeCard | undefined;
    readonly seen: ReadonlyMap<string, SeenRow>;
  },
): boolean {
  const isSeen = ({ id, label, field, before, after }: ChangeLine): boolean => {
    const row = seen.get(id);
    return row?.label === label && row.field === field && row.before === before &&
      row.after === after;
  };
  return card?.state === "open" && card.isForCard && !card.isIrreversible &&
    warnings.length === 0 && changes.length === seen.size && changes.every(isSeen) &&
    new Set(changes.map(({ id }) => id)).size === seen.size;
}
