import type { Category, MoneyMovement } from "../../client/wire/category.ts";
import type { Call, Handler } from "./call.ts";
import {
  accountShape,
  categoryShape,
  groupShape,
  lineShape,
  monthShape,
  payeeShape,
  planShape,
  rowBase,
  scheduledLineShape,
  withMoney,
} from "./shapes.ts";
import { notFound } from "./transport.ts";

/** A personal access token has no default plan. For a user without plans, YNAB returns 404. */
const getPlans: Handler = ({ asked: { plans, query }, today }) => {
  if (plans.length === 0) throw notFound();
  const withAccounts = query.get("include_accounts") === "true";
  const listed = plans.map((plan) => {
    const figures = plan.figures(today);
    const live = plan.records.accounts.filter(({ deleted }) => !deleted)
      .map((account) => accountShape(account, figures));
    const accounts = withMoney(live, plan.records.currency_format);
    return { ...planShape(plan, figures), ...(withAccounts ? { accounts } : {}) };
  });
  return { plans: listed, default_plan: null };
};

const getPlanSettingsById: Handler = ({ plan: { records } }) => {
  const { date_format, currency_format } = records;
  return { settings: { date_format, currency_format } };
};

const getPlanById: Handler = (call) => {
  const { plan: stored, figures, since } = call;
  const { records, stamps } = stored;
  const rows = call.wanted(stored.rows.between(null, null));
  const schedules = call.wanted(records.scheduled);
  const isLineWanted = ({ deleted }: { readonly deleted: boolean }): boolean =>
    since !== null || !deleted;
  const plan = {
    ...planShape(stored, figures),
    accounts: call.wanted(records.accounts, (one) => stamps.ofAccount(one))
      .map((account) => accountShape(account, figures)),
    payees: call.wanted(records.payees).map(payeeShape),
    payee_locations: since === null || since === 0 ? records.payee_locations : [],
    category_groups: call.wanted(records.groups).map(groupShape),
    categories: wantedCategories(call, figures.currentMonth),
    // In a delta, a changed month contains only changed categories.
    months: wantedMonths(call).map((month) => ({
      ...monthShape(call, month),
      categories: wantedCategories(call, month),
    })),
    transactions: rows.map(rowBase),
    subtransactions: rows.flatMap((row) =>
      row.lines.filter(isLineWanted).map((line) => lineShape(line, row, stored))
    ),
    scheduled_transactions: schedules.map(rowBase),
    scheduled_subtransactions: schedules.flatMap((one) =>
      one.lines.filter(isLineWanted).map((line) => scheduledLineShape(line, one, stored))
    ),
  };
  return { plan };
};

function wantedMonths(call: Call): readonly string[] {
  const { figures, plan: { stamps } } = call;
  const months = figures.months.map(({ month }) => ({
    month,
    deleted: false,
    knowledge: stamps.ofMonth(month),
  }));
  return call.wanted(months).map(({ month }) => month);
}

function wantedCategories(call: Call, month: string): Category[] {
  const { records, stamps } = call.plan;
  return call.wanted(records.categories, (one) => stamps.ofCategory(month, one))
    .map((category) => categoryShape(category, call, month));
}

/** Lists months newest first, as in the export, although YNAB's docs guarantee no order. */
const getPlanMonths: Handler = (call) => ({
  months: wantedMonths(call).map((month) => monthShape(call, month)).reverse(),
});

const getPlanMonth: Handler = (call) => {
  const { month } = call;
  const categories = call.plan.records.categories.filter(({ deleted }) => !deleted)
    .map((category) => categoryShape(category, call, month));
  return { month: { ...monthShape(call, month), categories } };
};

const updateMonthCategory: Handler = (call) => {
  const { plan, month } = call;
  const category = call.live(plan.categories, "category_id");
  const fields = call.fields("category");
  const budgeted = fields.required(fields.amount("budgeted"), "budgeted");
  if (category.internal) throw fields.refuse("money cannot be assigned to an internal category");
  const before = plan.records.assignments.get(month)?.get(category.id) ?? 0;
  call.write(() => {
    plan.assign(month, category.id, budgeted);
    if (budgeted === before) return;
    const movement = movementTo(category.id, budgeted - before, call);
    plan.replace("money_movements", [...plan.records.money_movements, movement]);
  });
  return { category: categoryShape(category, call, month) };
};

function movementTo(categoryId: string, amount: number, call: Call): MoneyMovement {
  const { month, asked: { now, userId } } = call;
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

/** Returns the records of the month in the path, or of all months. */
function ofMonth<Item extends Pick<MoneyMovement, "month">>(
  call: Call,
  items: readonly Item[],
): readonly Item[] {
  if (call.asked.params["month"] === undefined) return items;
  const { month: wanted } = call;
  return items.filter(({ month }) => month === wanted);
}

const getMoneyMovements: Handler = (call) => ({
  money_movements: ofMonth(call, call.plan.records.money_movements),
});

const getMoneyMovementGroups: Handler = (call) => ({
  money_movement_groups: ofMonth(call, call.plan.records.money_movement_groups),
});

export const planHandlers = {
  getUser: ({ asked: { userId } }) => ({ user: { id: userId } }),
  getPlans,
  getPlanSettingsById,
  getPlanById,
  getPlanMonths,
  getPlanMonth,
  updateMonthCategory,
  getMoneyMovements,
  getMoneyMovementsByMonth: getMoneyMovements,
  getMoneyMovementGroups,
  getMoneyMovementGroupsByMonth: getMoneyMovementGroups,
} satisfies Readonly<Record<string, Handler>>;
