/**
 * Brings a stored plan into the form in which two states of it are the same for its
 * owner: without stamps, moved money, tombstones of rows and what the API can't take
 * away again.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { PlanRecords, StoredTarget } from "../../demo/_records.ts";

/** What a way back can't restore. */
export interface Leftovers {
  /** Ids of the payees there were: upstream keeps those that came with rows. */
  readonly payees: ReadonlySet<string>;
  /** Whether targets may begin in another month: it is said before the yes. */
  readonly isTargetRenewed: boolean;
}

/** Checks that a plan is what it was; compares list by list, and item by item where they differ. */
export function assertRestored(
  after: PlanRecords,
  before: PlanRecords,
  leftovers: Leftovers,
): void {
  const [now, was] = [restored(after, leftovers), restored(before, leftovers)];
  const different = [...new Set([...now, ...was])]
    .filter((line) => !now.has(line) || !was.has(line)).sort();
  assertEquals(different, [], "The plan is not what it was");
}

/** Gives the form: one line for every record. */
export function restored(
  records: PlanRecords,
  { payees, isTargetRenewed }: Leftovers,
): ReadonlySet<string> {
  const { assignments, ...rest } = records;
  const ofPlan = {
    ...rest,
    month_notes: [...records.month_notes].sort(),
    transactions: rest.transactions.filter(({ deleted }) => !deleted),
    payees: rest.payees.filter(({ id }) => payees.has(id)),
    assignments: [...assignments].flatMap(([month, amounts]) =>
      [...amounts].filter(([, amount]) => amount !== 0).map(([id, amount]) =>
        `${month} ${id} ${amount}`
      )
    ).sort(),
  };
  const aside = isTargetRenewed ? [...ASIDE, "goal_creation_month"] : ASIDE;
  const categories = ofPlan.categories.map((one) => ({ ...one, target: dated(one.target) }));
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (name, inner) => aside.includes(name) ? null : inOrder(inner));
  return new Set(
    Object.entries({ ...ofPlan, categories }).filter(([name]) => !aside.includes(name)).flatMap((
      [name, value],
    ) =>
      Array.isArray(value)
        ? value.map((item) => `${name} ${textOf(item)}`)
        : [`${name} ${textOf(value)}`]
    ),
  );
}

const ASIDE: readonly string[] = ["knowledge", "last_modified_on", "money_movements"];

/** A target that was made anew has the same fields in another order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}

/** The day of a due date may stand beside it. */
function dated(target: StoredTarget | null): StoredTarget | null {
  const day = Number(target?.goal_target_date?.slice(8) ?? 0);
  return target === null || day === 0 ? target : { ...target, goal_day: target.goal_day ?? day };
}
