import { z } from "zod";
import { cleanText, listed, unisolated, withTexts } from "../domain/base/clean_text.ts";
import { likelyWord, nearestWord } from "../domain/references/nearest_word.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { PlanSummary } from "../client/wire/plan.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import { DAY_MS } from "../domain/base/day.ts";
import { foldName } from "../domain/base/fold_text.ts";
import type { ReadOptions } from "../sync/plan/plan_context.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { planWordsProblem } from "./server_options.ts";
import { COMMAND, correctionAdvice, settingName, type SettingsForm } from "./advice.ts";

type Issue = z.core.$ZodIssue;

/** Maximum number of problems that an error lists. */
const MAX_PROBLEMS = 20;

export function checkedArguments(
  schema: z.ZodObject,
  args: unknown,
): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(args ?? {});
  if (result.success) {
    // Remove the directional isolates that answers add around names.
    return withTexts(result.data, unisolated) as Readonly<Record<string, unknown>>;
  }
  const { issues } = result.error;
  // Zod checks the length even if the value has the wrong type, such as text instead of a list.
  const mistyped = new Set(issues.filter(isMistyped).map(({ path }) => path.join(".")));
  const words = new Set<string>();
  for (const issue of issues) {
    if (!isMistyped(issue) && mistyped.has(issue.path.join("."))) continue;
    if (words.size > MAX_PROBLEMS) break;
    const found = isMissing(issue, args)
      ? [`${issue.path.map(String).join(".")} is missing (${formOf(schema, issue.path)})`]
      : wordsFor(issue, schema, args);
    for (const one of found) words.add(one);
  }
  const shown = [...words].slice(0, MAX_PROBLEMS);
  if (words.size > MAX_PROBLEMS) shown.push("and more problems");
  throw new ToolError("invalid_input", `the arguments are invalid: ${shown.join("; ")}`);
}

function isMistyped({ code }: Issue): boolean {
  return code === "invalid_type";
}

function isMissing(issue: Issue, args: unknown): boolean {
  return givenAt(issue, args) === undefined;
}

function givenAt({ path }: Issue, args: unknown): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part],
    args,
  );
}

function choiceWords(choices: readonly string[], given: unknown): string {
  const near = typeof given === "string" ? likelyWord(cleanText(given), choices) : null;
  return `${listed(choices, "or")}${near === null ? "" : `: did you mean ${near}?`}`;
}

function wordsFor(issue: Issue, schema: z.ZodObject, args: unknown): readonly string[] {
  const where = issue.path.length === 0 ? "the arguments" : issue.path.map(String).join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.slice(0, MAX_PROBLEMS + 1)
        .map((key) => unknownArgument(key, issue.path, schema));
    case "invalid_type": {
      const unquoted = isQuotedJson(givenAt(issue, args)) ? ", without quotes" : "";
      const form = formOf(schema, issue.path);
      return [`${where} must be ${form}${unquoted}${orLeftOut(issue, schema, args)}`];
    }
    case "invalid_value": {
      const choices = choiceWords(issue.values.map(String), givenAt(issue, args));
      return [`${where} must be ${choices}${orLeftOut(issue, schema, args)}`];
    }
    case "too_small":
      return [`${where} must ${boundWords(issue.origin, "at least", issue.minimum)}`];
    case "too_big":
      return [`${where} must ${boundWords(issue.origin, "at most", issue.maximum)}`];
    default:
      return [`${where} ${issue.message}`];
  }
}

/** Says how to omit an optional argument, for assistants that pass `null`. */
function orLeftOut(issue: Issue, schema: z.ZodObject, args: unknown): string {
  const { required = [] } = argumentSchema(schema);
  const isOptional = issue.path.length === 1 && !required.includes(String(issue.path[0]));
  return isOptional && givenAt(issue, args) === null ? ", or be left out" : "";
}

/**
 * Whether a string contains a JSON value, such as a number or list, that should have been passed
 * without quotation marks.
 */
