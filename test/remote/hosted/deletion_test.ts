import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { openRootKey } from "../../../remote/hosted/operator_keys.ts";
import {
  deleteVaults,
  type DeletionOptions,
  unusedVaults,
} from "../../../remote/hosted/vault_deletion.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { sql } from "../../../sync/store/sql.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { openSignIns } from "../../../remote/sign_in_store/sign_in_store.ts";
import { DEFAULT_API_URL } from "../../../client/base_url.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import {
  ACCOUNT,
  auditOf,
  backFromYnab,
  formsOf,
  hostedTest,
  type HostedWorld,
  type HostedWorldOptions,
  previewedChange,
  SEAL_KEY,
  signedIn,
} from "./_hosted_world.ts";
import { waitingSignIn } from "./_waiting_sign_in.ts";
import { post, statusWith } from "../sign_in/_household.ts";
import { everyRow, readableSignIns, rowsOfVaults, untilDeleted } from "./_rows.ts";
import { Browser } from "../sign_in/_browser.ts";
import type { OAuthHost } from "../sign_in/_oauth_host.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Signs in and reads data, so that every kind of row exists. */
async function inUse(world: HostedWorld, user = "ana"): Promise<OAuthHost> {
  const program = await signedIn(world, user);
  await using connected = await program.connect();
  await connected.call("list_accounts", {});
  return program;
}

/** A form for the token endpoint or the revocation endpoint. */
function form(fields: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const body = new URLSearchParams({ client_id: KNOWN_CLIENT });
  for (const [name, value = ""] of Object.entries(fields)) body.set(name, value);
  return body;
}

/** Returns the kind of each deletion in the audit log. */
function removalsIn(world: HostedWorld): readonly unknown[] {
  return auditOf(world).map(({ audit }) => audit)
    .filter((audit) => ["removed", "expired", "withdrawn"].includes(String(audit)));
}

hostedTest("revoking a token ends the sign-in and deletes the program's data", async (world) => {
  const ben = await inUse(world, "ben");
  const token = ben.tokens()?.access_token;
  for (const kind of ["access_token", "refresh_token"] as const) {
    const tokens = (await inUse(world)).tokens();
    // Another program can't revoke the token.
    const other = await post(world, "/register", {
      redirect_uris: ["http://localhost:49152/back"],
      token_endpoint_auth_method: "none",
    });
    const stolen = form({ token: tokens?.[kind], client_id: String(other.body["client_id"]) });
    await post(world, "/revoke", stolen);
    assertEquals(await statusWith(world, tokens?.access_token), 200);
    const { status } = await post(world, "/revoke", form({ token: tokens?.[kind] }));
    assertEquals(status, 200);
    assertEquals(await statusWith(world, tokens?.access_token), 401);
    await untilDeleted(world, 1);
    assertEquals(await statusWith(world, token), 200);
  }
  assertEquals(removalsIn(world), ["removed", "removed"]);
});

hostedTest("the replay of a used refresh token deletes the program's data", async (world) => {
  const { refresh_token: token } = (await inUse(world)).tokens() ?? {};
  const refresh = form({ grant_type: "refresh_token", refresh_token: token });
  assertEquals((await post(world, "/token", refresh)).status, 200);
  world.clock.ms += MINUTE_MS + 1_000;
  assertEquals((await post(world, "/token", refresh)).body["error"], "invalid_grant");
  await untilDeleted(world);
});

/** Opens the server's database tables and sign-in store as another process would. */
async function withTables(
  world: HostedWorld,
  run: (options: Required<Omit<DeletionOptions, "close">>) => Promise<void>,
): Promise<void> {
  const tables = await openPostgres(world.databaseUrl, {
    clock: () => `CAST(${world.clock.ms} AS bigint)`,
  });
  try {
    const hosted = new HostedDatabase(tables.signIns.database);
    const { secret } = await openRootKey(hosted, [SEAL_KEY]);
    const now = (): number => world.clock.ms;
    const store = await openSignIns({
      ...{ folder: null, database: tables, secret, baseUrl: DEFAULT_API_URL, now },
      onNote: () => {},
    });
    await run({ tables, database: hosted, store });
  } finally {
    await tables.close();
  }
}

