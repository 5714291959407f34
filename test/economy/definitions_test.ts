/**
 * What a host tells the model before any call: it is paid for in every conversation.
 *
 * @module
 */

import type { ListToolsResult } from "@modelcontextprotocol/client";
import { assert, assertEquals } from "@std/assert";
import { measureDefinitions, readByModel, tokensOf } from "../../scripts/_economy_measure.ts";
import { economyWorld } from "../../scripts/_economy_world.ts";
import { toolsOf } from "../../server/offered_tools.ts";

const tools = toolsOf("fuller", true);

/** For each tool, on average. */
const MOST_TOKENS = 348;
const MOST_TOKENS_WITHOUT_OUTPUT = 184;
const MOST_INSTRUCTION_TOKENS = 420;
/** What a model sees of the tools of `complete`: name, description and arguments. */
const MOST_SEEN_IN_COMPLETE = 7_000;
const MOST_SEEN_READ_ONLY = 3_600;

const { listed, instructions } = await told();

async function told(): Promise<
  { readonly listed: ListToolsResult; readonly instructions: string }
> {
  await using world = await economyWorld();
  const { client } = world;
  const listed = await client.listTools();
  return {
    listed: { ...listed, tools: [...readByModel(listed.tools)] },
    instructions: client.getInstructions() ?? "",
  };
}

Deno.test("the list of all tools stays within its tokens, with and without output schemas", () => {
  assertEquals(listed.tools.length, tools.length);
  const withOutput = tokensOf(listed);
  assert(withOutput <= MOST_TOKENS * tools.length, `${withOutput} tokens`);
  const without = tokensOf({
    ...listed,
    tools: listed.tools.map(({ outputSchema: _, ...tool }) => tool),
  });
  const most = MOST_TOKENS_WITHOUT_OUTPUT * tools.length;
  assert(without <= most, `${without} tokens without output schemas`);
});

Deno.test("the instructions stay within their tokens", () => {
  const tokens = tokensOf(instructions);
  assert(tokens > 0 && tokens <= MOST_INSTRUCTION_TOKENS, `${tokens} tokens`);
});

Deno.test("no two descriptions repeat a sentence: what all tools share is told once", () => {
  const sentences = listed.tools.flatMap(({ description = "" }) =>
    description.split(/(?<=\.) /u).map((sentence) => sentence.trim())
  );
  const repeated = sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at);
  assertEquals(repeated, []);
});

Deno.test("every description names another tool, but for those that stand first", () => {
  const names = listed.tools.map(({ name }) => name);
  const alone = listed.tools.filter(({ name, description = "" }) =>
    !names.some((other) => other !== name && description.includes(other))
  ).map(({ name }) => name);
  assertEquals(alone, [
    "find_transactions",
    "list_plans",
    "set_category_budget",
    "suggest_categories",
    "undo_operation",
  ]);
});

Deno.test("schemas keep the limits that a caller may meet", () => {
  const text = JSON.stringify(listed.tools.map(({ inputSchema }) => inputSchema));
  for (const limit of ['"maximum":200', '"maxItems":500', '"minItems":2', '"maximum":24']) {
    assert(text.includes(limit), limit);
  }
  for (const weight of ["$schema", '"pattern"', '"minLength":1', "9007199254740991"]) {
    assert(!text.includes(weight), weight);
  }
});

Deno.test("what a model sees of the complete profile stays within its tokens", async () => {
  const { seen, seenReadOnly, tools: count } = await measureDefinitions("complete");
  assertEquals(count, toolsOf("complete", true).length);
  assert(seen <= MOST_SEEN_IN_COMPLETE, `${seen} tokens`);
  assert(seenReadOnly <= MOST_SEEN_READ_ONLY, `${seenReadOnly} tokens read-only`);
});

Deno.test("no two descriptions of the complete profile repeat a sentence", async () => {
  await using world = await economyWorld({ profile: "complete" });
  const sentences = (await world.client.listTools()).tools.flatMap(({ description = "" }) =>
    description.split(/(?<=\.) /u).map((sentence) => sentence.trim())
  );
  assertEquals(sentences.filter((one, at) => sentences.indexOf(one) !== at), []);
});
