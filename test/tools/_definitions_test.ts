import { assertEquals } from "@std/assert";
import { defineTool } from "../../scripts/generate.ts";
import { definitions } from "../../tools/_definitions.ts";
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
