import { assertEquals } from "@std/assert";
import { toolPage } from "../../scripts/_tool_page.ts";
import { tools } from "../../tools/_manifest.ts";

for (const tool of tools) {
  Deno.test(`the page of ${tool.name} shows its current responses (else run: deno task write)`, async () => {
    const { path, text } = await toolPage(tool);
    assertEquals(await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)), text);
  });
}
