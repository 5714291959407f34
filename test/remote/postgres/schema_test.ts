import { assertEquals, assertRejects } from "@std/assert";
import type { Query } from "../../../remote/postgres/driver_shape.ts";
import { migrate } from "../../../remote/postgres/schema.ts";
import { BlockedStoreError } from "../../../sync/store/store_errors.ts";

/** A database whose version is one after another, and that refuses what is made before the last. */
function aDatabase(...versions: number[]): { readonly query: Query; readonly made: string[] } {
  const made: string[] = [];
  const query: Query = (sql) => {
    if (sql.startsWith("SELECT")) {
      const version = versions.length > 1 ? versions.shift() : versions[0];
      return Promise.resolve({ rows: [{ version }], rowCount: 1 });
    }
    made.push(sql);
    return Promise.reject(Object.assign(new Error("already exists"), { code: "42P07" }));
  };
  return { query, made };
}

Deno.test("migrate() leaves a newer version's schema untouched", async () => {
  const database = aDatabase(3);
  const error = await assertRejects(() => migrate(database), BlockedStoreError);
  assertEquals([error.reason, database.made], ["newer", []]);
});

Deno.test("migrate() checks again after a pause when others migrated concurrently", async () => {
  const database = aDatabase(0, 0, 2);
  const pauses: number[] = [];
  await migrate(database, {
    delay: (ms) => Promise.resolve(void pauses.push(ms)),
    random: () => 0.5,
  });
  assertEquals([pauses, database.made.length], [[25, 25], 2]);
});

Deno.test("migrate() gives up when concurrent migrations never finish", async () => {
  const database = aDatabase(0);
  const options = { delay: () => Promise.resolve(), random: () => 0 };
  await assertRejects(() => migrate(database, options), Error, "already exists");
  assertEquals(database.made.length, 20);
});
