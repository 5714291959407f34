/**
 * Finds what a lost answer has created among the records that are there now.
 *
 * @module
 */

import { foldName } from "../../domain/search/fold_text.ts";
import { type CurrentRow, holds } from "./current_record.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";

/**
 * Finds the transactions that a step has created among those that have come since. They
 * are ours only when exactly the asked ones, all fields equal, have come; else what looks
 * like them is noted.
 *
 * @param step A step of which nobody knows what came of it.
 * @param added What has come since.
 * @returns The step with its transactions, or with what looks like them.
 */
export function createdRows(step: JournalStep, added: readonly CurrentRow[]): JournalStep {
  const free = new Set(added);
  const found: JournalTarget[] = [];
  for (const { lookAlikes: _, ...target } of step.targets) {
    const row = [...free].find((one) => target.after !== null && holds(target.after, one));
    if (row === undefined) return withLookAlikes(step, added);
    free.delete(row);
    found.push({ ...target, id: row.id, outcome: "done" });
  }
  const isAmbiguous = [...free].some((row) =>
    step.targets.some(({ after }) => after !== null && holds(after, row))
  );
  return isAmbiguous ? withLookAlikes(step, added) : { ...step, targets: found };
}

/** What a transaction is known by, whatever else somebody has changed since. */
const KNOWN_BY: readonly string[] = ["account_id", "date", "amount"];

function withLookAlikes(step: JournalStep, added: readonly CurrentRow[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const { lookAlikes: noted = [], ...rest } = target;
    const known = Object.fromEntries(
      Object.entries(target.after ?? {}).filter(([name]) => KNOWN_BY.includes(name)),
    );
    const ids = added.filter((row) => holds(known, row)).map(({ id }) => id);
    if (ids.join() === noted.join()) return target;
    return ids.length === 0 ? rest : { ...rest, lookAlikes: ids };
  });
  const isSame = targets.every((target, at) => target === step.targets[at]);
  return isSame ? step : { ...step, targets };
}

/**
 * Finds the category that a step has created. No category of its group had the name just
 * before, so the only one that has it now is ours.
 *
 * @param step A step of which nobody knows what came of it.
 * @param categories Live categories.
 * @returns The step with its category; the same step where none or several are there.
 */
export function createdCategory(step: JournalStep, categories: readonly CurrentRow[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const { name, category_group_id } = target.after ?? {};
    const found = categories.filter((one) =>
      holds({ category_group_id: category_group_id ?? null }, one) &&
      "name" in one && foldName(String(one.name)) === foldName(String(name))
    );
    const [only] = found;
    return only === undefined || found.length > 1
      ? target
      : { ...target, id: only.id, outcome: "done" };
  });
  return targets.every(({ outcome }) => outcome === "done") ? { ...step, targets } : step;
}
