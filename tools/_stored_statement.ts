import type { RowDecision } from "../domain/statements/comparison.ts";
import type { GivenRow } from "../domain/statements/given_rows.ts";
import type { ReadAs } from "../domain/statements/statement.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { StatementAccess } from "./_tool.ts";

/** How long a handle is valid, in milliseconds. */
const HELD_MS = 3_600_000;

const GROUP = "statements";

/** A statement as it was given, with later answers and decisions. */
export interface StoredStatement {
  /** The packed file; `null` if rows were given instead. */
  readonly file: string | null;
  /** The rows; `null` if a file was given instead. */
  readonly rows: readonly GivenRow[] | null;
  readonly accountId: string | null;
  readonly readAs: ReadAs;
  readonly decisions: readonly RowDecision[];
  /** Balances that the caller gave, in milliunits. */
  readonly opening: number | null;
  readonly closing: number | null;
}

interface Stored {
  readonly principal: string | null;
  readonly statement: StoredStatement;
}

type Access = Pick<StatementAccess, "kept" | "principal">;

export interface PlanStatement {
  readonly planId: string;
  readonly statement: StoredStatement;
}

/** Stores a statement under a handle. */
export async function keepStatement(
  handle: string,
  { planId, statement }: PlanStatement,
  { kept, principal }: Access,
): Promise<void> {
  const value: Stored = { principal, statement };
  await kept.save({ planId, group: GROUP }, { name: handle, value, holdsMs: HELD_MS });
}

/**
 * Finds a statement by its handle.
 *
 * @throws {ToolError} `not_found` if it has expired, or was given by another caller or for another
 * plan.
 */
export async function findStatement(
  handle: string,
  planId: string,
  { kept, principal }: Access,
): Promise<StoredStatement> {
  const found = await kept.find({ planId, group: GROUP }, handle) as Stored | null;
  if (found !== null && found.principal === principal) return found.statement;
  throw new ToolError(
    "not_found",
    "this statement is unknown or was read over 60 minutes ago: give the file again",
  );
}
