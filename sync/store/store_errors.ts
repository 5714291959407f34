import type { Blocked } from "./store.ts";
import { ToolError } from "../../domain/base/tool_error.ts";

export class BlockedStoreError extends Error {
  override readonly name = "BlockedStoreError";
  /** Why the file can't be used: another program has locked it, or a newer version wrote it. */
  readonly reason: Blocked;

  constructor(reason: Blocked, options?: ErrorOptions) {
    super(`The store is ${reason}`, options);
    this.reason = reason;
  }
}

/** Error for a store that other users could access. The message says how to restrict access. */
export class UnsafeStoreError extends Error {
  override readonly name = "UnsafeStoreError";
}

/** Error for a database commit that got no response, so its outcome is unknown. */
export class UnansweredCommitError extends Error {
  override readonly name = "UnansweredCommitError";

  constructor(options?: ErrorOptions) {
    super("The commit was not acknowledged", options);
  }
}

/** Returns the kind of failure without its message, which may contain private data. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnsafeStoreError) return error.message;
  if (error instanceof BlockedStoreError) return error.reason;
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? "unknown");
}

/** Error for a failure of the journal or its locks. */
export function journalError(cause: unknown, remedy: string): ToolError {
  return new ToolError(
    "unavailable",
    "the change journal can't be used right now, so nothing more will be written: " +
      `${remedy}, then try again`,
    { cause },
  );
}

/** Error for a change whose lease on the plan expired and may have been taken by another server. */
export function leaseLost(): ToolError {
  return new ToolError(
    "unavailable",
    "this server was paused for so long that another server may be changing the plan, so " +
      "nothing more will be written: check the plan before trying again",
  );
}

/** Error for a store's file that is damaged or was written by another program. */
export class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";

  constructor(options?: ErrorOptions) {
    super("The file is damaged or belongs to another program", options);
  }
}

/** SQLite's result codes (https://www.sqlite.org/rescode.html) and their messages. */
const BUSY: Kind = { codes: [5, 6], words: /database (?:table )?is locked/u };
const MISMATCH: Kind = {
  codes: [1],
  words: /already exists|no such (?:table|column)|duplicate column/u,
};
const DAMAGED: Kind = { codes: [11, 26], words: /malformed|not a database/u };

interface Kind {
  readonly codes: readonly number[];
  readonly words: RegExp;
}

export function isBusy(error: unknown): boolean {
  return isOf(error, BUSY);
}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedFileError || isOf(error, DAMAGED);
}

/** Whether an error means that an SQL statement doesn't match the file's schema. */
export function isMismatch(error: unknown): boolean {
  return isOf(error, MISMATCH);
}

/** Falls back on SQLite's message, because not every runtime provides the error code. */
function isOf(error: unknown, { codes, words }: Kind): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { readonly errcode?: unknown };
  // The low byte of SQLite's extended result code is the primary result code.
  return typeof errcode === "number" ? codes.includes(errcode & 0xff) : words.test(error.message);
}
