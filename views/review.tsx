import { h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isolated, unisolated, withTexts } from "../domain/base/clean_text.ts";
import { sentenceForPeople } from "../domain/base/for_people.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { cleanLabel } from "../domain/plan/transaction_label.ts";
import type { schema } from "../tools/suggest_categories.ts";
import type { AnswerOf } from "./answers.ts";
import { useProposed } from "./change.tsx";
import { type Category, type Choice, type Pending, PendingLine } from "./pending_line.tsx";
import { CALL_MS, CHECK_MS, type Host, type ToolResult, viewFacts, within } from "./host.ts";
import { Button, Lead, More, Problem, Small, useAsking } from "./parts.tsx";
import type { Change, ChangeLine } from "./use_card.ts";
import { counted, errorWords, planMoney, type ViewProps } from "./words.ts";

/** Maximum rows in a call to `apply_categories` and on a page of `suggest_categories`. */
const MAX_AT_ONCE = 200;

type Review = AnswerOf<typeof schema>;

export function ReviewView(props: ViewProps<Review>): VNode {
  const { answer, page, args, call } = props;
  /** The newest answer, which provides the counts of transactions and the list of categories. */
  const [{ categories = [], ...counts }, setNewest] = useState(answer);
  const [pending, setPending] = useState(answer.pending ?? []);
  const [cursor, setCursor] = useState(answer.next_cursor);
  const [choices, choose] = useState<Readonly<Record<string, Choice>>>({});
  const [openedId, open] = useState("");
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, problem, ask, lead, focusLead } = useAsking(call);
  const mayCheck = call !== null && pending.length > 0;
  const [isChecking, setChecking] = useState(mayCheck);

  /** Finds the transactions that still need a category. */
  const check = async (): Promise<ReadonlyMap<string, Pending>> => {
    if (call === null) return new Map();
    const { first, waiting } = await waitingNow(pending, { args, call });
    setNewest(first);
    const ids = pending.map(({ transaction_id: id }) => id);
    setDone(new Set(ids.filter((id) => !waiting.has(id))));
    return waiting;
  };
  const { card, isCardBusy, setProposed } = useProposed(props, () => {
    setChecking(true);
    check().catch(() => {}).finally(() => setChecking(false));
  });
  // Check again, because a host may show an old answer whose transactions have since changed.
  useEffect(() => {
    if (!mayCheck) return;
    const draw = (waiting: ReadonlyMap<string, Pending>): void =>
      setPending(pending.map((one) => waiting.get(one.transaction_id) ?? one));
    // If the check fails, keep the list, because each row will be compared with the preview anyway.
    within(check(), CHECK_MS).then(draw).catch(() => {}).finally(() => setChecking(false));
  }, []);

  const choiceOf = (one: Pending): Choice =>
    choices[one.transaction_id] ??
      { isTicked: one.suggestion !== undefined, category: one.suggestion?.category_id ?? "" };
  const ticked = pending.filter((one) => {
    const { isTicked, category } = choiceOf(one);
    return isTicked && category !== "" && !done.has(one.transaction_id);
  }).slice(0, MAX_AT_ONCE);

  const more = async (): Promise<void> => {
    focusLead();
    const page = await ask<Review>("suggest_categories", { ...args, cursor });
    if (page === null) return;
    const next = page.answer;
    setPending([...pending, ...next.pending ?? []]);
    setCursor(next.next_cursor);
  };
  const apply = async (): Promise<void> => {
    focusLead();
    const wanted = {
      plan_id: args["plan_id"],
      assignments: ticked.map((one) => ({
        transaction_id: one.transaction_id,
        category_id: choiceOf(one).category,
      })),
    };
    // If the server answers late, check the transactions again, because the user may have confirmed
    // the change in the app's form by then.
    const preview = await ask<Change>(
      "apply_categories",
      wanted,
      () => void check().catch(() => {}),
    );
    if (preview === null) return;
    const facts = viewFacts(preview.result)?.card;
    const seen = new Map(ticked.map((one) => {
      const [drawn, format] = withTexts([one, planMoney()], unisolated) as [
        Parameters<typeof cleanLabel>[0],
        MoneyFormat,
      ];
      const label = isolated(sentenceForPeople(cleanLabel(drawn, format), format));
      const after = nameOf(choiceOf(one).category, { categories, pending });
      return [one.transaction_id, { label, after }] as const;
    }));
    const isAgreed = facts?.state === "open" && facts.isForCard && !facts.isIrreversible &&
      isAsSeen(preview.answer, seen);
    setProposed({
      ...preview,
      tool: "apply_categories",
      args: wanted,
      agreedIn: isAgreed ? "review" : undefined,
    });
  };
  const isWaiting = isBusy || isChecking || isCardBusy;

  return (
    <section aria-busy={isWaiting}>
      <h1>Transactions without a category</h1>
      <Lead lead={lead} isBusy={isWaiting}>
        {counts.pending_count === 0
          ? "No transactions need a category."
          : `${counted(counts.pending_count, "transaction")}, ${counts.suggested_count} with a ` +
            "suggestion"}
      </Lead>
      <ul class="pending">
        {pending.map((one) => (
          <PendingLine
            key={one.transaction_id}
            one={one}
            choice={choiceOf(one)}
            isDone={done.has(one.transaction_id)}
            isFixed={!page.decides}
            categories={categories}
            isOpen={one.transaction_id === openedId}
            onOpen={() => open(one.transaction_id)}
            onChoice={(choice) => choose((old) => ({ ...old, [one.transaction_id]: choice }))}
          />
        ))}
      </ul>
      <Problem words={problem} />
      <div class="buttons">
        {page.decides && pending.length > 0 && (
          <Button kind="yes" isOff={isWaiting || ticked.length === 0} act={apply}>
            Apply {counted(ticked.length, "category", "categories")}
          </Button>
        )}
        {cursor && <More isOff={isWaiting} act={call && more}>Next page</More>}
      </div>
      {!page.decides && pending.length > 0 && (
        <Small>
          This list is read-only. To change something, ask in the conversation.
        </Small>
      )}
      {card}
    </section>
  );
}

