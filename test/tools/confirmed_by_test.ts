import { assertEquals, assertMatch } from "@std/assert";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory } from "../../mod.ts";
import { aViewWorld, MOVE } from "../server/views/_view_world.ts";
import { confirm } from "./_confirm.ts";
import { household, ids, TODAY } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const plan = { plan_id: ids.plan };

interface Change {
  readonly tool: string;
  readonly confirmed_by?: string;
  readonly client?: string;
}

Deno.test("responses and list_changes show whether a code was given or no confirmation was needed", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  const { preview, applied } = await confirm(world, "move_money", MOVE);
  assertEquals(preview.structured?.["confirmed_by"], undefined);
  assertEquals(applied.structured?.["confirmed_by"], "code");
  assertMatch(applied.text, /operation_id: \w+ \| confirmed_by: code/);
  world.pass(60);
  await world.call("import_transactions", plan);
  const { structured, text } = await world.call("list_changes", plan);
  const changes = structured?.["changes"] as readonly Change[];
  assertEquals(changes.map(({ tool, confirmed_by, client }) => [tool, confirmed_by, client]), [
    ["import_transactions", "none", "test"],
    ["move_money", "code", "test"],
  ]);
  assertMatch(text, /\|code\|test/);
});

Deno.test("responses show that the user confirmed in a form", async () => {
  const { fetch } = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const factory = createServerFactory({ token: "demo-token", fetch, today: TODAY, write: true });
  const server = factory.create();
  const client = new Client(
    { name: "a host", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { confirm: true },
  }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { structuredContent } = await client.callTool({ name: "move_money", arguments: MOVE });
  const { status, confirmed_by } = structuredContent as Readonly<Record<string, unknown>>;
  assertEquals([status, confirmed_by], ["applied", "form"]);
  await client.close();
  await factory.close();
});

Deno.test("responses show that the user confirmed in a card", async () => {
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
