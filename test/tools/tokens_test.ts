/**
 * Limits how many tokens the tool definitions add to every conversation, including conversations in
 * which no tool is called.
 */

import { assert, assertEquals } from "@std/assert";
import { definitionTokens, listingOf, tokensOf } from "../../scripts/tokens.ts";
import { toolsOf } from "../../server/offered_tools.ts";

const MAX_WITH_OUTPUT = 8_700;
const MAX_WITHOUT_OUTPUT = 4_500;
const MAX_INSTRUCTIONS = 420;
/** Maximum number of tokens in the names, descriptions and arguments of all tools. */
const MAX_SEEN_IN_COMPLETE = 7_500;
const MAX_SEEN_READ_ONLY = 3_900;

const { instructions, ...fuller } = await listingOf("fuller", true);
/** Removes the address of a view's page, which the model doesn't see. */
const listed = fuller.tools.map(({ _meta, ...tool }) => {
  const { ui: _, "ui/resourceUri": __, ...meta } = _meta ?? {};
  return Object.keys(meta).length === 0 ? tool : { ...tool, _meta: meta };
});

Deno.test('the tools of the "fuller" profile stay within the token limit with and without output schemas', () => {
  assertEquals(listed.length, toolsOf("fuller", true).length);
  const all = tokensOf(listed);
  assert(all <= MAX_WITH_OUTPUT, `${all} tokens`);
  const without = tokensOf(listed.map(({ outputSchema: _, ...tool }) => tool));
  assert(without <= MAX_WITHOUT_OUTPUT, `${without} tokens without output schemas`);
});

Deno.test("instructions stay within the token limit", () => {
  const tokens = tokensOf(instructions);
  assert(tokens > 0 && tokens <= MAX_INSTRUCTIONS, `${tokens} tokens`);
});

Deno.test("the complete profile stays within the token limit", async () => {
  const [writing, readOnly] = [
    await definitionTokens("complete", true),
    await definitionTokens("complete", false),
  ];
  assert(writing > 0 && writing <= MAX_SEEN_IN_COMPLETE, `${writing} tokens`);
  assert(readOnly > 0 && readOnly <= MAX_SEEN_READ_ONLY, `${readOnly} tokens read-only`);
});

Deno.test("no two descriptions in the complete profile share a sentence", async () => {
  const { tools } = await listingOf("complete", true);
  const sentences = tools.flatMap(({ description = "" }) =>
    description.split(/(?<=\.) /u).map((sentence) => sentence.trim())
  );
  assertEquals(sentences.filter((one, at) => sentences.indexOf(one) !== at), []);
});
