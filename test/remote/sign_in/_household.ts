import { demoFetch } from "../../../demo/demo_fetch.ts";
import { openEndpoint } from "../../../remote/http/endpoint.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import { headOf } from "../../../remote/http/request.ts";
import type { LogEntry } from "../../../server/log_entry.ts";
import { ONLY_LISTING, TODAY } from "../http/_asking_handler.ts";
import { HTTP_TOKEN } from "../http/_runtimes.ts";
import { Browser, type Page } from "./_browser.ts";
import { KNOWN_CLIENT, readClientDocument } from "./_client_documents.ts";
import { BACK, type HostSays, OAuthHost } from "./_oauth_host.ts";

/** How users reach it. */
export const PUBLIC_URL = "https://budget.example.com";

/** Where it is called. */
export const MCP: URL = new URL("/mcp", PUBLIC_URL);

/** The form when the owner allows everything. */
export const ALLOWING = { token: HTTP_TOKEN, access: "change", answer: "allow" } as const;

/** A server of one household, in this process. */
export interface World extends AsyncDisposable {
  readonly ask: (request: Request) => Promise<Response>;
  readonly browser: () => Browser;
  readonly host: (says?: HostSays) => OAuthHost;
  readonly pass: (ms: number) => void;
  readonly log: readonly LogEntry[];
  /** What has been read from the network. */
  readonly reads: readonly string[];
}

/** Opens one; `readDocument` replaces the hosts of client metadata documents. */
export function aWorld(
  change: Partial<HttpOptions> = {},
  readDocument: (address: string) => Promise<Response> = readClientDocument,
): World {
  const log: LogEntry[] = [];
  const reads: string[] = [];
  // It is frozen, or a minute might end during a count.
  const start = Date.now();
  let passed = 0;
  const endpoint = openEndpoint({
    token: "demo-token",
    httpToken: HTTP_TOKEN,
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    fetch: demoFetch({ today: TODAY }),
    today: TODAY,
    write: true,
    now: () => start + passed,
    log: (entry) => log.push(entry),
    ...change,
  }, {
    fetchMetadata: (address) => {
      reads.push(address);
      return readDocument(address);
    },
  });
  const ask = async (request: Request): Promise<Response> => {
    const admitted = await endpoint.admit(headOf(request));
    if (admitted instanceof Response) return admitted;
    // All of it: a call is over when its answer is.
    const response = await endpoint.serve(request, admitted);
    const text = await response.text();
    const { status, headers } = response;
    return new Response(text === "" ? null : text, { status, headers });
  };
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

/** Begins a sign-in; gives the page that the owner sees. */
export async function pageOf(world: World, browser: Browser, says?: HostSays): Promise<Page> {
  return await browser.visit(await world.host(says).begin());
}

/** Sends a form, or JSON. */
export async function post(
  { ask }: World,
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

/** Gives the status of a call with a token. */
export async function statusWith(
  { ask }: World,
  token: string | undefined,
  url: string = PUBLIC_URL,
): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...ONLY_LISTING });
  const request = new Request(new URL("/mcp", url), { method: "POST", headers, body });
  return (await ask(request)).status;
}

/** Signs in as far as the code. */
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

/** Has a form redeemed; gives the error. */
export async function errorFor(world: World, form: URLSearchParams): Promise<unknown> {
  const { status, body } = await post(world, "/token", form);
  return status === 200 ? null : body["error"];
}
