import fc from "fast-check";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import {
  openSignIns,
  type SignInDatabase,
  type SignInEntry,
  type SignInNote,
  type SignInStore,
} from "../../../remote/sign_in_store/sign_in_store.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { runs } from "../../_runs.ts";

const SIGN_IN_FILE = "sign_in.db";

const START = 1_790_000_000_000;
const code = { kind: "AuthorizationCode", id: "a-code-that-is-secret" };
const token = { kind: "AccessToken", id: "a-token-that-is-secret" };

interface World extends AsyncDisposable {
  /** Opens the store again, as another process would. */
  readonly open: (secret?: string) => Promise<SignInStore>;
  readonly pass: (ms: number) => void;
  readonly folder: string;
  readonly notes: readonly SignInNote[];
}

const server = await postgresForTests("sign-ins on PostgreSQL");
/**
 * A database that only these tests use. The tests' clock is in the past, so a server with the real
 * clock would delete the tests' sign-ins as expired.
 */
const postgres = server === null ? null : await ownDatabase(server);
Deno.test.afterAll(async () => await postgres?.[Symbol.asyncDispose]());

async function aWorld(isKept: boolean, url: string | null = null): Promise<World> {
  const folder = await Deno.makeTempDir();
  const databases: SignInDatabase[] = [];
  const one = crypto.randomUUID();
  const opened: SignInStore[] = [];
  const notes: SignInNote[] = [];
  let now = START;
  let memory: SignInStore | null = null;
  return {
    folder,
    notes,
    pass: (ms) => void (now += ms),
    async open(secret = "ynab owner"): Promise<SignInStore> {
      if (!isKept && memory !== null) return memory;
      const clock = (): string => `CAST(${now} AS bigint)`;
      const database = url === null ? undefined : await openPostgres(url, { clock });
      if (database !== undefined) databases.push(database);
      const store = await openSignIns({
        folder: isKept ? folder : null,
        database,
        // All tests share one database, so each test uses a unique secret.
        secret: url === null ? secret : `${secret} ${one}`,
        baseUrl: "https://api.example.com",
        now: () => now,
        onNote: (note) => notes.push(note),
      });
      opened.push(store);
      if (!isKept) memory = store;
      return store;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(opened.map((store) => store.close()));
      await Promise.all(databases.map((database) => database.close()));
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const entry = (change: Partial<SignInEntry> = {}): SignInEntry => ({
  payload: { clientId: "a-client-of-ours" },
  grantId: "a-grant",
  expiresAt: START + 60_000,
  ...change,
});

const kinds = [
  ["memory", false, null],
  ["a file", true, null],
  ...(postgres === null ? [] : [["PostgreSQL", true, postgres.url] as const]),
] as const;

for (const [name, isKept, url] of kinds) {
  Deno.test(`the next write deletes expired sign-ins in ${name}`, async () => {
    await using world = await aWorld(isKept, url);
    const store = await world.open();
    await store.upsert(code, entry());
    world.pass(60_000);
    await store.upsert(token, entry({ expiresAt: START + 120_000 }));
    // Setting the clock back doesn't restore expired sign-ins.
    world.pass(-60_000);
    assertEquals(await store.find(code), null);
    assertNotEquals(await store.find(token), null);
  });

  Deno.test(`in ${name}, only one of many concurrent uses of the same sign-in succeeds`, async () => {
    await using world = await aWorld(isKept, url);
    const stores: SignInStore[] = [];
    for (let at = 0; at < 4; at += 1) stores.push(await world.open());
    await stores[0]?.upsert(code, entry());
    const found = await stores[1]?.find(code);
    assertEquals(found?.payload, { clientId: "a-client-of-ours" });
    assertEquals(await stores[1]?.find({ ...code, kind: "AccessToken" }), null);
    const won = await Promise.all([...stores, ...stores].map((store) => store.consume(code)));
    assertEquals(won.filter((isFirst) => isFirst).length, 1);
    // Replacing a consumed record doesn't make it usable again.
    await stores[0]?.upsert(code, entry());
    assertEquals((await stores[1]?.find(code))?.consumedAt, START);
    const taken = await Promise.all([...stores, ...stores].map((store) => store.destroy(code)));
    assertEquals(taken.filter((isFirst) => isFirst).length, 1);
  });

  Deno.test(`revoking a grant in ${name} removes only its tokens`, async () => {
    await using world = await aWorld(isKept, url);
    const store = await world.open();
    await store.upsert(code, entry());
    await store.upsert(token, entry());
    await store.upsert({ ...token, id: "other" }, entry({ grantId: "other" }));
    await store.upsert({ kind: "Client", id: "c" }, entry({ grantId: null }));
    await store.revokeByGrant("a-grant");
    assertEquals([await store.find(code), await store.find(token)], [null, null]);
    assertNotEquals(await store.find({ ...token, id: "other" }), null);
    assertNotEquals(await store.find({ kind: "Client", id: "c" }), null);
  });

  Deno.test(`sign-ins in ${name} match a simplified reference model`, async () => {
    const key = fc.record({
      kind: fc.constantFrom("AccessToken", "RefreshToken"),
      id: fc.constantFrom("a", "b"),
    });
    const step = fc.record({
      does: fc.constantFrom("upsert", "consume", "destroy", "prolong", "pass"),
      key,
      ms: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using world = await aWorld(isKept, url);
        const store = await world.open();
        const model = new Map<string, { expiresAt: number; isUsed: boolean }>();
        let now = START;
        for (const { does, key, ms } of steps) {
          const name = `${key.kind} ${key.id}`;
          for (const [one, { expiresAt }] of model) if (expiresAt <= now) model.delete(one);
          const known = model.get(name);
          if (does === "upsert") {
            model.set(name, { expiresAt: now + ms, isUsed: known?.isUsed ?? false });
            await store.upsert(key, entry({ expiresAt: now + ms }));
          } else if (does === "consume") {
            const isFirst = known !== undefined && !known.isUsed;
            if (isFirst) {
              Object.assign(known, {
                isUsed: true,
                expiresAt: Math.min(known.expiresAt, now + ms),
              });
            }
            // A used record is kept for the requested time and no longer.
            assertEquals(await store.consume(key, now + ms), isFirst);
          } else if (does === "destroy") {
            model.delete(name);
            const isDeleted = await store.destroy(key);
            // The store may still contain an expired record that the model has already dropped.
            assert(isDeleted || known === undefined);
          } else if (does === "prolong") {
            if (known !== undefined) known.expiresAt = Math.max(known.expiresAt, now + ms);
            await store.prolong(key, now + ms);
          } else {
            now += ms;
            world.pass(ms);
          }
          const kept = model.get(name);
          const isThere = kept !== undefined && kept.expiresAt > now;
          const found = await store.find(key);
          assertEquals(found?.expiresAt ?? null, isThere ? kept.expiresAt : null);
          assertEquals(
            found === null ? null : found.consumedAt !== null,
            isThere ? kept.isUsed : null,
          );
        }
      }),
      runs(isKept ? 15 : 100),
    );
  });
}

Deno.test("the sign-in file contains no plaintext, and its entries can't be found with a different secret", async () => {
  await using world = await aWorld(true);
  const store = await world.open();
  await store.upsert(code, entry());
  await store.upsert(token, entry({ payload: { clientId: "a-client-of-ours", jti: token.id } }));
  const secret = await store.secretFor("cookies");
  assertEquals(await (await world.open()).secretFor("cookies"), secret);
  assertNotEquals(await store.secretFor("else"), secret);
  assertEquals(await (await world.open("ynab another-owner")).find(token), null);
  await store.close();
  for await (const { name } of Deno.readDir(world.folder)) {
    const text = new TextDecoder("latin1").decode(await Deno.readFile(`${world.folder}/${name}`));
    for (const word of [code.id, token.id, "a-grant", "a-client-of-ours", "AccessToken", secret]) {
      assertEquals(text.includes(word), false, `${name} holds ${word}`);
    }
  }
  const { mode } = await Deno.stat(`${world.folder}/${SIGN_IN_FILE}`);
  assertEquals((mode ?? 0) & 0o777, 0o600);
});

Deno.test("if the sign-in file is deleted or damaged, new sign-ins are stored in a new file", async () => {
  await using world = await aWorld(true);
  const path = `${world.folder}/${SIGN_IN_FILE}`;
  const store = await world.open();
  await store.upsert(token, entry());
  for (const ending of ["", "-wal", "-shm"]) await Deno.remove(path + ending);
  assertEquals(await store.find(token), null);
  await store.upsert(token, entry());
  const other = await world.open();
  assertNotEquals(await other.find(token), null);
  // The last process to close the file merges the write-ahead log into it.
  await Promise.all([store.close(), other.close()]);
  await Deno.writeTextFile(path, "this is no database".repeat(100));
  assertEquals(await (await world.open()).find(token), null);
  const [note, ...others] = world.notes;
  assertEquals([note?.event, others.length], ["store_set_aside", 0]);
});

Deno.test("damage to the sign-in file at run time signs everyone out, but new sign-ins work", async () => {
  await using world = await aWorld(true);
  const path = `${world.folder}/${SIGN_IN_FILE}`;
  const written = await world.open();
  await written.upsert(token, entry());
  await written.close();
  const store = await world.open();
  using file = await Deno.open(path, { write: true });
  const { size } = await file.stat();
  await file.seek(4096, Deno.SeekMode.Start);
  await file.write(new Uint8Array(size - 4096).fill(0x5a));
  // A write by another process makes SQLite read the file again.
  const other = new DatabaseSync(path);
  other.exec("PRAGMA user_version = 1");
  other.close();
  assertEquals(await store.find(token).catch(() => "failed"), "failed");
  assertEquals(await store.find(token), null);
  await store.upsert(token, entry());
  assertNotEquals(await (await world.open()).find(token), null);
  assertEquals(world.notes.map(({ event }) => event), ["store_set_aside"]);
});

Deno.test("sign-ins fall back to memory with a warning if no file can be used", async () => {
  await using world = await aWorld(true);
  await Deno.chmod(world.folder, 0o777);
  const store = await world.open();
  await store.upsert(token, entry());
  assertNotEquals(await store.find(token), null);
  assertEquals(world.notes.map(({ event }) => event), ["sign_in_in_memory"]);
  assert([...Deno.readDirSync(world.folder)].length === 0);
});
