import type { JournalEntry } from "../changes/journal.ts";
import type { ChangeReply } from "../changes/reply.ts";
import { statementDraft } from "../changes/rules/statement.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { type ComparedStatement, comparedStatement } from "./_compared_statement.ts";
import { readGivenStatement, type ReadStatement } from "./_statement.ts";
import {
  type AskedSettlement,
  comparisonFields,
  type StatementFields,
} from "./_statement_answer.ts";
import { exampleText, statementMeanings } from "./_statement_meanings.ts";
import { importInput, importOutput } from "./_statement_schema.ts";
import {
  type AccountMemory,
  type ImportedRows,
  rememberAccount,
  rememberRows,
} from "./_statement_memory.ts";
import type { InputOf, OutputOf, ServerView, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Import a bank statement",
  description: "Enters new statement rows, marks matching transactions as cleared and reconciles " +
    "the account. Accepts compare_statement's arguments.",
  profiles: ["complete"],
  isIdempotent: true,
  example: { args: { account_id: "Checking", text: exampleText } },
  meanings: statementMeanings,
};

export const schema = { input: importInput, output: importOutput };

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, reconcile, adjust } = input;
  if (adjust && !reconcile) {
    throw invalidInput("`adjust` requires `reconcile`: set both to true, or omit `adjust`");
  }
  const { cached, fresh, utcToday, moneyFormat, statements: { isConfirming } } = context;
  const readAccounts = (isConfirming ? cached : fresh).getAccounts;
  const { read, request } = await readGivenStatement(input, readAccounts, context);
  if (request !== undefined) return request;
  const { statement, account: { id: accountId }, kept: { decisions, opening, closing } } = read;
  let latest: ComparedStatement | null = null;
  const reply = await context.change(async () => {
    const compared = await comparedStatement(read, {
      ...{ planId, reads: fresh, utcToday },
      ...(isConfirming ? { readAccounts: () => fresh.getAccounts({ planId }) } : {}),
    }, context);
    latest = compared;
    const { plan, comparison, entries, account } = compared;
    const proposal = statementDraft({ comparison, entries, reconcile, adjust }, {
      ...plan,
      account,
      accounts: plan.accounts.live,
      transactions: plan.transactions.live,
      readCategories: () => fresh.getCategories({ planId }),
      format: moneyFormat(planId),
    });
    const { draft } = proposal;
    if (draft === undefined) return proposal;
    return { draft: { ...draft, warnings: [...read.warnings, ...draft.warnings] } };
  }, {
    // Bind the confirmation to these values, because a later call may name the file differently.
    asked: { planId, accountId, statement, decisions, opening, closing, reconcile, adjust },
  });
  const compared = latest as ComparedStatement | null;
  // Ignore errors when storing what the import did, because the change itself has been applied.
  if (compared !== null) {
    await rememberImport({ planId, read, compared, reply }, context).catch(() => {});
  }
  const message = reply.confirmation === null || input.statement !== undefined
    ? reply.message
    : `${reply.message}, passing statement ${read.handle} instead of the file, text or rows`;
  return { ...fieldsFor(reply, read, { compared, reconcile, adjust }), ...reply, message };
}

/**
 * Returns the fields of the answer that describe the statement. After the import, these fields omit
 * the new rows, because `changes` lists them.
 */
function fieldsFor(
  { status }: ChangeReply,
  { handle, account }: ReadStatement,
  { compared, ...asked }: AskedSettlement & { readonly compared: ComparedStatement | null },
): StatementFields {
  if (compared === null || status === "declined") return {};
  const isOpen = status === "confirmation_required" || status === "nothing_to_do";
  return {
    statement: handle,
    account: nameWords(account.name),
    ...comparisonFields({ ...compared, ...(isOpen ? {} : { entries: [] }) }, asked),
  };
}

interface FinishedImport {
  readonly planId: string;
  readonly read: ReadStatement;
  readonly compared: ComparedStatement;
  readonly reply: Pick<ChangeReply, "status" | "operation_id">;
}

type Row = ImportedRows["rows"][number];

/** Stores what the import did with each row, and how to read the account's future files. */
async function rememberImport(
  { planId, read, compared, reply }: FinishedImport,
  { statements: { kept }, undo: { journal } }: ServerView,
): Promise<void> {
  const of = { planId, accountId: read.account.id };
  const { operation_id: operationId } = reply;
  if (operationId !== null) {
    const entry = (await journal.entries(planId)).find((one) => one.operationId === operationId);
    if (entry === undefined) return;
    const rows = [...createdRows(compared, entry), ...matchedRows(compared), ...skipped(read)];
    const value = { name: operationId, operationId, at: entry.at };
    await rememberRows(of, { ...value, rows: fingerprinted(rows, compared) }, kept);
    await rememberAccount(planId, memoryAfter(read, rows), kept);
    return;
  }
  if (reply.status !== "nothing_to_do" || read.kept.decisions.length === 0) return;
  const decided = new Set(read.kept.decisions.map(({ row }) => row));
  const rows = [...matchedRows(compared), ...skipped(read)].filter(([row]) => decided.has(row));
  const value = { name: read.handle, operationId: null, at: 0 };
  await rememberRows(of, { ...value, rows: fingerprinted(rows, compared) }, kept);
}

type NumberedRow = readonly [row: number, transactionId: string | null];

/** Lists the rows that were entered, with the ids that YNAB gave their transactions. */
function createdRows(
  { entries }: ComparedStatement,
  { steps }: JournalEntry,
): readonly NumberedRow[] {
  const targets = steps.filter(({ operation }) => operation === "createTransaction")
    .flatMap((step) => step.targets).filter(({ isFollower }) => isFollower !== true);
  return entries.flatMap(({ row: { row } }, at) => {
    const target = targets[at];
    return target?.outcome === "done" ? [[row, target.id] as const] : [];
  });
}

function matchedRows({ comparison: { matched } }: ComparedStatement): readonly NumberedRow[] {
  return matched.map(({ row: { row }, transaction: { id } }) => [row, id]);
}

function skipped({ kept: { decisions } }: ReadStatement): readonly NumberedRow[] {
  return decisions.filter(({ as }) => as === "skip").map(({ row }) => [row, null]);
}

function fingerprinted(
  rows: readonly NumberedRow[],
  { fingerprints }: ComparedStatement,
): readonly Row[] {
  return rows.flatMap(([row, transactionId]): readonly Row[] => {
    const fingerprint = fingerprints.get(row);
    return fingerprint === undefined ? [] : [[fingerprint, transactionId]];
  });
}

function memoryAfter(
  { account, statement, lasting, memory }: ReadStatement,
  rows: readonly NumberedRow[],
): AccountMemory {
  const labels = new Map(statement.rows.map(({ row, payee }) => [row, payee]));
  const found = rows.flatMap(([row, id]): AccountMemory["labels"] => {
    const label = labels.get(row) ?? "";
    return id === null || label === "" ? [] : [[label, id]];
  });
  const isFound = new Set(found.map(([, id]) => id));
  return {
    accountId: account.id,
    number: statement.account ?? memory?.number ?? null,
    readAs: { ...memory?.readAs, ...lasting },
    labels: [...(memory?.labels ?? []).filter(([, id]) => !isFound.has(id)), ...found],
  };
}
