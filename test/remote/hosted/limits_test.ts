import { assert, assertEquals, assertMatch } from "@std/assert";
import { customerOf, networkOf } from "../../../remote/request_limits.ts";
import {
  agreed,
  backFromYnab,
  CONSENT,
  consentPageOf,
  hasCode,
  hostedTest,
  type HostedWorld,
  type HostedWorldOptions,
  INVITATION,
  previewedChange,
  signedIn,
} from "./_hosted_world.ts";
import { MCP, PUBLIC_URL, statusWith } from "../sign_in/_household.ts";
import { connect, type Socket } from "node:net";
import type { DemoYnab } from "../../../demo/demo_ynab.ts";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { messageRequest } from "../http/_asking_handler.ts";
import { Browser } from "../sign_in/_browser.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { OAuthHost } from "../sign_in/_oauth_host.ts";

const MINUTE_MS = 60_000;

/** Adds copies of a user's only vault, as if the user had connected more programs. */
async function addPrograms(world: HostedWorld, count: number): Promise<void> {
  await world.database.all(
    "INSERT INTO budget_tool_server.vaults SELECT nth, tenant, owner, body, created_day, used_day " +
      `FROM budget_tool_server.vaults, generate_series(1, ${count}) AS nth`,
  );
}

hostedTest("a user's eleventh program is rejected with a reason", async (world) => {
  await signedIn(world, "ana");
  await addPrograms(world, 9);
  const browser = world.browser();
  const back = await browser.visit(await backFromYnab(world, browser));
  assertEquals(back.url.searchParams.get("error"), "access_denied");
  assertMatch(
    back.url.searchParams.get("error_description") ?? "",
    /already connected 10 programs/u,
  );
  // The user can still open the account page and disconnect a program there.
  assert(browser.cookies.includes("__Host-account="));
  await signedIn(world, "ben");
});

hostedTest("a sign-in doesn't count as a program if its code was never redeemed", async (world) => {
  const older = await signedIn(world, "ana");
  await addPrograms(world, 8);
  const browser = world.browser();
  assert(hasCode(await browser.visit(await backFromYnab(world, browser))));
  world.clock.ms += 2 * MINUTE_MS;
  for (const host of [older, await signedIn(world, "ana")]) {
    assertEquals(await statusWith(world, host.tokens()?.access_token), 200);
  }
  const rows = await world.database.all("SELECT vault FROM budget_tool_server.vaults");
  assertEquals(rows.length, 10);
});

hostedTest(
  "after five wrong invitation codes in a minute, even the right one is rejected for a while",
  async (world) => {
    const browser = world.browser();
    const page = await consentPageOf(world, browser);
    const entered = async (invitation: string): Promise<number> =>
      (await browser.visit(page.url, { ...CONSENT, invitation })).status;
    for (let tries = 0; tries < 5; tries++) assertEquals(await entered("wrong"), 403);
    for (const invitation of ["wrong", INVITATION]) assertEquals(await entered(invitation), 429);
    assertEquals(world.ynab.authorizations, 0);
    world.clock.ms += MINUTE_MS;
    assertEquals((await browser.visit(page.url, CONSENT)).url.origin, "https://app.ynab.com");
  },
);

hostedTest("submitting the consent page twice counts as one YNAB authorization", async (world) => {
  const browser = world.browser();
  const page = await consentPageOf(world, browser);
  for (let times = 0; times < 3; times++) {
    assertEquals((await agreed(browser, page)).url.origin, "https://app.ynab.com");
  }
}, { hosted: { authorizations: 1 } });

/**
 * A fake YNAB that rejects the first change and, from then on, every request with the access token
 * used for that change, although the token hasn't expired. The next `failures` token refreshes also
 * fail.
 */
function rejecting(failures: number): NonNullable<HostedWorldOptions["fetch"]> {
  let rejected: string | null = null;
  let left = failures;
  return (ynab) => async (input, init) => {
    const token = new Headers(init?.headers).get("authorization");
    if (init?.method === "PATCH") rejected ??= token;
    if (rejected !== null && String(input).endsWith("/oauth/token") && left-- > 0) {
      return new Response(null, { status: 502 });
    }
    if (token === null || token !== rejected) return await ynab.fetch(input, init);
    // Read the whole request body first: the change must be sent in full before it is rejected.
    await new Response(init?.body).text();
    return Response.json({ error: { id: "401", name: "unauthorized", detail: "" } }, {
      status: 401,
    });
  };
}

for (const failures of [0, 1]) {
  const name = `${failures} failed refreshes`;
  hostedTest(
    `if YNAB rejects an unexpired token, the change can be tried again after ${name}`,
    async (world) => {
      await using connected = await (await signedIn(world, "ana")).connect();
      const assigned = async (): Promise<string> =>
        (await (await previewedChange(connected))()).text;
      const refused = await assigned();
      assertMatch(refused, /^unauthorized: .*try again/u);
      assert(!/access token/u.test(refused), refused);
      assertMatch(await assigned(), /^status: applied/u);
    },
    { fetch: rejecting(failures) },
  );
}

