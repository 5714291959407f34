import type { CategoryBase, MoneyMovement } from "../../client/wire/category.ts";
import type { MonthDetailBase, PlanDetail } from "../../client/wire/plan.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { accountKnowledge } from "./accounts.ts";
import { notFound } from "./transport.ts";
import {
  type Call,
  Fields,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
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
  categoryShape,
  groupShape,
  lineBase,
  moneyFields,
  monthBase,
  monthShape,
  planShape,
  rowBase,
  scheduledLineBase,
  type ShownMonth,
} from "./shapes.ts";

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
    categories: exportedCategories({ plan, figures, month }, since),
  };
}

function wantedMonths({ plan, figures }: OpenPlan, since: number | null): readonly ShownMonth[] {
  return figures.months
    .filter(({ month }) =>
      isWanted({ deleted: false, knowledge: plan.stamps.ofMonth(month) }, since)
    )
    .map(({ month }) => ({ plan, figures, month }));
}

/** In a delta, a changed month contains only changed categories. */
function exportedMonths(open: OpenPlan, since: number | null): MonthDetailBase[] {
  return wantedMonths(open, since).map((shown) => ({
    ...monthBase(shown),
    categories: exportedCategories(shown, since),
  }));
}

function exportedCategories(shown: ShownMonth, since: number | null): CategoryBase[] {
  const { plan, month } = shown;
  return plan.records.categories
    .filter((category) => isWanted(categoryKnowledge(category, plan, month), since))
    .map((category) => categoryBase(category, shown));
}

function exportedRows({ plan, records }: OpenPlan, since: number | null): Partial<PlanDetail> {
  const rows = plan.rows.between(null, null).filter((row) => isWanted(row, since));
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

/** Newest first, as in the export, although the documentation guarantees no order. */
function getPlanMonths(call: Call): Reply {
  const open = openPlan(call);
  const since = knowledgeOfCall(call);
  const months = wantedMonths(open, since).map(monthShape).reverse();
  return ok({ months }, open.plan);
}

function getPlanMonth(call: Call): Reply {
  const shown = monthOfCall(call);
  const categories = shown.plan.records.categories
    .filter(({ deleted }) => !deleted)
    .map((category) => categoryShape(category, shown));
  return ok({ month: { ...monthShape(shown), categories } });
}

function updateMonthCategory(call: Call): Reply {
  const { plan, month } = monthOfCall(call);
  const category = liveRecord(plan.categories, call.params["category_id"]);
  const fields = Fields.of(call.body, "category");
  const budgeted = fields.required(fields.amount("budgeted"), "budgeted");
  if (category.internal) throw fields.refuse("internal categories cannot be assigned to");
  const before = plan.records.assignments.get(month)?.get(category.id) ?? 0;
  plan.write(call.now, () => {
    plan.assign(month, category.id, budgeted);
    if (budgeted === before) return;
    const movement = movementOf(
      { month, categoryId: category.id, amount: budgeted - before },
      call,
    );
    plan.replace("money_movements", [...plan.records.money_movements, movement]);
  });
  const figures = plan.figures(call.today);
  return ok({
    category: categoryShape(category, { plan, figures, month }),
  }, plan);
}

function movementOf(
  { month, categoryId, amount }: {
    readonly month: string;
    readonly categoryId: string;
    readonly amount: number;
  },
  { now, userId }: Call,
): MoneyMovement {
  return {
    id: crypto.randomUUID(),
    month,
    moved_at: `${now.toISOString().slice(0, 19)}Z`,
    note: null,
    money_movement_group_id: null,
    performed_by_user_id: userId,
    from_category_id: amount < 0 ? categoryId : null,
    to_category_id: amount < 0 ? null : categoryId,
    amount: Math.abs(amount),
  };
}

function movements(plan: DemoPlan, wanted?: string): Reply {
  const money_movements = plan.records.money_movements
    .filter(({ month }) => wanted === undefined || month === wanted)
    .map((movement) => ({
      ...movement,
      ...moneyFields({ amount: movement.amount }, plan),
    }));
  return ok({ money_movements }, plan);
}

function movementGroups(plan: DemoPlan, wanted?: string): Reply {
  const money_movement_groups = plan.records.money_movement_groups
    .filter(({ month }) => wanted === undefined || month === wanted);
  return ok({ money_movement_groups }, plan);
}

export const planHandlers = {
  getUser: ({ userId }: Call): Reply => ok({ user: { id: userId } }),
  getPlans,
  getPlanSettingsById,
  getPlanById,
  getPlanMonths,
  getPlanMonth,
  updateMonthCategory,
  getMoneyMovements: (call: Call): Reply => movements(planOf(call)),
  getMoneyMovementsByMonth: (call: Call): Reply => {
    const { plan, month } = monthOfCall(call);
    return movements(plan, month);
  },
  getMoneyMovementGroups: (call: Call): Reply => movementGroups(planOf(call)),
  getMoneyMovementGroupsByMonth: (call: Call): Reply => {
    const { plan, month } = monthOfCall(call);
    return movementGroups(plan, month);
  },
};
