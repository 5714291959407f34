import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { cardIn, SHOWS_VIEWS, type ViewClient } from "../../views/_view_client.ts";
import { retryUntilGiven } from "../../../sync/store/lease.ts";
import { Database } from "../../../remote/postgres/database.ts";
import { type PostgresServer, sayWithoutPostgres, startPostgres } from "../../_postgres_server.ts";
import { type DatabaseProxy, databaseProxy, type Verdict } from "../../_database_proxy.ts";
import { textOf, type ToolResult, viewClientOf } from "./_asking_handler.ts";
import { CHANGE, READ, type Replica, type Replicas, replicas } from "./_replicas.ts";
import { delay } from "../../../client/timers.ts";
import { ownDatabase } from "../../_own_database.ts";
import { times } from "../../_runs.ts";

const started = await startPostgres();
if (started === null) sayWithoutPostgres("several servers that share one PostgreSQL database");
else globalThis.addEventListener("unload", () => started.remove());

function check(
  name: string,
  run: (world: Replicas, server: PostgresServer) => Promise<void>,
): void {
  if (started === null) return;
  Deno.test(`replicas on PostgreSQL: ${name}`, async () => {
    await using world = replicas(started.url());
    await run(world, started);
    await world[Symbol.asyncDispose]();
    assertEquals(await heldLeases(started), []);
  });
}

async function previewed(replica: Replica): Promise<string> {
  const preview = await replica.call("flag_transactions", CHANGE);
  return String(preview.structuredContent?.["confirmation"]);
}

function confirmed(replica: Replica, confirmation: string): Promise<ToolResult> {
  return replica.call("flag_transactions", { ...CHANGE, confirmation });
}

/** Asserts that a new server can read transactions, and that the journal and the plan agree. */
async function assertTrue(world: Replicas): Promise<void> {
  const fresh = await world.start();
  assertEquals((await fresh.call("find_transactions", READ)).isError ?? false, false);
  const isChanged = world.flag() === "blue";
  const { states, open } = await world.journal();
  assertEquals(world.writes(), isChanged ? 1 : 0);
  // Changes that were started but never sent must be recorded as failed.
  assertEquals([states.filter((state) => state !== "failed"), open], [
    isChanged ? ["applied"] : [],
    0,
  ]);
}

check("a 2025 client works with every replica and gets a code instead of a form", async (world) => {
  const both = [await world.start(), await world.start()];
  let turn = 0;
  await using client = await viewClientOf((one) => (both[turn++ % 2] as Replica).fetch(one), {
    isOld: true,
    capabilities: { ...SHOWS_VIEWS, elicitation: { form: {} } },
  });
  for (const _ of both) {
    assertEquals((await client.tools()).some(({ name }) => name === "decide_change"), true);
  }
  const { structuredContent } = await client.call("flag_transactions", CHANGE);
  const { confirmation } = structuredContent as { readonly confirmation: string };
  const confirmed = await client.call("flag_transactions", { ...CHANGE, confirmation });
  assertEquals([confirmed["isError"], world.flag()], [undefined, "blue"]);
  await assertTrue(world);
});

Deno.test({
  name:
    "three replicas that start together migrate an empty database once and load transactions once",
  ignore: started === null,
  fn: async () => {
    await using own = await ownDatabase(started?.url() ?? "");
    await using world = replicas(own.url);
    const all = await Promise.all([1, 2, 3].map((nth) => {
      const url = new URL(own.url);
      url.searchParams.set("application_name", `replica ${nth}`);
      return world.start({ url: url.href, maxAgeMs: 600_000 });
    }));
    const database = new Database(own.url);
    const versions = await database.all("SELECT version FROM budget_tool_server.versions");
    assertEquals(versions.length, 1);
    // The first replica to load data gets no response until the other replicas are also waiting.
    const waiting = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE " +
      "application_name LIKE 'replica %' AND query LIKE '%INSERT INTO budget_tool_server.leases%'";
    world.onRequest(async () => {
      world.onRequest(() => {});
      while ((await database.all(waiting)).length < 2) await delay(5);
    });
    const answers = await Promise.all(all.map((one) => one.call("find_transactions", READ)));
    await database.close();
    assertEquals(new Set(answers.map(textOf)).size, 1);
    const whole = world.upstream.requests.filter(({ operationId, query }) =>
      operationId === "getTransactions" && query["last_knowledge_of_server"] === undefined
    );
    assertEquals(whole.length, 1);
  },
});

