import { nameWords } from "../domain/plan/category_label.ts";
import { comparedStatement } from "./_compared_statement.ts";
import { readGivenStatement } from "./_statement.ts";
import { comparisonFields } from "./_statement_answer.ts";
import { exampleText, statementMeanings } from "./_statement_meanings.ts";
import { compareInput, compareOutput } from "./_statement_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Compare a bank statement",
  description: "Compares a bank statement (file, text or rows) with an account: what matches, " +
    "differs or is missing on either side. Ask the user any open questions; pass replies in " +
    "read_as or decide.",
  profiles: ["complete"],
  example: { args: { account_id: "Checking", text: exampleText } },
  meanings: statementMeanings,
};

export const schema = { input: compareInput, output: compareOutput };

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  const { cached, utcToday } = context;
  const { read, request } = await readGivenStatement(input, cached.getAccounts, context);
  if (request !== undefined) return request;
  const { handle, account, warnings } = read;
  const source = { planId, reads: cached, utcToday };
  const { comparison, entries } = await comparedStatement(read, source, context);
  return {
    status: "compared",
    message: [...warnings, context.isWriteAllowed ? nextStep(handle) : "Nothing is written"].join(
      "; ",
    ),
    statement: handle,
    account: nameWords(account.name),
    ...comparisonFields(comparison, entries),
  };
}

function nextStep(handle: string): string {
  return `Nothing has been written. To enter the statement, call import_statement with statement ${handle}`;
}
