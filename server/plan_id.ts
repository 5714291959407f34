import type { PlanSummary } from "../client/wire/plan.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import { DAY_MS } from "../domain/base/day.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadOptions } from "../sync/plan/plan_context.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { planWordsProblem } from "./server_options.ts";
import { correctionAdvice, settingName, type SettingsForm } from "./advice.ts";

/** How long a list of plans stays fresh; the user may create another plan in the meantime. */
const LIST_HOLDS_MS = DAY_MS;

const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** The configured plan and what is needed to look up plans. */
export interface PlanLookup {
  /** Id or name of the configured plan. */
  readonly setting: string | undefined;
  readonly settingsForm?: SettingsForm | undefined;
  readonly copy: LocalCopy;
  readonly options: ReadOptions;
}

/**
 * Resolves the plan of a call. A full id is returned as given, without a request.
 *
 * @throws {ToolError} If not exactly one plan matches; the error lists the plans.
 */
export async function resolvePlan(asked: string | undefined, lookup: PlanLookup): Promise<string> {
  const { copy, setting, options } = lookup;
  const words = asked ?? setting;
  if (words === undefined) return await onlyPlan(lookup);
  const problem = planWordsProblem(words);
  if (problem !== null) throw new ToolError("invalid_input", `plan_id ${problem}`);
  const wanted = words.trim();
  if (WHOLE_ID.test(wanted)) return wanted.toLowerCase();
  const [known, ...others] = meant(wanted, await copy.lastListedPlans(LIST_HOLDS_MS) ?? []);
  if (known !== undefined && others.length === 0) return known.id;
  const plans = await copy.plans(options);
  const found = meant(wanted, plans);
  const [only] = found;
  if (only === undefined) {
    throw noSuchPlan(wanted, { lookup, isSetting: asked === undefined }, plans);
  }
  if (found.length > 1) {
    throw several(`${found.length} plans are called "${cleanText(wanted)}"`, found);
  }
  return only.id;
}

/** Explains a "not found" error: the plan itself may be missing. */
export async function withPlanExplained(
  error: unknown,
  planId: string,
  { lookup, isSetting }: { readonly lookup: PlanLookup; readonly isSetting: boolean },
): Promise<unknown> {
  if (!(error instanceof UpstreamError) || error.code !== "not_found") return error;
  try {
    const plans = await lookup.copy.plans(lookup.options);
    const isThere = plans.some(({ id }) => id === planId);
    return isThere ? error : noSuchPlan(planId, { lookup, isSetting }, plans);
  } catch {
    return error;
  }
}

async function onlyPlan({ copy, options }: PlanLookup): Promise<string> {
  const plans = await copy.lastListedPlans(LIST_HOLDS_MS) ?? await copy.plans(options);
  const [only] = plans;
  if (only === undefined) {
    throw new ToolError("not_found", "this YNAB account has no plan: create one in the YNAB app");
  }
  if (plans.length > 1) throw several(`there are ${plans.length} plans`, plans);
  return only.id;
}

function meant(wanted: string, plans: readonly PlanSummary[]): readonly PlanSummary[] {
  const byId = plans.filter(({ id }) => id === wanted);
  const name = foldName(wanted);
  return byId.length > 0 ? byId : plans.filter((plan) => foldName(plan.name) === name);
}

function several(what: string, plans: readonly PlanSummary[]): ToolError {
  return new ToolError(
    "invalid_input",
    `${what}: pass the id of the one you mean as plan_id`,
    { rows: plans.map(planRow) },
  );
}

function noSuchPlan(
  wanted: string,
  { lookup: { settingsForm: form }, isSetting }: {
    readonly lookup: PlanLookup;
    readonly isSetting: boolean;
  },
  plans: readonly PlanSummary[],
): ToolError {
  const near = nearestWord(wanted, plans.map(({ name }) => name));
  const guess = near === null ? "" : `, nearest "${cleanText(near)}"`;
  const setting = form === undefined
    ? "--plan (BUDGET_PLAN_ID)"
    : settingName("BUDGET_PLAN_ID", form);
  const none = `no plan has the id or name "${cleanText(wanted)}"${guess}`;
  const what = isSetting ? `the server's setting ${setting} is wrong: ${none}` : none;
  const next = isSetting
    ? `${correctionAdvice("it", form)}, or pass one of these as plan_id`
    : "leave plan_id out, or pass one of these";
  return new ToolError("not_found", `${what}: ${next}`, { rows: plans.map(planRow) });
}

function planRow({ id, name }: PlanSummary): string {
  return `${id} ${cleanText(name)}`;
}
