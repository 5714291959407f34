import { h, type VNode } from "preact";
import type { schema } from "../tools/suggest_categories.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { amount, counted, dayName, NO_PAYEE, percent } from "./words.ts";

/** A transaction without a category, and the category that earlier transactions suggest for it. */
export type Pending = ItemOf<AnswerOf<typeof schema>["pending"]>;

export type Category = ItemOf<AnswerOf<typeof schema>["categories"]>;

export interface Choice {
  readonly isTicked: boolean;
  /** Id of the chosen category; empty if none is chosen yet. */
  readonly category: string;
}

interface PendingLineProps {
  readonly one: Pending;
  readonly choice: Choice;
  readonly isDone: boolean;
  readonly isFixed: boolean;
  readonly categories: readonly Category[];
  /** Whether the category list that the user opened last is the one in this row. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
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

/**
 * A drop-down list of categories. Only the list that the user opened last contains all categories,
 * because hundreds of complete lists would make the page slow.
 */
function Choosing(props: PendingLineProps & { readonly who: string }): VNode {
  const { one, choice, categories, who, isOpen, onOpen, onChoice } = props;
  const { suggestion } = one;
  const all = suggestion === undefined ||
      categories.some(({ category_id: id }) => id === suggestion.category_id)
    ? categories
    : [{ ...suggestion, name: suggestion.category, group: "" }, ...categories];
  const shown = isOpen ? all : all.filter(({ category_id: id }) => id === choice.category);
  return (
    <div class="choosing">
      <select
        aria-label={`Category for ${who}`}
        value={choice.category}
        onFocus={onOpen}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ isTicked: value !== "", category: value })}
      >
        <option value="">No category</option>
        {[...Map.groupBy(shown, ({ group }) => group)].map(([group, listed]) => {
          const options = listed.map(({ category_id: id, name }) => (
            <option key={id} value={id}>{name}</option>
          ));
          return group ? <optgroup key={group} label={group}>{options}</optgroup> : options;
        })}
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
