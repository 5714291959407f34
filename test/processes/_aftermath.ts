import type { ToolReply } from "../../server/run_tool.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids } from "../tools/_plan.ts";
import type { Ask } from "./_asking.ts";
import type { Danger } from "./_danger.ts";
import { untrueJournal } from "./_journal_truth.ts";
import { untrueReads } from "./_reads_truth.ts";
import type { StandingPlan } from "./_standing_plan.ts";
import { falseClaims, said, type Truth } from "./_told_truth.ts";

/** What the user does after a server was interrupted. */
export interface Manner {
  /** The user's first action. */
  readonly first: "reads" | "takes back";
  /** Whether this process can't read the journal. */
  readonly isJournalAway?: boolean;
  /** Delivers the write that is still in flight; absent if it was lost or has arrived. */
  readonly arriveLate?: (() => Promise<void>) | undefined;
}

/** Seconds; longer than a request can stay in flight after its process has died. */
const SETTLED_S = 61;
const UNDO: ToolCall = { tool: "undo_operation", args: { plan_id: ids.plan } };

/** Acts as the user after an interruption, and returns the server's false statements. */
export async function untruthsAfter(
  danger: Danger,
  { call, ask, manner }: { readonly call: ToolCall; readonly ask: Ask; readonly manner: Manner },
): Promise<readonly string[]> {
  const found: string[] = [];
  if (danger.stage() < 0) found.push("the plan is at no stage of the change");
  // An immediate undo may conflict with a write in flight.
  if (manner.first === "takes back" && manner.arriveLate === undefined) {
    found.push(...await takenBack(danger, ask));
  } else {
    const isComing = manner.arriveLate !== undefined;
    found.push(...await calledAgain(danger, { call, ask, isComing }));
    found.push(...await untrueReads(ask, danger.standing()));
  }
  await manner.arriveLate?.();
  danger.pass(SETTLED_S);
  found.push(...await untrueReads(ask, danger.standing()));
  found.push(...await calledAgain(danger, { call, ask, isComing: false }));
  const isSeen = manner.isJournalAway !== true;
  if (isSeen) found.push(...await untrueJournal(danger, danger.truth().written ?? "none"));
  found.push(...await takenBack(danger, ask));
  found.push(...await untrueReads(ask, danger.standing()));
  found.push(...ledBack(danger));
  return found;
}

interface CalledAgain {
  readonly call: ToolCall;
  readonly ask: Ask;
  /** Whether a write is still in flight, so the server can't know whether it was applied. */
  readonly isComing: boolean;
}

/** Repeats the call with its code. A code must work only once, whatever the outcome. */
async function calledAgain(
  danger: Danger,
  { call, ask, isComing }: CalledAgain,
): Promise<readonly string[]> {
  if (call.args["confirmation"] === undefined) return [];
  const before = danger.standing().text;
  const reply = await ask(call);
  const truth: Truth = isComing ? { written: "may come", standing: "may come" } : danger.truth();
  const found = [...falseClaims(reply, truth)];
  if (danger.standing().text !== before) {
    found.push(`a spent code changed the plan: ${said(reply)}`);
  }
  if (reply.structured?.["status"] === "applied") found.push(`a code worked twice: ${said(reply)}`);
  return found;
}

async function takenBack(danger: Danger, ask: Ask): Promise<readonly string[]> {
  const before = danger.standing();
  const preview = await ask(UNDO);
  const found = [...falseClaims(preview, aboutStanding(danger))];
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) {
    if (danger.standing().text !== before.text) found.push(`a look changed it: ${said(preview)}`);
    return [...found, ...unnamed(danger, [preview])];
  }
  const done = await ask({ ...UNDO, args: { ...UNDO.args, confirmation } });
  if (done.structured?.["status"] !== "applied") found.push(`the way back failed: ${said(done)}`);
  return [...found, ...unnamed(danger, [preview, done])];
}

/** The truth about the change to undo. */
function aboutStanding(danger: Danger): Truth {
  const { text } = danger.standing();
  const { start, undone } = danger.clean;
  const isBack = text === start.text || text === undone;
  return { written: null, standing: isBack ? "none" : danger.truth().standing };
}

/** Checks that an undo lists the records that it leaves unchanged. */
function unnamed(danger: Danger, replies: readonly ToolReply[]): readonly string[] {
  const now = danger.standing();
  // An error names the change, not its records.
  const { start, undone } = danger.clean;
  const isBack = now.text === start.text || now.text === undone;
  if (isBack || replies.some(({ isError }) => isError)) return [];
  const left = new Set(replies.flatMap(leftAlone));
  const silent = differing(danger.clean.start, now).filter((id) => !left.has(id));
  if (silent.length === 0) return [];
  return [`${silent.join(", ")} stands, and the way back is silent of it: ${said(replies.at(-1))}`];
}

function leftAlone({ structured }: ToolReply): readonly string[] {
  const rows = (structured?.["left_alone"] ?? []) as readonly { readonly id: string }[];
  return rows.map(({ id }) => id);
}

function differing(before: StandingPlan, after: StandingPlan): readonly string[] {
  return [...new Set([...before.byId.keys(), ...after.byId.keys()])]
    .filter((id) => before.byId.get(id) !== after.byId.get(id));
}

/** Checks that everything that can be undone is undone, and that the rest is unchanged. */
function ledBack(danger: Danger): readonly string[] {
  const { text } = danger.standing();
  const { start, undone } = danger.clean;
  if (text === start.text || text === undone) return [];
  return [`the way back leads elsewhere: ${differing(start, danger.standing()).join(", ")}`];
}
