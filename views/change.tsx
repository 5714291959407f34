import { Fragment, h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isolated, unisolated } from "../domain/base/clean_text.ts";
import type { CardState } from "../domain/changes/change_card.ts";
import { adjustableOf, AdjustForm } from "./adjusting.tsx";
import { type PageFacts, viewFacts } from "./host.ts";
import { type Answered, Button, Lead, Problem, Sign, useFirst } from "./parts.tsx";
import { type Card, type Change, type ChangeLine, type ShownChange, useCard } from "./use_card.ts";
import { amount, capitalized, type ViewProps, WORKING } from "./words.ts";

/** A change that the user previewed with a click in a view. */
interface Proposed extends Answered<Change> {
  readonly tool: string;
  readonly args: ViewProps<unknown>["args"];
  /**
   * Name of the view that showed the whole preview; a click in that view counts as confirmation
   * because the user could see the whole preview.
   */
  readonly agreedIn?: string | undefined;
}

/**
 * Manages the card for a change that a view proposes. Don't replace the card during a request.
 * Calls `onDecided` when the change is no longer open, usually because the user has decided.
 */
export function useProposed(props: ViewProps<unknown>, onDecided: () => unknown): {
  readonly card: VNode | null;
  readonly isCardBusy: boolean;
  readonly setProposed: (proposed: Proposed | null) => void;
} {
  const [proposed, setProposed] = useState<Proposed | null>(null);
  const [isCardBusy, setBusy] = useState(false);
  return {
    isCardBusy,
    setProposed: (next) => {
      setBusy(next !== null);
      setProposed(next);
    },
    card: proposed && (
      <ChangeView
        {...props}
        key={proposed.result}
        answer={proposed.answer}
        facts={viewFacts(proposed.result) ?? props.facts}
        page={{ ...props.page, tool: proposed.tool }}
        args={proposed.args}
        agreedIn={proposed.agreedIn}
        onBusy={(isBusy, state) => {
          setBusy(isBusy);
          if (!isBusy && state !== "open") onDecided();
        }}
      />
    ),
  };
}

interface ChangeViewProps extends ViewProps<Change>, Pick<Proposed, "agreedIn"> {
  /**
   * For a card in another view: called when the card becomes busy or idle, or when the state of its
   * change is updated.
   */
  readonly onBusy?: (isBusy: boolean, state: CardState | undefined) => void;
}

