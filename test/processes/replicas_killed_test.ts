// deno-lint-ignore-file no-console
import { assertEquals } from "@std/assert";
import { seededRandom } from "../../domain/base/statistics.ts";
import { type DatabaseProxy, databaseProxy } from "../_database_proxy.ts";
import { memoryFolder } from "../_memory_folder.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { seedOr, times } from "../_runs.ts";
import { faultCases } from "../changes/faults/_fault_cases.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { untruthsAfter } from "./_aftermath.ts";
import { said } from "./_claims.ts";
import { Danger } from "./_danger.ts";
import { pastChanges, untrueJournal } from "./_journal_truth.ts";
import { anOrderedServer } from "./_ordered_server.ts";
import { aServerStarter, type ServerProcess, type ServerStarter } from "./_server_process.ts";

const KILLS = times(12);
/** Seconds on the test clock until every lease has expired. */
const LEASES_ENDED_S = 91;
/**
 * Number of events to assume for a change whose events haven't been counted yet. An SQL statement
 * or a request counts as two events: when it is sent and when it is completed.
 */
const USUAL_EVENTS = 50;

/** State shared by all rounds of the test. Each round kills one server. */
interface Field {
  readonly url: string;
  readonly proxy: DatabaseProxy;
  readonly starter: ServerStarter;
  readonly below: string;
  readonly random: () => number;
  /** Number of events by kind of change, for changes that finished before the server was killed. */
  readonly events: Map<string, number>;
  readonly places: Map<string, number>;
}

const url = await postgresForTests("killed servers that share one PostgreSQL database");

Deno.test({
  name:
    `tool answers are accurate after a replica on a shared PostgreSQL database is killed (${KILLS} times)`,
  ignore: url === null,
  fn: async () => {
    const below = await memoryFolder();
    await using proxy = await databaseProxy(url ?? "");
    const starter = await aServerStarter();
    const shared = { url: url ?? "", proxy, starter, below, random: seededRandom(seedOr(20)) };
    const field: Field = { ...shared, events: new Map(), places: new Map() };
    const untruths: string[] = [];
    for (let nth = 0; nth < KILLS; nth++) untruths.push(...await afterKill(field));
    await removeFolder(below);
    console.log([...field.places].map(([place, count]) => `${count} ${place}`).join(", "));
    assertEquals(untruths, []);
  },
});

/** Kills one server, and continues with another server. */
async function afterKill(field: Field): Promise<readonly string[]> {
  const { random, starter, below, proxy, url } = field;
  const faultCase = faultCases[Math.floor(random() * faultCases.length)];
  const runtime = starter.runtimes[Math.floor(random() * starter.runtimes.length)];
  if (faultCase === undefined || runtime === undefined) throw new Error("There is none");
  const first = random() < 0.5 ? "reads" : "undoes";
  await using danger = await Danger.open(faultCase, below, proxy.url);
  const victim = starter.start(runtime);
  const call = await danger.prepare(danger.asking(victim));
  danger.database = url;
  const { length: changesBefore } = await pastChanges(danger);
  const place = await killed(danger, { victim, call, field });
  danger.restart();
  danger.pass(LEASES_ENDED_S);
  const other = anOrderedServer(({ url }) => ({ apiUrl: url }));
  const ask = danger.asking(other);
  const isBegun = (await pastChanges(danger)).length > changesBefore;
  field.places.set(place, (field.places.get(place) ?? 0) + 1);
  const found = isBegun
    ? await untruthsAfter(danger, { call, ask, manner: { first } })
    : await untruthsBeforeIt(danger, () => ask(call));
  await other.close?.();
  return found.map((untruth) => `${faultCase.name} on ${runtime}, ${place}: ${untruth}`);
}

/** Has a server apply a change, and kills the server at a random request or SQL statement. */
async function killed(
  danger: Danger,
  { victim, call, field }: {
    readonly victim: ServerProcess;
    readonly call: Parameters<ReturnType<Danger["asking"]>>[0];
    readonly field: Field;
  },
): Promise<string> {
  const { proxy, random, events } = field;
  const { name } = danger.faultCase;
  const chosen = 1 + Math.floor(random() * (events.get(name) ?? USUAL_EVENTS));
  const killed = Promise.withResolvers<string>();
  let count = 0;
  const isNow = (place: string): boolean => {
    count += 1;
    if (count === chosen) {
      victim.kill().then(() => killed.resolve(place), killed.reject);
    }
    return count === chosen;
  };
  // An SQL statement counts twice: when it is sent and when it is completed.
  proxy.onStatement = () => {
    if (isNow("as a statement was sent")) return "unheard";
    return isNow("as a statement was done") ? "unanswered" : "pass";
  };
  danger.upstream.onRequest = (place) => {
    const where = place === "before" ? "as a request was sent" : "as a request was done";
    return isNow(where) && place === "before" ? "lost" : "goes on";
  };
  // The server to be killed still uses the proxy, although `danger.database` has been replaced.
  const asked = danger.asking(victim);
  const reply = asked(call);
  reply.catch(() => {});
  const place = await Promise.race([
    killed.promise,
    reply.then(() => "after the answer", () => killed.promise),
  ]);
  proxy.onStatement = () => "pass";
  danger.upstream.onRequest = () => "goes on";
  if (place === "after the answer") {
    events.set(name, count);
    await victim.kill();
  }
  return place;
}

/** Checks that a change that isn't in the journal wrote nothing and can still be confirmed. */
async function untruthsBeforeIt(
  danger: Danger,
  again: () => ReturnType<ReturnType<Danger["asking"]>>,
): Promise<readonly string[]> {
  if (danger.stage() !== 0) return ["something was written that the journal does not name"];
  const reply = await again();
  if (reply.structured?.["status"] !== "applied") return [`it can't be begun: ${said(reply)}`];
  if (danger.truth().written !== "all") return [`it says that it is applied: ${said(reply)}`];
  return await untrueJournal(danger, "all");
}