function isQuotedJson(given: unknown): boolean {
  try {
    return typeof given === "string" && typeof JSON.parse(given) !== "string";
  } catch {
    return false;
  }
}

/**
 * Writes the error for an unknown argument. Omits list indexes, so that the same error in several
 * items is reported once.
 */
function unknownArgument(key: string, path: Issue["path"], schema: z.ZodObject): string {
  const list = path.filter((part) => typeof part === "string").join(".");
  const names = list === "" ? Object.keys(schema.shape) : namesAt(schema, path);
  const unknown = `unknown argument ${cleanText(key)}${list === "" ? "" : ` in ${list}`}`;
  const near = likelyWord(cleanText(key), names);
  if (near !== null) return `${unknown} (did you mean ${near}?)`;
  return names.length === 0 ? unknown : `${unknown} (allowed: ${names.join(", ")})`;
}

function boundWords(origin: string, bound: string, value: number | bigint): string {
  const isEmpty = bound === "at least" && Number(value) === 1;
  switch (origin) {
    case "string":
      return isEmpty ? "not be empty" : `be ${bound} ${value} characters long`;
    case "array":
      return isEmpty ? "not be empty" : `have ${bound} ${value} items`;
    default:
      return `be ${bound} ${value}`;
  }
}

/** The parts of JSON Schema that the tools use. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/**
 * Returns a tool's argument schema, including the regular expressions that tool definitions omit.
 */
export function argumentSchema(schema: z.ZodObject): ArgumentSchema {
  const known = schemas.get(schema) ??
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as ArgumentSchema;
  schemas.set(schema, known);
  return known;
}

/**
 * Caches schemas, because an error may list several problems, all of which are described using the
 * same schema.
 */
const schemas = new WeakMap<z.ZodObject, ArgumentSchema>();

type Path = readonly PropertyKey[];

const EXAMPLES: readonly (readonly [name: RegExp, example: string])[] = [
  [/account/u, 'an id or a name, such as "Checking"'],
  [/categor/u, 'an id or a name, such as "Groceries"'],
  [/group/u, 'an id or a name, such as "Bills"'],
  [/payee_ids?$/u, 'an id or a name, such as "Amazon"'],
  [/^plan_id$/u, "a plan's id or name"],
  [/_ids?$/u, 'an id from a tool result, such as "1a2b3c4d"'],
];

export function formOf(schema: z.ZodObject, path: Path): string {
  const name = path.filter((part) => typeof part === "string").at(-1) ?? "";
  return formWords(formAt(schema, path), name);
}

/** Returns the field names of an argument that is an object or a list of objects. */
function namesAt(schema: z.ZodObject, path: Path): readonly string[] {
  const form = formAt(schema, path);
  const { properties = {} } = form.anyOf?.find((one) => one.properties !== undefined) ?? form;
  return Object.keys(properties);
}

function formAt(schema: z.ZodObject, path: Path): ArgumentSchema {
  return path.reduce(partOf, argumentSchema(schema));
}

function partOf(form: ArgumentSchema, part: PropertyKey): ArgumentSchema {
  const own = form.anyOf?.find(({ properties, items }) => properties ?? items) ?? form;
  return (typeof part === "number" ? own.items : own.properties?.[String(part)]) ?? {};
}

/** Describes what an argument must be, but not whether it may be `null`. */
function formWords(schema: ArgumentSchema, name: string): string {
  const form = schema.anyOf?.[0] ?? schema;
  if (form.enum !== undefined) return listed(form.enum.map(String), "or");
  switch (form.type) {
    case "integer":
      return "a whole number, such as 3";
    case "number":
      return numberWords(form, name);
    case "boolean":
      return "true or false";
    case "array":
      return `a list${itemWords(form.items ?? {}, name)}`;
    case "object":
      return `an object${fieldWords(form)}`;
    default:
      return textWords(form, name);
  }
}

