import { assert, assertEquals, assertMatch } from "@std/assert";
import { delay } from "../../client/timers.ts";
import type { Answer, Host } from "../protocol/_host.ts";
import { OAuthHost } from "../remote/sign_in/_oauth_host.ts";
import { OAuthHost2025 } from "../remote/sign_in/_oauth_host_2025.ts";
import { householdOn } from "../_household.ts";
import { ownDatabase } from "../_own_database.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { DemoYnab } from "../../demo/demo_ynab.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { CONSENT, decidedAtYnab, INVITATION } from "../remote/hosted/_hosted_world.ts";
import type { HttpProcess } from "../remote/http/_runtimes.ts";
import { Browser, type Form } from "../remote/sign_in/_browser.ts";
import { type Caddy, freeHost, startCaddy } from "./_caddy.ts";
import { composed, DEPLOY_HOSTED, rewritten } from "./_compose.ts";
import { isInstalled } from "./_programs.ts";
import { startReplica, TODAY } from "./_topology.ts";

const APPLICATION = { id: "application", secret: "a-secret-of-the-application" } as const;

/** Two replicas of a hosted server behind Caddy. */
interface HostedTopology extends AsyncDisposable {
  /** The address for clients. */
  readonly mcp: URL;
  readonly upstream: DemoUpstream;
  readonly replicas: readonly [HttpProcess, HttpProcess];
  readonly caddy: Caddy;
  /**
   * Signs a user in to a program, filling in this server's and YNAB's forms as the user would.
   */
  readonly signIn: (host: OAuthHost, form: Form) => Promise<void>;
}