Deno.test("rate limits treat an IPv6 /64 network as one address, and the audit log records networks instead of addresses", () => {
  const table = [
    ["192.0.2.1", "192.0.2.1", "192.0.2.0/24"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:DB8::9", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["::1", "0:0:0:0::/64", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["", "", "unknown"],
  ] as const;
  for (const [address, customer, network] of table) {
    assertEquals([customerOf(address), networkOf(address)], [customer, network]);
  }
});

/** A fake YNAB that holds some requests until the test releases them. */
class SlowYnab {
  readonly #released = Promise.withResolvers<void>();
  /** Returns whether to hold a request. */
  isSlow: (address: string, headers: Headers) => boolean = () => false;
  waiting = 0;

  /** Releases all requests, so that the test can end even if an assertion fails. */
  [Symbol.dispose](): void {
    this.release();
  }

  readonly fetch = (ynab: DemoYnab): typeof globalThis.fetch => async (input, init) => {
    if (this.isSlow(String(input), new Headers(init?.headers))) {
      this.waiting += 1;
      await this.#released.promise;
    }
    return await ynab.fetch(input, init);
  };

  release(): void {
    this.isSlow = () => false;
    this.#released.resolve();
  }
}

/** Calls a tool that needs YNAB. */
async function accountsFor(world: HostedWorld, token: string): Promise<number> {
  const params = { name: "list_accounts", arguments: {} };
  const request = messageRequest(token, { method: "tools/call", params }, { url: MCP });
  return (await world.ask(request)).status;
}

/** Lets requests progress until a condition is true. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert(holds());
}

hostedTest("a flood of sign-ins from one address doesn't block others", async (world) => {
  const page = await world.host().begin();
  const statuses: number[] = [];
  for (let sent = 0; sent < 24; sent++) {
    statuses.push((await world.browser("203.0.113.1").visit(page)).status);
  }
  assertEquals(statuses.slice(18), [200, 200, 429, 429, 429, 429]);
  const browser = world.browser("198.51.100.1");
  await signedIn(world, "ana", { browser });
  world.clock.ms += MINUTE_MS;
  assertEquals((await world.browser("203.0.113.1").visit(page)).status, 200);
});

const ofAna = new SlowYnab();
hostedTest("two hundred calls by one user don't block another user's calls", async (world) => {
  using _ = ofAna;
  const ana = (await signedIn(world, "ana")).tokens()?.access_token ?? "";
  const [atYnab] = world.fromYnab;
  const ben = (await signedIn(world, "ben")).tokens()?.access_token ?? "";
  ofAna.isSlow = (_, headers) => headers.get("authorization") === `Bearer ${atYnab}`;
  const statuses: number[] = [];
  const calls = Array.from({ length: 200 }, async () => {
    statuses.push(await accountsFor(world, ana));
  });
  await until(() => statuses.length === 192 && ofAna.waiting > 0);
  assertEquals(new Set(statuses), new Set([429]));
  for (let call = 0; call < 5; call++) assertEquals(await accountsFor(world, ben), 200);
  assertEquals(statuses.length, 192);
  ofAna.release();
  await Promise.all(calls);
  assertEquals(statuses.slice(192), Array.from({ length: 8 }, () => 200));
  assertEquals(await accountsFor(world, ana), 429);
  world.clock.ms += MINUTE_MS;
  assertEquals(await accountsFor(world, ana), 200);
}, { fetch: ofAna.fetch });

const exchanging = new SlowYnab();
hostedTest("sign-ins waiting for YNAB don't occupy slots for pages and calls", async (world) => {
  using _ = exchanging;
  const ana = (await signedIn(world, "ana")).tokens()?.access_token ?? "";
  const backs = [];
  for (let nth = 0; nth < 3; nth++) {
    const browser = world.browser();
    backs.push({ browser, address: await backFromYnab(world, browser, "ben") });
  }
  exchanging.isSlow = (address) => address.endsWith("/oauth/token");
  const ends = backs.slice(0, 2).map(({ browser, address }) => browser.visit(address));
  await until(() => exchanging.waiting === 2);
  const [, , third] = backs;
  const page = await third?.browser.visit(third.address);
  assertEquals(page?.status, 503);
  // Other pages and calls still work, because they don't use the slots for code exchanges.
  assertEquals((await consentPageOf(world, world.browser())).status, 200);
  assertEquals((await world.browser().visit(new URL("/", PUBLIC_URL))).status, 200);
  assertEquals(await accountsFor(world, ana), 200);
  exchanging.release();
  for (const end of await Promise.all(ends)) assert(hasCode(end), end.text);
  // The rejected browser can finish the sign-in by reloading the page.
  assert(third !== undefined && hasCode(await third.browser.visit(third.address)));
}, { fetch: exchanging.fetch, limits: { exchanges: 2, pageRequests: 2 } });

hostedTest("slow senders in two networks don't keep others from signing in", async (world) => {
  const send = (address: string): { answer: Promise<Response>; end: () => Promise<void> } => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const request = new Request(new URL("/token", PUBLIC_URL), { method: "POST", body: readable });
    return {
      answer: world.ask(request, 0, address),
      end: () => writable.getWriter().close(),
    };
  };
  const slow = Array.from({ length: 6 }, () => send("203.0.113.1"));
  // The limit for one address doesn't apply to a neighboring address.
  slow.push(send("203.0.113.2"));
  const [other, ...late] = [send("198.51.100.1"), send("203.0.113.1"), send("203.0.113.1")];
  late.push(send("198.51.100.2"));
  const answers = Promise.all(late.map(({ answer }) => answer));
  const refused = await withinDeadline(answers, "the refusals");
  // The last slots are reserved for networks that have no other request in progress.
  assertEquals(refused.map(({ status }) => status), [429, 429, 503]);
  await signedIn(world, "ana");
  for (const { end } of [...slow, other]) await end();
  for (const { answer } of [...slow, other]) assertEquals((await answer).status, 400);
  const again = send("203.0.113.1");
  await again.end();
  assertEquals((await again.answer).status, 400);
}, { limits: { arrivingForms: 10, arrivingFormsOfOne: 6 } });

/** A client that sends part of a request and may never finish it. */
class Flooder {
  readonly #socket: Socket;
  #received = "";
  readonly answered: Promise<string>;

  constructor(url: URL, text: string) {
    this.#socket = connect(Number(url.port), url.hostname);
    this.answered = new Promise((resolve) => {
      this.#socket.on("data", (chunk) => {
        this.#received += chunk;
        resolve(this.status);
      });
      this.#socket.on("close", () => resolve(this.status)).on("error", () => {});
    });
    this.#socket.write(text);
  }

  /** The response's status, or "" if there is no response yet. */
  get status(): string {
    return /^HTTP\/1\.1 (\d+)/u.exec(this.#received)?.[1] ?? "";
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

/** Counts how often each status occurs. */
function counted(statuses: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(statuses, (status) => status))
      .map(([status, all]) => [status, all?.length ?? 0]),
  );
}

