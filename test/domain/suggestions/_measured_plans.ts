import { householdPlan } from "../../../demo/household.ts";
import { DemoPlan } from "../../../demo/model/demo_plan.ts";
import { transactionShape } from "../../../demo/api/row_shapes.ts";
import type { PlanRecords } from "../../../demo/model/records.ts";
import type { GroupWithCategories } from "../../../domain/base/plan_records.ts";
import {
  choosableCategories,
  teachingCategoryIds,
} from "../../../domain/suggestions/choosable_categories.ts";
import type { AccountRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { anAccount } from "../../_builders.ts";
import { generatedHistory } from "./_generated_history.ts";
import type { MeasuredPlan } from "./_leave_one_out.ts";

const TODAY = "2026-11-20";

/** Live records of a plan, as tools get them. */
export interface LivePlan {
  readonly transactions: readonly TransactionRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly groups: readonly GroupWithCategories[];
}

/** Gives the live records of an invented plan. */
export function livePlan(records: PlanRecords): LivePlan {
  const plan = new DemoPlan(records);
  const isLive = (record: { readonly deleted: boolean }): boolean => !record.deleted;
  return {
    transactions: records.transactions.filter(isLive).map((row) => transactionShape(row, plan)),
    accounts: records.accounts.filter(isLive).map(({ id, name, type, on_budget, closed }) =>
      anAccount({ id, name, type, on_budget, closed })
    ),
    groups: records.groups.filter(isLive).map((group) => ({
      ...group,
      categories: records.categories.filter((one) =>
        !one.deleted && one.category_group_id === group.id
      ),
    })),
  };
}

/** Gives the household with a seed, to be measured with. */
export function measuredHousehold(seed: number): MeasuredPlan {
  return measuredPlan(`household ${seed}`, livePlan(householdPlan({ today: TODAY, seed })));
}

/** Gives the generated history with a seed, to be measured with. */
export function measuredHistory(seed: number): MeasuredPlan {
  const { meant, rows: transactions, ...plan } = generatedHistory(seed);
  return { ...measuredPlan(`generated ${seed}`, { ...plan, transactions }), meant };
}

function measuredPlan(name: string, { transactions, groups }: LivePlan): MeasuredPlan {
  return {
    name,
    rows: transactions,
    teaching: teachingCategoryIds(groups),
    choosable: new Set(choosableCategories(groups).map(({ category_id }) => category_id)),
  };
}
