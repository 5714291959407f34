import { HELP_WIDTH, tell, wrapText } from "./_text.ts";
import { operationIds, operationLine, operations } from "../client/operations.ts";
import { assertCoverage, describeTool, resourcesOf, toolsOf } from "../server/offered_tools.ts";
import { API_VERSION, coverage } from "../tools/_coverage.ts";
import { profilesOf } from "../tools/_tool.ts";
import type { ArgumentSchema } from "../server/arguments.ts";
import { namedTool, toolHelp } from "./_tool_help.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenProfile, isOn } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

export async function listTools(
  { operands, given }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const profile = chosenProfile(given.profile);
  const [name, ...more] = operands;
  if (more.length > 0) {
    throw new UsageError("the tools command takes at most one tool name: tools [TOOL]");
  }
  assertCoverage(profile);
  const tools = toolsOf(profile, isOn(given.write)).map((tool) => describeTool(tool, profile));
  if (name !== undefined) {
    // A tool's arguments can be shown even if the tool isn't offered.
    const tool = namedTool(name, { profile: "complete", isWriteAllowed: true });
    const shownProfile = profilesOf(tool).includes(profile) ? profile : "complete";
    tell({ given }, terminal, {
      json: describeTool(tool, shownProfile),
      text: await toolHelp(tool),
    });
    return 0;
  }
  const listed = resourcesOf(profile).map(({ summary: { uri, name }, reads }) => ({
    uri,
    name,
    reads: reads.map(operationLine),
  }));
  const hidden = toolsOf(profile, true).length - tools.length;
  const lines = [
    `${tools.length} tools in the ${profile} profile:`,
    ...tools.flatMap((tool) => [
      `${tool.name}: ${tool.description}`,
      `    ${argumentNames(tool.inputSchema as ArgumentSchema)}`,
    ]),
    `${listed.length} resources:`,
    ...listed.map(({ uri }) => uri),
    "",
    "To see a tool's arguments, run budget-tool-server tools TOOL.",
    ...(hidden === 0
      ? []
      : [`To also list the ${hidden} tools that change the plan, add --write.`]),
  ].flatMap((line) => wrapText(line, { width: HELP_WIDTH, indent: "    " }));
  tell({ given }, terminal, {
    json: { profile, tools, resources: listed },
    text: lines.join("\n"),
  });
  return 0;
}

/** Lists a tool's arguments (except the plan and the confirmation), required ones first. */
function argumentNames({ properties = {}, required = [] }: ArgumentSchema): string {
  const names = Object.keys(properties)
    .filter((name) => name !== "plan_id" && name !== "confirmation");
  const [must, may] = [true, false].map((isMust) =>
    names.filter((name) => required.includes(name) === isMust).join(", ")
  );
  const parts = [
    ...(must === "" ? [] : [`required: ${must}`]),
    ...(may === "" ? [] : [`optional: ${may}`]),
  ];
  return parts.length === 0 ? "no arguments" : parts.join("; ");
}

const STATUS = " ".repeat(13);
const IN_COMPLETE = "in complete";

export function listCoverage({ given }: CommandLine, terminal: Terminal): number {
  const profile = chosenProfile(given.profile);
  assertCoverage(profile);
  const listed = operationIds.map((id) => {
    const status = coverage[id][profile];
    const { method, path } = operations[id];
    return {
      method,
      path,
      operation_id: id,
      status: status.status,
      users: status.status === "covered" ? status.users : [],
      reason: status.status === "covered" ? null : status.reason,
    };
  });
  const lines = listed.flatMap(({ operation_id: id, status, users, reason }) => {
    const { complete } = coverage[id];
    const isInComplete = status === "planned" && complete.status === "covered";
    const text = isInComplete ? complete.users.join(", ") : reason ?? users.join(", ");
    const [first = "", ...rest] = wrapText(`${operationLine(id)}: ${text}`, {
      width: HELP_WIDTH - STATUS.length,
    });
    const label = isInComplete ? IN_COMPLETE : status;
    return [label.padEnd(STATUS.length) + first, ...rest.map((line) => STATUS + line)];
  });
  tell({ given }, terminal, {
    json: { profile, api_version: API_VERSION, operations: listed },
    text: lines.join("\n"),
  });
  return 0;
}
