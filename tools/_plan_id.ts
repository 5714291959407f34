/**
 * Settles which plan a call is about.
 *
 * @module
 */

import { cleanText } from "../domain/clean_text.ts";
import { ToolError } from "../domain/tool_error.ts";
import { type Session, UNSETTLED_PLANS } from "./_session.ts";

/**
 * Gives the plan that is asked for, or the only one it can be.
 *
 * @param asked The `plan_id` argument.
 * @param session The server.
 * @returns The plan's id.
 * @throws {ToolError} `invalid_input` when no single plan is meant.
 */
export async function settledPlanId(asked: string | undefined, session: Session): Promise<string> {
  if (asked !== undefined) return checkedPlanId(asked);
  if (session.planId !== null) return session.planId;
  const listed = await session.copy?.lastListedPlans() ?? null;
  const [only] = listed ?? [];
  if (only !== undefined && listed?.length === 1) return only.id;
  throw new ToolError(
    "invalid_input",
    "plan_id is missing: call list_plans and pass the id of one of its plans",
  );
}

/**
 * Refuses names that upstream would take for whichever plan was used last.
 *
 * @param asked A plan id.
 * @returns The same id.
 * @throws {ToolError} `invalid_input` for `last-used`, `default` and what no id can be.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(() => checkedPlanId("last-used"));
 * ```
 */
export function checkedPlanId(asked: string): string {
  if (UNSETTLED_PLANS.includes(asked)) {
    throw new ToolError(
      "invalid_input",
      `plan_id ${asked} may mean another plan at the next call: ` +
        "call list_plans and pass the plan's own id",
    );
  }
  if (!/^[\w-]{1,100}$/u.test(asked)) {
    throw new ToolError(
      "invalid_input",
      `plan_id "${cleanText(asked)}" is no id: call list_plans and pass the id of one of its plans`,
    );
  }
  return asked;
}
