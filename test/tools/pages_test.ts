/**
 * The page of every tool, whose example is asked of the demo household: a change of what a tool
 * says of itself, of its example or of its answer shows there.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { toolPage } from "../../scripts/_tool_page.ts";
import { tools } from "../../tools/_manifest.ts";

for (const tool of tools) {
  Deno.test(`the page of ${tool.name} tells what it answers (else: deno task write)`, async () => {
    const { path, text } = await toolPage(tool);
    assertEquals(await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)), text);
  });
}
