import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CLEARED_SIGN_INS } from "../../../../remote/sign_in_store/sign_in_file.ts";
import { openSignIns } from "../../../../remote/sign_in_store/sign_in_store.ts";
import { FILES } from "../../../../sync/store/store_folder.ts";
import {
  clearStore,
  listStoreFiles,
  quarantinedFiles,
} from "../../../../sync/store/store_files.ts";
import { aMonth, aPlan } from "../../../_builders.ts";
import { aChange, aStoreFolder, type StoreFolder } from "../../_sqlite_store.ts";

const NOW = Date.parse("2026-03-15T12:00:00Z");
const accounts = { planId: "p", name: "accounts" } as const;

/** Fills the tables of the cache and the journal, and closes both. */
async function fill(folder: StoreFolder): Promise<void> {
  const store = await folder.open({ now: () => NOW });
  await store.applyChange(accounts, aChange());
  await store.savePlans({ plans: [aPlan()], readAt: 1 });
  await store.saveMonth("p", { detail: aMonth(), knowledge: 5, readAt: 1, utcDay: "2026-03-15" });
  await store.changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
  await store.changes.begin({
    code: null,
    entry: { operationId: "o", planId: "p", at: 1, body: "one" },
  });
  const value = { name: "v", value: "an account number", holdsMs: null };
  await store.values.save({ planId: "p", group: "accounts" }, value);
  await store.ledger.tryTake(9);
  await store.close();
}

function rowsIn(path: string): Readonly<Record<string, number>> {
  const file = new DatabaseSync(path);
  const names = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all().map(({ name }) => String(name));
  const counts = names.map((name) => [
    name,
    Number(file.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.["n"]),
  ]);
  file.close();
  return Object.fromEntries(counts);
}

/** Names of a file's nonempty tables. */
function filledIn(folder: StoreFolder, file: string): readonly string[] {
  const rows = Object.entries(rowsIn(join(folder.path, file)));
  return rows.filter(([, count]) => count > 0).map(([name]) => name);
}

async function signIn(folder: StoreFolder): Promise<void> {
  const signIns = await openSignIns({
    folder: folder.path,
    secret: "a-token",
    baseUrl: "https://api.example.com/v1",
    now: () => NOW,
    onNote: () => {},
  });
  const entry = { payload: {}, grantId: "g", expiresAt: NOW + 3_600_000 };
  await signIns.upsert({ kind: "AccessToken", id: "t" }, entry);
  await signIns.close();
}

Deno.test("clearStore() empties the cache and keeps the journal and the request count", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  // `fill` writes nothing to the other tables.
  assertEquals(filledIn(folder, FILES.copy), [
    "collections",
    "months",
    "owners",
    "parts",
    "plans",
  ]);
  const journal = rowsIn(join(folder.path, FILES.journal));
  assertEquals(clearStore(folder.path, { isWithJournal: false, now: NOW }), "done");
  assertEquals(filledIn(folder, FILES.copy), ["owners"]);
  assertEquals(rowsIn(join(folder.path, FILES.journal)), journal);
  const store = await folder.open({ now: () => NOW });
  assertEquals(await store.loadCollection(accounts, null), null);
  assertEquals((await store.changes.entries("p")).map(({ operationId }) => operationId), ["o"]);
  assertEquals(folder.quarantined, []);
});

Deno.test("if clearStore() also clears the journal, only the request count is kept", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  assertEquals(clearStore(folder.path, { isWithJournal: true, now: NOW }), "done");
  assertEquals(filledIn(folder, FILES.journal), ["budgets", "sqlite_sequence"]);
  const store = await folder.open({ now: () => NOW });
  assertEquals(await store.changes.entries("p"), []);
  assertEquals(await store.changes.openEntries("p"), []);
  assertEquals(await store.changes.findConfirmation("c"), null);
  assertEquals((await store.ledger.use()).used, 1);
});

