import { assertEquals } from "@std/assert";
import { connectionSettings } from "../../remote/postgres/connection_url.ts";
import { Database } from "../../remote/postgres/database.ts";
import { delay } from "../../client/timers.ts";
import { sql } from "../../sync/store/sql.ts";
import { ownDatabase } from "../_own_database.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { withinDeadline } from "../protocol/_deadline.ts";
import { Clients } from "./_clients.ts";
import { aHousehold } from "./_topology.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

const url = await postgresForTests("replicas that start at once");
const REPLICAS = [1, 2, 3] as const;

/** The statement that each process runs when it tries to load data. */
const TAKING = "%INSERT INTO budget_tool_server.leases%";

Deno.test({
  name: "three concurrent replicas migrate an empty database and load transactions once",
  ignore: url === null,
  fn: async () => {
    await using empty = await anEmptyDatabase(url ?? "");
    await using household = await aHousehold(empty.url);
    await using replicas = new AsyncDisposableStack();
    const all = await Promise.all(
      REPLICAS.map((nth) => household.startReplica("replica-1", empty.named(`replica ${nth}`))),
    );
    for (const one of all) replicas.use(one);
    const rows = await empty.all("SELECT version FROM budget_tool_server.versions");
    assertEquals(rows.length, 1);
    for (const { url } of all) {
      assertEquals(await (await fetch(new URL("/readyz", url))).text(), "ready\n");
    }

    // One replica loads data, and gets no response until the others are waiting for it.
    const held = Promise.withResolvers<void>();
    household.holdTransactions(held.promise);
    const clients = new Clients(HTTP_TOKEN);
    const answers = all.map(({ url }) => clients.call(url, "find_transactions", { limit: 5 }));
    try {
      await withinDeadline(
        untilTaking(empty, all.length - 1),
        "two processes that wait for the first",
      );
    } finally {
      held.resolve();
    }
    const texts = (await Promise.all(answers)).map(({ content: [block] }) => block?.text);
    assertEquals([texts.length, new Set(texts).size], [3, 1]);
    const whole = household.upstream.requests.filter(({ operationId, query }) =>
      operationId === "getTransactions" && query["last_knowledge_of_server"] === undefined
    );
    assertEquals(whole.length, 1);
  },
});

/** Resolves when enough processes try to load data, or when the test is over. */
async function untilTaking(database: EmptyDatabase, count: number): Promise<void> {
  let taking = 0;
  while (taking < count) {
    taking = await database.countOf(TAKING).catch(() => count);
    await delay(20);
  }
}

interface EmptyDatabase extends AsyncDisposable {
  readonly url: string;
  readonly all: Database["all"];
  /** Returns a database URL that identifies a process by name. */
  named(name: string): string;
  /** Number of processes whose last statement matches. */
  countOf(statement: string): Promise<number>;
}

async function anEmptyDatabase(server: string): Promise<EmptyDatabase> {
  const own = await ownDatabase(server);
  const database = new Database({ settings: connectionSettings(own.url) });
  return {
    url: own.url,
    all: (statement) => database.all(statement),
    named(process): string {
      const named = new URL(own.url);
      named.searchParams.set("application_name", process);
      return named.href;
    },
    async countOf(statement): Promise<number> {
      const [row] = await database.all(sql`
        SELECT count(DISTINCT application_name) AS count FROM pg_stat_activity
        WHERE datname = ${own.name} AND application_name LIKE 'replica %'
          AND query LIKE ${statement}`);
      return Number(row?.["count"]);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await database.close();
      await own[Symbol.asyncDispose]();
    },
  };
}
