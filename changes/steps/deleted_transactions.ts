import type { SaveSplitLine, SaveTransactionWithId } from "../../client/wire/transaction.ts";
import type { Fields, Step, Target } from "../change.ts";
import type { StepKind } from "../kind.ts";
import { otherSideOf, pairCreated } from "../outcome/verify.ts";
import { revertedGroups } from "../undo/reverted_groups.ts";
import type { Reverted } from "../undo/way_back.ts";
import { transactionDeletion } from "./transaction_deletion.ts";
import { availableInTouched } from "./transaction_update.ts";

/** Transactions that were deleted are entered once more. */
export const deletedTransactions: StepKind = {
  ...transactionDeletion,
  undo: {
    operation: "createTransaction",
    needsCategories: (steps) =>
      steps.some(({ targets }) =>
        targets.some(({ before, lines }) =>
          typeof before?.["category_id"] === "string" || lines !== undefined
        )
      ),
    previewLine: { field: "transaction", before: "deleted", after: "entered" },
    madeWith: { cleared: "uncleared", flag_color: null },
    // What the other side of a transfer was marked with is given to it in a request of its own.
    furtherLines: ({ isFollower, before }) =>
      isFollower === true
        ? [{ field: "cleared", before: null, after: before?.["cleared"] ?? null }]
        : [],
    // At most 50 are deleted in one go, which one request can carry.
    steps: (reverted, planId) => stepsBack(revertedGroups(reverted), planId),
    afterwards: availableInTouched,
  },
};

type Group = readonly [Reverted, ...Reverted[]];

/** What upstream gives the other side of a transfer that is entered. */
const NEW_MARKS: Fields = { cleared: "uncleared", flag_color: null, category_id: null };
const MARKS: readonly string[] = ["cleared", "approved", "memo", "flag_color"];

function stepsBack(
  groups: readonly Group[],
  planId: string,
): readonly Step<"createTransaction" | "updateTransactions">[] {
  const half = groups.flatMap(([{ target, backAs }]) =>
    backAs === null ? [] : [{ target: { ...target, id: backAs }, leader: null }]
  );
  const gone = groups.filter(([{ backAs }]) => backAs === null);
  const leaders = gone.map(([{ target }]) => entered(target));
  const marked = gone.flatMap(([, ...others], at) =>
    others.map(({ target }) => ({ target, leader: leaders[at] ?? null }))
  );
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: { planId, transactions: gone.map(([{ target }]) => given(target)) },
    targets: gone.flatMap(([, ...others], at) => [
      ...leaders.slice(at, at + 1),
      ...others.map(({ target }) => otherSide(target)),
    ]),
  };
  return [
    ...(gone.length === 0 ? [] : [creation]),
    ...(marked.length + half.length === 0
      ? []
      : [marking([...half, ...marked], { planId, leaders })]),
  ];
}

/** A transaction as it is entered once more. */
function entered({ id, label, before, lines }: Target): Target {
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

function given({ before, lines }: Target): Readonly<Record<string, unknown>> {
  const { account_name: _, payee_name: __, transfer_account_id: ___, ...fields } = before ?? {};
  const wanted = Object.entries(fields).filter(([, value]) => value !== null);
  const split = lines?.map((line): SaveSplitLine => {
    const { transfer_account_id: _, ...rest } = line;
    return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as never;
  });
  return {
    ...Object.fromEntries(wanted),
    ...(split === undefined ? {} : { subtransactions: split }),
  };
}

/** The other side, of which only this much is certain before its marks are set. */
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

/** The marks of the other side are all sent: what upstream gives it of those of the first is not certain. */
function marksOf(before: Fields): Fields {
  const given = MARKS.filter((name) => name in before);
  return Object.fromEntries([
    ...given.map((name) => [name, before[name] ?? null]),
    ...(typeof before["category_id"] === "string" ? [["category_id", before["category_id"]]] : []),
  ]);
}

interface Marked {
  readonly target: Target;
  /** The transaction that brings it about; `null` where it is there already. */
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
      const known = Object.entries(NEW_MARKS).filter(([name]) => name in after);
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
