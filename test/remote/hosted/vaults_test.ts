import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { openRootKey } from "../../../remote/hosted/operator_keys.ts";
import { Database } from "../../../remote/postgres/database.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { initialize, messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";
import { CONSENT, hostedTest, previewedChange, SEAL_KEY, signedIn } from "./_hosted_world.ts";
import { MCP } from "../sign_in/_household.ts";
import { everyRow, readableSignIns } from "./_rows.ts";
import fc from "fast-check";
import { type EnteredVault, VaultPool } from "../../../remote/hosted/vault_pool.ts";
import type { VaultAccess } from "../../../remote/credentials.ts";
import type { ServerFactory } from "../../../server/server_factory.ts";
import { runs } from "../../_runs.ts";

for (const seconds of [undefined, 600]) {
  const name = seconds === undefined ? "two hours if YNAB doesn't state it" : "as YNAB states it";
  hostedTest(`the lifetime of YNAB's tokens is ${name}`, async (world) => {
    await using connected = await (await signedIn(world, "ana")).connect();
    const exchanges = (): number =>
      world.toYnab.filter((sent) => sent.includes("/oauth/token")).length;
    const lifetime = 1000 * (seconds ?? 7_200);
    for (const [passed, expected] of [[0, 1], [lifetime - 120_000, 1], [120_000, 2]] as const) {
      world.clock.ms += passed;
      const { text, isError } = await connected.call("list_accounts", {});
      assertEquals([isError, exchanges()], [false, expected], text);
    }
  }, {
    fetch: (ynab) => async (input, init) => {
      const response = await ynab.fetch(input, init);
      if (!String(input).endsWith("/oauth/token")) return response;
      const { refresh_token, ...tokens } = { ...await response.json(), expires_in: seconds };
      const isRefresh = String(init?.body).includes("grant_type=refresh_token");
      return Response.json(isRefresh ? tokens : { ...tokens, refresh_token });
    },
  });
}

