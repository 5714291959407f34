import { Fragment, h, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Sign, useFirst } from "./parts.tsx";
import { amount, counted, dayName, NO_PAYEE, percent } from "./words.ts";

export interface ChangeLine {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly before?: string | number | boolean;
  readonly after?: string | number | boolean;
  readonly outcome?: "done" | "not_done" | "unknown";
  /** The category's available amounts before and after the assignment. */
  readonly available_before?: number;
  readonly available_after?: number;
}

/** Matches the ids of records that will be created, which have no previous values. */
const NEW = /^new /u;

/** Number of records shown initially. */
const FIRST = 25;

export function ChangedRecords(
  { lines }: { readonly lines: readonly ChangeLine[] },
): VNode | null {
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

function ChangedRecord(
  { fields }: { readonly fields: readonly ChangeLine[] },
): VNode {
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

/**
 * Shows the available amount below the assigned amount, because users base their decision on it.
 */
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

/** A transaction without a category, and the category suggested by earlier transactions. */
export interface Pending {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee?: string;
  readonly memo?: string;
  readonly account: string;
  readonly suggestion?: {
    readonly category_id: string;
    readonly category: string;
    readonly confidence: number;
    readonly uses: number;
  };
  readonly transfer_with?: string;
}

export interface Category {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
}

export interface Choice {
  readonly isTicked: boolean;
  /** Id of a category; empty if none is chosen yet. */
  readonly category: string;
}

interface PendingLineProps {
  readonly one: Pending;
  readonly choice: Choice;
  readonly isDone: boolean;
  readonly isFixed: boolean;
  readonly categories: readonly Category[];
  readonly onChoice: (choice: Choice) => void;
}

export function PendingLine(props: PendingLineProps): VNode {
  const { one, choice, isDone, isFixed, onChoice } = props;
  const who = one.payee ?? one.memo ?? NO_PAYEE;
  return (
    <li class={isDone ? "done" : ""}>
      {isFixed || isDone ? null : (
        <input
          type="checkbox"
          aria-label={`Apply to ${who}, ${amount(one.amount)}`}
          checked={choice.isTicked}
          disabled={choice.category === ""}
          onChange={({ currentTarget: { checked } }) => onChoice({ ...choice, isTicked: checked })}
        />
      )}
      <div class="what">
        <div class="line">
          <span class="name">{who}</span>
          <span class="amount">{amount(one.amount)}</span>
        </div>
        <div class="small">
          {dayName(one.date)}, {one.account}
          {one.memo === undefined || one.payee === undefined ? "" : `: ${one.memo}`}
        </div>
        {isDone ? <div class="small">{"\u2713"} done</div> : isFixed
          ? (
            <div class="suggested">
              {[one.suggestion?.category, sureWords(one)].filter(Boolean).join(", ")}
            </div>
          )
          : <Choosing {...props} who={who} />}
      </div>
    </li>
  );
}

function Choosing(props: PendingLineProps & { readonly who: string }): VNode {
  const { one, choice, categories, who, onChoice } = props;
  const { suggestion } = one;
  // With hundreds of rows, re-creating every row's options would make every click slow.
  const options = useMemo(() => [
    <option key="" value="">No category</option>,
    ...(suggestion === undefined ||
        categories.some(({ category_id: id }) => id === suggestion.category_id)
      ? []
      : [
        <option key="suggested" value={suggestion.category_id}>{suggestion.category}</option>,
      ]),
    ...[...Map.groupBy(categories, ({ group }) => group)].map(([group, listed]) => (
      <optgroup key={group} label={group}>
        {listed.map(({ category_id: id, name }) => <option key={id} value={id}>{name}</option>)}
      </optgroup>
    )),
  ], [categories, suggestion]);
  return (
    <div class="choosing">
      <select
        aria-label={`Category for ${who}`}
        value={choice.category}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ isTicked: value !== "", category: value })}
      >
        {options}
      </select>
      <span class="small">{sureWords(one)}</span>
    </div>
  );
}

function sureWords({ suggestion, transfer_with: other }: Pending): string {
  if (suggestion !== undefined) {
    return `${percent(suggestion.confidence)} sure, used ${counted(suggestion.uses, "time")}`;
  }
  return other === undefined ? "No suggestion" : "Looks like a transfer";
}
