import { moneyWords } from "../changes/rules/reconcile.ts";
import { sumOf } from "../domain/base/money.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import type { Comparison } from "../domain/statements/comparison.ts";
import { comparedStatement } from "./_compared_statement.ts";
import { readGivenStatement } from "./_statement.ts";
import { comparisonFields, type StatementFields } from "./_statement_answer.ts";
import { exampleText, statementMeanings } from "./_statement_meanings.ts";
import { compareInput, compareOutput } from "./_statement_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Compare a bank statement",
  description: "Compares a bank statement (file, text or rows) with an account to find matches, " +
    "differences and entries missing from either. Ask the user any open questions; pass replies " +
    "in the decide or read_as argument.",
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
  const { cached, utcToday, moneyFormat } = context;
  const { read, request } = await readGivenStatement(input, cached.getAccounts, context);
  if (request !== undefined) return request;
  const { handle, account, warnings } = read;
  const source = { planId, reads: cached, utcToday };
  const compared = await comparedStatement(read, source, context);
  const fields = comparisonFields(compared);
  const message = [
    ...[...warnings, ...sumWarnings(compared.comparison, moneyFormat(planId))]
      .map((warning) => `${warning.slice(0, 1).toUpperCase()}${warning.slice(1)}.`),
    context.isWriteAllowed ? nextStep(handle, fields) : "Nothing is written",
  ].join(" ");
  return {
    status: "compared",
    message,
    statement: handle,
    account: nameWords(account.name),
    ...fields,
  };
}

/**
 * Warns if the opening balance and the rows don't add up to the closing balance. Answers omit
 * `adds_up` both when it is false and when it is unknown, so only this warning tells the two cases
 * apart.
 */
function sumWarnings(
  { balance: { addsUp, opening, closing }, statement: { rows } }: Comparison,
  format: MoneyFormat,
): readonly string[] {
  if (addsUp !== false || opening === null || closing === null) return [];
  const sum = opening + sumOf(rows.map(({ amount }) => amount));
  return [
    `the opening balance and the rows add up to ${moneyWords(sum, format)}, not to the closing ` +
    `balance of ${moneyWords(closing, format)}, so a row may be missing or misread`,
  ];
}

function nextStep(handle: string, { balance, matched, ...fields }: StatementFields): string {
  const { new_count, doubtful_count, differs_count, transfers_count, left_out_count } = fields;
  const isOpen = [new_count, doubtful_count, differs_count, transfers_count, balance?.difference]
    .some(Boolean);
  if (isOpen || matched?.clears || matched?.reconciles) {
    return `Nothing has been written. To import the statement, call import_statement with statement ${handle}`;
  }
  return left_out_count
    ? "There is nothing to import: the plan already has every row that isn't in left_out"
    : "The plan already has these rows, so there is nothing to import";
}
