import { assertEquals, assertRejects } from "@std/assert";
import { connectionSettings } from "../../../remote/postgres/connection_url.ts";
import { Database } from "../../../remote/postgres/database.ts";
import type { Query } from "../../../remote/postgres/driver_shape.ts";
import { createLeaseRows } from "../../../remote/postgres/lease_rows.ts";
import { migrate } from "../../../remote/postgres/schema.ts";
import { BackgroundRetries } from "../../../sync/store/background_retries.ts";
import { postgresForTests } from "../../_postgres_server.ts";

const TTL_MS = 60_000;

const postgres = await postgresForTests("leases on PostgreSQL");
if (postgres !== null) {
  Deno.test("a lease whose taking was not answered is given back, and others wait no longer", async () => {
    const database = new Database({ settings: connectionSettings(postgres) });
    await migrate(database);
    const returns = new BackgroundRetries({ longestPauseMs: 500, mostMs: TTL_MS });
    const owner = crypto.randomUUID();
    const other = createLeaseRows({ database, owner, holder: "other", returns });
    const unheard: Query = async (...asked) => {
      await database.query(...asked);
      throw new Error("Connection terminated unexpectedly");
    };
    let asking = unheard;
    const query: Query = (...asked) => asking(...asked);
    const one = createLeaseRows({
      database: { now: database.now, query } as unknown as Database,
      ...{ owner, holder: "one", returns },
    });
    await assertRejects(async () => await one.tryTake("l", TTL_MS), Error, "terminated");
    assertEquals(await other.tryTake("l", TTL_MS), null);
    asking = database.query;
    await returns.close();
    assertEquals(await other.tryTake("l", TTL_MS), 2);
    await database.close();
  });
}