check(
  "a page from one replica can apply or decline another's preview through either replica",
  async (world) => {
    const replicas = [await world.start(), await world.start()];
    const [one, other] = await Promise.all(replicas.map(({ fetch }) => viewClientOf(fetch)));
    await using first = one as ViewClient;
    await using second = other as ViewClient;
    const keyOf = async ({ page }: ViewClient): Promise<string | undefined> =>
      /data-key="([0-9a-f]{32})"/u.exec(await page("flag_transactions"))?.[1];
    const statusOf = (result: object): unknown =>
      (result as ToolResult).structuredContent?.["status"];
    const key = await keyOf(first);
    assertEquals(await keyOf(second), key);
    const { preview } = cardIn(await first.call("flag_transactions", CHANGE));
    const asked = { tool: "flag_transactions", arguments: CHANGE, key, preview };
    const shown = await second.call("show_again", asked);
    assertEquals(statusOf(shown), "open");
    const click = { ...asked, secret: cardIn(shown)["secret"], decision: "apply" };
    assertEquals(statusOf(await second.call("decide_change", click)), "applied");
    assertEquals(statusOf(await first.call("show_again", asked)), "applied");
    await assertTrue(world);
  },
);

check(
  "two replicas whose clocks differ by 30 s continue each other's work",
  async (world) => {
    const [one, other] = [
      await world.start({ skewMs: 15_000 }),
      await world.start({ skewMs: -15_000 }),
    ];
    await other.call("find_transactions", READ);
    const code = await previewed(one);
    const answers = await Promise.all([confirmed(other, code), confirmed(one, code)]);
    const applied = answers.filter(({ isError }) => isError !== true);
    assertEquals(applied.map((answer) => answer.structuredContent?.["status"]), ["applied"]);
    const flagged = async (replica: Replica): Promise<string> =>
      textOf(await replica.call("find_transactions", { ...READ, flag: "blue" }));
    assertEquals(await flagged(one), await flagged(other));
    const undo = { plan_id: READ.plan_id };
    const { structuredContent } = await one.call("undo_operation", undo);
    const confirmation = structuredContent?.["confirmation"];
    const undone = await other.call("undo_operation", { ...undo, confirmation });
    assertEquals([undone.structuredContent?.["status"], world.flag()], ["applied", null]);
    const { states, open } = await world.journal();
    assertEquals([states, open], [["applied", "undone"], 0]);
  },
);

check(
  "while the database is unavailable, reads work and changes are rejected",
  async (world, server) => {
    const replica = await world.start({ maxAgeMs: 600_000 });
    const before = await replica.call("find_transactions", READ);
    for (let outage = 1; outage <= 2; outage++) {
      const code = await previewed(replica);
      assertEquals(await replica.readiness(), 200);
      world.upstream.clearRequests();
      await server.kill();
      assertEquals(await replica.readiness(), 503);
      assertEquals(textOf(await replica.call("find_transactions", READ)), textOf(before));
      assertEquals(world.upstream.requests.length, 0);
      for (
        const refused of [
          await replica.call("flag_transactions", CHANGE),
          await confirmed(replica, code),
        ]
      ) {
        assertEquals(refused.isError, true);
        assertMatch(textOf(refused), /^unavailable: /u);
      }
      assertEquals(world.writes(), 0);
      await server.start();
      assertEquals(await replica.readiness(), 200);
      assertEquals(textOf(await replica.call("find_transactions", READ)), textOf(before));
      const outages = replica.logged.filter((event) => event.startsWith("store_"));
      assertEquals(outages, Array(outage).fill(["store_failed", "store_back"]).flat());
    }
    const { structuredContent } = await confirmed(replica, await previewed(replica));
    assertEquals(structuredContent?.["status"], "applied");
    await assertTrue(world);
  },
);

