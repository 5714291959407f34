/**
 * Several servers over one PostgreSQL: whatever happens to it, no change is lost or doubled,
 * and none is without an entry in the journal.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { type PostgresServer, sayUntested, startPostgres } from "../_postgres_server.ts";
import type { ToolResult } from "./_asking_handler.ts";
import { CHANGE, cutWay, READ, type Replica, type Replicas, replicas } from "./_replicas.ts";

const started = await startPostgres();
if (started === null) sayUntested("several servers over one PostgreSQL");
else globalThis.addEventListener("unload", () => started.remove());

function check(
  name: string,
  run: (world: Replicas, server: PostgresServer) => Promise<void>,
): void {
  if (started === null) return;
  Deno.test(`replicas on PostgreSQL: ${name}`, async () => {
    await using world = replicas(started.url());
    await run(world, started);
  });
}

function textOf({ content: [block] }: ToolResult): string {
  return block?.text ?? "";
}

async function previewed(replica: Replica): Promise<string> {
  const preview = await replica.call("flag_transactions", CHANGE);
  return String(preview.structuredContent?.["confirmation"]);
}

function confirmed(replica: Replica, confirmation: string): Promise<ToolResult> {
  return replica.call("flag_transactions", { ...CHANGE, confirmation });
}

function writesOf({ upstream }: Replicas): number {
  return upstream.requests.filter(({ operationId }) => operationId === "updateTransactions").length;
}

/** After whatever has happened: a read by a server that was not there, and then the books. */
async function assertTrue(world: Replicas): Promise<void> {
  const fresh = await world.start();
  assertEquals((await fresh.call("find_transactions", READ)).isError ?? false, false);
  const isChanged = world.flag() === "blue";
  const { entries, open } = await world.journal();
  assertEquals([writesOf(world) > 1, entries.length > 1], [false, false]);
  if (isChanged) assertEquals([entries.length, open], [1, []]);
  // What was never sent has moved nothing: no read need tell of it.
  assertEquals([writesOf(world) > 0, open.length > 0].every(Boolean), false);
}

check("what one has previewed two confirm at once, and one of them is refused", async (world) => {
  const [one, other] = [await world.start(), await world.start()];
  const code = await previewed(one);
  const answers = await Promise.all([confirmed(one, code), confirmed(other, code)]);
  const applied = answers.filter(({ structuredContent }) =>
    structuredContent?.["status"] === "applied"
  );
  assertEquals(applied.length, 1);
  const [refused] = answers.filter((answer) => !applied.includes(answer));
  assertMatch(refused === undefined ? "" : textOf(refused), /used/u);
  assertEquals(world.flag(), "blue");
  await assertTrue(world);
});

check("four at once on an empty store read the transactions once", async (world) => {
  const all = await Promise.all([1, 2, 3, 4].map(() => world.start({ maxAgeMs: 600_000 })));
  const answers = await Promise.all(all.map((one) => one.call("find_transactions", READ)));
  assertEquals(new Set(answers.map(textOf)).size, 1);
  // Who comes later may ask what is new since.
  const whole = world.upstream.requests.filter(({ operationId, query }) =>
    operationId === "getTransactions" && query["last_knowledge_of_server"] === undefined
  );
  assertEquals(whole.length, 1);
});

check("while the database is away reads go on and changes are refused", async (world, server) => {
  const replica = await world.start({ maxAgeMs: 600_000 });
  const before = await replica.call("find_transactions", READ);
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
  assertEquals(writesOf(world), 0);
  await server.start();
  assertEquals(await replica.readiness(), 200);
  const { structuredContent } = await confirmed(replica, code);
  assertEquals(structuredContent?.["status"], "applied");
  await assertTrue(world);
});

const moments = [
  ["as a step is sent", "PATCH", false],
  ["as a step was answered", "PATCH", true],
  ["as the plan is read before the change", "GET", false],
  ["as the plan was read before the change", "GET", true],
] as const;
for (const [what, method, isAnswered] of moments) {
  check(`the database stops hard ${what}, and the books are right`, async (world, server) => {
    const replica = await world.start();
    const code = await previewed(replica);
    let isStopped = false;
    world.onRequest(async (sent, isOver) => {
      if (isStopped || sent !== method || isOver !== isAnswered) return;
      isStopped = true;
      await server.kill();
    });
    const answer = await confirmed(replica, code);
    assertEquals(isStopped, true);
    await server.start();
    if (method === "PATCH") assertEquals(world.flag(), "blue");
    else assertEquals([answer.isError, world.flag()], [true, null]);
    await assertTrue(world);
  });
}

for (const nth of [1, 2]) {
  for (const isHeard of [false, true]) {
    const what = nth === 1 ? "the intent" : "the outcome";
    const how = isHeard ? "hears, and nobody hears of it" : "does not hear";
    check(
      `the way is cut at a COMMIT of ${what} that the database ${how}`,
      async (world, server) => {
        await using way = await cutWay(server.url());
        const replica = await world.start({ url: way.url });
        const code = await previewed(replica);
        way.cut({ nth, isHeard });
        const answer = await confirmed(replica, code);
        if (nth === 1) {
          // Nothing is sent of what is not known to be written down.
          assertEquals([answer.isError, writesOf(world), world.flag()], [true, 0, null]);
          assertMatch(textOf(answer), /^unavailable: /u);
        } else assertEquals([writesOf(world), world.flag()], [1, "blue"]);
        const again = await confirmed(replica, code);
        if (nth === 1 && !isHeard) assertEquals(again.structuredContent?.["status"], "applied");
        else assertEquals(again.isError, true);
        assert(writesOf(world) <= 1);
        await assertTrue(world);
      },
    );
  }
}
