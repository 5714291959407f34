import { operationIds, operationLine } from "../client/operations.ts";
import { API_VERSION, coverage, type OperationStatus } from "../tools/_coverage.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import type { Derived } from "./_derived.ts";
import { tableText, WRITTEN } from "./_markdown.ts";

const STATUSES = ["covered", "planned", "excluded"] as const;

/** Writes the page. */
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
    .map((id) => {
      const { fuller, reduced, complete } = coverage[id];
      return [
        `\`${operationLine(id)}\``,
        wordsOf(fuller),
        differenceOf(fuller, reduced),
        differenceOf(fuller, complete),
      ];
    });
  const title = `## ${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  const heading = status === "covered" ? "Used by" : "Why";
  return [title, tableText(["Operation", heading, "In the reduced profile", "In complete"], rows)];
}

function wordsOf(status: OperationStatus): string {
  return status.status === "covered" ? usersText(status.users) : status.reason;
}

function usersText(users: readonly string[]): string {
  return users.map((user) =>
    user.includes("://") ? `\`${user}\`` : `[\`${user}\`](tools/${user}.md)`
  ).join(", ");
}

/** How an operation's status in another profile differs from that in the default one. */
function differenceOf(fuller: OperationStatus, other: OperationStatus): string {
  if (other.status !== "covered") return other.status === fuller.status ? "the same" : other.status;
  const users = fuller.status === "covered" ? fuller.users : [];
  const missing = users.filter((user) => !other.users.includes(user));
  const further = other.users.filter((user) => !users.includes(user));
  if (fuller.status !== "covered") return `covered: ${usersText(further)}`;
  const parts = [
    ...(missing.length === 0 ? [] : [`without ${usersText(missing)}`]),
    ...(further.length === 0 ? [] : [`also ${usersText(further)}`]),
  ];
  return parts.join("; ") || "the same";
}

function countOf(profile: Profile, status: string): number {
  return operationIds.filter((id) => coverage[id][profile].status === status).length;
}
