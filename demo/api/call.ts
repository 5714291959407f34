import { isDay } from "../../domain/base/day.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { PlanFigures } from "../model/books.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import type { ShownMonth } from "./plan_shapes.ts";
import { badRequest, notFound } from "./answer.ts";

export interface Call {
  readonly plans: readonly DemoPlan[];
  readonly userId: string;
  readonly now: Date;
  /** UTC day of `now`. */
  readonly today: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed body; `undefined` if there is none. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Handles one operation. Throws a `Refusal` to reject it. */
export type Handler = (call: Call) => Reply;

/** A response to a read or an update; with a plan, it includes the server knowledge. */
export function ok(data: Reply["data"], plan?: DemoPlan): Reply {
  return { status: 200, data: withKnowledge(data, plan) };
}

export function created(data: Reply["data"], plan?: DemoPlan): Reply {
  return { status: 201, data: withKnowledge(data, plan) };
}

function withKnowledge(data: Reply["data"], plan: DemoPlan | undefined): Reply["data"] {
  return plan === undefined ? data : { ...data, server_knowledge: plan.knowledge };
}

/** A plan with its figures for the day of the request. */
export interface OpenPlan {
  readonly plan: DemoPlan;
  readonly figures: PlanFigures;
  readonly records: DemoPlan["records"];
}

/** Finds the plan in the path. `last-used` is the first plan. */
export function planOf({ plans, params }: Call): DemoPlan {
  const wanted = params["plan_id"];
  const plan = wanted === "last-used"
    ? plans[0]
    : plans.find(({ records }) => records.id === wanted);
  if (plan === undefined) throw notFound();
  return plan;
}

/** Finds the plan in the path and computes its figures. */
export function openPlan(call: Call): OpenPlan {
  const plan = planOf(call);
  return { plan, figures: plan.figures(call.today), records: plan.records };
}

export function liveRecord<Item extends { readonly deleted: boolean }>(
  index: ReadonlyMap<string, Item>,
  id: string | undefined,
): Item {
  const found = index.get(id ?? "");
  if (found === undefined || found.deleted) throw notFound();
  return found;
}

export function monthOfCall(call: Call): ShownMonth {
  const { plan, figures } = openPlan(call);
  const wanted = call.params["month"] ?? "";
  const month = wanted === "current" ? firstOfMonth(call.today) : wanted;
  if (!figures.months.some((candidate) => candidate.month === month)) throw notFound();
  return { plan, figures, month };
}

/** Reads the `last_knowledge_of_server` parameter. */
export function knowledgeOfCall({ query }: Call): number | null {
  const text = query.get("last_knowledge_of_server");
  if (text === null || text === "") return null;
  if (!/^\d{1,15}$/.test(text)) throw badRequest("last_knowledge_of_server must be an integer");
  return Number(text);
}

/**
 * Whether to include a record in a response. A full response includes only live records; a delta
 * includes every record that changed after the given server knowledge, even deleted ones. Server
 * knowledge 0 requests a full response.
 */
export function isWanted(
  { deleted, knowledge }: { readonly deleted: boolean; readonly knowledge: number },
  since: number | null,
): boolean {
  if (since === null) return !deleted;
  return since === 0 || knowledge > since;
}

export function dateOfQuery({ query }: Call, name: string): string | null {
  const text = query.get(name);
  if (text === null || text === "") return null;
  if (!isDay(text)) throw badRequest(`${name} must be a valid date in ISO format`);
  return text;
}
