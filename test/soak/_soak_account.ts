/**
 * The account of a soak: what was asked and answered, held against what upstream has carried
 * out and what the journal tells.
 *
 * @module
 */

import { run } from "../../cli.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { ids } from "../tools/_plan.ts";
import type { MarkedCall } from "./_soak_changes.ts";
import type { SoakUpstream } from "./_soak_upstream.ts";

/** A change that was agreed to. */
export interface AskedChange {
  readonly call: MarkedCall;
  /** What the process took for the time, in milliseconds since 1970. */
  readonly at: number;
  /** `null` where the process was killed before it answered. */
  readonly reply: ToolReply | null;
  /** Whether the plan was put back since, so that what was open can't be known any more. */
  isBeforeBackup: boolean;
}

interface PastChange {
  readonly operation_id: string;
  readonly at: string;
  readonly tool: string | null;
  readonly state: string;
}

/** States that say that something of a change was carried out, and that nothing was. */
const WAS_WRITTEN: readonly string[] = ["applied", "applied in part", "undone", "undone in part"];
const NOT_WRITTEN = "not applied";
/** A change reads its clock a few times, a millisecond each. */
const CALL_MS = 900;

/** Finds what upstream has carried out twice, or the journal tells wrongly. */
export async function untruths(
  asked: readonly AskedChange[],
  { upstream, folder, url }: {
    readonly upstream: SoakUpstream;
    readonly folder: string;
    readonly url: string;
  },
): Promise<readonly string[]> {
  const journal = await history(folder, url);
  return asked.flatMap((change) => {
    const { mark, tool, isCreation } = change.call;
    const { creations, changes } = upstream.carriedOut(mark);
    const entry = entryOf(change, journal);
    const isWritten = creations + changes > 0;
    const status = change.reply?.structured?.["status"];
    const state = entry?.state ?? "none";
    const found: string[] = [];
    if (isCreation && creations > 1) {
      found.push(`${tool} ${mark} was carried out ${creations} times`);
    }
    if (status === "applied" && !isWritten) found.push(`${tool} ${mark} was said, not carried out`);
    if (entry === undefined && isWritten) found.push(`the journal has no ${tool} ${mark}`);
    if (WAS_WRITTEN.includes(state) && !isWritten) {
      found.push(`the journal says "${state}" of ${tool} ${mark}, which was not carried out`);
    }
    if (state === NOT_WRITTEN && isWritten && !change.isBeforeBackup) {
      found.push(`the journal says "${state}" of ${tool} ${mark}, which was carried out`);
    }
    return found;
  });
}

/** An answer names its entry; where there was none, the time does. */
function entryOf(
  { call, at, reply }: AskedChange,
  journal: readonly PastChange[],
): PastChange | undefined {
  const named = reply?.structured?.["operation_id"];
  if (named !== undefined) return journal.find((one) => one.operation_id === named);
  return journal.find(({ tool, at: begun }) => {
    const afterMs = Date.parse(begun) - at;
    return tool === call.tool && afterMs >= 0 && afterMs < CALL_MS;
  });
}

async function history(folder: string, url: string): Promise<readonly PastChange[]> {
  const [out, err]: [string[], string[]] = [[], []];
  await run({
    args: [
      ...["history", "--json", "--plan", ids.plan],
      ...["--store", `sqlite:${folder}`, "--api-url", url],
    ],
    env: (name) => name === "BUDGET_ACCESS_TOKEN" ? "demo-token" : undefined,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  if (err.length > 0) throw new Error(err.join(""));
  return JSON.parse(out.join("")).changes;
}
