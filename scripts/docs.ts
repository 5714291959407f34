/**
 * Generates docs: a page for each tool, with examples that use the demo plan; a page about the
 * coverage of YNAB's API; the tables of command-line options; and the policy templates.
 *
 * Usage: deno task docs [--check]
 */

import { tools } from "../tools/_manifest.ts";
import { type Derived, hasLeftOver, settle, tableText, withPart, WRITTEN } from "./_derived.ts";
import { ROOT } from "./_run.ts";
import { type Policy, privacyPolicy, terms, YNAB_NOTICE } from "../remote/hosted/public_pages.ts";
import { toolIndex, toolPage } from "./_tool_page.ts";
import { operationIds, operationLine } from "../client/operations.ts";
import { API_VERSION, coverage, type OperationStatus } from "../tools/_coverage.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import { COMMANDS, flagNames, flagOf, flagUsage, variableOf } from "../cli/_flags.ts";

const STATUSES = ["covered", "planned", "excluded"] as const;
const TITLES = { covered: "Covered", planned: "Only in complete", excluded: "Excluded" };

export function coveragePage(): Derived {
  const figures = profiles.map((profile) => [
    profile,
    ...STATUSES.map((status) => String(countOf(profile, status))),
    String(operationIds.length),
  ]);
  const parts = [
    "# Coverage of the YNAB API",
    WRITTEN,
    "This page lists the tools that use each " +
    `of the ${operationIds.length} operations in version ${API_VERSION} of YNAB's API. ` +
    "At startup, the server compares this table with the operations that its tools declare. At " +
    "run time, a tool can call only the operations it declares.",
    tableText(["Profile", "Covered", "Only in complete", "Excluded", "All"], figures),
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
  const title = `## ${TITLES[status]}`;
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

function usersPhrase(users: readonly string[]): string {
  return usersText(users).replace(/, ([^,]*)$/u, " and $1");
}

/** Describes how an operation's status in another profile differs from its status in `fuller`. */
function differenceOf(fuller: OperationStatus, other: OperationStatus): string {
  if (other.status !== "covered") return fuller.status === "covered" ? "not covered" : "the same";
  const users = fuller.status === "covered" ? fuller.users : [];
  const missing = users.filter((user) => !other.users.includes(user));
  const further = other.users.filter((user) => !users.includes(user));
  if (fuller.status !== "covered") return `covered: ${usersText(further)}`;
  const parts = [
    ...(missing.length === 0 ? [] : [`all except ${usersPhrase(missing)}`]),
    ...(further.length === 0 ? [] : [`also ${usersPhrase(further)}`]),
  ];
  return parts.join("; ") || "the same";
}

function countOf(profile: Profile, status: string): number {
  return operationIds.filter((id) => coverage[id][profile].status === status).length;
}

/** Returns `docs/terminal.md` with its generated parts updated. */
async function terminalPage(): Promise<Derived> {
  const path = "docs/terminal.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withOptions = withPart(text, "options", optionTable());
  return { path, text: withPart(withOptions, "command-options", commandOptionTable()) };
}

function optionTable(): string {
  const rows = settings.map((name) => {
    const { needs, meaning, value } = flagOf(name);
    return [
      `\`${flagUsage(name)}\``,
      `\`${variableOf(name)}${value === undefined ? "=1" : ""}\``,
      needs === "users" ? `with --sign-in ynab: ${meaning}` : meaning,
    ];
  });
  return tableText(["Option", "Variable", "Meaning"], rows);
}

/** Returns a table of the options that only certain commands have. */
function commandOptionTable(): string {
  const rows = flagNames.filter((name) => !settings.includes(name)).map((name) => {
    const { commands, meaning } = flagOf(name);
    const takers = commands.length === COMMANDS.length
      ? "every command"
      : commands.map((command) => `\`${command}\``).join(", ");
    return [`\`${flagUsage(name)}\``, takers, meaning];
  });
  return tableText(["Option", "Command", "Meaning"], rows);
}

const settings = flagNames.filter((name) => variableOf(name) !== undefined);

/** Placeholders that an operator replaces in a template. */
const BLANKS = {
  operator: "OPERATOR",
  operatorContact: "CONTACT",
  region: "HOSTING COMPANY, COUNTRY",
  retentionDays: "RETENTION",
} as const;

/** Templates for the pages that a multi-user server shows, for operators to check and adapt. */
function policyTemplates(): readonly Derived[] {
  return [
    { path: "docs/privacy_template.md", text: policyText(privacyPolicy(BLANKS)) },
    { path: "docs/terms_template.md", text: policyText(terms(BLANKS)) },
  ];
}

function policyText({ title, sections }: Policy): string {
  return [
    `# ${title}`,
    WRITTEN,
    ...sections.flatMap(([heading, ...paragraphs]) => [`## ${heading}`, ...paragraphs]),
    YNAB_NOTICE,
    "",
  ].join("\n\n").replace(/\n+$/u, "\n");
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const pages = [toolIndex(tools), ...await Promise.all(tools.map(toolPage))];
  const written = [coveragePage(), await terminalPage(), ...policyTemplates()];
  const isStale = settle([...pages, ...written], { isCheck, task: "docs" });
  if (hasLeftOver(pages) || isStale) Deno.exit(1);
}
