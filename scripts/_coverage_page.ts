/**
 * Writes the page about the coverage of the upstream API.
 *
 * @module
 */

import { operationIds, operationLine } from "../client/operations.ts";
import { API_VERSION, coverage, type OperationStatus } from "../tools/_coverage.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import type { Derived } from "./_derived.ts";
import { tableText, WRITTEN } from "./_markdown.ts";

const STATUSES = ["covered", "planned", "excluded"] as const;

/**
 * Writes the page.
 *
 * @returns The page with figures and every operation.
 */
export function coveragePage(): Derived {
  const figures = profiles.map((profile) => [
    profile,
    ...STATUSES.map((status) => String(countOf(profile, status))),
    String(operationIds.length),
  ]);
  const parts = [
    "# Coverage of the YNAB API",
    WRITTEN,
    `What each of the ${operationIds.length} operations of version ${API_VERSION} is used for. The ` +
    "server compares this with what its tools declare before it serves anything, and at run time " +
    "a tool can reach no other operation than its own.",
    tableText(["Profile", "Covered", "Planned", "Excluded", "All"], figures),
    ...STATUSES.flatMap(statusText),
  ];
  return { path: "docs/coverage.md", text: `${parts.join("\n\n")}\n` };
}

function statusText(status: (typeof STATUSES)[number]): readonly string[] {
  const rows = operationIds
    .filter((id) => coverage[id].fuller.status === status)
    .map((id) => [
      `\`${operationLine(id)}\``,
      wordsOf(coverage[id].fuller),
      differenceOf(coverage[id].fuller, coverage[id].reduced),
    ]);
  const title = `## ${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  const heading = status === "covered" ? "Used by" : "Why";
  return [title, tableText(["Operation", heading, "In the reduced profile"], rows)];
}

function wordsOf(status: OperationStatus): string {
  if (status.status !== "covered") return status.reason;
  return status.users.map((user) =>
    user.includes("://") ? `\`${user}\`` : `[\`${user}\`](tools/${user}.md)`
  ).join(", ");
}

function differenceOf(fuller: OperationStatus, reduced: OperationStatus): string {
  if (reduced.status !== fuller.status) return reduced.status;
  if (fuller.status !== "covered" || reduced.status !== "covered") return "the same";
  const users = reduced.users;
  const missing = fuller.users.filter((user) => !users.includes(user));
  if (missing.length === 0) return "the same";
  return `without ${missing.map((user) => `\`${user}\``).join(", ")}`;
}

function countOf(profile: Profile, status: string): number {
  return operationIds.filter((id) => coverage[id][profile].status === status).length;
}
