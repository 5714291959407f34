import type { SaveSplitLine, SaveTransactionWithId } from "../client/wire/transaction.ts";
import type { Fields, Step, Target } from "./change.ts";
import { holds, savedSchedule, withoutNames, withoutNulls } from "./fields.ts";
import { otherSideOf, pairCreated } from "./compare.ts";
import { type Revert, revertedGroups } from "./revert.ts";

/** A created transaction's state until its marks are set. */
export const CREATED_WITH: Fields = { cleared: "uncleared", flag_color: null };

/** The state of the other side of a created transfer. */
const OTHER_SIDE_WITH: Fields = { ...CREATED_WITH, category_id: null };
const MARKS: readonly string[] = ["cleared", "approved", "memo", "flag_color"];

/** Re-creates deleted schedules. */
export const recreateSchedules: Revert["steps"] = (reverted, { planId, schedules }) =>
  reverted.map(({ target: { id, label, before } }) => {
    const after = withoutNames(before ?? {});
    return {
      operation: "createScheduledTransaction",
      args: { planId, scheduledTransaction: savedSchedule(after, after) },
      targets: [{
        id,
        label,
        before: null,
        after,
        recreates: id,
        lookedAlike: schedules.filter((one) => holds(after, one)).map((one) => one.id),
      }],
    };
  });

/**
 * Re-creates deleted transactions in one request (a deletion has at most 50). Transfers create
 * their other sides, which get their marks in a second request.
 */
export const recreateTransactions: Revert["steps"] = (reverted, { planId }) => {
  const groups = revertedGroups(reverted);
  const restored = groups.flatMap(([{ target, restoredId }]) =>
    restoredId === null ? [] : [{ target: { ...target, id: restoredId }, leader: null }]
  );
  const gone = groups.filter(([{ restoredId }]) => restoredId === null);
  const leaders = gone.map(([{ target }]) => recreated(target));
  const marked = gone.flatMap(([, ...others], at) =>
    others.map(({ target }) => ({ target, leader: leaders[at] ?? null }))
  );
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: { planId, transactions: gone.map(([{ target }]) => sentFields(target)) },
    targets: gone.flatMap(([, ...others], at) => [
      ...leaders.slice(at, at + 1),
      ...others.map(({ target }) => otherSide(target)),
    ]),
  };
  return [
    ...(gone.length === 0 ? [] : [creation]),
    ...(marked.length + restored.length === 0
      ? []
      : [marking([...restored, ...marked], { planId, leaders })]),
  ];
};

function recreated({ id, label, before, lines }: Target): Target {
  const { account_name: _, payee_name: __, ...after } = before ?? {};
  return {
    id,
    label,
    before: null,
    after,
    recreates: id,
    ...(lines === undefined ? {} : { lines }),
  };
}

function sentFields({ before, lines }: Target): Readonly<Record<string, unknown>> {
  const { account_name: _, payee_name: __, transfer_account_id: ___, ...fields } = before ?? {};
  const split = lines?.map((line): SaveSplitLine => {
    const { transfer_account_id: _, ...rest } = line;
    return withoutNulls(rest) as never;
  });
  return { ...withoutNulls(fields), ...(split === undefined ? {} : { subtransactions: split }) };
}

/** Only this much of the other side is certain before its marks are set. */
function otherSide({ id, label, before }: Target): Target {
  const { account_id = null, date = null, amount = null } = before ?? {};
  return {
    id,
    label,
    before: null,
    after: { account_id, date, amount },
    isFollower: true,
    recreates: id,
  };
}

/** Sends all marks of the other side, because YNAB may copy some of the leader's. */
function marksOf(before: Fields): Fields {
  const marks = MARKS.filter((name) => name in before);
  const category = before["category_id"];
  return Object.fromEntries([
    ...marks.map((name) => [name, before[name] ?? null]),
    ...(typeof category === "string" ? [["category_id", category]] : []),
  ]);
}

interface Marked {
  readonly target: Target;
  /** The created transaction that creates this side; `null` if it exists already. */
  readonly leader: Target | null;
}

function marking(
  marked: readonly Marked[],
  { planId, leaders }: { readonly planId: string; readonly leaders: readonly Target[] },
): Step<"updateTransactions"> {
  const stepFor = (
    ids: readonly (string | null)[],
  ): Pick<Step<"updateTransactions">, "args" | "targets"> => {
    const targets = marked.map(({ target: { id, label, before } }, at): Target => {
      const after = marksOf(before ?? {});
      const known = Object.entries(OTHER_SIDE_WITH).filter(([name]) => name in after);
      return { id: ids[at] ?? id, label, before: Object.fromEntries(known), after };
    });
    const transactions = targets.map(({ id, after }): SaveTransactionWithId => ({ id, ...after }));
    return { args: { planId, transactions }, targets };
  };
  return {
    operation: "updateTransactions",
    ...stepFor([]),
    completed: ([answer]) => {
      const { transactions = [] } = (answer ?? {}) as { readonly transactions?: readonly Fields[] };
      const created = pairCreated(leaders, transactions);
      return stepFor(marked.map(({ leader, target }) => {
        const record = leader === null ? undefined : created[leaders.indexOf(leader)];
        return record === undefined ? null : otherSideOf(record, { after: target.before });
      }));
    },
  };
}
