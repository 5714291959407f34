import { assert, assertEquals, assertMatch } from "@std/assert";
import { openRootKey } from "../../../remote/hosted/operator_keys.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";
import { CONSENT, hostedTest, MCP, SEAL_KEY, signedIn } from "./_hosted_world.ts";
import { everyRow, opened, readableSignIns } from "./_rows.ts";

const HOUR_MS = 3_600_000;

hostedTest("a call after two hours refreshes both tokens and succeeds", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  world.clock.ms += 2 * HOUR_MS;
  const { text, isError } = await connected.call("list_accounts", {});
  assert(!isError, text);
  assertEquals(world.fromYnab.length, 4);
});

hostedTest("the database and the operator's key together can't open a vault", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  const { access_token: token = "" } = host.tokens() ?? {};
  await opened(world, async (database) => {
    const root = await openRootKey(new HostedDatabase(database), [SEAL_KEY]);
    const signIns = await readableSignIns(database);
    const readable = [...await everyRow(database), ...signIns.map((one) => JSON.stringify(one))];
    const texts = readable.flatMap((text) => text.match(/[\w-]{16,}/gu) ?? []);
    const wrapped = signIns.flatMap(({ grantKey, grantId }) =>
      typeof grantKey === "string" ? [{ grantKey, grantId: String(grantId) }] : []
    );
    assert(wrapped.length >= 2);
    for (const { grantKey, grantId } of wrapped) {
      for (const text of new Set(texts)) {
        assertEquals(root.unwrap(grantKey, text, grantId), null);
      }
    }
    assert(!texts.includes(token));
    const keys = wrapped.map(({ grantKey, grantId }) => root.unwrap(grantKey, token, grantId));
    assertEquals(keys.filter((key) => key !== null).length, 1);
  });
});

hostedTest(
  "tokens and sessions stay valid while replicas are switched to another key one by one",
  async (world) => {
    const { access_token: token = "" } = (await signedIn(world, "ana")).tokens() ?? {};
    const begun = await world.ask(messageRequest(token, {
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        clientInfo: { name: "host", version: "1" },
        capabilities: {},
      },
    }, { url: MCP }));
    const headers = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "none" };
    const next = "a-newer-key-of-thirty-two-letters";
    const newer = [
      await world.addReplica({ sealKeys: [next, SEAL_KEY] }),
      await world.addReplica({ sealKeys: [next] }),
    ];
    for (const replica of [0, ...newer]) {
      const request = messageRequest(token, ONLY_LISTING, { url: MCP, headers });
      assertEquals((await world.ask(request, replica)).status, 200);
    }
  },
);

hostedTest("a call uses the day in the user's time zone", async (world) => {
  for (
    const [zone, day] of [
      // Browsers use different names for a zone; the server's list has only Pacific/Auckland.
      ["NZ", "2026-11-20"],
      ["Pacific/Pago_Pago", "2026-11-19"],
    ] as const
  ) {
    const host = await signedIn(world, "ana", { form: { ...CONSENT, zone } });
    await using connected = await host.connect();
    const oneOff = { date: "2026-11-01", amount: -1, label: "Past" };
    const past = { until: "current", one_offs: [oneOff] };
    const { text } = await connected.call("forecast_balance", past);
    assertMatch(text, new RegExp(`today \\(${day}\\)`, "u"));
  }
}, { server: { today: undefined } });

/** Statements after which the first to insert a user waits just before it writes the indexes. */
const HOLDING = [
  "SET search_path TO budget_tool_server",
  "ALTER TABLE users DROP CONSTRAINT users_pkey, DROP CONSTRAINT users_user_tag_key",
  `CREATE FUNCTION held(tenant text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
    IF pg_try_advisory_xact_lock(1) THEN PERFORM pg_advisory_xact_lock(2); END IF;
    RETURN tenant;
  END $$`,
  // PostgreSQL writes the oldest index first.
  "CREATE INDEX ON users (held(tenant))",
  "ALTER TABLE users ADD PRIMARY KEY (tenant), ADD UNIQUE (user_tag)",
  "SELECT pg_advisory_lock(2)",
].join("; ");

hostedTest("two first sign-ins of a user both succeed at the same moment", async (world) => {
  await opened(world, async (database) => {
    const tables = new HostedDatabase(database);
    const created = (vault: string): Promise<void> =>
      tables.createVault(
        { vault, tenant: "tenant", owner: vault, body: new Uint8Array() },
        { tokens: new Uint8Array(), signIn: vault, userTag: "tag" },
      );
    await opened(world, async (holder) => {
      await holder.all(HOLDING);
      const first = created("first");
      const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      while ((await holder.all(waiting)).length === 0);
      await created("second");
      await holder.all("SELECT pg_advisory_unlock(2)");
      await first;
    });
    assertEquals((await tables.vaultsOf("tenant")).length, 2);
  });
});
