import type { Fields, Step } from "../change.ts";
import { holds } from "../field_equality.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";
import { backwards } from "../undo/way_back.ts";
import { availableInTouched } from "./transaction_update.ts";

/** Transactions that were entered are deleted. */
export const transactionCreation: StepKind = {
  records: "transactions",
  isFoundAmongNew: true,
  resolve: (step, { sinceAbsent, mayComeLate }) => {
    if (sinceAbsent === null) return step;
    const resolved = createdTransactions(step, sinceAbsent);
    return mayComeLate ? resolved : withoutLost(resolved);
  },
  undo: {
    operation: "deleteTransaction",
    needsCategories: () => false,
    expected: asCreated,
    reasonToStay,
    previewLine: { field: "transaction", before: "entered", after: "deleted" },
    warnings: ["payees that came with the transactions stay in the list of payees"],
    steps: (reverted, planId) => reverted.map(({ target }) => deletion(target, planId)),
    afterwards: availableInTouched,
  },
};

/**
 * Finds the transactions that a step has created among those that have come since. They
 * are ours only when exactly the asked ones, all fields equal, have come; else what looks
 * like them is noted.
 */
function createdTransactions(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  const free = new Set(added);
  const found: JournalTarget[] = [];
  for (const { lookAlikes: _, ...target } of step.targets) {
    const one = [...free].find((record) => holds(target.after, record));
    if (one === undefined) return withLookAlikes(step, added);
    free.delete(one);
    found.push({ ...target, id: one.id, outcome: "done" });
  }
  const isAmbiguous = [...free].some((record) =>
    step.targets.some(({ after }) => holds(after, record))
  );
  return isAmbiguous ? withLookAlikes(step, added) : { ...step, targets: found };
}

/**
 * What was to be entered again and has not come in time did not come: without that nobody
 * could ever try it once more.
 */
export function withoutLost(step: JournalStep): JournalStep {
  const isLost = ({ outcome, recreates, lookAlikes }: JournalTarget): boolean =>
    outcome === "unknown" && recreates !== undefined && lookAlikes === undefined;
  // One request entered all of them: none has come, or it is not known which.
  const created = step.targets.filter(({ outcome }) => outcome === "unknown");
  if (created.length === 0 || !created.every(isLost)) return step;
  return {
    ...step,
    targets: step.targets.map((one) => isLost(one) ? { ...one, outcome: "not_done" } : one),
  };
}

/** What a transaction is known by, whatever else somebody has changed since. */
const KNOWN_BY: readonly string[] = ["account_id", "date", "amount"];

function withLookAlikes(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const { lookAlikes: noted = [], ...rest } = target;
    const known = Object.fromEntries(
      Object.entries(target.after ?? {}).filter(([name]) => KNOWN_BY.includes(name)),
    );
    const ids = added.filter((record) => holds(known, record)).map(({ id }) => id);
    if (ids.join() === noted.join()) return target;
    return ids.length === 0 ? rest : { ...rest, lookAlikes: ids };
  });
  const isSame = targets.every((target, at) => target === step.targets[at]);
  return isSame ? step : { ...step, targets };
}

/** Whatever a user can add to a transaction that was entered without it is the user's own. */
function asCreated({ after, lines }: JournalTarget): Fields {
  return { flag_color: null, lines: lines?.length ?? null, ...after };
}

/** What we created is deleted only while nobody else relies on it. */
function reasonToStay(now: Fields, { after }: JournalTarget): string | null {
  if ((now["matched_transaction_id"] ?? null) !== null) return "it is matched with a bank row";
  const isReconciled = now["cleared"] === "reconciled" && after?.["cleared"] !== "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

function deletion(target: JournalTarget, planId: string): Step<"deleteTransaction"> {
  return {
    operation: "deleteTransaction",
    args: { planId, transactionId: target.id },
    targets: [{ ...backwards(target), after: null }],
  };
}
