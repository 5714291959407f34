import { assertEquals, assertMatch } from "@std/assert";
import { aViewWorld, MOVE } from "../server/views/_view_world.ts";
import { confirm } from "./_confirm.ts";
import { aWorld } from "./_world.ts";

interface Change {
  readonly tool: string;
  readonly confirmed_by?: string;
  readonly client?: string;
}

Deno.test("responses and list_changes show whether a change was confirmed with a code or needed no confirmation", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  const { preview, applied } = await confirm(world, "move_money", MOVE);
  assertEquals(preview.structured?.["confirmed_by"], undefined);
  assertEquals(applied.structured?.["confirmed_by"], "code");
  assertMatch(applied.text, /operation_id: \w+ \| confirmed_by: code/);
  world.pass(60);
  await world.call("import_transactions");
  const { structured, text } = await world.call("list_changes");
  const changes = structured?.["changes"] as readonly Change[];
  assertEquals(changes.map(({ tool, confirmed_by, client }) => [tool, confirmed_by, client]), [
    ["import_transactions", "none", "test"],
    ["move_money", "code", "test"],
  ]);
  assertMatch(text, /\|code\|test/);
});

Deno.test("if the user confirms a change on the card that shows it, the response says so", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { structured } = await client.call("move_money", MOVE);
  const { structured: decided } = await client.call("decide_change", {
    tool: "move_money",
    arguments: MOVE,
    key: await client.key(),
    preview: structured["preview"],
    secret: client.secretOf(structured["preview"]),
    decision: "apply",
  });
  assertEquals([decided["status"], decided["confirmed_by"]], ["applied", "card"]);
});
