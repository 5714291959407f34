import { type Call, type Handlers, ok, planOf, type Reply } from "../_call.ts";
import { notFound } from "../_refusal.ts";
import { accountShape } from "../shapes/account_shape.ts";
import { planShape } from "../shapes/plan_shape.ts";

/** Answers for the user, the plans and their settings. */
export const planHandlers: Handlers<"getUser" | "getPlans" | "getPlanSettingsById"> = {
  getUser: ({ userId }) => ok({ user: { id: userId } }),
  getPlans,
  getPlanSettingsById,
};

/** A personal token has no default plan; one without plans gets a 404. */
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
