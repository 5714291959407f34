import { assert, assertEquals, assertMatch } from "@std/assert";
import { createServerFactory } from "../../../mod.ts";
import { SHOWS_VIEWS } from "../../views/_view_client.ts";
import { ids } from "../../tools/_plan.ts";
import {
  addressOf,
  type Args,
  aViewWorld,
  cardIn,
  clicked,
  MOVE,
  type Result,
  shownAgain,
} from "./_view_world.ts";

Deno.test("a reopened card shows its change's status without a request to YNAB", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const first = await client.call("move_money", MOVE);
  const preview = first.structured["preview"];
  const tell = async (): Promise<readonly unknown[]> => {
    world.upstream.clearRequests();
    const shown = await shownAgain(client, preview);
    assertEquals(world.upstream.requests.length, 0);
    return [shown.structured["status"], cardIn(shown)["isForCard"], cardIn(shown)["canUndo"]];
  };
  assertEquals(await tell(), ["open", true, false]);
  const open = await shownAgain(client, preview);
  assertEquals(open.structured["changes"], first.structured["changes"]);
  assertEquals(open.structured["warnings"], first.structured["warnings"]);
  const applied = await clicked(client, preview);
  const result = String(cardIn(applied)["result"]);
  assertMatch(result, /^Available in 2026-03: /u);
  assert(applied.text.includes(result));
  assertEquals(await tell(), ["applied", false, true]);
  const again = await shownAgain(client, preview);
  assertMatch(again.text, /^Moved \$5\.00 from Rent to Fun\/Gifts in 2026-03: Applied /u);
  assertEquals([again.text, preview], [
    again.structured["message"],
    again.structured["operation_id"],
  ]);
  const rows = first.structured["changes"] as readonly Args[];
  assertEquals(again.structured["changes"], rows.map((row) => ({ ...row, outcome: "done" })));
  const undoing = { plan_id: ids.plan, operation_id: preview };
  const back = await client.call("undo_operation", undoing);
  const undone = { tool: "undo_operation", arguments: undoing };
  assertEquals(cardIn(back)["state"], "open");
  const ended = await clicked(client, back.structured["preview"], undone);
  assertEquals(ended.structured["status"], "applied");
  assertEquals(await tell(), ["undone", false, false]);
});

Deno.test("a reopened card doesn't show a record as changed if the change to that record was undone", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const args = {
    plan_id: ids.plan,
    flags: ["00000073", "00000074"].map((id) => ({ transaction_id: id, color: "purple" })),
  };
  const { preview } = (await client.call("flag_transactions", args)).structured;
  const which = { tool: "flag_transactions", arguments: args };
  const applied = await clicked(client, preview, which);
  assertEquals(applied.structured["status"], "applied", applied.text);
  const outcomes = async (): Promise<unknown> => {
    const { structured } = await shownAgain(client, preview, which);
    const rows = structured["changes"] as readonly Args[];
    return [structured["status"], rows.map(({ outcome }) => outcome)];
  };
  const undo = async (change: Args): Promise<void> => {
    const undoing = { plan_id: ids.plan, operation_id: preview, ...change };
    const { structured, text: asked } = await client.call("undo_operation", undoing);
    assertEquals(structured["status"], "confirmation_required", asked);
    const undone = { tool: "undo_operation", arguments: undoing };
    const { structured: ended, text } = await clicked(client, structured["preview"], undone);
    assertEquals(ended["status"], "applied", text);
  };
  await undo({ only: ["00000073"] });
  assertEquals(await outcomes(), ["undone_in_part", [undefined, "done"]]);
  await undo({});
  assertEquals(await outcomes(), ["undone", [undefined, undefined]]);
});

Deno.test("if a page is opened while the app shows a form, the server tells the page that the change must be confirmed in the form", async () => {
  await using world = aViewWorld();
  const client = await world.connect({ elicitation: { form: {} }, ...SHOWS_VIEWS });
  let shown: Result | undefined;
  client.client.setRequestHandler("elicitation/create", async () => {
    shown = await shownAgain(client);
    return { action: "accept", content: { confirm: true } };
  });
  const { structured } = await client.call("move_money", MOVE);
  assertEquals(structured["status"], "applied");
  const { state, isForForm, isForCard, secret } = shown === undefined ? {} : cardIn(shown);
  assertEquals([state, isForForm, isForCard, secret], ["open", true, false, undefined]);
  const { isForForm: after } = cardIn(await shownAgain(client, structured["preview"]));
  assertEquals(after, false);
});

