import { importInput, importOutput } from "./_statement_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Import a bank statement",
  description:
    "Takes compare_statement's arguments, enters a statement's missing rows, clears the matching " +
    "ones and reconciles.",
  profiles: ["complete"],
};

export const schema = { input: importInput, output: importOutput };

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

// deno-lint-ignore require-await -- the pipeline comes next.
export async function handler(
  input: InputOf<typeof schema>,
  _context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return { status: "statement_wanted", message: `No statement was given in ${input.plan_id}` };
}
