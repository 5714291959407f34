import { assert, assertEquals } from "@std/assert";
import { defineTool } from "../../scripts/_define_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";

/** Only add something, or a mark that nothing is lost by: no value that somebody set is replaced. */
const ADDING: readonly string[] = [
  "approve_transactions",
  "create_category",
  "create_category_group",
  "create_scheduled_transaction",
  "create_transactions",
  "create_transfer",
  "import_transactions",
];

Deno.test("destructiveHint marks overwriting and deleting, as MCP defines it", () => {
  const changing = tools.filter(isChanging);
  const adding = changing
    .filter((tool) => defineTool(tool).annotations.destructiveHint === false)
    .map(({ name }) => name);
  assertEquals(adding, ADDING);
  assert(changing.length > 2 * adding.length);
});

Deno.test("a read-only tool declares readOnlyHint and no destructiveHint", () => {
  for (const tool of tools) {
    const { readOnlyHint, destructiveHint, openWorldHint } = defineTool(tool).annotations;
    assertEquals([readOnlyHint, openWorldHint], [!isChanging(tool), true], tool.name);
    assertEquals(destructiveHint === undefined, !isChanging(tool), tool.name);
  }
});
