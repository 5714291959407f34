import { assertEquals, assertMatch } from "@std/assert";
import { hiddenTools } from "../../../server/views/hidden_tools.ts";
import { aViewWorld } from "./_view_world.ts";

Deno.test("what is listed of the tools for pages is what they check", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  for (const { name, inputSchema } of hiddenTools({ isWriteAllowed: true })) {
    const { text } = await client.call(name, { other: 1 });
    for (const needed of inputSchema.required ?? []) {
      assertMatch(text, new RegExp(`${needed} (?:is missing|must)`, "u"));
    }
    assertMatch(text, /unknown argument other/u);
    const full: Record<string, unknown> = { tool: "t".repeat(101), arguments: {}, key: "" };
    assertMatch((await client.call(name, full)).text, /tool must be at most 100 characters/u);
  }
});

Deno.test("without --write only showing again is there", () => {
  assertEquals(hiddenTools({ isWriteAllowed: false }).map(({ name }) => name), ["show_again"]);
});

Deno.test("pages are told what these tools do, and which arguments they need", () => {
  const listed = hiddenTools({ isWriteAllowed: true });
  assertEquals(listed.map(({ title }) => title), ["Show again", "Decide a change"]);
  assertEquals(listed.map(({ inputSchema }) => inputSchema.required), [
    ["tool", "arguments", "key"],
    ["tool", "arguments", "key", "preview", "decision"],
  ]);
});