export function ChangeView({ agreedIn, onBusy, ...props }: ChangeViewProps): VNode {
  const { page, call } = props;
  const card = useCard(props, agreedIn);
  const { phase, shown, problem, decide, undo, propose } = card;
  const [isAdjusting, setAdjusting] = useState(false);
  const { answer, card: facts } = shown;
  const lead = useRef<HTMLParagraphElement>(null);
  const focusLead = (): void => lead.current?.focus();
  // Move focus to the status line, because the pressed button disappears.
  const press = (act: () => void) => (): void => {
    focusLead();
    setAdjusting(false);
    act();
  };
  useEffect(() => {
    if (onBusy !== undefined) focusLead();
  }, []);
  const isBusy = phase !== "idle" && phase !== "unknown";
  const state = phase === "unknown" || phase === "verifying"
    ? "uncertain"
    : facts?.state ?? stateOf(answer);
  useEffect(() => onBusy?.(isBusy, state), [isBusy, state]);
  const isOpen = facts?.state === "open";
  const mayClick = page.decides && (phase === "idle" || phase === "working");
  const mayDecide = mayClick && isOpen && facts.isForCard;
  const isUndoing = shown.tool === "undo_operation" && page.tool !== "undo_operation";
  const undoLabel = facts?.state === "applied" ? "Undo" : "Undo what was applied";
  const isOver = facts?.state === "declined" || facts?.state === "expired";
  const adjustable = mayDecide ? adjustableOf(shown) : null;
  const yes = verbOf(shown);
  const actions = ([
    mayDecide && { label: yes, act: () => decide("apply"), kind: "yes" },
    mayDecide && { label: "Don't apply", act: () => decide("decline") },
    adjustable !== null && { label: "Adjust", act: () => setAdjusting(true) },
    mayClick && isOver && { label: "Propose again", act: () => propose(shown.args) },
    mayClick && facts?.canUndo === true && { label: undoLabel, act: undo },
    isUndoing && !isOpen && phase === "idle" && { label: "Back to the change", act: card.back },
    phase === "unknown" && call !== null && { label: "Check again", act: card.checkAgain },
  ] as const).filter((action): action is Action => action !== false);
  return (
    <section class={`card ${state ?? ""}`} aria-busy={isBusy}>
      <h1>
        {state && <Sign>{MARKS[state]}{" "}</Sign>}
        {facts?.summary ?? headingOf(answer)}
      </h1>
      <Lead lead={lead} kind="state">
        {phase !== "idle"
          ? phaseWords(card)
          : isAdjusting && adjustable !== null
          ? "This doesn't change your plan yet. You'll see a new preview before anything is applied."
          : stateWords(shown, { page, yes: mayDecide ? yes : "" })}
      </Lead>
      {facts?.state === "applied" && facts.result && <p>{facts.result}</p>}
      {isAdjusting && adjustable !== null
        ? (
          <AdjustForm
            key={facts?.preview}
            adjustable={adjustable}
            isBusy={isBusy}
            onPreview={(args) => press(() => propose(args))()}
            onCancel={press(() => {})}
          />
        )
        : <ChangedRecords lines={answer.changes ?? []} />}
      {(answer.warnings ?? []).map((warning, at) => (
        <Note key={at} isBad words={sentence(warning)} />
      ))}
      {isOpen && facts.undo !== "" && <Note isBad={facts.isIrreversible} words={facts.undo} />}
      <Problem words={problem} />
      {actions.length === 0 || (isAdjusting && adjustable !== null) ? null : (
        <div class="buttons">
          {actions.map(({ label, act, kind }) => (
            <Button key={label} kind={kind} isOff={isBusy} act={press(act)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

function Note({ isBad, words }: { readonly isBad: boolean; readonly words: string }): VNode {
  return (
    <p class={isBad ? "warning" : "small"}>
      {isBad && <Sign>{"\u26a0 "}</Sign>}
      {words}
    </p>
  );
}

/** Returns the label of the button that applies a change: a verb and an amount or a count. */
function verbOf({ tool, card }: ShownChange): string {
  const words = unisolated(card?.summary ?? "");
  // If a change has several parts, the first verb in its summary describes only one of them.
  if (words === "" || words.includes(";")) return "Apply";
  const [first = ""] = words.split(" ");
  // Use a number only if it is near the verb, because names may also contain numbers.
  const count = /^\p{L}+ (?:\p{Ll}+ ){0,4}(\d+ (?:amount|categor|payee|transaction)\p{L}*)/u;
  const what = tool === "move_money" ? words.split(" ")[1] : count.exec(words)?.[1];
  return isolated([VERBS[tool] ?? first, what].filter(Boolean).join(" "));
}

/** Button-label verbs for tools whose previews begin with a vague verb. */
const VERBS: Readonly<Record<string, string>> = {
  apply_categories: "Categorize",
  assign_month: "Assign to",
  flag_transactions: "Set flags on",
  merge_payees: "Reassign",
  set_category_budget: "Assign",
};

interface Action {
  readonly label: string;
  readonly act: () => void;
  readonly kind?: "yes";
}

/** Returns a change's state based on its answer's status. Used if the answer has no card data. */
function stateOf({ status }: Change): CardState | undefined {
  if (status === "confirmation_required") return "open";
  return Object.hasOwn(MARKS, status) ? status as CardState : undefined;
}

/** Symbols for the states of a change. For accessibility, color must not be the only signal. */
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

/** Returns the first sentence of a tool's message; the rest of the message is for the assistant. */
function headingOf({ message, status }: Change): string {
  const [first = message] = message.split(/(?<=[.?!]) /u);
  return status === "confirmation_required" ? first.replace(/\?$/u, "") : first;
}

function phaseWords({ phase, wanted }: Pick<Card, "phase" | "wanted">): string {
  if (phase === "checking") return "Checking status\u2026";
  if (phase === "working") return WORKING;
  const doubt = `No response, so it's unclear whether this was ${wanted}.`;
  return phase === "verifying"
    ? `${doubt} Checking\u2026`
    : `${doubt} Before retrying, press "Check again" or look in YNAB.`;
}

function stateWords(
  { answer, card }: ShownChange,
  { page, yes }: {
    readonly page: PageFacts;
    /** Label of the button that applies the change; empty if there is no such button. */
    readonly yes: string;
  },
): string {
  const isOpen = ["confirmation_required", "open"].includes(card?.state ?? answer.status);
  if (!isOpen) {
    const { state, result, outcome = "" } = card ?? {};
    const isUnclean = state === "partly" || state === "uncertain";
    const words = isUnclean && result !== undefined ? result : outcome;
    return words && sentence(words);
  }
  if (yes !== "") return `Nothing changes until you press ${yes}.`;
  if (card?.isForForm === true) {
    return "Confirm or decline this in the app's form; nothing changes until you do.";
  }
  if (page.isCardOnly) {
    return "Nothing has changed yet. You can't confirm or decline here because this card " +
      "can't call tools in this app. Use an app with confirmation buttons or forms, or start the " +
      "server with another --confirm mode.";
  }
  // If the host removed the card's data, it is unknown whether the change has been applied.
  return `${
    card === undefined ? "This change may not have been confirmed" : "Nothing has changed yet"
  }. ` +
    "Confirm or decline this in the conversation.";
}

function sentence(text: string): string {
  const words = capitalized(text);
  return /[.!?]$/u.test(words) ? words : `${words}.`;
}

/** Matches the ids of records that will be created, which have no previous values. */
const NEW = /^new /u;

/** Number of changed records that the card shows initially. */
const FIRST = 25;

function ChangedRecords({ lines }: { readonly lines: readonly ChangeLine[] }): VNode | null {
  const [shown, button] = useFirst(recordsIn(lines), { first: FIRST, noun: "first" });
  return lines.length === 0 ? null : (
    <>
      <ul class="records">
        {shown.map((fields, at) => <ChangedRecord key={at} fields={fields} />)}
      </ul>
      {button}
    </>
  );
}

function ChangedRecord({ fields }: { readonly fields: readonly ChangeLine[] }): VNode {
  const outcome = fields.find((field) => field.outcome !== undefined)?.outcome;
  return (
    <li>
      <div class="label">
        <span>{fields[0]?.label}</span>
        {outcome === undefined ? null : (
          <span class={`outcome ${outcome}`}>
            <Sign>{OUTCOMES[outcome].mark}</Sign> {OUTCOMES[outcome].word}
          </span>
        )}
      </div>
      {fields.filter(({ field }) => field !== "").flatMap(withAvailable).map((field, at) => (
        <div class="field" key={at}>
          <span class="name">{field.field}</span>
          {NEW.test(field.id) && field.before === undefined ? null : (
            <>
              <del>
                <span class="hidden">before:</span>
                {written(field.before)}
              </del>
              <Sign>{" \u2192 "}</Sign>
            </>
          )}
          <ins>
            <span class="hidden">after:</span>
            {written(field.after)}
          </ins>
        </div>
      ))}
    </li>
  );
}

/** Adds a line with the available amount, because users base their decision on that amount. */
function withAvailable(line: ChangeLine): readonly ChangeLine[] {
  const { available_before: before, available_after: after } = line;
  if (before === undefined || after === undefined) return [line];
  return [line, { ...line, field: "available", before, after }];
}

const OUTCOMES = {
  done: { mark: "\u2713", word: "done" },
  not_done: { mark: "\u2715", word: "not done" },
  unknown: { mark: "?", word: "unknown" },
} as const;

function recordsIn(lines: readonly ChangeLine[]): readonly (readonly ChangeLine[])[] {
  const records: ChangeLine[][] = [];
  for (const line of lines) {
    const last = records.at(-1);
    if (last?.[0]?.id === line.id && last[0].label === line.label) last.push(line);
    else records.push([line]);
  }
  return records;
}

function written(value: ChangeLine["after"]): string {
  if (value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? amount(value) : value;
}