hostedTest("a sweep finishes a deletion that a crash interrupted", async (world) => {
  const host = await inUse(world);
  await withTables(world, async (options) => {
    const vaults = await options.database.vaultsOwnedBy(await ownersIn(world));
    assertEquals(vaults.length, 1);
    const crash = (): Promise<never> => Promise.reject(new Error("The process was killed"));
    await assertRejects(() => deleteVaults(vaults, { ...options, close: crash }), Error);
  });
  assertEquals(await statusWith(world, host.tokens()?.access_token), 401);
  assert((await rowsOfVaults(world)).length > 0);
  await world.sweep();
  assertEquals(await rowsOfVaults(world), []);
});

async function ownersIn(world: HostedWorld): Promise<readonly string[]> {
  const rows = await world.database.all("SELECT owner FROM budget_tool_server.vaults");
  return rows.map(({ owner }) => String(owner));
}

/** Deletes all data of the user who signed in with the browser. */
async function removeAll(browser: ReturnType<HostedWorld["browser"]>): Promise<void> {
  const { form } = formsOf(await browser.visit(ACCOUNT));
  const page = await browser.visit(ACCOUNT, { form, everything: "yes", sure: "yes" });
  assertEquals(page.status, 200);
}

/** Writes a row, as a replica that still has the vault open would. */
async function writeLate(world: HostedWorld, owner: string): Promise<void> {
  await world.database.all(
    sql`INSERT INTO budget_tool_server.touches VALUES (${owner}, 'a plan', 1)`,
  );
}

hostedTest(
  "data written after a vault's deletion is deleted when the replica closes, or by a sweep",
  async (world) => {
    const replica = await world.addReplica();
    const browser = world.browser();
    const host = world.host(undefined, replica);
    await signedIn(world, "ana", { browser, host });
    await using connected = await host.connect();
    await connected.call("list_accounts", {});
    const [owner = ""] = await ownersIn(world);
    await removeAll(browser);
    assertEquals(await statusWith(world, host.tokens()?.access_token), 401);
    assertEquals(await ownersIn(world), []);
    await writeLate(world, owner);
    await world.stop(replica);
    assertEquals(await rowsOfVaults(world), []);
    // If the replica crashes instead of closing, the next sweep deletes the data.
    await writeLate(world, owner);
    world.clock.ms += DAY_MS / 2;
    await world.sweep();
    assertEquals(await rowsOfVaults(world), []);
  },
);

let held: { readonly sent: () => void; readonly released: Promise<void> } | null = null;
const holdingChanges: HostedWorldOptions = {
  fetch: (ynab) => async (input, init) => {
    if (init?.method === "PATCH") {
      held?.sent();
      await held?.released;
    }
    return await ynab.fetch(input, init);
  },
};

/**
 * Deletes all of a user's data while a change is being sent to YNAB, and calls `meanwhile` before
 * YNAB responds.
 */