Deno.test("a card falls back to the journal after its preview is deleted", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const preview = (await client.call("move_money", MOVE)).structured["preview"];
  await clicked(client, preview);
  world.pass(90_000);
  // Creating another preview deletes expired previews.
  await client.call("move_money", { ...MOVE, amount: 1 });
  const shown = await shownAgain(client, preview);
  assertEquals([shown.structured["status"], shown.structured["operation_id"]], [
    "applied",
    preview,
  ]);
  const labels = (shown.structured["changes"] as readonly Args[]).map(({ outcome }) => outcome);
  assertEquals(labels, ["done", "done"]);
});

Deno.test("a page that knows only the arguments of its tool call gets the latest preview that was made with those arguments", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { structured } = await client.call("move_money", MOVE);
  const shown = await shownAgain(client);
  assertEquals([shown.structured["preview"], shown.structured["status"]], [
    structured["preview"],
    "open",
  ]);
  const other = await shownAgain(client, undefined, { arguments: { ...MOVE, amount: 9 } });
  assertMatch(other.text, /this preview is no longer available/u);
  // A page doesn't get another tool's preview.
  const preview = structured["preview"];
  const wrong = await shownAgain(client, preview, { tool: "set_category_budget" });
  assertMatch(wrong.text, /^not_found: this preview is no longer available/u);
  assertEquals(world.writes(), 0);
});

Deno.test("a reopened view of a read-only tool gets the same response without a request to YNAB", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const args = { plan_id: ids.plan, month: "2026-03" };
  const first = await client.call("get_budget_vs_actual", args);
  world.pass(86_400);
  world.upstream.clearRequests();
  const key = await client.key();
  const asked = { tool: "get_budget_vs_actual", arguments: args, key };
  const shown = await client.call("show_again", asked);
  assertEquals([shown.text, shown.structured, shown.meta], [
    first.text,
    first.structured,
    first.meta,
  ]);
  assertEquals(world.upstream.requests.length, 0);
  // There is no stored response for these arguments, so the server computes a new one.
  const again = await client.call("show_again", {
    ...asked,
    arguments: { ...args, only_over: true },
  });
  assertEquals(again.structured["month"], "2026-03");
});

Deno.test("with a store, the page key and the card survive restarts, and a new token changes the key", async () => {
  const storeFolder = await Deno.makeTempDir();
  try {
    let preview: unknown;
    let key = "";
    let address = "";
    {
      await using world = aViewWorld({ storeFolder });
      const client = await world.connect();
      preview = (await client.call("move_money", MOVE)).structured["preview"];
      key = await client.key();
      address = await addressOf(client.client, "move_money");
    }
    {
      await using world = aViewWorld({ storeFolder });
      const client = await world.connect();
      assertEquals(await client.key(), key);
      assertEquals(await addressOf(client.client, "move_money"), address);
      const shown = await shownAgain(client, preview);
      assertEquals(shown.structured["status"], "open");
      assertEquals(world.upstream.requests.length, 0);
      assertEquals((await clicked(client, preview)).structured["status"], "applied");
    }
    await using other = aViewWorld({ storeFolder, token: "another-token" });
    assert(await (await other.connect()).key() !== key);
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
});

Deno.test("with an in-memory store, each process has its own page key", async () => {
  await using one = aViewWorld();
  await using other = aViewWorld();
  assert(await (await one.connect()).key() !== await (await other.connect()).key());
});

Deno.test("a page says that the server isn't set up", async () => {
  const { create, close } = createServerFactory({ token: null, write: true });
  assertEquals(create().isConnected(), false);
  await close();
  await using world = aViewWorld({ token: null });
  const client = await world.connect();
  assertMatch((await shownAgain(client, "000000000000")).text, /^unauthorized: /u);
});

Deno.test("a reopened card finds its change in the user's only plan if the call had no plan_id", async () => {
  await using world = aViewWorld();
  const client = await world.connect();
  const { plan_id: _, ...unnamed } = MOVE;
  const { structured } = await client.call("move_money", unnamed);
  const shown = await shownAgain(client, structured["preview"], { arguments: unnamed });
  assertEquals([shown.structured["status"], shown.structured["changes"]], [
    "open",
    structured["changes"],
  ]);
});
