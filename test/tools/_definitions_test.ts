import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { defineTool } from "../../scripts/_define_tool.ts";
import { definitions } from "../../tools/_definitions.ts";
import { assertCurrent, loadTool } from "../../tools/_load_tool.ts";
import { tools } from "../../tools/_manifest.ts";

function asJson(value: unknown): string {
  return JSON.stringify(value);
}

Deno.test("served definitions match their source files byte for byte", () => {
  assertEquals(
    definitions.map(asJson),
    tools.map((tool) => asJson(defineTool(tool))),
    "run deno task write",
  );
});

Deno.test("loadTool() loads each tool once by name and nothing else", async () => {
  for (const { name } of definitions) {
    const tool = await loadTool(name);
    assertEquals(tool.name, name);
    assertEquals(await loadTool(name) === tool, true);
  }
  for (const name of ["no_such_tool", "toString", "__proto__"]) {
    await assertRejects(() => loadTool(name), TypeError, `There is no tool ${name}`);
  }
});

Deno.test("assertCurrent() rejects a tool whose definition is outdated or missing", async () => {
  const tool = await loadTool("list_accounts");
  const older = [
    undefined,
    { ...tool, reads: { ...tool.reads, complete: [] } },
    { ...tool, writes: { ...tool.writes, reduced: ["createTransaction"] as const } },
  ];
  for (const definition of older) {
    assertThrows(
      () => assertCurrent(tool, definition),
      TypeError,
      "The definition of list_accounts is stale",
    );
  }
  assertCurrent(tool, tool);
});
