import { z } from "zod";
import { cleanWhole } from "../domain/base/clean_text.ts";
import { isDay } from "../domain/base/day.ts";
import { parseMonth } from "../domain/base/month.ts";
import { MAX_AMOUNT, toMilliunits } from "../domain/base/money.ts";
import type { Profile } from "./_tool.ts";
import { invalidInput } from "../domain/base/tool_error.ts";

export type FieldKind = "money" | "estimate" | "id" | "text" | "value";

/**
 * Metadata about an id field in a tool's answer: which tools accept the id as an argument. The
 * answer's text omits ids that no tool accepts.
 */
export interface IdUsage {
  /** The field that contains the record's name, which tools accept instead of the id. */
  readonly namedBy?: string;
  /** Whether the id is accepted only by tools that change the plan. */
  readonly isForChanges?: boolean;
  /** Profiles in which a tool accepts the id; absent if the id is accepted in all profiles. */
  readonly profiles?: readonly Profile[];
}

export interface ListForm {
  /** Field that often repeats in consecutive rows; the answer's text shows it once, above them. */
  readonly groupBy?: string;
  /** Whether the answer's text omits the list if the list is empty. */
  readonly hideWhenEmpty?: boolean;
  /** Whether this is the list that `next_cursor` pages through. */
  readonly isPaged?: boolean;
  /** Whether rows that don't fit in an answer are counted and summed instead of listed. */
  readonly isOneKind?: boolean;
  /** Whether only assistants need the field; if so, command-line output omits it. */
  readonly isForAssistants?: boolean;
  /**
   * Advice to include in an answer whose list had to be shortened, such as "use a shorter range".
   */
  readonly rest?: string;
}

export interface FieldMeta {
  readonly kind?: FieldKind;
  readonly idUsage?: IdUsage;
  readonly listForm?: ListForm;
}

// Metadata by schema. A zod registry also recognizes the copies of a schema that `.describe()`,
// `.min()` and other methods create.
const fields = z.registry<FieldMeta>();

/** Returns a field's metadata; an empty object if there is none. */
export function metaOf(schema: z.core.$ZodType): FieldMeta {
  return fields.get(schema) ?? {};
}

/** Removes `optional`, `nullable` and `default` from a schema. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** An amount: the handler returns milliunits, and the answer contains a decimal number. */
export function money(): z.ZodNumber {
  return z.number().register(fields, { kind: "money" });
}

/** A computed amount, rounded to as many decimal places as the plan's currency has. */
export function estimate(): z.ZodNumber {
  return z.number().register(fields, { kind: "estimate" });
}

/** An id, shortened in answers if it is a UUID. */
export function shortId(idUsage: IdUsage = {}): z.ZodString {
  return z.string().register(fields, { kind: "id", idUsage });
}

/** Text that comes from banks and other third parties. */
export function foreignText(): z.ZodString {
  return z.string().register(fields, { kind: "text" });
}

/** The value of a changed field: text, an amount or a boolean. */
export function foreignValue(): z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]> {
  return z.union([z.string(), z.number(), z.boolean()]).register(fields, { kind: "value" });
}

/** A list. The structured answer omits empty lists. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  listForm: ListForm = {},
): z.ZodOptional<z.ZodArray<Item>> {
  return z.array(item).register(fields, { listForm }).optional();
}

/** An id, name, cursor or code. The maximum length is enforced but not part of the JSON Schema. */
function opaqueToken(most: number): z.ZodString {
  return z.string().min(1)
    .refine((text) => text.length <= most, `must be at most ${most} characters long`);
}

/** The plan's id or name; optional if it is clear which plan is meant. */
export const planId: z.ZodOptional<z.ZodString> = opaqueToken(200).optional();

export const month: z.ZodString = z.string()
  .regex(/^(current|\d{4}-\d{2}(-01)?)$/u, {
    error: 'must be a month in the form YYYY-MM, or "current"',
    abort: true,
  })
  .refine((text) => parseMonth(text, "2000-01-01") !== null, "must be a valid month")
  .describe("YYYY-MM or current");

export const day: z.ZodString = z.string()
  .regex(/^\d{4}-\d{2}-\d{2}$/u, { error: "must be a date in the form YYYY-MM-DD", abort: true })
  .refine(isDay, "must be a valid date in the form YYYY-MM-DD")
  .meta({ format: "date" });

