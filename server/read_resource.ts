import { ToolError } from "../domain/base/tool_error.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import type { LoadedResource } from "../resources/_resource.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { readsOf } from "../sync/plan/reads.ts";
import { declaredOnly } from "../tools/_tool.ts";
import { resolvePlan, withPlanExplained } from "./plan_id.ts";
import { writeAnswer } from "./rendering/write_answer.ts";
import { noteOf } from "./run_tool.ts";
import type { Session } from "./session.ts";

/** A request for a resource. */
export interface ResourceRead {
  readonly resource: LoadedResource;
  /** The plan in the resource's address; `null` for resources without a plan. */
  readonly plan: string | null;
  readonly signal: AbortSignal;
}

interface ReadResult {
  readonly result: unknown;
  readonly planId: string | null;
  readonly isStalled: boolean;
}

/**
 * Reads a resource.
 *
 * @throws {ToolError} If the server isn't set up, or no single plan matches.
 */
export async function readResource(read: ResourceRead, session: Session): Promise<string> {
  const { copy } = session;
  if (copy === null) throw session.setupError;
  const { result, planId, isStalled } = await resultOf(read, copy);
  const { output } = read.resource.schema;
  const format = planId === null ? UNKNOWN_MONEY_FORMAT : copy.plan(planId).moneyFormat;
  const { data, cut } = writeAnswer(output, result, {
    shorten: (id) => id,
    format,
    textFormat: format,
    isIdShown: () => true,
    omitsEmpty: false,
  });
  if (session.checksAnswers) output.parse(data);
  const note = noteOf(cut, isStalled);
  return JSON.stringify(note === null ? data : { ...data, note });
}

async function resultOf(
  { resource, plan, signal }: ResourceRead,
  copy: LocalCopy,
): Promise<ReadResult> {
  let isStalled = false;
  const onStalled = (): void => void (isStalled = true);
  const cached = declaredOnly(readsOf(copy, { signal, onStalled }), resource.reads);
  if (plan === null) {
    const result = await resource.read({ cached, planId: "" });
    return { result, planId: null, isStalled };
  }
  const lookup = { copy, setting: null, options: { signal } };
  const planId = await resolvePlan(decoded(plan), lookup);
  await copy.plan(planId).noticeChanges();
  const result = await resource.read({ cached, planId }).catch(async (error: unknown) => {
    throw await withPlanExplained(error, planId, { lookup, isSetting: false });
  });
  return { result, planId, isStalled };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new ToolError(
      "invalid_input",
      "the plan in the address is not percent-encoded: write the plan's id",
      { cause: error },
    );
  }
}
