import { DemoUpstream } from "../../demo/upstream.ts";
import type { FaultRule } from "../../demo/faults.ts";
import type { LogEntry } from "../../server/log_entry.ts";
import { type ClientParts, openSession, type Session } from "../../server/open_session.ts";
import { runTool, type ToolCall, type ToolReply } from "../../server/run_tool.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import { tools } from "../../tools/_manifest.ts";
import type { Tool } from "../../tools/_tool.ts";
import { household, ids, TODAY } from "../tools/_plan.ts";

/** A session with a frozen clock. Tests call its tools directly, without the protocol. */
export interface SessionWorld {
  readonly session: Session;
  readonly upstream: DemoUpstream;
  readonly log: readonly LogEntry[];
  readonly call: (
    tool: string | Tool,
    args?: object,
    how?: Omit<ToolCall, "tool" | "args">,
  ) => Promise<ToolReply>;
}

export function aSession(
  options: Partial<ServerOptions> = {},
  { faults = [], ...parts }: ClientParts & { readonly faults?: readonly FaultRule[] } = {},
): SessionWorld {
  const time = Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(time), faults });
  const log: LogEntry[] = [];
  const session = openSession({
    ...{ token: "demo-token", fetch: upstream.fetch, today: TODAY, write: true, now: () => time },
    log: (entry) => void log.push(entry),
    ...options,
  }, { delay: () => Promise.resolve(), ...parts });
  return {
    ...{ session, upstream, log },
    call: async (name, args = {}, how = {}) => {
      const tool = toolOf(name);
      const plan = "plan_id" in tool.schema.input.shape ? { plan_id: ids.plan } : {};
      return await runTool({ tool, args: { ...plan, ...args }, ...how }, session);
    },
  };
}

function toolOf(tool: string | Tool): Tool {
  const found = typeof tool === "string" ? tools.find(({ name }) => name === tool) : tool;
  if (found === undefined) throw new Error(`There is no tool ${tool}`);
  return found;
}
