/**
 * What a host tells the model before any call: it is paid for in every conversation.
 *
 * @module
 */

import type { ListToolsResult } from "@modelcontextprotocol/client";
import { assert, assertEquals } from "@std/assert";
import { readByModel, tokensOf } from "../../scripts/_economy_measure.ts";
import { economyWorld } from "../../scripts/_economy_world.ts";
import { tools } from "../../tools/_manifest.ts";

/** For each tool, on average. */
const MOST_TOKENS = 348;
const MOST_TOKENS_WITHOUT_OUTPUT = 184;
const MOST_INSTRUCTION_TOKENS = 420;

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
