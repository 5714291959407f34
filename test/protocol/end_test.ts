import { assertEquals } from "@std/assert";
import { demoPlanId } from "./_demo_plan_id.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import { RawServer } from "./_raw_server.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";

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
