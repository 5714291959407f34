import { operationIds, operationLine, operations } from "../client/operations.ts";
import { assertCoverage } from "../server/coverage.ts";
import { API_VERSION, coverage } from "../tools/_coverage.ts";
import { HELP_WIDTH, jsonText, wrapText } from "./_text.ts";
import type { CommandLine } from "./_parse.ts";
import { chosenProfile } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";

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
  if (given.json !== undefined) {
    const answer = { profile, api_version: API_VERSION, operations: listed };
    terminal.out(`${jsonText(answer)}\n`);
    return 0;
  }
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
  terminal.out(`${lines.join("\n")}\n`);
  return 0;
}
