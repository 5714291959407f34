import type { StoredTransaction } from "../_records.ts";

/** Remembers import ids by account. */
export class ImportMemory {
  readonly #accounts = new Map<string, Map<string, string>>();

  /** Starts with the ids of the rows, deleted ones included. */
  constructor(rows: Iterable<StoredTransaction>) {
    for (const row of rows) this.remember(row);
  }

  /** Remembers a row's import id, if it has one. */
  remember({ id, account_id, import_id }: StoredTransaction): void {
    if (import_id === null) return;
    const ids = this.#accounts.get(account_id);
    if (ids === undefined) this.#accounts.set(account_id, new Map([[import_id, id]]));
    else if (!ids.has(import_id)) ids.set(import_id, id);
  }

  /** Forgets a row that never came to be. */
  forget({ id, account_id, import_id }: StoredTransaction): void {
    const ids = this.#accounts.get(account_id);
    if (import_id !== null && ids?.get(import_id) === id) ids.delete(import_id);
  }

  /** Tells whether an account has seen an import id. */
  isKnown(accountId: string, importId: string): boolean {
    return this.#accounts.get(accountId)?.has(importId) ?? false;
  }

  /** Gives the ids of the rows that brought an import id, on any account. */
  rowIdsOf(importId: string): string[] {
    return [...this.#accounts.values()].flatMap((ids) => ids.get(importId) ?? []);
  }
}
