import { assertEquals } from "@std/assert";
import { listedTool, toolsOf } from "../../server/offered_tools.ts";

const LOADED_AT_START = ["find_transactions", "get_category_balances", "get_monthly_summary"];

Deno.test("hosts that load tools on demand get the three entry tools", () => {
  const marked = toolsOf("complete", true).map((tool) => listedTool(tool, true)).filter((
    { _meta },
  ) => _meta !== undefined);
  assertEquals(marked.map(({ name }) => name), LOADED_AT_START);
  for (const { _meta } of marked) assertEquals(_meta, { "anthropic/alwaysLoad": true });
});

Deno.test("tools are listed with only standard fields", () => {
  for (const tool of toolsOf("complete", true)) {
    const { _meta: _, ...listed } = listedTool(tool, true);
    const { name, title, description, annotations, inputSchema, outputSchema } = tool;
    assertEquals(listed, { name, title, description, annotations, inputSchema, outputSchema });
    assertEquals([inputSchema.type, outputSchema.type], ["object", "object"]);
  }
});

Deno.test("tools that change the plan are listed only when allowed", () => {
  const reading = toolsOf("complete", false);
  assertEquals(reading.filter(({ annotations }) => !annotations.readOnlyHint), []);
  const changing = toolsOf("complete", true).filter((tool) => !reading.includes(tool));
  assertEquals(changing.length > 0, true);
  assertEquals(changing.filter(({ annotations }) => annotations.readOnlyHint), []);
});
