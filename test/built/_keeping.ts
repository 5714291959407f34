import { assertEquals } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { PROGRAM } from "../../scripts/_project.ts";
import type { Host } from "../protocol/_host.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { changeBy, newestRow } from "./_same_as_source.ts";
import { type ServerCommand, TODAY } from "../protocol/_server_command.ts";

type Arguments = Readonly<Record<string, unknown>>;

export type CommandFor = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => ServerCommand;

/** A simulated YNAB on loopback, and the arguments and environment for a server that uses it. */
export interface ServedUpstream extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  readonly url: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Serves the demo household on loopback. */
export async function serveUpstream(stateHome: string): Promise<ServedUpstream> {
  const upstream = new DemoUpstream({
    plans: [householdPlan({ today: TODAY })],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const { url, close } = await serveDemo(upstream, { port: 0 });
  return {
    upstream,
    url,
    args: ["serve", "--write", "--api-url", url, "--today", TODAY],
    env: { BUDGET_ACCESS_TOKEN: "demo-token", XDG_STATE_HOME: stateHome, HOME: stateHome },
    [Symbol.asyncDispose]: close,
  };
}

/** Asserts that an artifact's cache and journal survive a restart between a change and its undo. */
export async function assertKeeps(commandFor: CommandFor, stateHome: string): Promise<void> {
  await using served = await serveUpstream(stateHome);
  const command = commandFor(served.args, served.env);
  {
    await using host = await openHost2026(command);
    const row = await newestRow(host);
    await change(host, "flag_transactions", {
      flags: [{ transaction_id: row["transaction_id"], color: "red" }],
    });
  }
  const files = [...Deno.readDirSync(`${stateHome}/${PROGRAM}`)].map(({ name }) => name);
  assertEquals(files.filter((name) => name.endsWith(".db")).sort(), ["copy.db", "journal.db"]);
  served.upstream.clearRequests();
  {
    await using host = await openHost2026(command);
    assertEquals((await newestRow(host))["flag"], "red");
    await change(host, "undo_operation", {});
    assertEquals((await newestRow(host))["flag"], undefined);
  }
  const reads = served.upstream.requests.filter(({ operationId }) =>
    operationId === "getTransactions"
  );
  const deltas = reads.filter(({ query }) => "last_knowledge_of_server" in query);
  assertEquals(
    [deltas.length, deltas.length > 0],
    [reads.length, true],
    "everything was read again",
  );
}

async function change(host: Host, name: string, args: Arguments): Promise<void> {
  const last = (await changeBy(host, name, args)).at(-1);
  assertEquals(last?.structured?.["status"], "applied", last?.text);
}
