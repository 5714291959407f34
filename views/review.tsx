/**
 * The review of transactions without a category: tick, alter, apply what is ticked.
 *
 * @module
 */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ChangeView } from "./change.tsx";
import type { ChangeLine } from "./changed_records.tsx";
import { errorWords, viewFacts } from "./facts.ts";
import type { ToolResult } from "./host.ts";
import { type Pending, PendingLine } from "./pending_line.tsx";
import type { Change } from "./use_card.ts";
import type { ViewProps } from "./view.ts";
import { counted } from "./words.ts";

/** What `apply_categories` takes at once. */
const MOST_AT_ONCE = 200;

interface Category {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
}

/** Pending transactions, as `suggest_categories` answers. */
export interface Review {
  readonly pending_count: number;
  readonly suggested_count: number;
  readonly pending?: readonly Pending[];
  readonly categories?: readonly Category[];
  readonly next_cursor?: string;
}

/** What the user wants of one transaction. */
interface Choice {
  readonly isTicked: boolean;
  /** Id of a category; empty for none yet. */
  readonly category: string;
}

/** Draws the review. */
export function ReviewView(props: ViewProps<Review>): VNode {
  const { answer, page, args, call, tellModel } = props;
  const [pending, setPending] = useState(answer.pending ?? []);
  const [cursor, setCursor] = useState(answer.next_cursor);
  const [categories, setCategories] = useState(answer.categories ?? []);
  const [choices, choose] = useState<Readonly<Record<string, Choice>>>({});
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [asked, ask] = useState<{ readonly result: ToolResult; readonly args: Args } | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const mayApply = page.decides && call !== null && page.key !== "";

  // A later page does not list them again.
  useEffect(() => {
    if (call === null || categories.length > 0 || pending.length === 0) return;
    const { cursor: _, ...first } = args;
    call("suggest_categories", { ...first, limit: 1 }).then(({ structuredContent }) => {
      setCategories((structuredContent as unknown as Review | undefined)?.categories ?? []);
    }, () => {});
  }, []);

  const choiceOf = (one: Pending): Choice =>
    choices[one.transaction_id] ??
      { isTicked: one.suggestion !== undefined, category: one.suggestion?.category_id ?? "" };
  const ticked = pending.filter((one) => {
    const { isTicked, category } = choiceOf(one);
    return isTicked && category !== "" && !done.has(one.transaction_id);
  }).slice(0, MOST_AT_ONCE);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setProblem("");
    setBusy(true);
    await work().catch((error: unknown) => setProblem(String((error as Error).message)));
    setBusy(false);
  };
  const more = (): Promise<void> =>
    run(async () => {
      if (call === null) return;
      const result = await call("suggest_categories", { ...args, cursor });
      const next = result.structuredContent as unknown as Review | undefined;
      if (next === undefined) return setProblem(errorWords(result));
      setPending([...pending, ...next.pending ?? []]);
      setCursor(next.next_cursor);
    });
  const apply = (): Promise<void> =>
    run(async () => {
      if (call === null) return;
      const { plan_id } = args;
      const wanted = {
        ...(plan_id === undefined ? {} : { plan_id }),
        assignments: ticked.map((one) => ({
          transaction_id: one.transaction_id,
          category_id: choiceOf(one).category,
        })),
      };
      const result = await call("apply_categories", wanted);
      const preview = result.structuredContent as unknown as Change | undefined;
      if (preview === undefined) return setProblem(errorWords(result));
      const card = viewFacts(result)?.card;
      const names = new Map(wanted.assignments.map(({ transaction_id: id, category_id }) =>
        [id, nameOf(category_id, { categories, pending })] as const
      ));
      const isSeen = card?.state === "open" && card.isForCard && saysNoMore(preview, names);
      if (!isSeen) {
        ask({ result, args: wanted });
        return;
      }
      // The user has seen line by line what it says: the click was the yes to it.
      const decided = await call("decide_change", {
        tool: "apply_categories",
        arguments: wanted,
        key: page.key,
        preview: card.preview,
        secret: card.secret,
        decision: "apply",
      });
      const { status } = (decided.structuredContent ?? {}) as unknown as Partial<Change>;
      if (status === undefined) {
        setProblem(errorWords(decided));
      } else {
        tellModel(
          `The user decided "${card.summary}" in the review: ${status}, operation ${card.preview}.`,
        );
        ask({ result: decided, args: wanted });
        if (status === "applied") {
          setDone(new Set([...done, ...names.keys()]));
        }
      }
    });

  return (
    <section aria-busy={isBusy}>
      <h1>Transactions without a category</h1>
      <p class="lead">
        {answer.pending_count === 0
          ? "None is waiting for one."
          : `${counted(answer.pending_count, "transaction")}, ${answer.suggested_count} with a ` +
            "suggestion"}
      </p>
      <ul class="pending">
        {pending.map((one) => (
          <PendingLine
            key={one.transaction_id}
            one={one}
            choice={choiceOf(one)}
            isDone={done.has(one.transaction_id)}
            isFixed={!mayApply}
            categories={categories}
            money={props.money}
            locale={props.locale}
            onChoice={(choice) => choose({ ...choices, [one.transaction_id]: choice })}
          />
        ))}
      </ul>
      {problem === "" ? null : <p class="problem" role="alert">{problem}</p>}
      <div class="buttons">
        {mayApply && pending.length > 0
          ? (
            <button
              type="button"
              class="yes"
              disabled={isBusy || ticked.length === 0}
              onClick={apply}
            >
              Apply {counted(ticked.length, "category", "categories")}
            </button>
          )
          : null}
        {cursor !== undefined && call !== null
          ? <button type="button" class="plain" disabled={isBusy} onClick={more}>Next page</button>
          : null}
      </div>
      {cursor !== undefined && call === null
        ? <p class="small">There are more: ask for the next page.</p>
        : null}
      {!page.decides && pending.length > 0
        ? (
          <p class="small">
            Here the list is only shown: what is to be changed, say in the conversation.
          </p>
        )
        : null}
      {asked === null ? null : (
        <ChangeView
          {...props}
          key={viewFacts(asked.result)?.card?.preview ?? ""}
          answer={asked.result.structuredContent as unknown as Change}
          facts={viewFacts(asked.result) ?? props.facts}
          page={{ ...page, tool: "apply_categories" }}
          args={asked.args}
        />
      )}
    </section>
  );
}

type Args = Readonly<Record<string, unknown>>;

function nameOf(
  id: string,
  { categories, pending }: {
    readonly categories: readonly Category[];
    readonly pending: readonly Pending[];
  },
): string | undefined {
  return categories.find(({ category_id }) => category_id === id)?.name ??
    pending.find(({ suggestion }) => suggestion?.category_id === id)?.suggestion?.category;
}

/** Whether a preview holds exactly what was ticked, and nothing else that is to be known. */
function saysNoMore(
  { changes = [], warnings = [] }: Change,
  names: ReadonlyMap<string, string | undefined>,
): boolean {
  const isAsTicked = ({ id, field, after }: ChangeLine): boolean =>
    field === "category" && names.has(id) && names.get(id) === after;
  return warnings.length === 0 && changes.length === names.size && changes.every(isAsTicked) &&
    new Set(changes.map(({ id }) => id)).size === names.size;
}
