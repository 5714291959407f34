import { assertEquals } from "@std/assert";
import { DemoYnab } from "../../../demo/demo_ynab.ts";
import { householdPlan } from "../../../demo/household.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { auditEntry, type HostedEvent } from "../../../remote/hosted/hosted_events.ts";
import type { HostedOptions } from "../../../remote/hosted/hosted_options.ts";
import { type Endpoint, openEndpoint } from "../../../remote/http/endpoint.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import type { HttpLimits } from "../../../remote/request_limits.ts";
import { serveHttp } from "../../../remote/http/node_server.ts";
import { Database } from "../../../remote/postgres/database.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import type { LogEntry } from "../../../server/log_entry.ts";
import { type OwnDatabase, ownDatabase } from "../../_own_database.ts";
import type { Answer, Host } from "../../protocol/_host.ts";
import { isPostgresFound, postgresForTests } from "../../_postgres_server.ts";
import { Browser, type Form, type Page } from "../sign_in/_browser.ts";
import { KNOWN_CLIENT, readClientDocument } from "../sign_in/_client_documents.ts";
import { askEndpoint, MCP, PUBLIC_URL } from "../sign_in/_household.ts";
import { type HostSays, OAuthHost } from "../sign_in/_oauth_host.ts";

export const ACCOUNT: URL = new URL("/account", PUBLIC_URL);
export const SEAL_KEY = "0123456789abcdef0123456789abcdef";
export const INVITATION = "an-invitation-of-tests";
const YNAB = "https://app.ynab.com";
const TODAY = "2026-11-19";

/**
 * Each user's household. The names of the household's accounts and payees end with the user's name.
 */
const plans = new Map<string, ReturnType<typeof householdPlan>>();

function planOf(name: string, at: number): ReturnType<typeof householdPlan> {
  const known = plans.get(name);
  if (known !== undefined) return known;
  const plan = { ...householdPlan({ today: TODAY, seed: at + 1 }), name };
  const owner = name.replace(/^Plan/u, "");
  const accounts = plan.accounts.map((account) => ({ ...account, name: account.name + owner }));
  const payees = plan.payees.map((payee) => ({ ...payee, name: payee.name + owner }));
  plans.set(name, { ...plan, accounts, payees });
  return { ...plan, accounts, payees };
}

/** A multi-user server with its database, a simulated YNAB and a test clock. */
export interface HostedWorld extends AsyncDisposable {
  readonly ynab: DemoYnab;
  readonly upstreams: ReadonlyMap<string, DemoUpstream>;
  /** Sends a request from an address to one of the replicas. */
  readonly ask: (request: Request, replica?: number, address?: string) => Promise<Response>;
  readonly browser: (address?: string) => Browser;
  readonly host: (says?: HostSays, replica?: number) => OAuthHost;
  readonly clock: { ms: number };
  /** The server's database, opened independently of the server. */
  readonly database: Database;
  readonly databaseUrl: string;
  /** Everything sent to YNAB (`toYnab`), and every token that YNAB issued (`fromYnab`). */
  readonly toYnab: readonly string[];
  readonly fromYnab: readonly string[];
  /** Everything that clients and browsers received. */
  readonly answers: readonly string[];
  readonly events: readonly HostedEvent[];
  readonly log: readonly LogEntry[];
  /** Opens another replica, optionally with different options or a clock that runs ahead. */
  readonly addReplica: (other?: Partial<HostedOptions>, aheadMs?: number) => Promise<number>;
  /** Opens a replica on a port; the replica takes a client's address from `X-Forwarded-For`. */
  readonly listen: () => Promise<AsyncDisposable & { readonly url: URL }>;
  /** Deletes unused vaults, as a replica does every hour. */
  readonly sweep: (replica?: number) => Promise<void>;
  /** Stops a replica and waits until everything is stored. */
  readonly stop: (replica: number) => Promise<void>;
}

export interface HostedWorldOptions {
  readonly hosted?: Partial<HostedOptions>;
  readonly server?: Partial<HttpOptions>;
  readonly limits?: Partial<HttpLimits>;
  /** Replaces the network connection to YNAB. */
  readonly fetch?: (ynab: DemoYnab) => typeof globalThis.fetch;
  /** Whether the test alters tables, in which case no later test can use its database. */
  readonly altersTables?: boolean;
}

/** Emptied databases from earlier tests, which are reused because creating a database is slow. */
const empty: OwnDatabase[] = [];
Deno.test.afterAll(async () => {
  for (const one of empty.splice(0)) await one[Symbol.asyncDispose]();
});

const EMPTYING = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables
    WHERE schemaname = 'budget_tool_server' AND tablename <> 'versions'
  LOOP EXECUTE 'DELETE FROM budget_tool_server.' || name; END LOOP;
