import { assertEquals } from "@std/assert";
import * as oauth from "oauth4webapi";
import { DemoYnab } from "../../demo/demo_ynab.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aPlan, now } from "./_tiny_plan.ts";

const REDIRECT = "https://budget.example/sign-in/back";
const CLIENT: oauth.Client = { client_id: "app" };
const BASE = "https://app.ynab.com";
const SERVER = { issuer: BASE, token_endpoint: `${BASE}/oauth/token` };
const POST = oauth.ClientSecretPost("app-secret");
const HOUR_MS = 3_600_000;

/** A simulated YNAB with three users, the clock that it uses, and a client. */
function aYnab(): {
  readonly ynab: DemoYnab;
  readonly clock: { ms: number };
  readonly client: App;
} {
  const clock = { ms: now().getTime() };
  const users = ["ana", "ben", "cleo"].map((name) => ({
    name,
    token: `token-of-${name}`,
    upstream: new DemoUpstream({
      plans: [{ ...aPlan(), name: `Plan of ${name}` }],
      token: `token-of-${name}`,
      userId: `id-of-${name}`,
      now,
    }),
  }));
  const application = { id: "app", secret: "app-secret", redirectUris: [REDIRECT] };
  const ynab = new DemoYnab({ users, application, now: () => clock.ms });
  return { ynab, clock, client: new App(ynab) };
}

/** A client of the simulated YNAB, built on a standard OAuth library. */
class App {
  readonly #fetch: typeof globalThis.fetch;
  readonly #http: oauth.TokenEndpointRequestOptions;

  constructor({ fetch }: Pick<DemoYnab, "fetch">) {
    this.#fetch = fetch;
    this.#http = { [oauth.customFetch]: fetch };
  }

