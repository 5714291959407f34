import type { Blocked } from "./store_note.ts";

/** A store that is left alone. */
export class BlockedStoreError extends Error {
  override readonly name = "BlockedStoreError";
  /** Whether another program holds it, or a newer version has written it. */
  readonly reason: Blocked;

  /** Makes the error. */
  constructor(reason: Blocked, options?: ErrorOptions) {
    super(`The store is ${reason}`, options);
    this.reason = reason;
  }
}

/** A store that is not used because others could reach it, and what to do about it. */
export class UnsafeStoreError extends Error {
  override readonly name = "UnsafeStoreError";
}

/** A transaction whose commit nobody has answered: it is not known whether anything is written. */
export class UnansweredCommitError extends Error {
  override readonly name = "UnansweredCommitError";

  /** Makes the error. */
  constructor(options?: ErrorOptions) {
    super("The commit was not answered", options);
  }
}

/** Tells what kind of failure it was; its message may name what is nobody's business. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnsafeStoreError) return error.message;
  if (error instanceof BlockedStoreError) return error.reason;
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? "unknown");
}
