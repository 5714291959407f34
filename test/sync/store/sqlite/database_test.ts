import { assertEquals, assertThrows } from "@std/assert";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileLocks } from "../../../../sync/store/sqlite_leases.ts";
import { createPrivateFile, type Database, openFile } from "../../../../sync/store/sqlite_file.ts";

const NOTES = {
  applicationId: 7,
  versions: ["CREATE TABLE notes (text TEXT NOT NULL) STRICT"],
  isChecked: false,
} as const;

async function inFolder(run: (folder: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const notesIn = (database: Database): readonly unknown[] =>
  database.all("SELECT text FROM notes ORDER BY rowid").map(({ text }) => text);

Deno.test("what fails within a transaction leaves nothing of it, and the file is free for the next", () =>
  inFolder((folder) => {
    const database = openFile(join(folder, "notes.db"), NOTES);
    const add = (text: string): number => database.run("INSERT INTO notes VALUES (?)", text);
    assertThrows(
      () =>
        database.inTransaction(() => {
          add("one");
          throw new Error("Enough");
        }),
      Error,
      "Enough",
    );
    assertEquals(notesIn(database), []);
    database.inTransaction(() => void add("two"));
    assertEquals(notesIn(database), ["two"]);
    database.close();
  }));

Deno.test("statements without end are run as the first ones are", () =>
  inFolder((folder) => {
    const database = openFile(join(folder, "notes.db"), NOTES);
    const sums = Array.from({ length: 200 }, (_, nth) => database.get(`SELECT ${nth} + 1 AS sum`));
    assertEquals(sums.map((row) => row?.["sum"]), Array.from(sums, (_, nth) => nth + 1));
    assertEquals(database.get("SELECT 0 + 1 AS sum")?.["sum"], 1);
    database.close();
  }));

Deno.test("a file that another one takes the place of is closed", () =>
  inFolder((folder) => {
    const [one, other] = [
      openFile(join(folder, "one.db"), NOTES),
      openFile(join(folder, "b"), NOTES),
    ];
    one.run("INSERT INTO notes VALUES ('old')");
    other.run("INSERT INTO notes VALUES ('new')");
    one.replaceWith(other);
    assertEquals(notesIn(one), ["new"]);
    // What SQLite keeps beside a file is gone when the last who had it open has closed it.
    assertEquals(existsSync(join(folder, "one.db-wal")), false);
    one.close();
  }));

Deno.test({
  name: "createPrivateFile() keeps a file that is there from everybody else",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder((folder) => {
      const path = join(folder, "open to all");
      writeFileSync(path, "kept", { mode: 0o644 });
      assertEquals(createPrivateFile(path), false);
      assertEquals([statSync(path).mode & 0o777, statSync(path).size], [0o600, 4]);
      assertEquals(createPrivateFile(join(folder, "new")), true);
      assertEquals(statSync(join(folder, "new")).mode & 0o777, 0o600);
      // Any other reason is told.
      assertThrows(() => createPrivateFile(join(folder, "none", "new")), Error, "ENOENT");
    }),
});

Deno.test("a lock whose file was deleted is taken on a file of its owner alone", () =>
  inFolder((folder) => {
    const locks = new FileLocks(folder);
    locks.tryTake("plan")?.();
    Deno.removeSync(join(folder, "plan.lock"));
    const giveBack = locks.tryTake("plan");
    assertEquals(giveBack === null, false);
    if (Deno.build.os !== "windows") {
      assertEquals(statSync(join(folder, "plan.lock")).mode & 0o777, 0o600);
    }
    assertEquals(new FileLocks(folder).tryTake("plan"), null);
    giveBack?.();
  }));
