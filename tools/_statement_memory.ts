import type { JournalEntry } from "../changes/journal.ts";
import { hexOf } from "../domain/base/hex.ts";
import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { payeeKeyOf } from "../domain/payees/payee_key.ts";
import { countedTransaction } from "../domain/statements/account_entries.ts";
import type { RowMemory } from "../domain/statements/comparison.ts";
import type { ReadAs, StatementRow } from "../domain/statements/statement.ts";
import type { TransactionChunk } from "../domain/transactions/transaction_chunk.ts";
import { chunksOf, type Transactions } from "../domain/transactions/transaction_chunks.ts";
import type { SavedValues, ValueGroup } from "../sync/store/store.ts";

/** What the server has learned from imports about an account's statements. */
export interface AccountMemory {
  readonly accountId: string;
  /** The account number in the bank's files; `null` if the files don't contain one. */
  readonly number: string | null;
  /** The user's answers about how to read the account's files. */
  readonly readAs: ReadAs;
  /**
   * Labels of rows in the bank's files, each with the id of the transaction that an import created
   * from that row or matched with it. Labels from the latest import come last. The transaction's
   * payee isn't stored, because the user may correct the payee later.
   */
  readonly labels: readonly (readonly [label: string, transactionId: string])[];
}

/** The rows that one import entered, matched or skipped. */
export interface ImportedRows {
  /** Id of the import's operation; `null` if the import didn't change the plan. */
  readonly operationId: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Each row's fingerprint and the id of its transaction, or `null` if the row was skipped. */
  readonly rows: readonly (readonly [fingerprint: string, transactionId: string | null])[];
}

/** Maximum number of bank labels stored per account. */
const MAX_LABELS = 2_000;

export async function accountMemories(
  planId: string,
  { kept, entries }: MemorySources,
): Promise<readonly AccountMemory[]> {
  const memories = await kept.list(accountsOf(planId)) as readonly AccountMemory[];
  const states = new Map(entries.map(({ operationId, state }) => [operationId, state]));
  return await Promise.all(memories.map(async (memory) => {
    const { accountId } = memory;
    const imports = await kept.list(rowsOf({ planId, accountId })) as readonly ImportedRows[];
    const isInEffect = imports.some(({ operationId }) =>
      operationId !== null && states.get(operationId) !== "undone"
    );
    // If all imports were undone, ignore the account number: the imports may have gone into the
    // wrong account.
    return isInEffect ? memory : { ...memory, number: null };
  }));
}

export interface MemorySources {
  readonly kept: SavedValues;
  readonly entries: readonly JournalEntry[];
}

export async function rememberAccount(
  planId: string,
  memory: AccountMemory,
  kept: SavedValues,
): Promise<void> {
  const value = { ...memory, labels: memory.labels.slice(-MAX_LABELS) };
  await kept.save(accountsOf(planId), { name: memory.accountId, value, holdsMs: null });
}

export async function rememberRows(
  of: { readonly planId: string; readonly accountId: string },
  { name, ...value }: ImportedRows & { readonly name: string },
  kept: SavedValues,
): Promise<void> {
  await kept.save(rowsOf(of), { name, value, holdsMs: null });
}

/**
 * Returns what earlier imports did with each row, keyed by the row's fingerprint; leaves out
 * anything that was undone.
 */
export async function rememberedRows(
  of: { readonly planId: string; readonly accountId: string },
  { kept, entries }: MemorySources,
): Promise<ReadonlyMap<string, RowMemory>> {
  const imports = await kept.list(rowsOf(of)) as readonly ImportedRows[];
  const states = new Map(entries.map(({ operationId, state }) => [operationId, state]));
  const remembered = new Map<string, RowMemory>();
  for (const { operationId, rows } of imports.toSorted((one, other) => one.at - other.at)) {
    // An import that is no longer in the journal stays in effect, because it can't be undone.
    if (operationId !== null && states.get(operationId) === "undone") continue;
    const undone = operationId === null ? null : undoneOf(operationId, entries);
    for (const [fingerprint, transactionId] of rows) {
      if (transactionId !== null && undone?.has(transactionId) === true) continue;
      remembered.set(fingerprint, { transactionId });
    }
  }
  return remembered;
}

/** Returns the ids of the transactions that were deleted when the import was undone. */
function undoneOf(operationId: string, entries: readonly JournalEntry[]): ReadonlySet<string> {
  const steps = entries.filter(({ undoes }) => undoes === operationId)
    .flatMap((entry) => entry.steps);
  return new Set(
    steps.flatMap(({ targets }) => targets.filter(({ after }) => after === null))
      .map(({ id }) => id),
  );
}

/**
 * Returns each row's fingerprint: a hash of its day, amount, label and position among identical
 * rows. A row that appears in several of an account's statement files has the same fingerprint in
 * each file.
 */
export async function fingerprintsOf(
  rows: readonly StatementRow[],
): Promise<ReadonlyMap<number, string>> {
  const seen = new Map<string, number>();
  return new Map(
    await Promise.all(rows.map(async ({ row, date, amount, payee }) => {
      const facts = JSON.stringify([date, amount, payee]);
      const nth = (seen.get(facts) ?? 0) + 1;
      seen.set(facts, nth);
      const bytes = new TextEncoder().encode(`${facts} ${nth}`);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [row, hexOf(digest.subarray(0, FINGERPRINT_BYTES))] as const;
    })),
  );
}

const FINGERPRINT_BYTES = 12;

function accountsOf(planId: string): ValueGroup {
  return { planId, group: "statement accounts" };
}

function rowsOf(
  { planId, accountId }: { readonly planId: string; readonly accountId: string },
): ValueGroup {
  return { planId, group: `statement rows ${accountId}` };
}

type Times = Map<string, number>;

/**
 * Returns a function that counts, by payee, the transactions with a given bank label. The labels
 * are from YNAB's own imports and from this server's earlier statement imports into the account.
 */
export function payeesByLabel(
  transactions: Transactions<TransactionRecord>,
  memory: AccountMemory | null,
): (label: string) => ReadonlyMap<string, number> {
  const byKey = new Map<string, Times>();
  const add = (label: string, payee: string): void => {
    const key = payeeKeyOf({ payee_name: label });
    if (key === "" || payee === "") return;
    const known = byKey.get(key) ?? new Map<string, number>();
    byKey.set(key, known.set(payee, (known.get(payee) ?? 0) + 1));
  };
  for (const chunk of chunksOf(transactions)) {
    for (const [label, payee] of labeled(chunk)) add(label, payee);
  }
  for (const [label, id] of memory?.labels ?? []) {
    const transaction = countedTransaction(transactions, id);
    if (transaction !== null && !transaction.transfer_account_id) {
      add(label, transaction.payee_name ?? "");
    }
  }
  const none = new Map<string, number>();
  return (label) => byKey.get(payeeKeyOf({ payee_name: label })) ?? none;
}

function* labeled(chunk: TransactionChunk): Iterable<readonly [label: string, payee: string]> {
  const labels = chunk.column("import_payee_name");
  const payees = chunk.column("payee_name");
  const others = chunk.column("transfer_account_id");
  for (let place = 0; place < chunk.count; place++) {
    const label = labels.at(place) as string | null | undefined;
    if (label && !others.at(place)) yield [label, (payees.at(place) ?? "") as string];
  }
}
