import type { MonthDetailBase, PlanDetail } from "../../client/wire/plan.ts";
import { accountKnowledge } from "./accounts.ts";
import {
  type Call,
  isWanted,
  knowledgeOfCall,
  ok,
  type OpenPlan,
  openPlan,
  planOf,
  type Reply,
} from "./call.ts";
import { categoryKnowledge } from "./categories.ts";
import { payeeShape } from "./payees.ts";
import {
  accountBase,
  accountShape,
  categoryBase,
  groupShape,
  monthBase,
  planShape,
} from "./plan_shapes.ts";
import { notFound } from "./refusal.ts";
import { lineBase, rowBase, scheduledLineBase } from "./row_shapes.ts";

/** A personal access token has no default plan. For a user without plans, YNAB returns 404. */
function getPlans({ plans, query, today }: Call): Reply {
  if (plans.length === 0) throw notFound();
  const withAccounts = query.get("include_accounts") === "true";
  const listed = plans.map((plan) => {
    const figures = plan.figures(today);
    const live = plan.records.accounts.filter(({ deleted }) => !deleted);
    const accounts = live.map((account) => accountShape(account, plan, figures));
    return { ...planShape(plan, figures), ...(withAccounts ? { accounts } : {}) };
  });
  return ok({ plans: listed, default_plan: null });
}

function getPlanSettingsById(call: Call): Reply {
  const { date_format, currency_format } = planOf(call).records;
  return ok({ settings: { date_format, currency_format } });
}

function getPlanById(call: Call): Reply {
  const open = openPlan(call);
  const since = knowledgeOfCall(call);
  const plan: PlanDetail = {
    ...planShape(open.plan, open.figures),
    ...structure(open, since),
    months: exportedMonths(open, since),
    ...exportedRows(open, since),
  };
  return ok({ plan }, open.plan);
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

/** In a delta, a changed month contains only changed categories. */
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
  const rows = [...plan.rows.byMonth.between(null, null)].filter((row) => isWanted(row, since));
  const schedules = records.scheduled.filter((stored) => isWanted(stored, since));
  const isLineWanted = ({ deleted }: { readonly deleted: boolean }): boolean =>
    since !== null || !deleted;
  return {
    transactions: rows.map(rowBase),
    subtransactions: rows.flatMap((row) =>
      row.lines.filter(isLineWanted).map((line) => lineBase(line, row, plan))
    ),
    scheduled_transactions: schedules.map(rowBase),
    scheduled_subtransactions: schedules.flatMap((stored) =>
      stored.lines.filter(isLineWanted).map((line) => scheduledLineBase(line, stored, plan))
    ),
  };
}

export const planHandlers = {
  getUser: ({ userId }: Call): Reply => ok({ user: { id: userId } }),
  getPlans,
  getPlanSettingsById,
  getPlanById,
};