  /** Opens the consent page and, if the request is valid, submits a decision. */
  async authorize(
    user: string,
    asked: Readonly<Record<string, string>> = {},
    decision = "authorize",
  ): Promise<{ readonly response: Response; readonly verifier: string }> {
    const verifier = oauth.generateRandomCodeVerifier();
    const address = `${BASE}/oauth/authorize`;
    const query = new URLSearchParams({
      client_id: "app",
      response_type: "code",
      redirect_uri: REDIRECT,
      state: "s1",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...asked,
    });
    const page = await this.#fetch(`${address}?${query}`, { redirect: "manual" });
    if (page.status !== 200) return { response: page, verifier };
    const fields = [...(await page.text()).matchAll(/name="(\w+)" value="([^"]*)"/gu)]
      .map(([, name = "", value = ""]) => [name, unescaped(value)])
      .filter(([name]) => name !== "decision");
    const body = new URLSearchParams([...fields, ["user", user], ["decision", decision]]);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", body: body.toString(), headers, redirect: "manual" } as const;
    return { response: await this.#fetch(address, init), verifier };
  }

  async exchange(back: Response, verifier: string): Promise<Response> {
    const address = new URL(back.headers.get("location") ?? "");
    const params = oauth.validateAuthResponse(SERVER, CLIENT, address, "s1");
    const request = [SERVER, CLIENT, POST, params, REDIRECT, verifier, this.#http] as const;
    return await oauth.authorizationCodeGrantRequest(...request);
  }

  async signIn(user: string, scope?: string): Promise<oauth.TokenEndpointResponse> {
    const asked = scope === undefined ? {} : { scope };
    const { response, verifier } = await this.authorize(user, asked);
    const exchanged = await this.exchange(response, verifier);
    return await oauth.processAuthorizationCodeResponse(SERVER, CLIENT, exchanged);
  }

  async refresh(token = ""): Promise<Response> {
    return await oauth.refreshTokenGrantRequest(SERVER, CLIENT, POST, token, this.#http);
  }

  async get(token: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return await this.#fetch(`${BASE}/v1${path}`, { headers });
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/gu, (_, code) => String.fromCodePoint(Number(code)));
}

Deno.test("a user signs in to the demo's YNAB and can read only their own plan", async () => {
  const { client } = aYnab();
  for (const user of ["ben", "cleo"]) {
    const tokens = await client.signIn(user);
    assertEquals([tokens.expires_in, tokens.token_type], [7_200, "bearer"]);
    const plans = await client.get(tokens.access_token, "/plans");
    assertEquals((await plans.json()).data.plans[0].name, `Plan of ${user}`);
    const me = await client.get(tokens.access_token, "/user");
    assertEquals((await me.json()).data.user.id, `id-of-${user}`);
  }
});

Deno.test("a read-only token can't write", async () => {
  const { client, ynab } = aYnab();
  const tokens = await client.signIn("ben", "read-only");
  assertEquals(tokens.scope, "read-only");
  assertEquals((await client.get(tokens.access_token, "/plans")).status, 200);
  const response = await ynab.fetch("https://api.ynab.com/v1/plans/last-used/payees", {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.access_token}` },
    body: JSON.stringify({ payee: { name: "New" } }),
  });
  assertEquals([response.status, (await response.json()).error.id], [403, "403.3"]);
});

Deno.test("an access token expires after two hours", async () => {
  const { client, clock } = aYnab();
  const { access_token: token } = await client.signIn("ben");
  clock.ms += 2 * HOUR_MS - 1;
  assertEquals((await client.get(token, "/plans")).status, 200);
  clock.ms += 1;
  assertEquals((await client.get(token, "/plans")).status, 401);
});

Deno.test("a refresh token keeps working until the tokens obtained with it are used", async () => {
  const { client } = aYnab();
  const first = await client.signIn("ben");
  const lost = await client.refresh(first.refresh_token);
  assertEquals(lost.status, 200);
  const second = await (await client.refresh(first.refresh_token)).json();
  assertEquals((await client.get(first.access_token, "/plans")).status, 200);
  assertEquals((await client.get(second.access_token, "/plans")).status, 200);
  const late = await client.refresh(first.refresh_token);
  assertEquals([late.status, (await late.json()).error], [400, "invalid_grant"]);
  assertEquals((await client.get(first.access_token, "/plans")).status, 401);
});

Deno.test("an authorization code works only once, only with its verifier, and only for ten minutes", async () => {
  const { client, clock } = aYnab();
  const once = await client.authorize("ben");
  assertEquals((await client.exchange(once.response, once.verifier)).status, 200);
  assertEquals((await client.exchange(once.response, once.verifier)).status, 400);
  const other = await client.authorize("ben");
  assertEquals((await client.exchange(other.response, once.verifier)).status, 400);
  const late = await client.authorize("ben");
  clock.ms += 600_000;
  assertEquals((await client.exchange(late.response, late.verifier)).status, 400);
});

Deno.test("a request with an unregistered redirect URI or client gets an error page and no redirect", async () => {
  const { client } = aYnab();
  for (
    const [asked, status] of [
      [{ redirect_uri: `${REDIRECT}/` }, 400],
      [{ redirect_uri: "https://thief.example/" }, 400],
      [{ client_id: "other" }, 401],
    ] as const
  ) {
    const { response } = await client.authorize("ben", asked);
    assertEquals([response.status, response.headers.get("location")], [status, null]);
  }
});

Deno.test("a declined or invalid request redirects with the error and the state", async () => {
  const { client } = aYnab();
  const denied = await client.authorize("ben", {}, "deny");
  assertEquals(denied.response.headers.get("location"), `${REDIRECT}?error=access_denied&state=s1`);
  for (
    const [asked, error] of [
      [{ scope: "everything" }, "invalid_scope"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge_method: "plain" }, "invalid_code_challenge_method"],
    ] as const
  ) {
    const { response } = await client.authorize("ben", asked);
    assertEquals(response.headers.get("location"), `${REDIRECT}?error=${error}&state=s1`);
  }
});

Deno.test("revoking access invalidates all of the application's tokens", async () => {
  const { client, ynab } = aYnab();
  const [ben, cleo] = [await client.signIn("ben"), await client.signIn("cleo")];
  ynab.withdraw("ben");
  assertEquals((await client.get(ben.access_token, "/plans")).status, 401);
  assertEquals((await client.refresh(ben.refresh_token)).status, 400);
  assertEquals((await client.get(cleo.access_token, "/plans")).status, 200);
});

Deno.test("a wrong client secret gets 401 invalid_client", async () => {
  const { ynab } = aYnab();
  const body = new URLSearchParams({ grant_type: "refresh_token", client_id: "app" });
  const response = await ynab.fetch("https://app.ynab.com/oauth/token", {
    method: "POST",
    body: body.toString(),
  });
  assertEquals([response.status, (await response.json()).error], [401, "invalid_client"]);
});
