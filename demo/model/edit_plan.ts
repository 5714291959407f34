import { dayOf } from "../../domain/base/day.ts";
import { DemoPlan } from "./demo_plan.ts";
import { deepCopy, type PlanRecords } from "./records.ts";

const LISTS = [
  "accounts",
  "groups",
  "categories",
  "payees",
  "transactions",
  "scheduled",
] as const;

interface Stamped {
  readonly id: string;
  knowledge: number;
}

/** Creates the plan that results from a change, as one write. */
export function editedPlan(
  plan: DemoPlan,
  change: (records: PlanRecords) => void,
  now: Date,
): DemoPlan {
  const today = dayOf(now.getTime());
  const before = plan.figures(today);
  const records = deepCopy(plan.records);
  change(records);
  const knowledge = records.knowledge = plan.knowledge + 1;
  records.last_modified_on = `${now.toISOString().slice(0, 19)}+00:00`;
  for (const list of LISTS) stampChanged(plan.records[list], records[list], knowledge);
  const edited = new DemoPlan(records, plan.stamps);
  edited.stamps.stampChanges({ before, after: edited.figures(today) }, edited, knowledge);
  for (const { month } of edited.figures(today).months) {
    for (const { id, target } of edited.categories.values()) {
      if (!isSame(target, plan.categories.get(id)?.target ?? null)) {
        edited.stamps.stampCategory(month, id, knowledge);
      }
    }
    const note = records.month_notes.get(month);
    if (note !== plan.records.month_notes.get(month)) edited.stamps.stampMonth(month, knowledge);
  }
  return edited;
}

function stampChanged(
  before: readonly Stamped[],
  after: readonly Stamped[],
  knowledge: number,
): void {
  const changed = new Map(after.map((record) => [record.id, record]));
  for (const record of before) {
    const now = changed.get(record.id);
    if (now === undefined) {
      throw new Error(`Cannot edit plan: record ${record.id} is gone; set its "deleted" instead`);
    }
    if (isSame(record, now)) changed.delete(record.id);
  }
  for (const record of changed.values()) record.knowledge = knowledge;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
