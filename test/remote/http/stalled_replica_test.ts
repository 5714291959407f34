import { assertEquals, assertMatch } from "@std/assert";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { TODAY } from "../../tools/_plan.ts";
import { textOf } from "./_asking_handler.ts";
import { CHANGE, READ, replicas } from "./_replicas.ts";

const server = await postgresForTests("a server that stops during a change");
const NOTE = /A change to this plan may be in progress; these figures may not include it/u;

Deno.test({
  name:
    "while a replica hangs during a change, another replica reads from the cache and rejects the change's confirmation code",
  ignore: server === null,
  fn: async () => {
    await using database = await ownDatabase(server ?? "");
    await using world = replicas(database.url);
    let now = Date.parse(`${TODAY}T12:00:00Z`);
    // How many milliseconds the clock advances whenever a server reads it.
    let pace = 0;
    const clock = (): number => now += pace;
    const victim = await world.start({ clock });
    const other = await world.start({ clock });
    const before = textOf(await other.call("find_transactions", READ));
    const uri = `budget://plans/${READ.plan_id}/accounts`;
    const accounts = JSON.parse(await other.read(uri));
    const preview = await victim.call("flag_transactions", CHANGE);
    const confirmation = String(preview.structuredContent?.["confirmation"]);
    const [hanging, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.onRequest(async (method) => {
      if (method !== "PATCH") return;
      hanging.resolve();
      await gone.promise;
    });
    const change = victim.call("flag_transactions", { ...CHANGE, confirmation });
    await hanging.promise;

    const began = now;
    const again = textOf(await other.call("flag_transactions", { ...CHANGE, confirmation }));
    assertMatch(again, /already used.* started .* may still be running/u);
    assertEquals(now, began);
    pace = 100;
    world.upstream.clearRequests();
    const read = await other.call("find_transactions", READ);
    assertEquals(textOf(read).replace(/\n[^\n]*$/u, ""), before);
    assertMatch(textOf(read), NOTE);
    assertMatch(String(read.structuredContent?.["note"]), NOTE);
    const { note, ...same } = JSON.parse(await other.read(uri));
    assertEquals(same, accounts);
    assertMatch(note, NOTE);
    assertEquals(world.upstream.requests, []);

    // Let the leases of the hung replica expire.
    pace = 0;
    now += 91_000;
    assertEquals(textOf(await other.call("find_transactions", READ)), before);
    gone.resolve();
    await change;
  },
});
