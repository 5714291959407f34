import { h, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import { amount, counted, dayName, NO_PAYEE, percent } from "./words.ts";

/** A transaction, and the category that past use suggests. */
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

interface PendingLineProps {
  readonly one: Pending;
  readonly choice: { readonly isTicked: boolean; readonly category: string };
  readonly isDone: boolean;
  /** Whether the line is read-only. */
  readonly isFixed: boolean;
  readonly categories: readonly {
    readonly category_id: string;
    readonly name: string;
    readonly group: string;
  }[];
  readonly onChoice: (choice: PendingLineProps["choice"]) => void;
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
        {isDone
          ? <div class="small">{"\u2713"} done</div>
          : isFixed
          ? <div class="suggested">{suggestedWords(props)}</div>
          : <Choosing {...props} who={who} />}
      </div>
    </li>
  );
}

function Choosing(props: PendingLineProps & { readonly who: string }): VNode {
  const { one, choice, categories, who, onChoice } = props;
  const { suggestion } = one;
  // With hundreds of rows, creating the options of all categories would make every click slow.
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
        aria-label={`Category of ${who}`}
        value={choice.category}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ isTicked: value !== "", category: value })}
      >
        {options}
      </select>
      <span class="small">{sureWords(props)}</span>
    </div>
  );
}

function suggestedWords(props: PendingLineProps): string {
  const { suggestion } = props.one;
  return [suggestion?.category, sureWords(props)].filter((word) => word !== undefined).join(", ");
}

function sureWords(
  { one: { suggestion, transfer_with: other } }: PendingLineProps,
): string {
  if (suggestion !== undefined) {
    return `${percent(suggestion.confidence)} sure, used ${counted(suggestion.uses, "time")}`;
  }
  return other === undefined ? "No suggestion" : "Looks like a transfer";
}
