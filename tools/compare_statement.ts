import { compareInput, compareOutput } from "./_statement_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Compare a bank statement",
  description:
    "Reads a bank's file, as file, text or rows, and compares it with an account: what matches, " +
    "is missing on either side, or differs. Ask the user what it leaves open; answer with " +
    "read_as or decide.",
  profiles: ["complete"],
};

export const schema = { input: compareInput, output: compareOutput };

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = [] as const;

// deno-lint-ignore require-await -- the pipeline comes next.
export async function handler(
  input: InputOf<typeof schema>,
  _context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return { status: "statement_wanted", message: `No statement was given in ${input.plan_id}` };
}
