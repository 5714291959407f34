import fc from "fast-check";
import { assertEquals, assertRejects } from "@std/assert";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sql } from "../../../../sync/store/sql.ts";
import { Database } from "../../../../sync/store/sqlite_file.ts";
import { FileLocks } from "../../../../sync/store/sqlite_leases.ts";
import { openSqliteBackend } from "../../../../sync/store/sqlite_backend.ts";
import { BlockedStoreError } from "../../../../sync/store/store_errors.ts";
import { runs } from "../../../_runs.ts";

type Release = () => void;

function inFolder(run: (folder: string) => void): void {
  // The system reports the paths of open files with all symbolic links resolved.
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function taken(locks: FileLocks, name: string): Release {
  const release = locks.tryTake(name);
  if (release === null) throw new Error(`${name} is held`);
  return release;
}

/**
 * Returns whether another handle can take a lock. If so, the handle releases the lock immediately.
 */
function isFree(folder: string, name: string): boolean {
  const release = new FileLocks(folder).tryTake(name);
  release?.();
  return release !== null;
}

/** Returns the paths of this process's open files that are inside `folder`. */
function openFiles(folder: string): readonly string[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      const path = Deno.readLinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // This file descriptor was the one used to list the directory, and it has since been closed.
      return [];
    }
  }).toSorted();
}

Deno.test("each lock creates one empty file, which remains after the lock is released", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const release = taken(locks, "one");
    const files = (): unknown =>
      readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
    assertEquals(files(), [["one.lock", 0]]);
    release();
    taken(locks, "one")();
    assertEquals(files(), [["one.lock", 0]]);
  }));

Deno.test({
  name: "a store that was closed or couldn't be opened leaves no file open",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync());
    try {
      const options = { folder, now: () => 0, onQuarantined: () => {} };
      const backend = await openSqliteBackend(options);
      const { leases, journal } = backend.of("owner");
      assertEquals(await leases.tryTake("change", 1_000), 1);
      assertEquals(await leases.tryTake("load", 1_000), 1);
      await leases.release("load", 1);
      assertEquals(openFiles(folder).filter((path) => path.endsWith(".lock")).length, 1);
      await backend.close();
      assertEquals(openFiles(folder), []);
      await assertRejects(() => journal.all(new Sql(["SELECT 1"])), Error, "database is not open");
      assertEquals(openFiles(folder), []);
      const newer = new Database(join(folder, "journal.db"));
      newer.all("PRAGMA user_version = 999");
      newer.close();
      await assertRejects(() => openSqliteBackend(options), BlockedStoreError);
      assertEquals(openFiles(folder), []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a lock still blocks other processes after this process tries to take it again", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    const held = taken(locks, "held");
    taken(locks, "free")();
    // A failed attempt to take the lock must not close the lock's file, because that would release
    // all of this process's locks on the file.
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
  }));

const MODULE = "../../../../sync/store/sqlite_leases.ts";

/** Generates steps. In each step, one of two handles uses one of three locks. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom("take", "take", "take", "give", "give", "twice", "delete", "replace"),
    handle: fc.nat(1),
    name: fc.constantFrom("one", "two", "three"),
  }),
  { maxLength: 40 },
);

Deno.test({
  name: "only one handle can hold a file's lock",
  ignore: Deno.build.os === "windows",
  fn: () => {
    fc.assert(
      fc.property(steps, (all) =>
        inFolder((folder) => {
          const handles = [new FileLocks(folder), new FileLocks(folder)] as const;
          const held = new Map<string, Release>();
          const deleted: Release[] = [];
          const released: Release[] = [];
          for (const { what, handle, name } of all) {
            const before = held.get(name);
            if (what === "take") {
              const release = handles[handle === 0 ? 0 : 1].tryTake(name);
              assertEquals(release === null, before !== undefined);
              if (release !== null) held.set(name, release);
            } else {
              held.delete(name);
              if (what === "give" || what === "twice") before?.();
              if (what === "twice" && before !== undefined) released.push(before);
              if (what === "delete" || what === "replace") {
                rmSync(join(folder, `${name}.lock`), { force: true });
                if (what === "replace") {
                  writeFileSync(join(folder, `${name}.lock`), "", { mode: 0o600 });
                }
                if (before !== undefined) deleted.push(before);
              }
              // Releasing a lock a second time must not release the next holder's lock.
              for (const release of released) release();
            }
          }
          for (const release of [...deleted, ...held.values()]) release();
          for (const name of held.keys()) assertEquals(isFree(folder, name), true);
        })),
      runs(40),
    );
  },
});
