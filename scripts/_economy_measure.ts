/**
 * Measures written conversations: calls, requests and tokens, as they are and as a
 * server that answers in plain JSON would have them.
 *
 * @module
 */

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { changes } from "./_economy_changes.ts";
import { complete } from "./_economy_complete.ts";
import { profileOf, type WrittenConversation } from "./_economy_conversation.ts";
import type { Profile } from "../tools/_tool.ts";
import { replayPlain } from "./_economy_plain.ts";
import { questions } from "./_economy_questions.ts";
import { type Exchange, replay } from "./_economy_replay.ts";
import { type EconomyWorld, economyWorld } from "./_economy_world.ts";
import { conversationsOfUncalled } from "./_uncalled_tools.ts";

/** Those that somebody has written. */
export const written: readonly WrittenConversation[] = [...questions, ...changes, ...complete];

/** The same, and those of tools that nobody has written one for. */
export const conversations: readonly WrittenConversation[] = [
  ...written,
  ...conversationsOfUncalled(written),
];

/** What one conversation costs. */
export interface Cost {
  readonly title: string;
  /** The profile that it is held in. */
  readonly profile: Profile;
  readonly calls: number;
  readonly requests: number;
  /** Requests that read, on a copy that has read nothing, not even which plans there are. */
  readonly emptyReads: number;
  /** The same an hour after everything was read. */
  readonly warmReads: number;
  /** Tokens of tool names and arguments. */
  readonly args: number;
  readonly text: number;
  readonly structured: number;
}

/** What one conversation costs with plain JSON. */
export interface PlainCost {
  readonly title: string;
  readonly calls: number;
  readonly requests: number;
  readonly args: number;
  /** Tokens of the answers with upstream's records as rows. */
  readonly records: number;
  /** Tokens of our own answers with every field and whole ids. */
  readonly fields: number;
  /** The two again, without the lists that only the plain server's assistant needs. */
  readonly sameRecords: number;
  readonly sameFields: number;
}

/** Tokens of what a client is told before any call. */
export interface Definitions {
  readonly profile: Profile;
  /** How many tools there are. */
  readonly tools: number;
  readonly withOutput: number;
  readonly withoutOutput: number;
  /** What most hosts show a model of each tool: name, description and arguments. */
  readonly seen: number;
  /** The same without `--write`. */
  readonly seenReadOnly: number;
  readonly instructions: number;
}

/**
 * Counts tokens as the encoding o200k_base does.
 *
 * @param value Text, or what is sent as minified JSON.
 */
export function tokensOf(value: unknown): number {
  return countTokens(typeof value === "string" ? value : JSON.stringify(value));
}

/** A tool as it is listed. */
interface ListedTool {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Gives listed tools as a model reads them: which page goes with a tool is for hosts alone.
 *
 * @param tools The tools as they are listed.
 */
export function readByModel<Listed extends ListedTool>(
  tools: readonly Listed[],
): readonly Listed[] {
  return tools.map((tool) => {
    const { ui: _, "ui/resourceUri": __, ...meta } = tool._meta ?? {};
    const { _meta, ...rest } = tool;
    return (Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta }) as Listed;
  });
}

/** Measures what the list of all tools of a profile costs. */
export async function measureDefinitions(profile: Profile): Promise<Definitions> {
  await using world = await economyWorld({ profile });
  const tools = readByModel((await world.client.listTools()).tools);
  await using reading = await economyWorld({ profile, write: false });
  return {
    profile,
    tools: tools.length,
    withOutput: tokensOf(tools),
    withoutOutput: tokensOf(tools.map(({ outputSchema: _, ...tool }) => tool)),
    seen: seenTokens(tools),
    seenReadOnly: seenTokens((await reading.client.listTools()).tools),
    instructions: tokensOf(world.client.getInstructions() ?? ""),
  };
}

function seenTokens(tools: readonly SeenTool[]): number {
  return tokensOf(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
}

interface SeenTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** Measures a conversation. */
export async function measure(conversation: WrittenConversation): Promise<Cost> {
  const profile = profileOf(conversation);
  await using empty = await economyWorld({ profile });
  const exchanges = await replay(empty, conversation);
  await using warm = await economyWorld({ profile });
  await readEverything(warm, profile === "complete");
  const again = await replay(warm, conversation);
  return {
    title: conversation.title,
    profile,
    calls: exchanges.length,
    requests: sum(exchanges, ({ answer }) => answer.upstreamRequests),
    emptyReads: sum(exchanges, ({ answer }) => answer.upstreamReads),
    warmReads: sum(again, ({ answer }) => answer.upstreamReads),
    args: sum(exchanges, argumentTokens),
    text: sum(exchanges, ({ answer }) => tokensOf(answer.text)),
    structured: sum(exchanges, ({ answer }) => tokensOf(answer.structured)),
  };
}

/** Measures a conversation with a server that answers in plain JSON. */
export async function measurePlain(conversation: WrittenConversation): Promise<PlainCost> {
  await using world = await economyWorld({ fullIds: true, profile: profileOf(conversation) });
  const exchanges = await replayPlain(world, conversation);
  const same = exchanges.filter(({ isExtra }) => !isExtra);
  return {
    title: conversation.title,
    calls: exchanges.length,
    requests: sum(exchanges, ({ upstreamRequests }) => upstreamRequests),
    args: sum(exchanges, argumentTokens),
    records: sum(exchanges, ({ records }) => tokensOf(records)),
    fields: sum(exchanges, ({ fields }) => tokensOf(fields)),
    sameRecords: sum(same, ({ records }) => tokensOf(records)),
    sameFields: sum(same, ({ fields }) => tokensOf(fields)),
  };
}

function argumentTokens({ tool, args }: Pick<Exchange, "tool" | "args">): number {
  return tokensOf(tool) + tokensOf(args);
}

const HOUR_MS = 3_600_000;

/** Has the local copy read all that conversations need, an hour before they begin. */
async function readEverything(world: EconomyWorld, isComplete: boolean): Promise<void> {
  await world.call("find_transactions", {});
  await world.call("list_scheduled_transactions", {});
  if (isComplete) await world.call("list_payees", {});
  for (const month of ["2026-10", "2026-11", "2026-12"]) {
    await world.call("get_monthly_summary", { month });
  }
  world.pass(HOUR_MS);
}

/** Adds up. */
export function sum<Item>(items: readonly Item[], numberIn: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberIn(item), 0);
}
