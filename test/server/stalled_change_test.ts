import { assertEquals, assertMatch } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { household, idOf, TODAY } from "../tools/_plan.ts";
import { aSession } from "./_session.ts";

Deno.test("an answer says that it may not include a change that another process is making", async () => {
  const storeFolder = await Deno.makeTempDir();
  try {
    let time = Date.parse(`${TODAY}T12:00:00Z`);
    // Every read of the clock advances it, so that reads stop waiting for the change.
    const now = (): number => time += 100;
    const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(time) });
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (init?.method === "PATCH") {
        reached.resolve();
        await opened.promise;
      }
      return await upstream.fetch(input, init);
    };
    const [changing, reading] = [1, 2].map(() => aSession({ storeFolder, now, fetch }));
    if (changing === undefined || reading === undefined) return;
    const { text: before } = await reading.call("list_accounts");
    const flags = { flags: [{ transaction_id: idOf("73"), color: "blue" }] };
    const { structured } = await changing.call("flag_transactions", flags);
    const confirmed = { ...flags, confirmation: structured?.["confirmation"] };
    const change = changing.call("flag_transactions", confirmed);
    await reached.promise;
    const during = await reading.call("list_accounts");
    assertMatch(during.text, /\nA change to this plan may be in progress; these figures may not/u);
    assertMatch(String(during.structured?.["note"]), /^A change to this plan may be in progress/u);
    opened.resolve();
    await change;
    assertEquals((await reading.call("list_accounts")).text, before);
    for (const { session } of [changing, reading]) await session.copy?.close();
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
});
