import { assertEquals, assertMatch } from "@std/assert";
import { hiddenTools } from "../../../server/views/hidden_tools.ts";
import { aViewWorld } from "./_view_world.ts";

Deno.test("the listed schemas of page tools match their validation", async () => {
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

Deno.test("page tools without --write only show cards again", () => {
  assertEquals(hiddenTools({ isWriteAllowed: false }).map(({ name }) => name), ["show_again"]);
});

Deno.test("every listed decision is accepted", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const [, deciding] = hiddenTools({ isWriteAllowed: true });
  const { decision } = deciding?.inputSchema.properties as Record<
    string,
    { readonly enum?: readonly string[] }
  >;
  assertEquals(decision?.enum, ["apply", "decline"]);
  for (const one of decision?.enum ?? []) {
    const args = { tool: "move_money", arguments: {}, key: "none", preview: "none", decision: one };
    assertMatch(
      (await client.call("decide_change", args)).text,
      /^forbidden: this key doesn't belong/u,
    );
  }
});
