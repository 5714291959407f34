import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type OperationId, operationIds, operationLine } from "../client/operations.ts";
import { resources } from "../resources/_definitions.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import { definitions } from "../tools/_definitions.ts";
import { isChanging, type Profile, profilesOf, type ToolDefinition } from "../tools/_tool.ts";
import { coverage, type OperationCoverage } from "../tools/_coverage.ts";

export function toolsOf(profile: Profile, isWriteAllowed: boolean): readonly ToolDefinition[] {
  return definitions.filter((tool) =>
    profilesOf(tool).includes(profile) && (isWriteAllowed || !isChanging(tool))
  );
}

export function resourcesOf(profile: Profile): readonly BudgetResource[] {
  return resources.filter(({ summary }) => profilesOf(summary).includes(profile));
}

export type ListedTool = ListToolsResult["tools"][number];

/**
 * Describes a tool for clients; includes an output schema only if the server returns structured
 * data with its answers.
 */
export function listedTool(
  { name, title, description, inputSchema, annotations, alwaysLoad, outputSchema }: ToolDefinition,
  hasData: boolean,
): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema,
    annotations,
    ...(alwaysLoad === true ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    ...(hasData ? { outputSchema } : {}),
  };
}

/** A tool as `tools --json` prints it. */
export type ToolDescription =
  & Omit<ToolDefinition, "profiles" | "alwaysLoad" | "reads" | "writes">
  & Readonly<Record<"reads" | "writes", readonly string[]>>;

export function describeTool(
  { name, title, description, reads, writes, annotations, ...schemas }: ToolDefinition,
  profile: Profile = "complete",
): ToolDescription {
  const { inputSchema, outputSchema } = schemas;
  return {
    name,
    title,
    description,
    reads: reads[profile].map(operationLine),
    writes: writes[profile].map(operationLine),
    annotations,
    inputSchema,
    outputSchema,
  };
}

/**
 * Error for a coverage table that doesn't match the operations that the tools and resources
 * declare.
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
  /** Identifies this kind of error for code that can't import the class. */
  override readonly name = "CoverageError";
}

/**
 * Compares the coverage table, in both directions, with the operations that the profile's tools and
 * resources declare. The comparison includes tools that change the plan, even if they aren't
 * offered.
 *
 * @throws {CoverageError} If there is any difference. Only the first difference is reported.
 */
export function assertCoverage(profile: Profile): void {
  const declared = new Map<string, readonly OperationId[]>([
    ...toolsOf(profile, true).map(({ name, reads, writes }) =>
      [name, [...reads[profile], ...writes[profile]]] as const
    ),
    ...resourcesOf(profile).map(({ summary, reads }) => [summary.uri, reads] as const),
  ]);
  for (const [user, operations] of declared) {
    const unknown = operations.find((id) => !operationIds.includes(id));
    if (unknown !== undefined) {
      throw new CoverageError(
        `${user} declares ${unknown}, which is not an operation in YNAB's API`,
      );
    }
  }
  for (const id of operationIds) {
    const declaring = [...declared.keys()].filter((user) => declared.get(user)?.includes(id));
    const mismatch = mismatchOf(id, declaring, { profile, status: coverage[id][profile] });
    if (mismatch !== null) throw new CoverageError(mismatch);
  }
}

function mismatchOf(
  id: OperationId,
  declaring: readonly string[],
  { profile, status }: {
    readonly profile: Profile;
    readonly status: OperationCoverage[Profile];
  },
): string | null {
  const users = status.status === "covered" ? status.users : [];
  const line = operationLine(id);
  const where = `the coverage table (tools/_coverage.ts) for the ${profile} profile`;
  const tooMuch = declaring.find((user) => !users.includes(user));
  if (tooMuch !== undefined) {
    const says = status.status === "covered" ? "does not list it" : `says ${status.status}`;
    return `${tooMuch} declares ${line}, but ${where} ${says}`;
  }
  const tooLittle = users.find((user) => !declaring.includes(user));
  if (tooLittle !== undefined) {
    return `${where} says that ${tooLittle} uses ${line}, but ${tooLittle} does not declare it`;
  }
  return status.status === "covered" && users.length === 0
    ? `${where} covers ${line} but lists no tool or resource that uses it`
    : null;
}
