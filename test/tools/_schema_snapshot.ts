import { assertEquals } from "@std/assert";
import { defineTool } from "../../scripts/generate.ts";
import { describeTool } from "../../server/offered_tools.ts";
import { tools } from "../../tools/_manifest.ts";

/** Instructions to update a snapshot. */
export function howToWrite(name: string): string {
  return `write test/tools/snapshots/${name}.json by deno task write`;
}

/** Compares a tool's definition with its snapshot. */
export async function assertSnapshot(name: string): Promise<void> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  const path = new URL(`./snapshots/${name}.json`, import.meta.url);
  const stored = await Deno.readTextFile(path).catch((cause) => {
    throw new Error(`${name} has no snapshot: ${howToWrite(name)}`, { cause });
  });
  const described = JSON.parse(JSON.stringify(describeTool(defineTool(tool))));
  assertEquals(described, JSON.parse(stored), howToWrite(name));
}
