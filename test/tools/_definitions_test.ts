import { assertEquals, assertRejects } from "@std/assert";
import { definitions as promptDefinitions } from "../../prompts/_definitions.ts";
import { prompts } from "../../prompts/_manifest.ts";
import { definitions as resourceDefinitions } from "../../resources/_definitions.ts";
import { resources } from "../../resources/_manifest.ts";
import { definePrompt, defineResource } from "../../server/definitions/define_entries.ts";
import { defineTool } from "../../server/definitions/define_tool.ts";
import { definitions } from "../../tools/_definitions.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { tools } from "../../tools/_manifest.ts";

const STALE = "run deno task write";

function asJson(value: unknown): string {
  return JSON.stringify(value);
}

Deno.test("what is served of every tool is what its file says, byte for byte", () => {
  assertEquals(definitions.map(asJson), tools.map((tool) => asJson(defineTool(tool))), STALE);
});

Deno.test("what is served of every prompt and resource is what its file says", () => {
  assertEquals(
    promptDefinitions.map(asJson),
    prompts.map((one) => asJson(definePrompt(one))),
    STALE,
  );
  assertEquals(
    resourceDefinitions.map(asJson),
    resources.map((one) => asJson(defineResource(one))),
    STALE,
  );
});

Deno.test("loadTool() loads each tool under its name, and nothing else", async () => {
  for (const { name } of definitions) assertEquals((await loadTool(name)).name, name);
  for (const name of ["no_such_tool", "toString", "__proto__"]) {
    await assertRejects(() => loadTool(name), TypeError, `There is no tool ${name}`);
  }
});

Deno.test("loadTool() refuses a tool whose definition is of an older file, or not there", async () => {
  const tool = await loadTool("list_accounts");
  const loaders = { list_accounts: () => Promise.resolve(tool) };
  const older = [
    [],
    [{ ...tool, reads: { ...tool.reads, complete: [] } }],
    [{ ...tool, writes: { ...tool.writes, reduced: ["createTransaction"] as const } }],
    [{ ...tool, name: "list_plans" }],
  ];
  for (const definitions of older) {
    await assertRejects(
      () => loadTool("list_accounts", { definitions, loaders }),
      TypeError,
      "The definition of list_accounts is stale",
    );
  }
  assertEquals(await loadTool("list_accounts", { definitions: [tool], loaders }), tool);
});
