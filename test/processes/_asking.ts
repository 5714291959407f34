import { definitions, loaders } from "../../tools/_definitions.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import type { Session } from "../../server/open_session.ts";
import type { FaultCase, ToolCall } from "../changes/faults/_fault_cases.ts";

/** Calls a tool on a server and waits for its answer. */
export type Ask = (call: ToolCall) => Promise<ToolReply>;

/** Tools that apply changes without asking for confirmation. */
const AT_ONCE: readonly string[] = ["approve_transactions", "import_transactions"];

/**
 * Calls tools in this process. After each call, waits until the journal has recorded what the
 * call's reads revealed about earlier changes.
 */
export function askSession(session: Session): Ask {
  return async ({ tool: name, args }) => {
    // Load tools on demand, as a server does, because most processes need only a few.
    const tool = await loaders[name]?.();
    if (tool === undefined) throw new Error(`There is no ${name}`);
    const reply = await runTool({ tool, args }, session);
    const planId = String(args["plan_id"]);
    await session.copy?.changes.withPlanLock(planId, () => Promise.resolve()).catch(() => {});
    return reply;
  };
}

/** Makes the calls that a case needs as setup, then previews the change that the case tests. */
export async function prepare(faultCase: FaultCase, ask: Ask): Promise<ToolCall> {
  for (const call of faultCase.before) {
    const reply = await ask(await confirmed(call, ask));
    if (reply.isError) throw new Error(reply.text);
  }
  return await confirmed(faultCase, ask);
}

/** Previews a call if its tool requires confirmation. */
async function confirmed({ tool, args }: ToolCall, ask: Ask): Promise<ToolCall> {
  if (AT_ONCE.includes(tool) || !CHANGING.has(tool)) return { tool, args };
  const preview = await ask({ tool, args });
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) throw new Error(preview.text);
  return { tool, args: { ...args, confirmation } };
}

const CHANGING: ReadonlySet<string> = new Set(
  definitions.flatMap(({ name, writes }) => (writes.fuller.length > 0 ? [name] : [])),
);
