import type { OperationId } from "../../client/operations.ts";
import { openSession } from "../../server/open_session.ts";
import { type FaultCase, faultPlan, type ToolCall } from "../changes/faults/_fault_cases.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import { type Ask, askSession, prepare } from "./_asking.ts";
import { PlacedUpstream } from "./_placed_upstream.ts";
import { type PlanState, planState } from "./_plan_state.ts";

/** Effect of a change on the upstream if nothing fails. */
export interface CleanRun {
  /** The plan before the change, and after each of its writes. */
  readonly stages: readonly PlanState[];
  readonly writes: readonly OperationId[];
  /** The plan before the first change, which an undo should restore. */
  readonly start: PlanState;
  /**
   * The plan after an undo. Some timestamps don't return to the values they had before the change.
   */
  readonly undone: string;
}

const UNDO: ToolCall = { tool: "undo_operation", args: { plan_id: ids.plan } };
const runs = new Map<string, Promise<CleanRun>>();

/** Runs a case without injecting failures, and returns the result. Each case runs only once. */
export function cleanRun(faultCase: FaultCase): Promise<CleanRun> {
  const known = runs.get(faultCase.name) ?? made(faultCase);
  runs.set(faultCase.name, known);
  return known;
}

async function made(faultCase: FaultCase): Promise<CleanRun> {
  const now = (): number => Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new PlacedUpstream({ plans: [faultPlan()], now: () => new Date(now()) });
  const ask = askSession(openSession({
    token: "demo-token",
    checksAnswers: true,
    fetch: upstream.fetch,
    today: TODAY,
    now,
    profile: "complete",
    write: true,
    fullIds: true,
  }));
  const start = planState(upstream);
  const call = await prepare(faultCase, ask);
  const stages = [planState(upstream)];
  const writes: OperationId[] = [];
  upstream.onWritten = (operation) => {
    writes.push(operation);
    stages.push(planState(upstream));
  };
  const reply = await ask(call);
  if (reply.structured?.["status"] !== "applied") throw new Error(reply.text);
  if (new Set(stages.map(({ text }) => text)).size !== stages.length) {
    throw new Error(`A write of ${faultCase.name} changes nothing`);
  }
  upstream.onWritten = () => {};
  if (faultCase.isUndo !== true) await takeBack(ask);
  return { stages, writes, start, undone: planState(upstream).text };
}

async function takeBack(ask: Ask): Promise<void> {
  const { structured } = await ask(UNDO);
  const confirmation = structured?.["confirmation"];
  if (confirmation !== undefined) await ask({ ...UNDO, args: { ...UNDO.args, confirmation } });
}