/** Starts the topology with an empty database and the compose file's environment. */
async function aHostedTopology(databaseUrl: string): Promise<HostedTopology> {
  await using opened = new AsyncDisposableStack();
  const host = await freeHost();
  const upstream = new DemoUpstream({
    plans: [householdOn(TODAY)],
    token: "a-token",
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const ynab = new DemoYnab({
    users: [{ name: "ana", token: "a-token", upstream }],
    application: { ...APPLICATION, redirectUris: [`https://${host}/sign-in/back`] },
  });
  const served = await serveDemo(ynab, { port: 0 });
  opened.defer(() => served.close());
  const secrets = await secretFiles();
  opened.defer(() => Deno.remove(secrets, { recursive: true }));
  const { services } = await composed({
    BUDGET_HOST: host,
    BUDGET_OPERATOR: "The Tests",
    BUDGET_OPERATOR_CONTACT: "tests@example.com",
    BUDGET_OAUTH_CLIENT_ID: APPLICATION.id,
    POSTGRES_PASSWORD: "a-password",
  }, DEPLOY_HOSTED);
  const startService = async (service: string): Promise<HttpProcess> => {
    const env = JSON.parse(rewritten(JSON.stringify(services[service]?.environment), {
      "0.0.0.0:8103": "127.0.0.1:0",
      "postgres://budget:a-password@database/budget?sslmode=disable": databaseUrl,
      "/run/secrets/": `${secrets}/`,
      "172.31.103.0/24": "127.0.0.1",
    }));
    return opened.use(await startReplica(env, served.url));
  };
  const [first, second] = await Promise.all([
    startService("replica-1"),
    startService("replica-2"),
  ]);
  const caddy = opened.use(await startCaddy(host, [first.url, second.url]));
  const signIn = async (program: OAuthHost, form: Form): Promise<void> => {
    const browser = new Browser((request) => caddy.fetch(request));
    const consent = await browser.visit(await program.begin());
    const atYnab = await browser.visit(consent.url, form);
    await program.finish(await browser.visit(await decidedAtYnab({ ynab }, atYnab.url, "ana")));
  };
  const ended = opened.move();
  return {
    mcp: new URL(`https://${host}/mcp`),
    upstream,
    replicas: [first, second],
    caddy,
    signIn,
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  };
}

/** Creates the secrets that the compose file needs. */
async function secretFiles(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const secrets = {
    client_secret: APPLICATION.secret,
    seal_key: crypto.randomUUID(),
    invitation: INVITATION,
    test_code: crypto.randomUUID(),
  };
  for (const [name, secret] of Object.entries(secrets)) {
    await Deno.writeTextFile(`${folder}/${name}`, secret, { mode: 0o600 });
  }
  return folder;
}

const what = "a hosted server behind Caddy";
const url = await postgresForTests(what);
const isWhole = await isInstalled("caddy", "version", what) && url !== null;

/**
 * The number of concurrent calls and the number of repetitions of each call. Both numbers stay
 * below a user's limits of 8 concurrent calls and 120 calls per minute.
 */
const AT_ONCE = 4;
const REPEATS = 10;

Deno.test({
  name:
    "clients with either protocol version sign in with YNAB, make a change and undo it through two replicas " +
    "behind Caddy, and continue after one replica is killed",
  ignore: !isWhole,
  fn: async () => {
    await using database = await ownDatabase(url ?? "");
    await using topology = await aHostedTopology(database.url);
    const { mcp, caddy, replicas, signIn, upstream } = topology;
    const programs = [
      ["2026-07-28", new OAuthHost(mcp, {}, caddy.fetch)],
      ["2025-11-25", new OAuthHost2025(mcp, {}, caddy.fetch)],
    ] as const;
    for (const [version, program] of programs) {
      await signIn(program, CONSENT);
      await using host = await program.connect();
      assertEquals(host.protocolVersion, version);
      await flagAndUndo(host, () => upstream.snapshot());
    }

    const [[, program]] = programs;
    await using host = await program.connect();
    const before = callsOf(host);
    await host.call("list_accounts", {});
    replicas[0].signal("SIGKILL");
    await before;
    await untilAnswered(host);
    assertEquals((await callsOf(host)).filter((isAnswered) => !isAnswered), []);
    await flagAndUndo(host, () => upstream.snapshot());
    assert(!caddy.said().includes("Bearer"), "Caddy must not log tokens");
  },
});

/**
 * Makes calls until Caddy has noticed that a replica was killed. Until then, a call can fail
 * because the killed replica had already received the call. With Caddy versions before 2.11.2,
 * there is another case in which a call fails: when Caddy resends it to the remaining replica.
 */
async function untilAnswered(host: Host): Promise<void> {
  for (let inARow = 0, calls = 0; inARow < REPEATS; calls++) {
    assert(calls < 100, "Caddy still sends calls to the replica that is gone");
    const isAnswered = await host.call("list_accounts", {}).then(() => true, () => false);
    inARow = isAnswered ? inARow + 1 : 0;
    await delay(50);
  }
}

/** Calls a tool many times. For each call, returns whether it was answered. */
async function callsOf(host: Host): Promise<readonly boolean[]> {
  const callers = Array.from({ length: AT_ONCE }, async () => {
    const answered: boolean[] = [];
    for (let nth = 0; nth < REPEATS; nth++) {
      const call = host.call("list_accounts", {});
      answered.push(await call.then(({ isError }) => !isError, () => false));
    }
    return answered;
  });
  return (await Promise.all(callers)).flat();
}

/** Flags the newest transaction and undoes the change. */
async function flagAndUndo(host: Host, snapshot: () => unknown): Promise<void> {
  const before = flagsIn(snapshot());
  const found = await host.call("find_transactions", { limit: 1 });
  const [row] = found.structured?.["transactions"] as readonly Record<string, unknown>[];
  const flags = [{ transaction_id: row?.["transaction_id"], color: "purple" }];
  const applied = await confirmed(host, "flag_transactions", { flags });
  assert(flagsIn(snapshot()) !== before, "the transaction must be flagged at YNAB");
  await confirmed(host, "undo_operation", { operation_id: applied.structured?.["operation_id"] });
  assertEquals(flagsIn(snapshot()), before);
}

/** Previews a change and confirms it with the code. */
async function confirmed(
  host: Host,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const preview = await host.call(tool, args);
  assertEquals(preview.structured?.["status"], "confirmation_required", preview.text);
  const confirmation = preview.structured?.["confirmation"];
  const applied = await host.call(tool, { ...args, confirmation });
  assertMatch(String(applied.structured?.["status"]), /^(?:applied|undone)$/u, applied.text);
  return applied;
}

function flagsIn(snapshot: unknown): string {
  const [{ transactions }] = snapshot as readonly [
    { readonly transactions: readonly { readonly id: string; readonly flag_color?: unknown }[] },
  ];
  return JSON.stringify(transactions.map(({ id, flag_color: color }) => [id, color]));
}
