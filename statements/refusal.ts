import { cleanText } from "../domain/base/clean_text.ts";
import { ToolError } from "../domain/base/tool_error.ts";

export const MAX_BYTES = 5_000_000;
/** Maximum number of rows in a file. */
export const MAX_ROWS = 5_000;

/** Creates the error for a file that isn't a statement, or can't be read reliably. */
export function refusal(message: string, options?: ErrorOptions): ToolError {
  return new ToolError("invalid_input", message, options);
}

export function tooLarge(file: string, options?: ErrorOptions): ToolError {
  const most = `${MAX_BYTES / 1_000_000} MB`;
  return refusal(`${file} is larger than ${most}: download a file for a shorter period`, options);
}

/** Checks the number of rows while a file is being read, so that a large file is rejected early. */
export function checkCount(rows: number): void {
  if (rows > MAX_ROWS) {
    throw refusal(`the file has more than ${MAX_ROWS} rows: download a file for a shorter period`);
  }
}

export function otherCurrency(found: string, ofPlan: string | null): ToolError {
  const codes = cleanText(found);
  return refusal(
    `all rows are in ${codes}, but the plan is in ${ofPlan}: choose a statement in the plan's ` +
      "currency",
  );
}

/** Quotes text from a file for use in a message. */
export function quoted(text: string): string {
  return `"${cleanText(text.slice(0, 200))}"`;
}
