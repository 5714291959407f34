/**
 * Keeps payee names current. Renaming a payee upstream does not change its old rows
 * in a delta: the name that came last wins for all of them.
 *
 * @module
 */

import type { Transaction } from "../client/wire/transaction.ts";

/**
 * Remembers the name of every payee seen on a row.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(new PayeeNames().learn([]), new Set());
 * ```
 */
export class PayeeNames {
  readonly #names = new Map<string, string>();

  /** Learns names from live rows in the order given; tells which were known by another. */
  learn(rows: readonly Transaction[]): ReadonlySet<string> {
    const renamed = new Set<string>();
    for (const row of rows) {
      this.#note(row, renamed);
      for (const line of row.subtransactions) this.#note(line, renamed);
    }
    return renamed;
  }

  /** Gives the row under its payees' last names; the same row if nothing differs. */
  rename(row: Transaction): Transaction {
    const lines = row.subtransactions.map((line) => this.#renamed(line));
    const isSame = lines.every((line, at) => line === row.subtransactions[at]);
    return this.#renamed(isSame ? row : { ...row, subtransactions: lines });
  }

  #note(part: NamedPart, renamed: Set<string>): void {
    if (!isText(part.payee_id) || !isText(part.payee_name)) return;
    const known = this.#names.get(part.payee_id);
    if (known === part.payee_name) return;
    if (known !== undefined) renamed.add(part.payee_id);
    this.#names.set(part.payee_id, part.payee_name);
  }

  #renamed<Part extends NamedPart>(part: Part): Part {
    const name = isText(part.payee_id) ? this.#names.get(part.payee_id) : undefined;
    if (name === undefined || name === part.payee_name) return part;
    return { ...part, payee_name: name };
  }
}

interface NamedPart {
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}
