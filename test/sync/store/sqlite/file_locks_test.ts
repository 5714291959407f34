import fc from "fast-check";
import { assertEquals, assertRejects } from "@std/assert";
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Database } from "../../../../sync/store/sqlite_file.ts";
import { FileLocks } from "../../../../sync/store/sqlite_leases.ts";
import { openSqliteBackend } from "../../../../sync/store/sqlite_backend.ts";
import { BlockedStoreError } from "../../../../sync/store/store_errors.ts";

type GiveBack = () => void;

function inFolder(run: (folder: string) => void): void {
  // Its path, as the system reports it for open files.
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function taken(locks: FileLocks, name: string): GiveBack {
  const giveBack = locks.tryTake(name);
  if (giveBack === null) throw new Error(`${name} is held`);
  return giveBack;
}

/** Whether somebody else could take a lock, and gives it back at once. */
function isFree(folder: string, name: string): boolean {
  const other = new FileLocks(folder);
  const giveBack = other.tryTake(name);
  giveBack?.();
  other.close();
  return giveBack !== null;
}

/** What this process has open below a folder. */
function openFiles(folder: string): readonly string[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      const path = Deno.readLinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The one that lists them is closed by now.
      return [];
    }
  }).toSorted();
}

Deno.test("a held lock blocks its own process but no lock with another name", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const first = taken(locks, "one");
    assertEquals([locks.tryTake("one"), isFree(folder, "one")], [null, false]);
    const second = taken(locks, "two");
    first();
    assertEquals([isFree(folder, "one"), isFree(folder, "two")], [true, false]);
    second();
    assertEquals(isFree(folder, "two"), true);
    locks.close();
  }));

Deno.test("releasing a lock twice leaves it with the next holder", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const first = taken(locks, "one");
    first();
    const second = taken(locks, "one");
    first();
    assertEquals(isFree(folder, "one"), false);
    second();
    locks.close();
  }));

Deno.test("locks leave only one empty file each", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const giveBack = taken(locks, "one");
    const files = (): unknown =>
      readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
    assertEquals(files(), [["one.lock", 0]]);
    giveBack();
    taken(locks, "one")();
    locks.close();
    assertEquals(files(), [["one.lock", 0]]);
  }));

Deno.test({
  name: "a lock is taken on the current file when the old one was deleted or replaced",
  // A file that is open can't be deleted there.
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder((folder) => {
      const path = join(folder, "one.lock");
      const ways: readonly GiveBack[] = [
        () => rmSync(path),
        () => {
          writeFileSync(`${path}.new`, "", { mode: 0o600 });
          renameSync(`${path}.new`, path);
        },
        () => {
          // What is made next may get the number of the one that was deleted last.
          rmSync(path);
          writeFileSync(path, "", { mode: 0o600 });
        },
      ];
      const locks = new FileLocks(folder);
      for (const replace of ways) {
        taken(locks, "one")();
        replace();
        const giveBack = taken(locks, "one");
        assertEquals(isFree(folder, "one"), false);
        // Nor does it come back to life where it was deleted while it was held.
        replace();
        giveBack();
        const again = taken(locks, "one");
        assertEquals(isFree(folder, "one"), false);
        again();
      }
      locks.close();
    }),
});

Deno.test({
  name: "unheld lock files stay open for few names, and for none after closing",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder((folder) => {
      const open = (): readonly string[] =>
        openFiles(folder).map((path) => basename(path, ".lock"));
      const lastOnes = Array.from({ length: 16 }, (_, nth) => `of${nth + 24}`);
      const locks = new FileLocks(folder);
      const held = taken(locks, "held");
      for (let nth = 0; nth < 40; nth += 1) taken(locks, `of${nth}`)();
      assertEquals(open(), ["held", ...lastOnes]);
      // The one that was used again is not the next to be closed.
      taken(locks, "of24")();
      taken(locks, "one")();
      assertEquals(open(), ["held", ...lastOnes.filter((name) => name !== "of25"), "one"]);
      locks.close();
      assertEquals([open(), isFree(folder, "held")], [["held"], false]);
      held();
      assertEquals([open(), isFree(folder, "held")], [[], true]);
      // Who closed them may still take one, and it is closed with its lock.
      const late = taken(locks, "late");
      assertEquals(isFree(folder, "late"), false);
      late();
      assertEquals(open(), []);
    }),
});

Deno.test({
  name: "a closed or unopenable store has no open file",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync());
    try {
      const options = { folder, now: () => 0, onQuarantined: () => {} };
      const backend = await openSqliteBackend(options);
      const { leases } = backend.of("owner");
      assertEquals(await leases.tryTake("change", 1_000), 1);
      assertEquals(await leases.tryTake("load", 1_000), 1);
      await leases.release("load", 1);
      assertEquals(openFiles(folder).filter((path) => path.endsWith(".lock")).length, 3);
      await backend.close();
      assertEquals(openFiles(folder), []);
      const newer = new Database(join(folder, "journal.db"));
      newer.run("PRAGMA user_version = 999");
      newer.close();
      await assertRejects(() => openSqliteBackend(options), BlockedStoreError);
      assertEquals(openFiles(folder), []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a lock blocks another process while others in this process close the same file", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const held = taken(locks, "held");
    taken(locks, "free")();
    // Closing a file ends the system's locks on it, of all that the process has open.
    assertEquals(isFree(folder, "held"), false);
    const script = `
      import { FileLocks } from ${JSON.stringify(new URL(MODULE, import.meta.url))};
      const locks = new FileLocks(${JSON.stringify(folder)});
      console.log(JSON.stringify(["held", "free"].map((name) => locks.tryTake(name) !== null)));
    `;
    const { stdout } = new Deno.Command(Deno.execPath(), { args: ["eval", "--no-check", script] })
      .outputSync();
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)), [false, true]);
    held();
    locks.close();
  }));

const MODULE = "../../../../sync/store/sqlite_leases.ts";

/** What befalls locks: of one of two handles and one of three names. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom("take", "take", "take", "give", "give", "delete", "close"),
    handle: fc.nat(1),
    name: fc.constantFrom("one", "two", "three"),
  }),
  { maxLength: 40 },
);

Deno.test({
  name: "exactly one contender holds a file's lock",
  ignore: Deno.build.os === "windows",
  fn: () => {
    fc.assert(fc.property(steps, (all) =>
      inFolder((folder) => {
        const handles = [new FileLocks(folder), new FileLocks(folder)] as const;
        const held = new Map<string, GiveBack>();
        const deleted: GiveBack[] = [];
        for (const { what, handle, name } of all) {
          const before = held.get(name);
          if (what === "take") {
            const giveBack = handles[handle === 0 ? 0 : 1].tryTake(name);
            assertEquals(giveBack === null, before !== undefined);
            if (giveBack !== null) held.set(name, giveBack);
          } else if (what === "close") handles[handle === 0 ? 0 : 1].close();
          else {
            held.delete(name);
            if (what === "give") before?.();
            else {
              rmSync(join(folder, `${name}.lock`), { force: true });
              if (before !== undefined) deleted.push(before);
            }
          }
        }
        for (const giveBack of [...deleted, ...held.values()]) giveBack();
        for (const name of held.keys()) assertEquals(isFree(folder, name), true);
        for (const one of handles) one.close();
      })));
  },
});
