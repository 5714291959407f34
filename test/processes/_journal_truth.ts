import { runAt } from "../cli/_a_terminal.ts";
import { ids } from "../tools/_plan.ts";
import type { Danger } from "./_danger.ts";
import type { Extent } from "./_claims.ts";

/** A change, as the `history` command prints it. */
export interface PastChange {
  readonly tool: string;
  readonly state: string;
}

/** For each state of a change, how much of the change may have been written. */
const STATES: Readonly<Record<string, readonly Extent[]>> = {
  "applied": ["all"],
  "applied in part": ["part"],
  "undone in part": ["part"],
  "not applied": ["none"],
  "undone": ["none"],
  "unconfirmed": ["none", "part", "all"],
};

/** Checks what the journal says about a change. */
export async function untrueJournal(danger: Danger, extent: Extent): Promise<readonly string[]> {
  const { tool } = danger.faultCase;
  // The newest change comes first.
  const change = (await pastChanges(danger)).find((one) => one.tool === tool);
  if (change === undefined) return [`the journal has no ${tool}`];
  const isTrue = STATES[change.state]?.includes(extent) ?? false;
  return isTrue ? [] : [`the journal says "${change.state}" of a change written (${extent})`];
}

/** Returns the changes listed by the `history` command, newest first. */
export async function pastChanges(
  { folder, database, token, url }: Danger,
): Promise<readonly PastChange[]> {
  const env = { BUDGET_ACCESS_TOKEN: token, BUDGET_STORE: database ?? `sqlite:${folder}` };
  const args = ["history", "--json", "--plan", ids.plan, "--api-url", url];
  const { out, err } = await runAt(args, { env });
  if (err !== "") throw new Error(err);
  return JSON.parse(out).changes;
}
