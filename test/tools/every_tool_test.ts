import { assert, assertEquals } from "@std/assert";
import { instructionsFor } from "../../server/advice.ts";
import { defineTool } from "../../scripts/generate.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { tools } from "../../tools/_manifest.ts";
import { profiles } from "../../tools/_tool.ts";
import { assertSnapshot, howToWrite } from "./_schema_snapshot.ts";

Deno.test("every tool has its own test file and snapshot", async () => {
  for (const { name } of tools) {
    assert(await isThere(`./${name}_test.ts`), `${name} has no test: test/tools/${name}_test.ts`);
    const isHeld = await isThere(`./snapshots/${name}.json`);
    assert(isHeld, `${name} has no snapshot: ${howToWrite(name)}`);
  }
});

for (const { name } of tools) {
  Deno.test(`${name} matches its definition snapshot`, () => assertSnapshot(name));
}

Deno.test("every description is short and ends like a sentence", () => {
  for (const { name, summary } of tools) {
    assert(summary.description.length <= 320, `${name}: ${summary.description.length} characters`);
    assert(summary.description.endsWith("."), name);
    assert(summary.title.length <= 40, name);
  }
});

Deno.test("schemas contain nothing superfluous that costs tokens", () => {
  for (const tool of tools) {
    const { inputSchema, outputSchema } = defineTool(tool);
    const text = JSON.stringify([inputSchema, outputSchema]);
    assert(!text.includes("$schema"), tool.name);
    assert(!text.includes("9007199254740991"), tool.name);
    assertEquals(inputSchema["additionalProperties"], false, tool.name);
  }
});

Deno.test("a tool is read-only if and only if it declares no writes", () => {
  for (const tool of tools) {
    assertEquals(
      defineTool(tool).annotations.readOnlyHint,
      tool.writes.fuller.length === 0,
      tool.name,
    );
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

Deno.test("instructionsFor() describes the additions of the complete profile", () => {
  const reported = instructionsFor({ isWriteAllowed: true, profile: "complete" });
  for (const words of ["groups and payees", "list_changes"]) {
    assert(reported.includes(words), words);
  }
});

async function isThere(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(new URL(path, import.meta.url))).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
