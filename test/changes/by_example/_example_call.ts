import { exampleArguments } from "../../../scripts/_examples.ts";
import type { ToolReply } from "../../../server/run_tool.ts";
import { tools } from "../../../tools/_manifest.ts";
import { isChanging, type Tool } from "../../../tools/_tool.ts";

type Args = Readonly<Record<string, unknown>>;

/** The plan to change, and a function that calls tools on it. */
export interface ExamplePlace {
  readonly planId: string;
  /** Calls a tool. */
  readonly call: (name: string, args: Args) => Promise<ToolReply>;
}

/** Returns the tools that change a plan but aren't used in any case. */
export function toolsWithout(cases: readonly { readonly tool: string }[]): readonly Tool[] {
  const written = new Set(["undo_operation", ...cases.map(({ tool }) => tool)]);
  return tools.filter((tool) => isChanging(tool) && !written.has(tool.name));
}

/**
 * Returns the arguments of a tool's example, filled in from a plan.
 *
 * @throws {Error} When the plan doesn't have something that the example needs.
 */
export async function exampleIn(tool: Tool, { planId, call }: ExamplePlace): Promise<Args> {
  const plan = { plan_id: planId };
  const args = await exampleArguments(tool, async (name, asked) => {
    const { structured, text } = await call(name, { ...plan, ...asked });
    if (structured === null) throw new Error(`${notHere(tool)}: ${text}`);
    return structured;
  }).catch((cause: unknown) => {
    throw new Error(notHere(tool), { cause });
  });
  const first = await call(tool.name, { ...plan, ...args });
  if (first.isError) throw new Error(`${notHere(tool)}: ${first.text}`);
  return { ...plan, ...args };
}

function notHere({ name }: Tool): string {
  return `The example in tools/${name}.ts works on the demo alone: have it look up what it ` +
    "names (lookUps), or write cases in test/changes/";
}
