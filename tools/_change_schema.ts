import { z } from "zod";
import { ToolError } from "../domain/base/tool_error.ts";
import { foreignText, foreignValue, listOf, money, shortId } from "./_schema.ts";

/** The code of a preview that the user has agreed to. */
export const confirmation: z.ZodOptional<z.ZodString> = z.string().min(1)
  .refine((text) => text.length <= 40, "must be at most 40 characters long").optional()
  .describe("From the preview, after the user's yes");

const changedRow = z.object({
  id: shortId(),
  label: foreignText(),
  field: z.string(),
  before: foreignValue().optional(),
  after: foreignValue().optional(),
  outcome: z.enum(["done", "not_done", "unknown"]).optional(),
});
const rowsForm = { isQuiet: true, isOneKind: true };

/** What every tool that changes the plan answers. */
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
  warnings: listOf(z.string(), { isQuiet: true }),
  confirmation: z.string().optional(),
  operation_id: z.string().optional(),
  confirmed_by: z.string().optional(),
});

/** What tools that change assigned amounts answer. */
export const assignedOutput = changeOutput.extend({
  changes: listOf(
    changedRow.extend({
      available_before: money().optional(),
      available_after: money().optional(),
    }),
    rowsForm,
  ),
});

/** Text that upstream stores, of at most so many characters. */
export function storedText(most: number): z.ZodString {
  return z.string().max(most)
    .refine((text) => !text.includes("\u0000"), "must not hold a NUL character");
}

/** Refuses an edit that names no field: nothing was asked. */
export function refuseEmptyEdit(fields: Readonly<Record<string, unknown>>): void {
  if (Object.values(fields).some((field) => field !== undefined)) return;
  throw new ToolError("invalid_input", "no field to change is given: give at least one");
}
