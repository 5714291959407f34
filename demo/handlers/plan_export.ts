import type { PlanDetail } from "../../client/wire/plan.ts";
import type { MonthDetailBase } from "../../client/wire/plan_month.ts";
import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  ok,
  type OpenPlan,
  openPlan,
  type Reply,
} from "../_call.ts";
import { accountBase } from "../shapes/account_shape.ts";
import { categoryBase, groupShape } from "../shapes/category_shape.ts";
import { monthBase } from "../shapes/month_shape.ts";
import { planShape } from "../shapes/plan_shape.ts";
import { scheduledBase, scheduledLineBase } from "../shapes/scheduled_shape.ts";
import { lineBase, transactionBase } from "../shapes/transaction_shape.ts";
import { accountKnowledge } from "./accounts.ts";
import { categoryKnowledge } from "./categories.ts";
import { payeeShape } from "./payees.ts";

/** Answers for the export of a plan. */
export const planExportHandlers: Handlers<"getPlanById"> = { getPlanById };

function getPlanById(call: Call): Reply {
  const open = openPlan(call);
  const since = knowledgeOfCall(call);
  const plan: PlanDetail = {
    ...planShape(open.plan, open.figures),
    ...structure(open, since),
    months: exportedMonths(open, since),
    ...exportedRows(open, since),
  };
  return ok({ plan, server_knowledge: open.plan.knowledge });
}

function structure(
  { plan, figures, records }: OpenPlan,
  since: number | null,
): Partial<PlanDetail> {
  const month = figures.currentMonth;
  return {
    accounts: records.accounts
      .filter((account) => isWanted(accountKnowledge(account, plan), since))
      .map((account) => accountBase(account, figures)),
    payees: records.payees.filter((payee) => isWanted(payee, since)).map(payeeShape),
    payee_locations: since === null || since === 0 ? records.payee_locations : [],
    category_groups: records.groups.filter((group) => isWanted(group, since)).map(groupShape),
    categories: records.categories
      .filter((category) => isWanted(categoryKnowledge(category, plan, month), since))
      .map((category) => categoryBase(category, { plan, figures, month })),
  };
}

/** In a delta, a changed month holds only its changed categories. */
function exportedMonths(
  { plan, figures, records }: OpenPlan,
  since: number | null,
): MonthDetailBase[] {
  return figures.months
    .filter(({ month }) =>
      isWanted({ deleted: false, knowledge: plan.stamps.ofMonth(month) }, since)
    )
    .map(({ month }) => ({
      ...monthBase({ plan, figures, month }),
      categories: records.categories
        .filter((category) => isWanted(categoryKnowledge(category, plan, month), since))
        .map((category) => categoryBase(category, { plan, figures, month })),
    }));
}

function exportedRows({ plan, records }: OpenPlan, since: number | null): Partial<PlanDetail> {
  const rows = [...plan.rows.shelf.between(null, null)].filter((row) => isWanted(row, since));
  const schedules = records.scheduled.filter((stored) => isWanted(stored, since));
  return {
    transactions: rows.map((row) => transactionBase(row, plan)),
    subtransactions: rows.flatMap((row) =>
      row.lines
        .filter(({ deleted }) => since !== null || !deleted)
        .map((line) => lineBase(line, row, plan))
    ),
    scheduled_transactions: schedules.map((stored) => scheduledBase(stored, plan)),
    scheduled_subtransactions: schedules.flatMap((stored) =>
      stored.lines
        .filter(({ deleted }) => since !== null || !deleted)
        .map((line) => scheduledLineBase(line, stored, plan))
    ),
  };
}