/** Sets what the proxy does with the nth commit that includes a write to the journal. */
function journalCommits(way: DatabaseProxy, nth: number, verdict: Verdict): void {
  let commits = 0;
  const writing = new Set<number>();
  way.onStatement = (text, connection) => {
    if (text.includes("BEGIN")) writing.delete(connection);
    if (/(?:INSERT INTO|UPDATE) budget_tool_server\.entry_lists/u.test(text)) {
      writing.add(connection);
    }
    if (!writing.has(connection) || !text.includes("COMMIT")) return "pass";
    commits += 1;
    return commits === nth ? verdict : "pass";
  };
}

for (const [nth, what] of [[1, "the intent"], [2, "the outcome"]] as const) {
  check(
    `the database performs a COMMIT of ${what}, but the connection is cut`,
    async (world, server) => {
      await using way = await databaseProxy(server.url());
      const replica = await world.start({ url: way.url });
      const code = await previewed(replica);
      journalCommits(way, nth, "unanswered");
      // The replica retries the transaction, although the database has already committed it.
      const { structuredContent } = await confirmed(replica, code);
      assertEquals(structuredContent?.["status"], "applied");
      assertMatch(textOf(await confirmed(replica, code)), /already used.* was applied/u);
      await assertTrue(world);
    },
  );

  check(
    `the database crashes before a COMMIT of ${what}`,
    async (world, server) => {
      await using way = await databaseProxy(server.url());
      const replica = await world.start({ url: way.url });
      const code = await previewed(replica);
      journalCommits(way, nth, "unheard");
      way.onCut = () => server.kill();
      const answer = await confirmed(replica, code);
      const isBegun = nth === 2;
      assertEquals([world.writes(), world.flag()], isBegun ? [1, "blue"] : [0, null]);
      if (!isBegun) assertMatch(textOf(answer), /^unavailable: .*nothing more will be written/u);
      await server.start();
      await assertTrue(world);
    },
  );
}

check(
  "a change that was never sent is reported as failed once the database is back",
  async (world, server) => {
    await using way = await databaseProxy(server.url());
    const replica = await world.start({ url: way.url });
    const code = await previewed(replica);
    journalCommits(way, 1, "unanswered");
    way.onCut = () => server.kill();
    await confirmed(replica, code);
    await server.start();
    const other = await world.start();
    const told = await retryUntilGiven(async () => {
      const text = textOf(await confirmed(other, code));
      return text.includes("was not applied, so nothing was written") ? text : null;
    }, { maxWaitMs: 30_000 });
    assertMatch(told ?? "", /already used for operation/u);
    await assertTrue(world);
  },
);

/**
 * The calls during which the database crashes. Each function prepares a call and returns a function
 * that makes the call.
 */
const CALLS: Readonly<Record<string, (replica: Replica) => Promise<() => Promise<ToolResult>>>> = {
  "a read": (replica) => Promise.resolve(() => replica.call("find_transactions", READ)),
  "a preview": (replica) => Promise.resolve(() => replica.call("flag_transactions", CHANGE)),
  "a change": async (replica) => {
    const code = await previewed(replica);
    return () => confirmed(replica, code);
  },
};
/**
 * Number of database crashes to test for each call, spaced evenly across the call's SQL statements.
 * `TEST_TIMES=33` is enough to test a crash at each SQL statement that a call sends.
 */
const POINTS = times(2);