type Args = Readonly<Record<string, unknown>>;

/** Maximum number of pages to read, in case a host keeps returning the same page. */
const MAX_PAGES = 50;

/**
 * Reads the transactions that need a category, newest first. Stops when it reaches transactions
 * that are older than all transactions in `some`.
 */
async function waitingNow(
  some: readonly Pending[],
  { args, call }: { readonly args: Args; readonly call: Host["call"] },
): Promise<{ readonly first: Review; readonly waiting: ReadonlyMap<string, Pending> }> {
  const oldest = some.map(({ date }) => date).toSorted()[0] ?? "";
  const waiting = new Map<string, Pending>();
  let [first, cursor]: [Review | null, string | undefined] = [null, undefined];
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked = { ...args, limit: MAX_AT_ONCE, cursor };
    const review = reviewIn(await within(call("suggest_categories", asked), CALL_MS));
    first ??= review;
    for (const one of review.pending ?? []) waiting.set(one.transaction_id, one);
    cursor = review.next_cursor;
    const isReached = (review.pending?.at(-1)?.date ?? "") < oldest;
    if (cursor === undefined || isReached) return { first, waiting };
  }
  throw new Error("There are too many pages");
}

function reviewIn(result: ToolResult): Review {
  if (result.structuredContent === undefined) throw new Error(errorWords(result));
  return result.structuredContent as unknown as Review;
}

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

/**
 * Whether a preview contains exactly what the review has shown. If true, the user's click in the
 * review also confirms the preview.
 */
function isAsSeen(
  { changes = [], warnings = [] }: Change,
  seen: ReadonlyMap<string, { readonly label: string; readonly after: string | undefined }>,
): boolean {
  const wasShown = ({ id, label, field, before, after }: ChangeLine): boolean => {
    const row = seen.get(id);
    return row?.label === label && field === "category" && before === undefined &&
      row.after === after;
  };
  return warnings.length === 0 && changes.length === seen.size && changes.every(wasShown) &&
    new Set(changes.map(({ id }) => id)).size === seen.size;
}
