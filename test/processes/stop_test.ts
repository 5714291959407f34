import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { JournalEntry } from "../../changes/journal.ts";
import { openSqliteStore } from "../sync/_sqlite_store.ts";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";
import { demoPlanId } from "../protocol/_demo_plan_id.ts";
import { HeldUpstream, type Hold } from "../protocol/_held_upstream.ts";
import { RawServer } from "../protocol/_raw_server.ts";
import { childEnvironment, type ServerCommand, TODAY } from "../protocol/_server_command.ts";

const TOKEN = "demo-token";
const args = { plan_id: demoPlanId, month: "2026-11", category_id: "Groceries", amount: 12.5 };

const node = await findNode();

/** The command that starts the program, by runtime. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  Deno: [Deno.execPath(), "run", "--quiet", "-A", "--no-check", pathOf("../../cli.ts")],
  ...(node === null ? {} : { Node: [node, await bundled("scripts/_program.ts")] }),
};

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** An upstream, a store, and a command that starts a program that uses both. */
interface Place extends AsyncDisposable {
  readonly upstream: HeldUpstream;
  readonly commandOf: (...words: readonly string[]) => ServerCommand;
  /** Returns the only change in the journal. */
  entry(): Promise<JournalEntry>;
}

async function aPlace([command = "", ...first]: readonly string[]): Promise<Place> {
  const folder = await Deno.makeTempDir();
  const upstream = await HeldUpstream.listen();
  const store = `${folder}/store`;
  return {
    upstream,
    commandOf: (...words) => ({
      command,
      args: [...first, ...words, "--write"],
      env: childEnvironment({
        BUDGET_ACCESS_TOKEN: TOKEN,
        BUDGET_API_URL: upstream.url,
        BUDGET_STORE: `sqlite:${store}`,
        BUDGET_TODAY: TODAY,
      }),
    }),
    async entry(): Promise<JournalEntry> {
      const owner = { folder: store, secret: TOKEN, baseUrl: upstream.url };
      const opened = await openSqliteStore({ ...owner, now: Date.now, onQuarantined: () => {} });
      const [entry] = await opened.changes.entries(demoPlanId);
      await opened.close();
      return entry?.body as JournalEntry;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await upstream[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Starts a change on a server, and blocks the change's write to YNAB until it is released. */
async function begun(
  { upstream }: Place,
  server: RawServer,
): Promise<{ readonly id: number; readonly hold: Hold }> {
  await server.initialize();
  const preview = await server.call("set_category_budget", args);
  const { confirmation, changes } = preview["structuredContent"] as {
    readonly confirmation: string;
    readonly changes: readonly { readonly id: string }[];
  };
  const [plan] = upstream.snapshot();
  const category = plan?.categories.find(({ id }) => id.startsWith(changes[0]?.id ?? "-"));
  const hold = upstream.holdNext(`/categories/${category?.id}`);
  const id = await server.send("tools/call", {
    name: "set_category_budget",
    arguments: { ...args, confirmation },
  });
  await hold.arrived;
  return { id, hold };
}

for (const [name, program] of Object.entries(PROGRAMS)) {
  const signal = name === "Deno" ? "SIGINT" : "SIGTERM";
  Deno.test(`with ${name} as the runtime, a server finishes a change in progress before ${signal} takes effect`, async () => {
    await using place = await aPlace(program);
    await using server = new RawServer(place.commandOf("serve"));
    const { id, hold } = await begun(place, server);
    server.signal(signal);
    // The server still responds after receiving the signal.
    await server.request("ping");
    hold.release();
    const { result } = await server.answerTo(id);
    const { status } = result?.["structuredContent"] as { readonly status: string };
    const { code, stderr } = await server.ended();
    assertEquals([status, code, stderr], ["applied", 0, ""]);
    assertEquals((await place.entry()).state, "applied");
  });

  Deno.test(`with ${name} as the runtime, a server finishes a change in progress when the server's input ends`, async () => {
    await using place = await aPlace(program);
    await using server = new RawServer(place.commandOf("serve"));
    const { hold } = await begun(place, server);
    const ending = server.end();
    // Hosts close the input, then send a signal.
    server.signal("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 0));
    hold.release();
    assertEquals((await ending).code, 0);
    assertEquals((await place.entry()).state, "applied");
  });

  Deno.test(`with ${name} as the runtime, a second signal stops a server immediately, and the journal records an unknown outcome`, async () => {
    await using place = await aPlace(program);
    await using server = new RawServer(place.commandOf("serve"));
    const { hold } = await begun(place, server);
    const ended = server.ended();
    // Signals sent in quick succession may be merged, so wait for a response before the next
    // signal.
    for (let isAnswering = true; isAnswering;) {
      server.signal("SIGTERM");
      isAnswering = await server.request("ping").then(() => true, () => false);
    }
    assertEquals((await ended).code, 143);
    const { state, steps } = await place.entry();
    const outcomes = steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
    assertEquals([state, outcomes], ["intended", ["unknown"]]);
    hold.release();
  });

  Deno.test(`with ${name} as the runtime, the call command finishes its change and reports it before SIGTERM takes effect`, async () => {
    await using place = await aPlace(program);
    await using preview = new RawServer(
      place.commandOf("call", "set_category_budget", JSON.stringify(args), "--json"),
    );
    const previewed = JSON.parse((await preview.end()).lines.join("\n"));
    const [plan] = place.upstream.snapshot();
    const category = plan?.categories.find(({ name }) => name === "Groceries");
    const hold = place.upstream.holdNext(`/categories/${category?.id}`);
    const confirmed = JSON.stringify({ ...args, confirmation: previewed.confirmation });
    await using call = new RawServer(place.commandOf("call", "set_category_budget", confirmed));
    await hold.arrived;
    call.signal("SIGTERM");
    hold.release();
    const { code, lines } = await call.ended();
    assertMatch(lines.join("\n"), /status: applied/);
    assertEquals([code, (await place.entry()).state], [0, "applied"]);
  });
}

Deno.test("an idle server stops immediately", async () => {
  await using place = await aPlace(PROGRAMS["Deno"] ?? []);
  await using server = new RawServer(place.commandOf("serve"));
  await server.initialize();
  server.signal("SIGTERM");
  assertEquals((await server.ended(5_000)).code, 0);
});
