import { demoPlanId } from "./_demo_plan_id.ts";
import {
  type Answer,
  type Host,
  type ListedResource,
  type ListedTool,
  type Refusal,
  refusalOf,
} from "./_host.ts";
import { sampleCalls } from "./_sample_calls.ts";

/** Everything that the server returned. */
export interface Conversation {
  readonly protocolVersion: string | undefined;
  readonly serverInfo: unknown;
  readonly instructions: string | undefined;
  readonly capabilities: unknown;
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly templates: readonly ListedResource[];
  readonly prompts: readonly unknown[];
  readonly prompt: unknown;
  /** Parsed resources by URI. */
  readonly contents: Readonly<Record<string, unknown>>;
  /** The answer to each call in {@linkcode sampleCalls}, by tool. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly unknownTool: Refusal;
  readonly unknownResource: Refusal;
  readonly unknownPlan: Answer;
  readonly badArgument: Answer;
  readonly missingArgument: Answer;
}

export const RESOURCE_URIS: readonly string[] = [
  "budget://plans",
  `budget://plans/${demoPlanId}/accounts`,
  `budget://plans/${demoPlanId}/categories`,
];

/**
 * Sends every kind of read-only request. The client libraries validate each structured answer
 * against the schema that the server lists.
 */
export async function converse(host: Host): Promise<Conversation> {
  const { protocolVersion, serverInfo, instructions, capabilities } = host;
  const tools = await host.listTools();
  // Call `forecast_balance` before the plans are listed. After that, the server knows that there is
  // only one plan, so `plan_id` can be omitted.
  const missingArgument = await host.call("forecast_balance", {});
  const contents: Record<string, unknown> = {};
  for (const uri of RESOURCE_URIS) contents[uri] = JSON.parse(await host.read(uri));
  const answers: Record<string, Answer> = {};
  for (const [name, args] of Object.entries(sampleCalls)) {
    answers[name] = await host.call(name, args);
  }
  return {
    protocolVersion,
    serverInfo,
    instructions,
    capabilities,
    tools,
    resources: await host.listResources(),
    templates: await host.listTemplates(),
    prompts: await host.listPrompts(),
    prompt: await host.prompt("reconcile", { account: "Checking", bank_balance: "1.50" }),
    contents,
    answers,
    unknownTool: await refusalOf(host.call("no_such_tool", {})),
    unknownResource: await refusalOf(host.read("budget://nothing")),
    unknownPlan: await host.call("list_accounts", { plan_id: "no-such-plan" }),
    badArgument: await host.call("find_transactions", { plan_id: demoPlanId, limit: "many" }),
    missingArgument,
  };
}
