import { assert, assertEquals } from "@std/assert";
import { instructionsFor } from "../../server/advice.ts";
import { defineTool } from "../../scripts/generate.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { definitions } from "../../tools/_definitions.ts";
import { tools } from "../../tools/_manifest.ts";
import { profiles } from "../../tools/_tool.ts";

const FILES = new Set(
  [...Deno.readDirSync(new URL("./", import.meta.url))].map(({ name }) => name),
);

Deno.test("every tool has its own test file", () => {
  const missing = tools.map(({ name }) => `${name}_test.ts`).filter((name) => !FILES.has(name));
  assertEquals(missing, []);
});

Deno.test("served definitions match their source files byte for byte", () => {
  const [served, written] = [definitions, tools.map(defineTool)]
    .map((all) => all.map((one) => JSON.stringify(one)));
  assertEquals(served, written, "run deno task write");
});

Deno.test("every description is short and ends with a period", () => {
  for (const { name, summary } of tools) {
    assert(summary.description.length <= 320, `${name}: ${summary.description.length} characters`);
    assert(summary.description.endsWith("."), name);
    assert(summary.title.length <= 40, name);
  }
});

Deno.test("schemas contain nothing that wastes tokens", () => {
  for (const tool of tools) {
    const { inputSchema, outputSchema } = defineTool(tool);
    const text = JSON.stringify([inputSchema, outputSchema]);
    assert(!text.includes("$schema"), tool.name);
    assert(!text.includes("9007199254740991"), tool.name);
    assertEquals(inputSchema["additionalProperties"], false, tool.name);
  }
});

Deno.test("instructionsFor() stays within 2,048 characters and names only available tools", () => {
  for (const profile of profiles) {
    for (const isWriteAllowed of [false, true]) {
      const text = instructionsFor({ isWriteAllowed, profile });
      assert(text.length <= 2048, `${text.length} characters`);
      assert(/Unofficial.*no warranty; not financial advice/.test(text), text);
      const offered = toolsOf(profile, isWriteAllowed).map(({ name }) => name);
      for (const { name } of tools) assert(offered.includes(name) || !text.includes(name), name);
    }
  }
});
