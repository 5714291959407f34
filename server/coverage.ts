import { type OperationId, operationIds, operationLine } from "../client/operations.ts";
import { coverage, type OperationCoverage } from "../tools/_coverage.ts";
import type { Profile } from "../tools/_tool.ts";
import { resourcesOf, toolsOf } from "./offered_tools.ts";

/**
 * The coverage table disagrees with what the tools and resources declare.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { CoverageError } from "@budget-tools/server";
 *
 * assertEquals(new CoverageError("one sentence").name, "CoverageError");
 * ```
 */
export class CoverageError extends Error {
  /** Identifies the class in code that can't import it. */
  override readonly name = "CoverageError";
}

/**
 * Compares the coverage table, in both directions, with the operations that the profile's tools and
 * resources declare. Includes tools that change the plan even if they aren't offered.
 *
 * @throws {CoverageError} At the first difference.
 */
export function assertCoverage(
  profile: Profile,
  table: CoverageClaim["coverage"] = coverage,
): void {
  const declarations: readonly Declaration[] = [
    ...toolsOf(profile, true).map(({ name, reads, writes }) => ({
      user: name,
      operations: [...reads[profile], ...writes[profile]],
    })),
    ...resourcesOf(profile).map(({ summary, reads }) => ({ user: summary.uri, operations: reads })),
  ];
  const mismatch = coverageMismatch({ profile, coverage: table, declarations });
  if (mismatch !== null) throw new CoverageError(mismatch);
}

/** A tool or resource and the operations that it declares. */
export interface Declaration {
  readonly user: string;
  readonly operations: readonly OperationId[];
}

/** The tables and declarations to compare. */
export interface CoverageClaim {
  readonly profile: Profile;
  readonly coverage: Readonly<Record<OperationId, OperationCoverage>>;
  readonly declarations: readonly Declaration[];
}

/**
 * Finds the first difference.
 *
 * @returns One sentence, or `null` if there is none.
 */
function coverageMismatch(claim: CoverageClaim): string | null {
  for (const { user, operations } of claim.declarations) {
    const unknown = operations.find((id) => !operationIds.includes(id));
    if (unknown !== undefined) {
      return `${user} declares ${unknown}, which is not an operation of YNAB's API`;
    }
  }
  for (const id of operationIds) {
    const declaring = claim.declarations.filter(({ operations }) => operations.includes(id))
      .map(({ user }) => user);
    const mismatch = mismatchOf(id, declaring, claim);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

function mismatchOf(
  id: OperationId,
  declaring: readonly string[],
  { profile, coverage }: CoverageClaim,
): string | null {
  const status = coverage[id][profile];
  const users = status.status === "covered" ? status.users : [];
  const line = operationLine(id);
  const where = `the coverage table (tools/_coverage.ts) of the ${profile} profile`;
  const tooMuch = declaring.find((user) => !users.includes(user));
  if (tooMuch !== undefined) {
    const says = status.status === "covered" ? "does not name it" : `says ${status.status}`;
    return `${tooMuch} declares ${line}, but ${where} ${says}`;
  }
  const tooLittle = users.find((user) => !declaring.includes(user));
  if (tooLittle !== undefined) {
    return `${where} names ${tooLittle} for ${line}, which it does not declare`;
  }
  if (status.status === "covered" && users.length === 0) {
    return `${where} covers ${line} but names no users`;
  }
  return null;
}
