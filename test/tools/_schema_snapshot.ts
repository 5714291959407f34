import { assertEquals } from "@std/assert";
import { defineTool } from "../../scripts/_define_tool.ts";
import { describeTool } from "../../server/offered_tools.ts";
import { tools } from "../../tools/_manifest.ts";

/** Says how a snapshot is written. */
export function howToWrite(name: string): string {
  return `write test/tools/snapshots/${name}.json by ` +
    `UPDATE_SNAPSHOTS=1 deno test -A test/tools/every_tool_test.ts, or everything by deno task write`;
}

/** Compares a tool's description with its snapshot; UPDATE_SNAPSHOTS=1 rewrites it. */
export async function assertSnapshot(name: string): Promise<void> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  const path = new URL(`./snapshots/${name}.json`, import.meta.url);
  const text = `${JSON.stringify(describeTool(defineTool(tool)), null, 2)}\n`;
  const storedText = (file: URL): Promise<string> =>
    Deno.readTextFile(file).catch((cause) => {
      throw new Error(`${name} has no snapshot: ${howToWrite(name)}`, { cause });
    });
  if (Deno.env.get("UPDATE_SNAPSHOTS") === "1") await Deno.writeTextFile(path, text);
  assertEquals(JSON.parse(text), JSON.parse(await storedText(path)), howToWrite(name));
}