Deno.test("clearStore() leaves no bytes of deleted data in the files", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const before = listStoreFiles(folder.path);
  const filled = new DatabaseSync(join(folder.path, FILES.copy));
  const blob = new TextEncoder().encode("remember me ".repeat(1_000));
  filled.prepare("UPDATE parts SET body = ?").run(blob);
  filled.close();
  clearStore(folder.path, { isWithJournal: true, now: NOW });
  for (const { file } of before) {
    for (const ending of ["", "-wal"]) {
      const bytes = await Deno.readFile(join(folder.path, file + ending)).catch(() => null);
      const text = new TextDecoder("latin1").decode(bytes ?? new Uint8Array());
      assertEquals(text.includes("remember me"), false, file + ending);
    }
  }
});

Deno.test("clearStore() signs everyone out", async () => {
  await using folder = await aStoreFolder();
  await signIn(folder);
  assertEquals(filledIn(folder, FILES.sign_ins), ["sign_in"]);
  const others = [CLEARED_SIGN_INS];
  const cleared = clearStore(folder.path, { isWithJournal: false, others, now: NOW });
  assertEquals(cleared, "done");
  assertEquals(filledIn(folder, FILES.sign_ins), []);
  // clearStore() doesn't create missing files.
  assertEquals(listStoreFiles(folder.path).map(({ name, bytes }) => [name, bytes === null]), [
    ["copy", true],
    ["journal", true],
    ["sign_ins", false],
  ]);
});

Deno.test("clearStore() quarantines a damaged file and adds the given time to its name", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const path = join(folder.path, FILES.copy);
  await Deno.writeTextFile(path, "no database");
  assertEquals(clearStore(folder.path, { isWithJournal: false, now: NOW }), "done");
  assertEquals(quarantinedFiles(folder.path), ["copy.db.damaged-20260315T120000Z"]);
  await Deno.writeTextFile(path, "no database again");
  assertEquals(clearStore(folder.path, { isWithJournal: false, now: NOW }), "done");
  assertEquals(quarantinedFiles(folder.path), [
    "copy.db.damaged-20260315T120000Z",
    "copy.db.damaged-20260315T120000Z-2",
  ]);
  assertEquals(listStoreFiles(folder.path)[0]?.bytes, null);
});

Deno.test("clearStore() skips files from newer versions and skips folders that other users can write to", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const newer = new DatabaseSync(join(folder.path, FILES.copy));
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  const before = rowsIn(join(folder.path, FILES.copy));
  assertEquals(clearStore(folder.path, { isWithJournal: true, now: NOW }), "newer");
  assertEquals(rowsIn(join(folder.path, FILES.copy)), before);
  if (Deno.build.os === "windows") return;
  await Deno.chmod(folder.path, 0o777);
  assertEquals(clearStore(folder.path, { isWithJournal: true, now: NOW }), "not private");
  assertEquals(filledIn(folder, FILES.journal).includes("entries"), true);
  assertEquals(quarantinedFiles(folder.path), []);
});

Deno.test("listStoreFiles() takes SQLite's side files into account in each file's size and last-modified time", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, FILES.journal);
  const day = (nth: number): Date => new Date(Date.UTC(2026, 2, nth));
  await Deno.writeFile(path, new Uint8Array(100));
  await Deno.utime(path, day(1), day(1));
  const sizes = (): readonly unknown[] =>
    listStoreFiles(folder.path).map(({ file, bytes, changed_at: at }) => [file, bytes, at]);
  const none = (file: string): readonly unknown[] => [file, null, null];
  assertEquals(sizes(), [
    none("copy.db"),
    ["journal.db", 100, "2026-03-01T00:00:00.000Z"],
    none("sign_in.db"),
  ]);
  await Deno.writeFile(`${path}-wal`, new Uint8Array(20));
  await Deno.utime(`${path}-wal`, day(2), day(2));
  assertEquals(sizes()[1], ["journal.db", 120, "2026-03-02T00:00:00.000Z"]);
  await Deno.remove(path);
  assertEquals(sizes()[1], ["journal.db", 20, "2026-03-02T00:00:00.000Z"]);
});

Deno.test("quarantinedFiles() lists only damaged files", async () => {
  await using folder = await aStoreFolder();
  const damaged = ["journal.db.damaged-20260315T120000Z", "copy.db.damaged-20260315T120000Z-2"];
  for (const name of [...damaged, "copy.db", "copy.db.damaged-", "copy.db.damaged-1.txt"]) {
    await Deno.writeTextFile(join(folder.path, name), "");
  }
  assertEquals(quarantinedFiles(folder.path), damaged.toSorted());
});
