import { assert, assertEquals, assertRejects } from "@std/assert";
import { demoPlanId } from "./_demo_plan_id.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import { hostHere } from "./_in_process.ts";
import { RawServer } from "./_raw_server.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";

const plan = { plan_id: demoPlanId };

for (const year of [2025, 2026] as const) {
  Deno.test(`with the ${year} protocol, canceling a call aborts its YNAB request, and the next call works`, async () => {
    const upstream = new HeldUpstream();
    await using host = await hostHere(year, { fetch: upstream.fetch });
    const hold = upstream.holdNext("/accounts");
    const cancel = new AbortController();

    const cancelled = host.call("list_accounts", plan, { signal: cancel.signal });
    await hold.arrived;
    cancel.abort();
    await assertRejects(() => cancelled);
    await hold.dropped;

    const next = await host.call("list_accounts", plan);
    assertEquals([next.isError, upstream.countOf("getAccounts")], [false, 2], next.text);
  });
}

Deno.test("a canceled call gets no response, but another call waiting for the same read gets one", async () => {
  await using upstream = await HeldUpstream.listen();
  await using server = new RawServer(upstream.commandOf());
  await server.initialize();
  const hold = upstream.holdNext("/accounts");
  const call = { name: "list_accounts", arguments: plan };

  const cancelled = await server.send("tools/call", call);
  await hold.arrived;
  const sharing = await server.send("tools/call", call);
  // By the time the server responds to this ping, the second call has joined the first call's read.
  await server.request("ping");
  await server.notify("notifications/cancelled", { requestId: cancelled, reason: "changed mind" });
  await server.request("ping");
  hold.release();

  const { result } = await server.answerTo(sharing);
  assertEquals([result?.["isError"], upstream.countOf("getAccounts")], [undefined, 1]);
  const { lines, stderr } = await server.end();
  assertEquals(stderr, "");
  assert(
    !lines.some((line) => JSON.parse(line).id === cancelled),
    "the canceled call was answered",
  );
});

const FEW_SECONDS_MS = 5_000;

Deno.test("the server exits with 0 when its input ends before any request", async () => {
  await using server = new RawServer(fromSource(SERVE_DEMO));

  const { code, lines, stderr } = await server.end(FEW_SECONDS_MS);

  assertEquals({ code, lines, stderr }, { code: 0, lines: [], stderr: "" });
});

Deno.test("the server exits with 0 when its input ends during a call", async () => {
  await using upstream = await HeldUpstream.listen();
  await using server = new RawServer(upstream.commandOf());
  await server.initialize();
  const hold = upstream.holdNext("/accounts");
  await server.send("tools/call", {
    name: "list_accounts",
    arguments: { plan_id: demoPlanId },
  });
  await hold.arrived;

  const { code, stderr } = await server.end(FEW_SECONDS_MS);

  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  await hold.dropped;
});