async function removeDuringChange(
  world: HostedWorld,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const browser = world.browser();
  const host = await signedIn(world, "ana", { browser });
  await using connected = await host.connect();
  const confirm = await previewedChange(connected);
  const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  held = { sent: sent.resolve, released: released.promise };
  const changing = confirm();
  await sent.promise;
  const removing = removeAll(browser);
  // New calls are rejected as soon as the deletion has begun. The last accepted call may wait for
  // the deletion, so don't wait for its response before making the next call.
  const calls: Promise<void>[] = [];
  for (let isRejected = false; !isRejected;) {
    calls.push(
      statusWith(world, host.tokens()?.access_token).then((status) => {
        isRejected ||= status === 401;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await meanwhile();
  released.resolve();
  assertMatch((await changing).text, /^status: applied/u);
  await Promise.all([removing, ...calls]);
  assertEquals(await rowsOfVaults(world), []);
}

hostedTest("a deletion waits for a change that was already sent to YNAB", async (world) => {
  await removeDuringChange(world);
}, holdingChanges);

hostedTest("a sign-in that finishes while everything is deleted is deleted too", async (world) => {
  let late: OAuthHost | undefined;
  await removeDuringChange(world, async () => void (late = await signedIn(world, "ana")));
  assertEquals(await statusWith(world, late?.tokens()?.access_token), 401);
}, holdingChanges);

/** All sign-in rows except cached client metadata documents, which all users share. */
async function signInsOf(world: HostedWorld): Promise<readonly unknown[]> {
  return (await readableSignIns(world)).filter((row) => !("document" in row));
}

hostedTest("a sign-in that is granted after everything was deleted is refused", async (world) => {
  const browser = world.browser();
  await signedIn(world, "ana", { browser });
  const finish = await waitingSignIn(world);
  await removeAll(browser);
  const { searchParams } = await finish();
  assertEquals([searchParams.get("error"), searchParams.get("code")], ["access_denied", null]);
  assertEquals(searchParams.get("error_description"), "This connection has been removed");
  assertEquals(await signInsOf(world), []);
}, { altersTables: true });

hostedTest(
  "a sign-in that is granted while everything is deleted leaves nothing",
  async (world) => {
    const finish = await waitingSignIn(world);
    await removeDuringChange(world, async () => {
      assertEquals((await finish()).searchParams.get("code"), null);
    });
    assertEquals(await signInsOf(world), []);
  },
  { ...holdingChanges, altersTables: true },
);

hostedTest("a sweep processes unused vaults a thousand at a time", async (world) => {
  for (const user of ["ana", "ben"]) await signedIn(world, user);
  const [browser, { clock }] = [world.browser(), world];
  await browser.visit(await backFromYnab(world, browser));
  await withTables(world, async ({ database, store }) => {
    await world.database.all(
      "INSERT INTO budget_tool_server.vaults SELECT nth, '', '', '', '2026-10-20', '2026-10-20' " +
        "FROM generate_series(1, 2500) AS nth",
    );
    const swept = async (): Promise<readonly number[]> => {
      const sizes: number[] = [];
      for await (const rows of unusedVaults({ database, store, retentionDays: 30 })) {
        sizes.push(rows.length);
        await database.deleteVaults(rows.map(({ vault }) => vault));
      }
      return sizes;
    };
    // The vaults were last used exactly 30 days ago. They expire only after more than 30 days.
    assertEquals(await swept(), []);
    clock.ms += DAY_MS;
    // The code of one sign-in was never redeemed. The vault that was deleted last belongs to that
    // sign-in.
    assertEquals(await swept(), [1_000, 1_000, 500, 1]);
    assertEquals((await ownersIn(world)).length, 2);
  });
});

async function signedInAt(world: HostedWorld, replica: number, user = "ana"): Promise<OAuthHost> {
  const browser = new Browser((request) => world.ask(request, replica));
  return await signedIn(world, user, { browser, host: world.host(undefined, replica) });
}

hostedTest("a replica whose clock is far ahead deletes nothing", async (world) => {
  const host = await inUse(world);
  const unused = await signedIn(world, "ben");
  world.clock.ms += 2 * DAY_MS;
  const ahead = await world.addReplica({}, 100 * DAY_MS);
  // Sign-in deletes expired records, as well as any of the user's vaults that no longer have a
  // valid token.
  await signedInAt(world, ahead);
  await world.sweep(ahead);
  for (const kept of [host, unused]) assertEquals(await refreshed(world, kept), 200);
  const days = "SELECT created_day, used_day FROM budget_tool_server.vaults ORDER BY created_day";
  assertEquals(await world.database.all(days), [
    { created_day: "2026-11-19", used_day: "2026-11-19" },
    { created_day: "2026-11-19", used_day: "2026-11-19" },
    { created_day: "2026-11-21", used_day: "2026-11-21" },
  ]);
});

hostedTest("a replica's clock affects neither sign-ins nor the last day of use", async (world) => {
  const behind = await world.addReplica({}, -90_000);
  const host = await signedInAt(world, behind);
  assertEquals(await statusWith(world, host.tokens()?.access_token), 200);
  await world.database.all("DELETE FROM budget_tool_server.vaults");
  const ahead = await world.addReplica({}, DAY_MS / 2);
  await using connected = await (await signedInAt(world, ahead)).connect();
  for (const used_day of ["2026-11-19", "2026-11-20"]) {
    assertEquals((await connected.call("list_accounts", {})).isError, false);
    const used = "SELECT used_day FROM budget_tool_server.vaults";
    assertEquals(await world.database.all(used), [{ used_day }]);
    // Advance to midnight on the database's clock, which isn't midnight on the replica's clock.
    world.clock.ms += DAY_MS / 2;
  }
});

/** Refreshes a host's tokens and returns the response's status. */
async function refreshed(world: HostedWorld, host: OAuthHost): Promise<number> {
  const { refresh_token } = host.tokens() ?? {};
  return (await post(world, "/token", form({ grant_type: "refresh_token", refresh_token }))).status;
}

hostedTest("a call to a vault that was just deleted gets 401", async (world) => {
  const host = await signedIn(world, "ana");
  await world.database.all("DELETE FROM budget_tool_server.vaults");
  assertEquals(await statusWith(world, host.tokens()?.access_token), 401);
  assertEquals(world.log.filter(({ level }) => level !== "debug"), []);
});

hostedTest("only one replica sweeps at a time, and each vault expires only once", async (world) => {
  const replica = await world.addReplica();
  for (const user of ["ana", "ben", "ana"]) await signedIn(world, user);
  world.clock.ms += 40 * DAY_MS;
  await withTables(world, async ({ tables }) => {
    const { leases } = tables.vaultOf("sweeper");
    const token = await leases.tryTake("sweep", 30_000) ?? 0;
    assert(token > 0);
    await Promise.all([world.sweep(), world.sweep(replica)]);
    assertEquals((await ownersIn(world)).length, 3);
    await leases.release("sweep", token);
  });
  await Promise.all([world.sweep(), world.sweep(replica)]);
  assertEquals(await rowsOfVaults(world), []);
  assertEquals(removalsIn(world), ["expired", "expired", "expired"]);
});

hostedTest("neither log contains a deleted user's ID or token", async (world) => {
  const browser = world.browser("203.0.113.77");
  const host = await signedIn(world, "ana", { browser });
  await using connected = await host.connect();
  const found = await connected.call("find_transactions", { limit: 1 });
  const id = /"transaction_id":"([^"]+)"/u.exec(JSON.stringify(found.structured))?.[1];
  const change = { flags: [{ transaction_id: id, color: "blue" }] };
  const preview = await connected.call("flag_transactions", change);
  const { confirmation } = preview.structured ?? {};
  const applied = await connected.call("flag_transactions", { ...change, confirmation });
  assert(!applied.isError, applied.text);
  await connected.call("list_accounts", { plan_id: "no such plan" });
  const secrets = (await world.database.all(
    "SELECT vault, tenant, owner, user_tag FROM budget_tool_server.vaults " +
      "JOIN budget_tool_server.users USING (tenant)",
  )).flatMap((row) => Object.values(row).map(String));
  await removeAll(browser);
  assertEquals(await rowsOfVaults(world), []);
  await host.begin().catch(() => {});
  const { access_token: access, refresh_token: refresh = "" } = host.tokens() ?? {};
  const written = JSON.stringify([world.log, auditOf(world)]);
  assert(world.log.length > 5 && removalsIn(world).includes("removed"), written);
  const plan = /"id":"([^"]+)"/u.exec(JSON.stringify(world.upstreams.get("ana")?.snapshot()))?.[1];
  const all = [...secrets, "id-of-ana", plan, id, access, refresh, ...world.fromYnab];
  for (const secret of [...all, "203.0.113.77", confirmation].map(String)) {
    assert(secret !== "undefined");
    assert(!written.includes(secret), `${secret} in ${written}`);
  }
  // Database rows don't reveal the vault or the user, even to someone with the operator's key.
  const rows = [await everyRow(world), await readableSignIns(world)];
  for (const secret of [...secrets.slice(0, 2), "Europe/Berlin"]) {
    assert(!JSON.stringify(rows).includes(secret), JSON.stringify(rows));
  }
});
