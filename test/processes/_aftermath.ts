import type { ToolReply } from "../../server/run_tool.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids } from "../tools/_plan.ts";
import type { Ask } from "./_asking.ts";
import type { Danger } from "./_danger.ts";
import { untrueJournal } from "./_journal_truth.ts";
import { untrueReads } from "./_reads_truth.ts";
import type { PlanState } from "./_plan_state.ts";
import { falseClaims, said, type Truth } from "./_claims.ts";

/** What the user does after a server has been interrupted. */
export interface Manner {
  /** The user's first action. */
  readonly first: "reads" | "undoes";
  /** Delivers the write that is still in flight. Undefined if no write is in flight. */
  readonly arriveLate?: (() => Promise<void>) | undefined;
}

/** Seconds after which no request from a dead process can still be in flight. */
const SETTLED_S = 61;
const UNDO: ToolCall = { tool: "undo_operation", args: { plan_id: ids.plan } };

/**
 * Acts as the user after an interruption, and returns any false statements that the server made.
 */
export async function untruthsAfter(
  danger: Danger,
  { call, ask, manner }: { readonly call: ToolCall; readonly ask: Ask; readonly manner: Manner },
): Promise<readonly string[]> {
  const found: string[] = [];
  if (danger.stage() < 0) found.push("the plan is at no stage of the change");
  // An immediate undo may conflict with a write in flight.
  if (manner.first === "undoes" && manner.arriveLate === undefined) {
    found.push(...await undoFaults(danger, ask));
  } else {
    const isComing = manner.arriveLate !== undefined;
    found.push(...await calledAgain(danger, { call, ask, isComing }));
    found.push(...await untrueReads(ask, danger.planState()));
  }
  await manner.arriveLate?.();
  danger.pass(SETTLED_S);
  found.push(...await untrueReads(ask, danger.planState()));
  found.push(...await calledAgain(danger, { call, ask, isComing: false }));
  found.push(...await untrueJournal(danger, danger.truth().written ?? "none"));
  found.push(...await undoFaults(danger, ask));
  found.push(...await untrueReads(ask, danger.planState()));
  found.push(...faultsAfterUndo(danger));
  return found;
}

interface CalledAgain {
  readonly call: ToolCall;
  readonly ask: Ask;
  /**
   * Whether a write is still in flight, in which case the server can't know whether it was applied.
   */
  readonly isComing: boolean;
}

/** Repeats the call with its confirmation code, which must work only once, whatever the outcome. */
async function calledAgain(
  danger: Danger,
  { call, ask, isComing }: CalledAgain,
): Promise<readonly string[]> {
  if (call.args["confirmation"] === undefined) return [];
  const before = danger.planState().text;
  const reply = await ask(call);
  const truth: Truth = isComing ? { written: "may come", inEffect: "may come" } : danger.truth();
  const found = [...falseClaims(reply, truth)];
  if (danger.planState().text !== before) {
    found.push(`a spent code changed the plan: ${said(reply)}`);
  }
  if (reply.structured?.["status"] === "applied") found.push(`a code worked twice: ${said(reply)}`);
  return found;
}

async function undoFaults(danger: Danger, ask: Ask): Promise<readonly string[]> {
  const before = danger.planState();
  const preview = await ask(UNDO);
  const found = [...falseClaims(preview, truthToUndo(danger))];
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) {
    if (danger.planState().text !== before.text) {
      found.push(`the undo preview changed the plan: ${said(preview)}`);
    }
    return [...found, ...unnamed(danger, [preview])];
  }
  const done = await ask({ ...UNDO, args: { ...UNDO.args, confirmation } });
  if (done.structured?.["status"] !== "applied") found.push(`the undo failed: ${said(done)}`);
  return [...found, ...unnamed(danger, [preview, done])];
}

/** Returns the facts about the change that the user is undoing. */
function truthToUndo(danger: Danger): Truth {
  const { text } = danger.planState();
  const { start, undone } = danger.clean;
  const isBack = text === start.text || text === undone;
  return { written: null, inEffect: isBack ? "none" : danger.truth().inEffect };
}

/** Checks that an undo lists the records that it leaves unchanged. */
function unnamed(danger: Danger, replies: readonly ToolReply[]): readonly string[] {
  const now = danger.planState();
  // Skip errors, because an error names the change, not its records.
  const { start, undone } = danger.clean;
  const isBack = now.text === start.text || now.text === undone;
  if (isBack || replies.some(({ isError }) => isError)) return [];
  const left = new Set(replies.flatMap(leftAlone));
  const silent = differing(danger.clean.start, now).filter((id) => !left.has(id));
  if (silent.length === 0) return [];
  return [
    `${silent.join(", ")} is still changed, but the undo doesn't mention it: ${
      said(replies.at(-1))
    }`,
  ];
}

function leftAlone({ structured }: ToolReply): readonly string[] {
  const rows = (structured?.["left_alone"] ?? []) as readonly { readonly id: string }[];
  return rows.map(({ id }) => id);
}

function differing(before: PlanState, after: PlanState): readonly string[] {
  return [...new Set([...before.byId.keys(), ...after.byId.keys()])]
    .filter((id) => before.byId.get(id) !== after.byId.get(id));
}

/** Checks that everything that can be undone is undone, and that the rest is unchanged. */
function faultsAfterUndo(danger: Danger): readonly string[] {
  const { text } = danger.planState();
  const { start, undone } = danger.clean;
  if (text === start.text || text === undone) return [];
  return [`the undo gives a different plan: ${differing(start, danger.planState()).join(", ")}`];
}