/** A record's name or id, or a unique prefix of the id (at least eight characters). */
export const reference: z.ZodString = opaqueToken(200);

export const accountIds: typeof categoryIds = z.array(reference).min(1).max(50).optional();

export const categoryIds: z.ZodOptional<z.ZodArray<z.ZodString>> = z.array(reference).min(1)
  .max(100).optional();

/** An amount argument; the handler gets milliunits. */
export const amount: z.ZodPipe<z.ZodNumber, z.ZodTransform<number, number>> = z.number()
  .min(-MAX_AMOUNT).max(MAX_AMOUNT)
  .transform(checkedMilliunits);

/** An amount argument above zero; the handler gets milliunits. */
export const positiveAmount: typeof amount = z.number()
  .min(0.001).max(MAX_AMOUNT)
  .transform(checkedMilliunits);

function checkedMilliunits(value: number, context: z.RefinementCtx): number {
  const milliunits = toMilliunits(value);
  if (milliunits === null) context.addIssue("must have at most 3 decimal places");
  return milliunits ?? z.NEVER;
}

/** Number of rows per page. */
export const limit: z.ZodDefault<z.ZodNumber> = z.number().int().min(1).max(200).default(25);

/** Token from the previous page that says where the next page begins. */
export const cursor: z.ZodOptional<z.ZodString> = opaqueToken(1000).optional();

/** The confirmation code from a preview that the user has accepted. */
export const confirmation: z.ZodOptional<z.ZodString> = opaqueToken(40).optional()
  .describe("Code from the preview that the user accepted");

/** The fields that identify the category in a row of a report; see `categoryFields`. */
export const categoryRow = {
  category_id: shortId({ namedBy: "name" }),
  name: foreignText(),
  group: foreignText(),
};

type InPlan<Shape> = { readonly plan_id: typeof planId } & Shape;

/** Returns the schema of a tool's arguments: the given arguments, plus the plan. */
export function planInput<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<InPlan<Shape>, z.core.$strict> {
  return z.strictObject({ plan_id: planId, ...shape });
}

/** Returns the arguments of a tool that asks the user before it changes the plan. */
export function changeInput<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<InPlan<Shape> & { readonly confirmation: typeof confirmation }, z.core.$strict> {
  return planInput({ ...shape, confirmation });
}

const changedRow = z.object({
  id: shortId(),
  label: foreignText(),
  field: z.string(),
  before: foreignValue().optional(),
  after: foreignValue().optional(),
  outcome: z.enum(["done", "not_done", "unknown"]).optional(),
});
const rowsForm = { hideWhenEmpty: true, isOneKind: true };

/** The answer from any tool that changes the plan. */
export const changeOutput = z.object({
  status: z.enum([
    "confirmation_required",
    "applied",
    "declined",
    "nothing_to_do",
    "difference_found",
    "partly",
    "uncertain",
  ]),
  message: z.string(),
  changes: listOf(changedRow, rowsForm),
  warnings: listOf(z.string(), { hideWhenEmpty: true }),
  confirmation: z.string().optional(),
  operation_id: z.string().optional(),
  confirmed_by: z.string().optional(),
});

/** The answer from tools that change the amounts assigned to categories. */
export const assignedOutput = changeOutput.extend({
  changes: listOf(
    changedRow.extend({
      available_before: money().optional(),
      available_after: money().optional(),
    }),
    rowsForm,
  ),
});

/** Text that YNAB stores, with a maximum length in characters. */
export function storedText(most: number): z.ZodString {
  return z.string().max(most)
    .refine((text) => !text.includes("\u0000"), "must not contain a NUL character");
}

/** A payee's name or id. */
export const payee: z.ZodString = storedText(200)
  .refine((text) => cleanWhole(text) !== "", "must contain at least one visible character");

/** A payee's name or id; blank for no payee. */
export const payeeOrNone: z.ZodString = storedText(200)
  .refine(
    (text) => text.trim() === "" || cleanWhole(text) !== "",
    "must contain at least one visible character",
  );

/** Rejects an edit that doesn't change any field. */
export function refuseEmptyEdit(fields: Readonly<Record<string, unknown>>): void {
  if (Object.values(fields).some((field) => field !== undefined)) return;
  throw invalidInput("pass at least one field to change");
}
