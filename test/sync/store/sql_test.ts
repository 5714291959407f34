import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { openFile } from "../../../sync/store/sqlite_file.ts";
import { copyFile } from "../../../sync/store/sqlite_tables.ts";
import { sql } from "../../../sync/store/sql.ts";
import { memoryFolder } from "../../_memory_folder.ts";
import { BACKENDS } from "../backends/_backends.ts";

const body = new Uint8Array();

// Skip the in-memory backend, because SQLite handles parameters the same way in memory and in a
// file.
const { memory: _, ...others } = BACKENDS;
for (const [kind, open] of Object.entries(others)) {
  Deno.test(`${kind}: a list in a query may be empty or longer than the database's limit on parameters`, async () => {
    await using backend = await open();
    const { copy } = (await backend.handle()).of("owner");
    const table = sql`${copy.schema}.plans`;
    const idsIn = async (ids: readonly string[]): Promise<unknown> =>
      (await copy.all(sql`SELECT owner FROM ${table} WHERE owner IN ${ids} ORDER BY owner`))
        .map(({ owner }) => owner);
    const ids = ['"\u00e9"\\', "it's"];
    for (const id of ids) await copy.all(sql`INSERT INTO ${table} VALUES (${id}, ${body})`);
    assertEquals([await idsIn([]), await idsIn(ids)], [[], ids]);
    const more = Array.from({ length: 70_000 }, (_, nth) => `id ${nth}`);
    assertEquals(await idsIn([...more, "it's"]), ["it's"]);
    await copy.all(sql`DELETE FROM ${table} WHERE owner IN ${ids}`);
  });
}

Deno.test("a SQL statement is prepared only once, even after many other statements", async () => {
  const database = openFile(`${await memoryFolder()}/copy.db`, copyFile);
  const { prepare } = DatabaseSync.prototype;
  let count = 0;
  try {
    for (let nth = 0; nth < 200; nth++) database.all(`SELECT ${nth}`);
    DatabaseSync.prototype.prepare = function (text): ReturnType<typeof prepare> {
      count += 1;
      return prepare.call(this, text);
    };
    for (let nth = 0; nth < 50; nth++) {
      const names = Array.from({ length: nth }, () => "name");
      assertEquals(
        database.all(sql`SELECT 1 AS one WHERE 'name' IN ${names}`).length,
        Math.min(nth, 1),
      );
    }
  } finally {
    DatabaseSync.prototype.prepare = prepare;
    database.close();
  }
  assertEquals(count, 1);
});
