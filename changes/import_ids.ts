import type { Fields, Target } from "./change.ts";

/** Most characters of an import id that YNAB accepts. */
export const MAX_IMPORT_ID_LENGTH = 36;

const GENERATION = /:g(\d+)$/u;

/** The import id that a transaction is created with; `null` without one. */
export function importIdOf({ after }: Pick<Target, "after">): string | null {
  const id = after?.["import_id"];
  return typeof id === "string" ? id : null;
}

/** An import id without its generation. */
export function baseImportId(id: string): string {
  return id.replace(GENERATION, "");
}

/**
 * The id to use after a transaction with this one was deleted, because YNAB never accepts an import
 * id again.
 */
export function nextGeneration(id: string): string {
  return `${baseImportId(id)}:g${Number(GENERATION.exec(id)?.[1] ?? 1) + 1}`;
}

/**
 * Identifies an import, regardless of generation; `null` without an import id. YNAB keeps import
 * ids per account.
 */
export function importKey(fields: object | null): string | null {
  const { import_id: id, account_id: account } = (fields ?? {}) as Fields;
  return typeof id === "string" ? `${account} ${baseImportId(id)}` : null;
}

/** Returns records by their import keys, omitting those without one. */
export function byImportKey<One extends object>(records: readonly One[]): ReadonlyMap<string, One> {
  return new Map(
    records.flatMap((one): readonly [string, One][] => {
      const key = importKey(one);
      return key === null ? [] : [[key, one]];
    }),
  );
}
