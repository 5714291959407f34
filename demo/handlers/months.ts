import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  monthOfCall,
  ok,
  openPlan,
  type Reply,
} from "../_call.ts";
import { categoryShape } from "../shapes/category_shape.ts";
import { monthShape } from "../shapes/month_shape.ts";

/** Answers for reads of months. */
export const monthHandlers: Handlers<"getPlanMonths" | "getPlanMonth"> = {
  getPlanMonths,
  getPlanMonth,
};

/** Newest first, as in the export; the documentation promises no order. */
function getPlanMonths(call: Call): Reply {
  const { plan, figures } = openPlan(call);
  const since = knowledgeOfCall(call);
  const months = figures.months
    .filter(({ month }) =>
      isWanted({ deleted: false, knowledge: plan.stamps.ofMonth(month) }, since)
    )
    .map(({ month }) => monthShape({ plan, figures, month }))
    .reverse();
  return ok({ months, server_knowledge: plan.knowledge });
}

function getPlanMonth(call: Call): Reply {
  const shown = monthOfCall(call);
  const categories = shown.plan.records.categories
    .filter(({ deleted }) => !deleted)
    .map((category) => categoryShape(category, shown));
  return ok({ month: { ...monthShape(shown), categories } });
}
