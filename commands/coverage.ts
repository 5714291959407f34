/**
 * Lists the 44 upstream operations with their status in a profile.
 *
 * @module
 */

import { operationIds, operationLine, operations } from "../client/operations.ts";
import { assertCoverage } from "../server/assert_coverage.ts";
import { API_VERSION, coverage } from "../tools/_coverage.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenProfile } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";

/**
 * Runs the command.
 *
 * @param line The command line.
 * @param terminal The process.
 * @returns The exit status.
 */
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
  if (given.json !== undefined) {
    const answer = { profile, api_version: API_VERSION, operations: listed };
    terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  }
  const lines = listed.map(({ operation_id, status, users, reason }) =>
    `${status.padEnd(9)} ${operationLine(operation_id)}: ${reason ?? users.join(", ")}`
  );
  terminal.out(`${lines.join("\n")}\n`);
  return 0;
}