function numberWords({ minimum = 0, maximum }: ArgumentSchema, name: string): string {
  if (minimum === 0 && maximum === 1) return "a number from 0 to 1, such as 0.8";
  if (minimum > 0) return "a number above zero, such as 12.5";
  return `a number, such as ${/amount|balance/u.test(name) ? "-12.5" : "12.5"}`;
}

function itemWords(item: ArgumentSchema, name: string): string {
  if (item.type !== "object") return `, each ${formWords(item, name)}`;
  const fields = fieldWords(item);
  return ` of objects${fields === "" ? "" : `, each${fields}`}`;
}

function fieldWords({ required = [] }: ArgumentSchema): string {
  return required.length === 0 ? "" : ` with ${required.join(", ")}`;
}

function textWords({ format, pattern = "" }: ArgumentSchema, name: string): string {
  if (format === "date") return "a day, such as 2026-11-20";
  if (pattern.includes("current")) return 'a month, such as 2026-11, or "current"';
  if (pattern.startsWith("^\\d{4}-\\d{2}")) return "a month, such as 2026-11";
  return EXAMPLES.find(([names]) => names.test(name))?.[1] ?? "text";
}

/** How long a list of plans stays fresh; not forever, because the user may create another plan. */
const LIST_HOLDS_MS = DAY_MS;

const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** The configured plan, plus the dependencies needed to look up this or another plan. */
export interface PlanLookup {
  /** Id or name of the configured plan. */
  readonly setting: string | undefined;
  readonly settingsForm?: SettingsForm | undefined;
  readonly copy: LocalCopy;
  readonly options: ReadOptions;
}

/**
 * Returns the id of the plan that a call applies to. A full plan id requires no request to YNAB.
 *
 * @throws {ToolError} If no plan or more than one plan matches; the error lists the plans.
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
    throw several(`${found.length} plans are called "${cleanText(wanted)}"`, found, lookup);
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

async function onlyPlan(lookup: PlanLookup): Promise<string> {
  const { copy, options } = lookup;
  const plans = await copy.lastListedPlans(LIST_HOLDS_MS) ?? await copy.plans(options);
  const [only] = plans;
  if (only === undefined) {
    throw new ToolError("not_found", "this YNAB account has no plan: create one in the YNAB app");
  }
  if (plans.length > 1) throw several(`there are ${plans.length} plans`, plans, lookup);
  return only.id;
}

function meant(wanted: string, plans: readonly PlanSummary[]): readonly PlanSummary[] {
  const byId = plans.filter(({ id }) => id === wanted);
  const name = foldName(wanted);
  return byId.length > 0 ? byId : plans.filter((plan) => foldName(plan.name) === name);
}

function several(
  what: string,
  plans: readonly PlanSummary[],
  { settingsForm }: PlanLookup,
): ToolError {
  const next = settingsForm === COMMAND
    ? "choose one with --plan ID"
    : "pass the id of the one you mean as plan_id";
  return new ToolError("invalid_input", `${what}: ${next}`, { rows: plans.map(planRow) });
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
  const setting = typeof form === "object"
    ? settingName("BUDGET_PLAN_ID", form)
    : "--plan (BUDGET_PLAN_ID)";
  const none = `no plan has the id or name "${cleanText(wanted)}"${guess}`;
  const isOfServer = form !== COMMAND;
  const what = isSetting
    ? `${isOfServer ? "the server's setting " : ""}${setting} is wrong: ${none}`
    : none;
  const next = !isSetting
    ? "leave plan_id out, or pass one of these"
    : isOfServer
    ? `${correctionAdvice("it", form)}, or pass one of these as plan_id`
    : "use one of these";
  return new ToolError("not_found", `${what}: ${next}`, { rows: plans.map(planRow) });
}

function planRow({ id, name }: PlanSummary): string {
  return `${id} ${cleanText(name)}`;
}
