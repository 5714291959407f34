import type { Fields, Step, Target } from "../change.ts";
import type { JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { revertedGroups } from "../undo/reverted_groups.ts";
import { backwards, type Reverted } from "../undo/way_back.ts";
import { availableInTouched, whyReconciledStays } from "./transaction_update.ts";

/** A transaction goes back to what it was, and the other side with it. */
export const transactionEdit: StepKind = {
  records: "transactions",
  resolve: (step, evidence) => compareTargets(step, evidence.news.rows, evidence),
  undo: {
    operation: "updateTransaction",
    needsCategories: (steps) =>
      steps.some(({ targets }) => targets.some(({ before }) => "category_id" in (before ?? {}))),
    expected: ({ after }) => withoutNames(after ?? {}),
    reasonToStay,
    warningsOf: reconciledWords,
    steps: (reverted, planId) => revertedGroups(reverted).map((group) => stepBack(group, planId)),
    afterwards: availableInTouched,
  },
};

/** What upstream leaves as it is in a split, without a word. */
const KEPT_IN_SPLITS = ["date", "amount", "account_id"];

function reasonToStay(now: Fields, target: JournalTarget): string | null {
  const sent = target.restore ?? target.before ?? {};
  const isKept = (now["lines"] ?? null) !== null && KEPT_IN_SPLITS.some((name) => name in sent);
  return isKept
    ? "it was split since, and YNAB leaves the date, amount and account of a split as they are"
    : whyReconciledStays(now, target);
}

/** What moves a balance that the bank has agreed to. */
const IN_BALANCE = ["date", "amount", "account_id"];

function reconciledWords(reverted: readonly Reverted[]): readonly string[] {
  const count =
    reverted.filter(({ target: { before, restore }, now }) =>
      now?.["cleared"] === "reconciled" &&
      IN_BALANCE.some((name) => name in (restore ?? before ?? {}))
    ).length;
  if (count === 0) return [];
  return [
    `${count} ${count === 1 ? "is" : "are"} reconciled: the account may no longer agree with ` +
    "the bank",
  ];
}

function stepBack(
  group: readonly [Reverted, ...Reverted[]],
  planId: string,
): Step<"updateTransaction"> {
  const [{ target: leader }, ...others] = group;
  const { id, before, restore } = leader;
  const sent = restore ?? before ?? {};
  return {
    operation: "updateTransaction",
    args: { planId, transactionId: id, transaction: withoutNames(sent) },
    targets: [
      { ...backwards(leader), after: sent },
      ...others.map(({ target }): Target => ({ ...backwards(target), isFollower: true })),
    ],
  };
}