for (const [what, prepare] of Object.entries(CALLS)) {
  check(
    `the database crashes at any SQL statement of ${what} and starts again`,
    async (world, server) => {
      await using way = await databaseProxy(server.url());
      const counting = await world.start({ url: way.url });
      const call = await prepare(counting);
      let statements = 0;
      way.onStatement = () => {
        statements += 1;
        return "pass";
      };
      assertEquals((await call()).isError ?? false, false);
      way.onStatement = () => "pass";
      await counting.close();
      const points = Math.min(POINTS, statements);
      for (let nth = 1; nth <= points; nth++) {
        await using other = replicas(server.url());
        const at = Math.ceil((nth * statements) / points);
        await stoppedAt(other, { way, server, at, isHeard: nth % 2 === 0, prepare });
      }
    },
  );
}

interface Stop {
  readonly way: DatabaseProxy;
  readonly server: PostgresServer;
  /** The number of the statement at which the database crashes, counting from 1. */
  readonly at: number;
  /** Whether the database executes the statement before it crashes. */
  readonly isHeard: boolean;
  readonly prepare: (replica: Replica) => Promise<() => Promise<ToolResult>>;
}

/**
 * Asserts that reads succeed, that each change is applied once or rejected, and that the journal is
 * correct.
 */
async function stoppedAt(
  world: Replicas,
  { way, server, at, isHeard, prepare }: Stop,
): Promise<void> {
  const replica = await world.start({ url: way.url });
  const call = await prepare(replica);
  let count = 0;
  way.onStatement = () => {
    count += 1;
    if (count !== at) return "pass";
    return isHeard ? "unanswered" : "unheard";
  };
  way.onCut = () => server.kill();
  const answer = await call();
  way.onStatement = () => "pass";
  way.onCut = () => Promise.resolve();
  // Restart the database even if the call ended before the crash, because writes that the call
  // started may still be pending.
  await server.kill();
  await server.start();
  const where = `at statement ${at}: ${textOf(answer)}`;
  if (prepare === CALLS["a read"]) assertEquals(answer.isError ?? false, false, where);
  else if (answer.isError === true) {
    assertMatch(textOf(answer), /^unavailable: /u, where);
    assertEquals(world.flag(), null, where);
  }
  const isApplied = answer.structuredContent?.["status"] === "applied";
  assertEquals(isApplied, world.flag() === "blue", where);
  assertEquals(await replica.readiness(), 200);
  await assertTrue(world);
}

/** Names of all current leases. */
async function heldLeases(server: PostgresServer): Promise<readonly unknown[]> {
  const database = new Database(server.url());
  try {
    const rows = await database.all(
      "SELECT name FROM budget_tool_server.leases WHERE holder IS NOT NULL " +
        "AND expires_at > extract(epoch FROM now()) * 1000",
    );
    return rows.map(({ name }) => name);
  } finally {
    await database.close();
  }
}

check(
  "a lease that was granted without a response is released before it expires",
  async (world, server) => {
    await using way = await databaseProxy(server.url());
    const replica = await world.start({ url: way.url });
    const code = await previewed(replica);
    let isCut = false;
    way.onStatement = (text) => {
      if (isCut || !text.includes("INSERT INTO budget_tool_server.leases")) return "pass";
      isCut = true;
      return "unanswered";
    };
    assertMatch(textOf(await confirmed(replica, code)), /^unavailable: /u);
    assertEquals([isCut, world.writes()], [true, 0]);
    const isFree = async (): Promise<true | null> =>
      (await heldLeases(server)).length === 0 ? true : null;
    assertEquals(await retryUntilGiven(isFree, { maxWaitMs: 30_000 }), true);
    const other = await world.start();
    assertEquals((await confirmed(other, code)).structuredContent?.["status"], "applied");
    await assertTrue(world);
  },
);

check(
  "a server that is shutting down releases leases left over from a database outage",
  async (world, server) => {
    await using way = await databaseProxy(server.url());
    const replica = await world.start({ url: way.url });
    const code = await previewed(replica);
    world.onRequest((sent, isOver) => {
      if (sent === "PATCH" && !isOver) way.onStatement = () => "unheard";
    });
    await confirmed(replica, code);
    assertNotEquals(await heldLeases(server), []);
    way.onStatement = () => "pass";
    await replica.close();
    assertEquals(await heldLeases(server), []);
    await assertTrue(world);
  },
);