END $$`;

/** Opens a multi-user server. Returns `null` if PostgreSQL isn't available. */
async function aHostedWorld(
  { hosted, server, limits, fetch, altersTables }: HostedWorldOptions = {},
): Promise<HostedWorld | null> {
  const url = await postgresForTests("sign-ins at YNAB");
  if (url === null) return null;
  const own = empty.pop() ?? await ownDatabase(url);
  const database = new Database(own.url);
  const clock = { ms: Date.parse(`${TODAY}T12:00:00Z`) };
  const now = (): number => clock.ms;
  const upstreams = new Map(["ana", "ben"].map((name, at) => {
    const upstream = new DemoUpstream({
      plans: [planOf(`Plan of ${name}`, at)],
      token: `token-of-${name}`,
      userId: `id-of-${name}`,
      now: () => new Date(clock.ms),
    });
    return [name, upstream];
  }));
  const ynab = new DemoYnab({
    users: [...upstreams].map(([name, upstream]) => ({
      name,
      upstream,
      token: `token-of-${name}`,
    })),
    application: {
      id: "app",
      secret: "app-secret",
      redirectUris: [`${PUBLIC_URL}/sign-in/back`],
    },
    now,
  });
  const toYnab: string[] = [];
  const fromYnab: string[] = [];
  const answers: string[] = [];
  const events: HostedEvent[] = [];
  const log: LogEntry[] = [];
  const network = fetch?.(ynab) ?? ynab.fetch;
  const recorded: typeof globalThis.fetch = async (input, init) => {
    const { body, headers } = init ?? {};
    toYnab.push(`${input} ${JSON.stringify([...new Headers(headers)])} ${body ?? ""}`);
    const response = await network(input, init);
    if (!String(input).endsWith("/oauth/token") || !response.ok) return response;
    const text = await response.text();
    const { access_token: access, refresh_token: refresh } = JSON.parse(text);
    if (access !== undefined) fromYnab.push(access, refresh);
    return new Response(text, response);
  };
  const replicas: { readonly endpoint: Endpoint; readonly close: () => Promise<void> }[] = [];
  /** Returns a replica's options, with a separate connection to the database. */
  const replicaOptions = async (
    other: Partial<HostedOptions> = {},
    aheadMs = 0,
  ): Promise<{ readonly options: HttpOptions; readonly closeDatabase: () => Promise<void> }> => {
    const database = await openPostgres(own.url, {
      clock: () => `CAST(${clock.ms} AS bigint)`,
    });
    const options: HttpOptions = {
      token: null,
      profile: "complete",
      write: true,
      today: TODAY,
      publicUrl: PUBLIC_URL,
      signIn: "ynab",
      database,
      fetch: recorded,
      now: () => clock.ms + aheadMs,
      checksAnswers: true,
      log: (entry) => void log.push(entry),
      ...server,
      hosted: {
        application: { clientId: "app", clientSecret: "app-secret" },
        sealKeys: [SEAL_KEY],
        operator: "The Tests",
        operatorContact: "tests@example.com",
        invitation: INVITATION,
        authorizations: 25,
        retentionDays: 30,
        openVaults: 300,
        observe: (event) => void events.push(event),
        ...hosted,
        ...other,
      },
    };
    return { options, closeDatabase: () => database.close() };
  };
  const parts = { fetchMetadata: readClientDocument, limits };
  const addReplica: HostedWorld["addReplica"] = async (other, aheadMs) => {
    const { options, closeDatabase } = await replicaOptions(other, aheadMs);
    const endpoint = openEndpoint(options, parts);
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => closing ??= endpoint.close().then(closeDatabase);
    return replicas.push({ endpoint, close }) - 1;
  };
  await addReplica();
  const ask = async (request: Request, replica = 0, address = "192.0.2.1"): Promise<Response> => {
    // Send requests for YNAB's pages to the simulated YNAB.
    if (new URL(request.url).origin === YNAB) return await ynab.fetch(request);
    const { endpoint } = replicas[replica] ?? replicas[0] ?? failed();
    const response = await askEndpoint(endpoint, request, address);
    answers.push(`${await response.clone().text()} ${JSON.stringify([...response.headers])}`);
    return response;
  };
  return {
    toYnab,
    fromYnab,
    answers,
    events,
    log,
    ynab,
    upstreams,
    clock,
    ask,
    addReplica,
    database,
    databaseUrl: own.url,
    browser: (address) => new Browser((request) => ask(request, 0, address)),
    host: (says = { metadataUrl: KNOWN_CLIENT }, replica = 0) =>
      new OAuthHost(MCP, says, (input, init) => ask(new Request(input, init), replica)),
    listen: async () => {
      const { options, closeDatabase } = await replicaOptions();
      const place = { host: "127.0.0.1", port: 0, trustedProxies: ["127.0.0.1"] };
      const server = await serveHttp(options, { ...place, ...parts });
      return {
        url: new URL(server.url),
        [Symbol.asyncDispose]: () => server.close().then(closeDatabase),
      };
    },
    sweep: async (replica = 0) => await replicas[replica]?.endpoint.hosted?.sweep(),
    stop: async (replica) => await replicas[replica]?.close(),
    [Symbol.asyncDispose]: async () => {
      for (const { close } of replicas) await close();
      if (!altersTables) await database.all(EMPTYING);
      await database.close();
      if (altersTables) await own[Symbol.asyncDispose]();
      else empty.push(own);
    },
  };
}

/** The audit log's entries, without their times. */
export function auditOf(
  { events }: Pick<HostedWorld, "events">,
): readonly Readonly<Record<string, unknown>>[] {
  return events.map(auditEntry).filter((entry) => entry !== null);
}

/** Outcomes of all sign-ins so far, in order. */
export function outcomesOf({ events }: Pick<HostedWorld, "events">): readonly string[] {
  return events.flatMap((event) => event.kind === "sign_in" ? [event.outcome] : []);
}

/** Runs a test with a multi-user server. */
export function hostedTest(
  name: string,
  run: (world: HostedWorld) => Promise<void>,
  options: HostedWorldOptions = {},
): void {
  Deno.test({
    name,
    ignore: !isPostgresFound(),
    fn: async () => {
      await using world = await aHostedWorld(options);
      if (world !== null) await run(world);
    },
  });
}

function failed(): never {
  throw new Error("There is no such replica");
}

/** The user's input on the consent page. */
export const CONSENT = {
  answer: "allow",
  access: "change",
  zone: "Europe/Berlin",
  invitation: INVITATION,
} as const;

/** Opens the consent page. */
export async function consentPageOf(
  world: HostedWorld,
  browser: Browser,
  host: OAuthHost = world.host(),
): Promise<Page> {
  return await browser.visit(await host.begin());
}

/** Submits the consent page. Returns the YNAB page that the browser is redirected to. */
export async function agreed(
  browser: Browser,
  { url }: Page,
  form: Form = CONSENT,
): Promise<Page> {
  return await browser.visit(url, form);
}

/** Allows or denies access on YNAB's page. Returns the URL that YNAB redirects the browser to. */
export async function decidedAtYnab(
  { ynab }: Pick<HostedWorld, "ynab">,
  address: URL,
  user: string,
  decision = "authorize",
): Promise<URL> {
  const body = new URLSearchParams([...address.searchParams, ["user", user], [
    "decision",
    decision,
  ]]);
  const response = await ynab.fetch(new URL("/oauth/authorize", address), {
    method: "POST",
    body: body.toString(),
  });
  assertEquals(response.status, 302);
  return new URL(response.headers.get("location") ?? "");
}

/** Goes through a sign-in. Returns the URL that YNAB redirects the browser to. */
export async function backFromYnab(
  world: HostedWorld,
  browser: Browser,
  user = "ana",
  decision = "authorize",
): Promise<URL> {
  const { url } = await agreed(browser, await consentPageOf(world, browser));
  return await decidedAtYnab(world, url, user, decision);
}

/**
 * Whether the browser was redirected to the client, with an authorization code in the URL. Ignores
 * the redirect from YNAB to this server: that redirect carries an authorization code too, but not
 * the one for the client.
 */
export function hasCode({ url }: Page): boolean {
  return url.origin !== PUBLIC_URL && url.searchParams.has("code");
}

/** Signs a user in through a client, and returns the client. */
export async function signedIn(
  world: HostedWorld,
  user: string,
  { form = CONSENT, browser = world.browser(), host = world.host() }: {
    readonly form?: Form;
    readonly browser?: Browser;
    readonly host?: OAuthHost;
  } = {},
): Promise<OAuthHost> {
  const page = await consentPageOf(world, browser, host);
  const { url } = await agreed(browser, page, form);
  const back = await browser.visit(await decidedAtYnab(world, url, user));
  await host.finish(back);
  return host;
}

/** Reads the form's token and the programs' ids from the account page. */
export function formsOf(
  { text }: Page,
): { readonly form: string; readonly ids: readonly string[] } {
  const form = /name="form" value="([^"]+)"/u.exec(text)?.[1] ?? "";
  const ids = [...text.matchAll(/name="remove" value="([^"]+)"/gu)].map(([, id = ""]) => id);
  return { form, ids };
}

/** Previews a change to an assigned amount. Returns a function that confirms the change. */
export async function previewedChange(
  connected: Host,
  category = "Groceries",
): Promise<() => Promise<Answer>> {
  const change = { month: "current", category_id: category, amount: 321 };
  const { text } = await connected.call("set_category_budget", change);
  const confirmation = /confirmation: (\S+)/u.exec(text)?.[1];
  return () => connected.call("set_category_budget", { ...change, confirmation });
}
