import { assertEquals } from "@std/assert";
import type { OAuthTokens } from "@modelcontextprotocol/client";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { type Endpoint, openEndpoint } from "../../../remote/http/endpoint.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import { headOf } from "../../../remote/http/request.ts";
import type { LogEntry } from "../../../server/log_entry.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";
import { Browser, type Page } from "./_browser.ts";
import { KNOWN_CLIENT, readClientDocument } from "./_client_documents.ts";
import { BACK, type HostSays, OAuthHost } from "./_oauth_host.ts";
import { demoOptions, HTTP_TOKEN } from "../http/_demo_options.ts";

/** The server's public URL. */
export const PUBLIC_URL = "https://budget.example.com";

export const MCP: URL = new URL("/mcp", PUBLIC_URL);

/** The form input that grants all permissions. */
export const ALLOWING = { token: HTTP_TOKEN, access: "change", answer: "allow" } as const;

/** A server that runs in this process and lets clients sign in. */
export interface World extends AsyncDisposable {
  /**
   * Sends a request and reads the whole response, because the server counts the request as in
   * progress until then.
   */
  readonly ask: (request: Request, address?: string) => Promise<Response>;
  readonly browser: () => Browser;
  readonly host: (says?: HostSays) => OAuthHost;
  readonly pass: (ms: number) => void;
  readonly log: readonly LogEntry[];
  /** URLs of metadata documents that were read. */
  readonly reads: readonly string[];
}

/** A server to which tests can send requests. */
export interface Asking {
  readonly ask: (request: Request) => Promise<Response>;
}

/** Sends a request to an endpoint from an address, and reads the whole response. */
export async function askEndpoint(
  endpoint: Endpoint,
  request: Request,
  address: string,
): Promise<Response> {
  const admitted = await endpoint.admit({ ...headOf(request), address });
  if (admitted instanceof Response) return admitted;
  const response = await admitted.serve(request);
  const text = await response.text();
  const { status, headers } = response;
  return new Response(text === "" ? null : text, { status, headers });
}

/** Creates a server that reads clients' metadata documents with `readDocument`. */
export function aWorld(
  change: Partial<HttpOptions> = {},
  readDocument: (address: string) => Promise<Response> = readClientDocument,
): World {
  const log: LogEntry[] = [];
  const reads: string[] = [];
  // Freeze the clock. Otherwise, a minute might end while a test counts requests per minute.
  const start = Date.now();
  let passed = 0;
  const endpoint = openEndpoint({
    ...demoOptions(),
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    now: () => start + passed,
    log: (entry) => log.push(entry),
    ...change,
  }, {
    fetchMetadata: (address, init) => {
      assertEquals(init?.redirect, "manual");
      reads.push(address);
      return readDocument(address);
    },
  });
  const ask: World["ask"] = (request, address = "192.0.2.1") =>
    askEndpoint(endpoint, request, address);
  return {
    ask,
    log,
    reads,
    browser: () => new Browser(ask),
    host: (says) => new OAuthHost(MCP, says, (input, init) => ask(new Request(input, init))),
    pass: (ms) => void (passed += ms),
    [Symbol.asyncDispose]: endpoint.close,
  };
}

/** Starts a sign-in. Returns the page that the owner sees. */
export async function pageOf(world: World, browser: Browser, says?: HostSays): Promise<Page> {
  return await browser.visit(await world.host(says).begin());
}

/** Sends a POST request that contains a form or JSON. */
export async function post(
  { ask }: Asking,
  path: string,
  body: Readonly<Record<string, unknown>> | URLSearchParams,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const isForm = body instanceof URLSearchParams;
  const response = await ask(
    new Request(new URL(path, PUBLIC_URL), {
      method: "POST",
      body: isForm ? body : JSON.stringify(body),
      ...(isForm ? {} : { headers: { "content-type": "application/json" } }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

/** Makes a call with a token, and returns the response's status. */
export async function statusWith(
  { ask }: Asking,
  token: string | undefined,
  url: string = PUBLIC_URL,
): Promise<number> {
  const request = messageRequest(token ?? "none", ONLY_LISTING, { url: new URL("/mcp", url) });
  return (await ask(request)).status;
}

/** Goes through a sign-in until the authorization code is issued, but doesn't redeem the code. */
export async function codeOf(
  world: World,
): Promise<{ readonly host: OAuthHost; readonly form: URLSearchParams; readonly back: Page }> {
  const host = world.host({ metadataUrl: KNOWN_CLIENT });
  const browser = world.browser();
  const page = await browser.visit(await host.begin());
  const back = await browser.visit(page.url, ALLOWING);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: back.url.searchParams.get("code") ?? "",
    code_verifier: host.codeVerifier(),
    client_id: KNOWN_CLIENT,
    redirect_uri: BACK,
  });
  return { host, form, back };
}

/** Sends a form to the token endpoint. Returns the error, or `null` on success. */
export async function errorFor(world: World, form: URLSearchParams): Promise<unknown> {
  const { status, body } = await post(world, "/token", form);
  return status === 200 ? null : body["error"];
}

/** Signs in the client whose id is `KNOWN_CLIENT`, and returns the client's tokens. */
export async function signedIn(world: World): Promise<OAuthTokens> {
  const { host, back } = await codeOf(world);
  await host.finish(back);
  return host.tokens() ?? { access_token: "", token_type: "" };
}

/** Sends a refresh token. Returns the outcome (`200 ok` or an error) and the new tokens. */
export async function refreshed(
  world: World,
  token: string | undefined,
): Promise<{ readonly answer: string; readonly tokens: OAuthTokens }> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: token ?? "",
    client_id: KNOWN_CLIENT,
  });
  const { status, body } = await post(world, "/token", form);
  return { answer: `${status} ${body["error"] ?? "ok"}`, tokens: body as OAuthTokens };
}

/** A client that signs its requests to the token endpoint. */
export interface KeyHolder {
  readonly jwk: JWK;
  /** Sends a form with a signed client assertion. Returns the response's status and error. */
  readonly ask: (
    form: Readonly<Record<string, string>>,
    expires?: number | string,
  ) => Promise<string>;
}

/**
 * Registers a client with its own key. The client's metadata contains the key or, if given,
 * `keysUrl`.
 */
export async function keyHolder(world: Asking, keysUrl?: string): Promise<KeyHolder> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...await exportJWK(publicKey), kid: "a-key" };
  const { status, body } = await post(world, "/register", {
    redirect_uris: [BACK],
    token_endpoint_auth_method: "private_key_jwt",
    ...(keysUrl === undefined ? { jwks: { keys: [jwk] } } : { jwks_uri: keysUrl }),
  });
  assertEquals(status, 201);
  const id = String(body["client_id"]);
  return {
    jwk,
    async ask(given, expires = "1m"): Promise<string> {
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: "ES256", kid: "a-key" })
        .setIssuer(id).setSubject(id).setAudience(PUBLIC_URL).setIssuedAt()
        .setExpirationTime(expires).sign(privateKey);
      const form = new URLSearchParams({
        ...given,
        client_id: id,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: assertion,
      });
      const answer = await post(world, "/token", form);
      return `${answer.status} ${answer.body["error"]}`;
    },
  };
}
