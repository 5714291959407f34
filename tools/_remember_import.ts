import type { ChangeReply } from "../changes/reply.ts";
import type { JournalEntry } from "../changes/journal.ts";
import type { ComparedStatement } from "./_compared_statement.ts";
import type { ReadStatement } from "./_statement.ts";
import {
  type AccountMemory,
  type ImportedRows,
  rememberAccount,
  rememberRows,
} from "./_statement_memory.ts";
import type { ServerView } from "./_tool.ts";

export interface FinishedImport {
  readonly planId: string;
  readonly read: ReadStatement;
  readonly compared: ComparedStatement;
  readonly reply: Pick<ChangeReply, "status" | "operation_id">;
}

type Row = ImportedRows["rows"][number];

/** Stores what the import did with each row, and how to read the account's files. */
export async function rememberImport(
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
  { account, statement, kept, memory }: ReadStatement,
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
    readAs: { ...memory?.readAs, ...kept.readAs },
    labels: [...(memory?.labels ?? []).filter(([, id]) => !isFound.has(id)), ...found],
  };
}