hostedTest("the database and the operator's key together can't open a vault", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  const { access_token: token = "" } = host.tokens() ?? {};
  const root = await openRootKey(new HostedDatabase(world.database), [SEAL_KEY]);
  const signIns = await readableSignIns(world);
  const readable = [...await everyRow(world), ...signIns.map((one) => JSON.stringify(one))];
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

hostedTest(
  "tokens and sessions stay valid while replicas are switched to another key one by one",
  async (world) => {
    const { access_token: token = "" } = (await signedIn(world, "ana")).tokens() ?? {};
    const begun = await world.ask(messageRequest(token, { ...initialize("host") }, { url: MCP }));
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

hostedTest("a user's two programs change a plan one after the other", async (world) => {
  await using one = await (await signedIn(world, "ana")).connect();
  await using other = await (await signedIn(world, "ana")).connect();
  const changes = [await previewedChange(one), await previewedChange(other, "Dining Out")];
  const ends = await Promise.all(changes.map((confirm) => confirm()));
  const [first, second] = ends.map(({ text }) => text).toSorted();
  // The later change waits, and then finds that the plan has changed.
  assertMatch(first ?? "", /^conflict: the plan has changed since the preview/u);
  assertMatch(second ?? "", /^status: applied/u);
}, {
  fetch: (ynab) => async (input, init) => {
    // Delay the first change, so that the other program has time to send its change.
    const turns = init?.method === "PATCH" ? 100 : 0;
    for (let nth = 0; nth < turns; nth++) await new Promise((resolve) => setTimeout(resolve));
    return await ynab.fetch(input, init);
  },
});

hostedTest("a call uses the day in the user's time zone", async (world) => {
  for (
    const [zone, day] of [
      // A browser may send an alias for a time zone. The server lists this zone only as
      // Pacific/Auckland.
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

/** SQL that pauses the first insert into `users` before PostgreSQL updates the unique indexes. */
const HOLDING = [
  "SET search_path TO budget_tool_server",
  "ALTER TABLE users DROP CONSTRAINT users_pkey, DROP CONSTRAINT users_user_tag_key",
  `CREATE FUNCTION held(tenant text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
    IF pg_try_advisory_xact_lock(1) THEN PERFORM pg_advisory_xact_lock(2); END IF;
    RETURN tenant;
  END $$`,
  // PostgreSQL updates the oldest index first.
  "CREATE INDEX ON users (held(tenant))",
  "ALTER TABLE users ADD PRIMARY KEY (tenant), ADD UNIQUE (user_tag)",
  "SELECT pg_advisory_lock(2)",
].join("; ");

hostedTest("two simultaneous first sign-ins by a user both succeed", async (world) => {
  const tables = new HostedDatabase(world.database);
  const created = (vault: string): Promise<void> =>
    tables.createVault(
      { vault, tenant: "tenant", owner: vault, body: new Uint8Array() },
      { tokens: new Uint8Array(), signIn: vault, userTag: "tag" },
    );
  const holder = new Database(world.databaseUrl);
  await holder.all(HOLDING);
  const first = created("first");
  const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  while ((await holder.all(waiting)).length === 0);
  await created("second");
  await holder.all("SELECT pg_advisory_unlock(2)");
  await first;
  await holder.close();
  assertEquals((await tables.vaultsOf("tenant")).length, 2);
}, { altersTables: true });

const MINUTE_MS = 60_000;

function accessTo(vault: number): VaultAccess {
  return { vault: `vault ${vault}`, tenant: "tenant", key: new Uint8Array(32) };
}

interface TestedPool {
  readonly pool: VaultPool;
  readonly clock: { ms: number };
  /** How many times each vault is currently open. */
  readonly open: ReadonlyMap<string, number>;
  readonly uses: readonly string[];
}

/** Creates a fake clock, and a vault pool that records which vaults are open. */
function aPool({ failing = -1 }: { readonly failing?: number } = {}): TestedPool {
  const clock = { ms: Date.parse("2026-11-19T12:00:00Z") };
  const open = new Map<string, number>();
  const uses: string[] = [];
  let opened = 0;
  const pool = new VaultPool({
    most: 3,
    now: () => clock.ms,
    noteUse: (vault) => {
      uses.push(vault);
      return Promise.resolve();
    },
    open: async ({ vault }): Promise<ServerFactory> => {
      await Promise.resolve();
      if (opened++ === failing) throw new Error("no database");
      open.set(vault, (open.get(vault) ?? 0) + 1);
      return {
        create: () => {
          assertEquals(open.get(vault), 1, `${vault} is served while closed`);
          return {} as ReturnType<ServerFactory["create"]>;
        },
        prepare: () => Promise.resolve(),
        isReady: () => Promise.resolve(true),
        close: async () => {
          // Closing a vault takes longer than opening one.
          for (let turns = 0; turns < 8; turns++) await Promise.resolve();
          open.set(vault, (open.get(vault) ?? 0) - 1);
        },
      };
    },
  });
  return { pool, clock, open, uses };
}

Deno.test("a vault is never opened twice at once, closed while in use, or kept open while idle", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ enter: fc.nat(4) }) },
    { weight: 3, arbitrary: fc.record({ leave: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(0, MINUTE_MS, 3 * MINUTE_MS) }) },
    { weight: 3, arbitrary: fc.record({ turns: fc.nat(4) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: "max" }), async (steps) => {
      const { pool, clock, open } = aPool();
      const entered: { readonly vault: number; readonly of: EnteredVault }[] = [];
      const entering: Promise<unknown>[] = [];
      const check = (): void => {
        for (const { vault, of } of entered) {
          assertEquals(open.get(accessTo(vault).vault), 1);
          of.create({});
        }
        for (const count of open.values()) assert(count === 0 || count === 1);
      };
      for (const one of steps) {
        if ("enter" in one) {
          const vault = one.enter;
          entering.push(pool.enter(accessTo(vault)).then((of) => entered.push({ vault, of })));
        } else if ("leave" in one) {
          entered.splice(one.leave % Math.max(1, entered.length), 1)[0]?.of.leave();
        } else if ("passMs" in one) {
          clock.ms += one.passMs;
          pool.closeIdle();
        } else {
          for (let turns = 0; turns < one.turns; turns++) await Promise.resolve();
        }
        check();
      }
      await Promise.all(entering);
      check();
      for (const { of } of entered.splice(0)) of.leave();
      pool.closeIdle();
      assert(pool.size <= 3);
      clock.ms += 3 * MINUTE_MS;
      pool.closeIdle();
      assertEquals(pool.size, 0);
      await pool.close();
      assertEquals([...open.values()].filter((count) => count !== 0), []);
    }),
    runs(300, 41),
  );
});

Deno.test("the time of a vault's last use is recorded once an hour, even while the vault stays open", async () => {
  const { pool, clock, uses } = aPool();
  for (let minutes = 0; minutes < 3 * 60; minutes += 2) {
    const { leave } = await pool.enter(accessTo(1));
    leave();
    clock.ms += 2 * MINUTE_MS;
  }
  assertEquals(uses, ["vault 1", "vault 1", "vault 1"]);
  await pool.close();
});

Deno.test("the next call retries opening a vault that failed to open", async () => {
  const { pool } = aPool({ failing: 0 });
  const calls = [pool.enter(accessTo(1)), pool.enter(accessTo(1))];
  for (const call of calls) await assertRejects(() => call, Error, "no database");
  (await pool.enter(accessTo(1))).leave();
  assertEquals(pool.size, 1);
  await pool.close();
});

Deno.test("deleting a vault's data closes the vault even if it is in use, and the vault can be reopened", async () => {
  const { pool, open } = aPool();
  const before = await pool.enter(accessTo(1));
  const forgetting = pool.forget("vault 1");
  const after = await pool.enter(accessTo(1));
  await forgetting;
  assertEquals(open.get("vault 1"), 1);
  for (const { leave } of [before, after]) leave();
  await pool.close();
});
