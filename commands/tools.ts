/**
 * Lists the tools and resources of a profile.
 *
 * @module
 */

import { operationLine } from "../client/operations.ts";
import { assertCoverage } from "../server/assert_coverage.ts";
import { resources } from "../resources/_manifest.ts";
import { describeTool } from "../server/describe_tool.ts";
import { toolsOf } from "../server/offered_tools.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenProfile, isOn } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";

/**
 * Runs the command.
 *
 * @param line The command line.
 * @param terminal The process.
 * @returns The exit status.
 */
export function listTools({ given }: CommandLine, terminal: Terminal): number {
  const profile = chosenProfile(given.profile);
  assertCoverage(profile);
  const tools = toolsOf(profile, isOn(given.write)).map((tool) => describeTool(tool, profile));
  const listed = resources.map(({ summary, reads }) => ({
    uri: summary.uri,
    name: summary.name,
    reads: reads.map(operationLine),
  }));
  if (given.json !== undefined) {
    terminal.out(`${JSON.stringify({ profile, tools, resources: listed }, null, 2)}\n`);
    return 0;
  }
  const lines = [
    `${tools.length} tools of the ${profile} profile:`,
    ...tools.flatMap((tool) => [
      `${tool.name}: ${tool.description}`,
      `    ${[...tool.reads, ...tool.writes].join(", ")}`,
    ]),
    `${listed.length} resources:`,
    ...listed.map(({ uri, reads }) => `${uri}\n    ${reads.join(", ")}`),
  ];
  terminal.out(`${lines.join("\n")}\n`);
  return 0;
}
