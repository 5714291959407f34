import type { ToolReply } from "../../../server/run_tool.ts";
import { planReads } from "../plans/_plan_reads.ts";
import type { FaultWorld } from "./_fault_world.ts";

const known = new Map<string, Promise<readonly ToolReply[]>>();
/** The text of each upstream state, cached because a state never changes. */
const texts = new WeakMap<object, string>();

/** Returns a new server's response to every read of the plan. */
export function freshAnswers(world: FaultWorld): Promise<readonly ToolReply[]> {
  const { stored } = world.upstream;
  const text = texts.get(stored) ?? JSON.stringify(stored, withEntries);
  texts.set(stored, text);
  const records = `${world.now()} ${text}`;
  const answers = known.get(records) ?? ask(world);
  known.set(records, answers);
  return answers;
}

async function ask(world: FaultWorld): Promise<readonly ToolReply[]> {
  const call = world.afresh();
  const answers: ToolReply[] = [];
  for (const one of planReads) answers.push(await call(one));
  return answers;
}

function withEntries(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
