import { assertEquals, assertMatch } from "@std/assert";
import { postgresForTests } from "../_postgres_server.ts";
import { faultCases } from "../changes/faults/_fault_cases.ts";
import { memoryFolder } from "../_memory_folder.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { ids } from "../tools/_plan.ts";
import { prepare } from "./_asking.ts";
import { Danger } from "./_danger.ts";
import { pastChanges } from "./_journal_truth.ts";
import { anOrderedServer } from "./_ordered_server.ts";
import { aServerStarter } from "./_server_process.ts";

/** How long the replica is paused, in seconds: longer than a lease lasts if it isn't renewed. */
const LONG_S = 100;

const url = await postgresForTests("paused servers that share one PostgreSQL database");

Deno.test({
  name:
    "a replica that was paused for longer than its lease doesn't start a new step or write to the journal",
  ignore: url === null || Deno.build.os === "windows",
  fn: async () => {
    const below = await memoryFolder();
    await using _ = { [Symbol.asyncDispose]: () => removeFolder(below) };
    const clockFile = `${below}/clock`;
    const [faultCase] = faultCases.filter(({ tool }) => tool === "move_money");
    if (faultCase === undefined) throw new Error("No money is moved");
    const starter = await aServerStarter();
    await using danger = await Danger.open(faultCase, below, url ?? "");
    const tell = (): void => Deno.writeTextFileSync(clockFile, String(danger.now));
    tell();
    const server = starter.start("Deno", ["env", `CLOCK_FILE=${clockFile}`]);
    const call = await danger.prepare(danger.asking(server));
    const waiting = danger.upstream.keepWrite(1, "applied");
    const reply = danger.asking(server)(call);
    await waiting.reached;

    server.signal("SIGSTOP");
    danger.pass(LONG_S);
    tell();
    danger.restart();
    const other = anOrderedServer(({ url }) => ({ apiUrl: url }));
    const ask = danger.asking(other);
    // The other server is now changing the same plan and therefore holds the lock.
    const group = { tool: "create_category_group", args: { plan_id: ids.plan, name: "Meanwhile" } };
    const change = await prepare({ ...faultCase, ...group, before: [] }, ask);
    assertEquals((await ask(change)).structured?.["status"], "applied");
    const { requests } = danger.upstream;
    const sentBefore = requests.filter(({ operationId }) => operationId === "updateMonthCategory");
    await waiting.release();
    server.signal("SIGCONT");
    const { text, isError } = await reply;
    assertEquals(isError, true);
    assertMatch(text, /was paused/u);
    assertMatch(text, /the journal could not be updated/u);
    const sent = danger.upstream.requests
      .filter(({ operationId }) => operationId === "updateMonthCategory");
    assertEquals([sentBefore.length, sent.length], [1, 1]);
    const [, interrupted] = await pastChanges(danger);
    assertEquals(interrupted?.state, "unconfirmed");
    await server.kill();
    await other.close?.();
  },
});