hostedTest("users can sign in and make calls during a flood of connections", async (world) => {
  await using server = await world.listen();
  const { url } = server;
  using opened = new DisposableStack();
  const flood = (
    count: number,
    line: string,
    headers: readonly string[],
    body = "",
  ): readonly Flooder[] =>
    Array.from({ length: count }, () => {
      const lines = [`${line} HTTP/1.1`, `Host: ${url.host}`];
      return opened.use(new Flooder(url, [...lines, ...headers, "", body].join("\r\n")));
    });
  const statuses = async (flooders: readonly Flooder[]): Promise<readonly string[]> =>
    await withinDeadline(Promise.all(flooders.map(({ answered }) => answered)), "the answers");

  const long = "Content-Length: 1000000";
  const from = (host: number): string => `X-Forwarded-For: 203.0.113.${host}`;
  // Send requests whose headers never end, and then requests whose bodies never arrive in full.
  for (let nth = 0; nth < 20; nth++) opened.use(new Flooder(url, "POST /mcp HTTP/1.1\r\n"));
  const forms = flood(25, "POST /token", ["Content-Length: 100", from(1)], "a=");
  const without = flood(100, "POST /mcp", [long, from(1)], "{");
  const wrong = flood(70, "POST /mcp", ["Authorization: Bearer wrong", long, from(1)], "{");
  const beginnings = flood(30, "GET /authorize", [from(2)]);

  const ask = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-for", "198.51.100.1");
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.text();
    const { method } = request;
    return await fetch(new URL(`${pathname}${search}`, url), {
      ...{ method, headers, body, redirect: "manual" },
    });
  };
  const host = new OAuthHost(
    MCP,
    { metadataUrl: KNOWN_CLIENT },
    (input, init) => ask(new Request(input, init)),
  );
  await signedIn(world, "ana", { browser: new Browser(ask), host });
  await using connected = await host.connect();
  for (let call = 0; call < 10; call++) {
    assert(!(await connected.call("list_accounts", {})).isError);
  }

  assertEquals(counted(await statuses(without)), { 401: 100 });
  assertEquals(counted(await statuses(wrong)), { 401: 60, 429: 10 });
  const begun = counted(await statuses(beginnings));
  assertEquals([begun["429"], Object.keys(begun).length], [10, 2]);
  // Registrations have a separate limit.
  const registrations = flood(30, "POST /register", ["Content-Length: 2", from(2)], "{}");
  assertEquals(counted(await statuses(registrations))["429"], 10);
  // The forms that weren't rejected get no response, because their bodies never arrive in full.
  assertEquals(counted(forms.map(({ status }) => status)), { "": 20, 429: 5 });
}, { limits: { wrongTokens: 60, arrivingFormsOfOne: 20 } });
