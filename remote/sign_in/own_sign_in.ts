import { READ_SCOPE, WRITE_SCOPE } from "../../server/server_factory.ts";
import { type Principal, UnverifiableError, type Verifier } from "../credentials.ts";
import { answerOfKoa, cookiesNamed } from "./koa_bridge.ts";
import { failurePage, htmlResponse, problemPage } from "./pages.ts";
import { type Consent, CONSENT_PATH, pendingSignIn, type PendingSignInOptions } from "./consent.ts";
import type { ProviderOptions } from "./provider.ts";
import type { Middleware, Provider, ProviderContext } from "./provider_shape.ts";

/** Headers that let pages from any origin read a document. */
export const FOR_PAGES: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, OPTIONS",
  "access-control-allow-headers": "mcp-protocol-version",
};

export interface SignInFlow
  extends Pick<ProviderOptions, "store" | "isAccount" | "grantKeys" | "onGrantEnded" | "pageEnd"> {
  readonly consent: Consent;
  /** Handles requests to the flow's own paths, and calls `next` for all others. */
  readonly answer?: (
    request: Request,
    asked: { readonly body: string; readonly address: string },
    next: () => Promise<Response>,
  ) => Promise<Response>;
  /** Finds the principal of a verified token. `find` reads the token's record. */
  readonly principal?: (
    find: () => Promise<Principal | null>,
  ) => Promise<Principal | null>;
}

export interface OwnSignInOptions extends Omit<ProviderOptions, keyof SignInFlow> {
  readonly isWriteAllowed: boolean;
  /** Opens the store, and returns the steps of the sign-in that depend on who signs in. */
  readonly openFlow: () => Promise<SignInFlow>;
  readonly onError: (error: unknown) => void;
}

/** The server's own sign-in, an OAuth authorization server. */
export interface OwnSignIn {
  /** Loads the sign-in's modules and opens its store. */
  readonly prepare: () => Promise<void>;
  readonly verify: Verifier;
  readonly answer: (request: Request, body: string, address: string) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Path of the provider's metadata (RFC 8414). */
const DISCOVERY_PATH = "/.well-known/oauth-authorization-server";

interface Opened {
  readonly provider: Provider;
  readonly flow: SignInFlow;
  readonly answer: OwnSignIn["answer"];
}

export function ownSignIn(options: OwnSignInOptions): OwnSignIn {
  let opening: Promise<Opened> | null = null;
  let isClosed = false;
  const opened = (): Promise<Opened> =>
    opening ??= open(options).catch((error: unknown) => {
      // Try again on the next request, because the database may have been down.
      opening = null;
      throw error;
    });
  return {
    async prepare(): Promise<void> {
      await opened();
    },
    async verify(token): Promise<Principal | null> {
      if (isClosed) throw new UnverifiableError("The sign-in service has been shut down");
      try {
        const { provider, flow } = await opened();
        const find = (): Promise<Principal | null> =>
          principalOf(token, provider, options.resource);
        return await (flow.principal === undefined ? find() : flow.principal(find));
      } catch (cause) {
        options.onError(cause);
        throw new UnverifiableError("The stored sign-in can't be read", { cause });
      }
    },
    async answer(...asked): Promise<Response> {
      try {
        return await (await opened()).answer(...asked);
      } catch (error) {
        options.onError(error);
        return htmlResponse(503, failurePage());
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      (await opening?.catch(() => null))?.flow.store.close();
    },
  };
}

/** Returns the principal of a token that this server issued, or `null`. */
async function principalOf(
  token: string,
  { AccessToken, Grant }: Provider,
  resource: string,
): Promise<Principal | null> {
  const found = await AccessToken.find(token);
  if (found === undefined || !found.isValid || found.aud !== resource) return null;
  const { accountId, clientId, grantId, scope = "" } = found;
  // A token that was issued just as its grant ended may still exist.
  if (await Grant.find(grantId) === undefined) return null;
  // The id includes the client, so that one client can't confirm another's preview.
  const id = `${accountId} by ${clientId}`;
  return { id, clientId, scopes: scope.split(" "), grantId, accountId };
}

async function open(options: OwnSignInOptions): Promise<Opened> {
  const { publicUrl, onError } = options;
  const [{ createProvider }, flow] = await Promise.all([
    import("./provider.ts"),
    options.openFlow(),
  ]);
  const provider = await createProvider({ ...options, ...flow });
  const failed = (...[ctxOrError, error]: readonly unknown[]): void => onError(error ?? ctxOrError);
  provider.on("server_error", failed);
  provider.on("error", failed);
  provider.use(published);
  provider.use(authorized);
  provider.use(consentMiddleware(flow, { ...options, provider }));
  const callback = provider.callback();
  return {
    provider,
    flow,
    answer: async (request, body, address) => {
      const next = async (): Promise<Response> => {
        const answer = await answerOfKoa(callback, { request, body, publicUrl, address });
        return withOurHeaders(answer, new URL(request.url).pathname);
      };
      try {
        return flow.answer === undefined
          ? await next()
          : await flow.answer(request, { body, address }, next);
      } catch (error) {
        onError(error);
        return htmlResponse(503, failurePage(flow.pageEnd));
      }
    },
  };
}

function consentMiddleware(
  { consent, pageEnd }: SignInFlow,
  options: PendingSignInOptions,
): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(CONSENT_PATH)) return await next();
    const pending = await pendingSignIn(ctx, options);
    const expired = "The sign-in has expired or was started in another browser.";
    const answer = pending === null
      ? htmlResponse(400, problemPage(expired, pageEnd))
      : await consent(pending, ctx.method === "POST" ? await formIn(ctx) : null);
    ctx.status = answer.status;
    for (const [name, value] of answer.headers) ctx.set(name, value);
    ctx.body = await answer.text();
  };
}

async function formIn({ req }: ProviderContext): Promise<URLSearchParams> {
  const body = ReadableStream.from(req as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>);
  return new URLSearchParams(await new Response(body).text());
}

/** Names of metadata fields to remove, because this server doesn't support OpenID Connect. */
const OPENID_ONLY =
  /^(?:claim|id_token|subject_types|request_(?:uri_)?parameter|display_values|jwks_uri)/u;

const published: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== DISCOVERY_PATH || ctx.status !== 200) return;
  const entries = Object.entries(ctx.body as Readonly<Record<string, unknown>>)
    .filter(([name]) => !OPENID_ONLY.test(name));
  const { scopes_supported: scopes = [], ...others } = Object.fromEntries(entries);
  const ours = (scopes as readonly string[]).filter((scope) => scope !== "openid");
  ctx.body = { ...others, response_modes_supported: ["query"], scopes_supported: ours };
};

/**
 * Adds the read scope to each request and removes unknown scopes. Makes the provider reject all
 * response modes except `query`: the page that the provider serves for `form_post` runs a script
 * and is sent without our security headers, and no setting disables that mode.
 */
const authorized: Middleware = async (ctx, next) => {
  const { scope = "", response_mode: mode = "query" } = ctx.query;
  if (ctx.path === "/authorize") {
    const words = typeof scope === "string" ? scope.split(" ") : [];
    ctx.query = {
      ...ctx.query,
      // The provider rejects duplicate parameters.
      scope: typeof scope !== "string"
        ? scope
        : words.includes(WRITE_SCOPE)
        ? `${READ_SCOPE} ${WRITE_SCOPE}`
        : READ_SCOPE,
      ...(mode === "query" ? {} : { response_mode: "unsupported" }),
    };
  }
  await next();
};

/** Replaces the provider's cookie and CORS headers. */
function withOurHeaders({ status, body, headers: given }: Response, path: string): Response {
  const headers = new Headers(given);
  headers.delete("set-cookie");
  for (const cookie of cookiesNamed(given.getSetCookie(), path, given.get("location"))) {
    headers.append("set-cookie", cookie);
  }
  for (const name of [...headers.keys()]) {
    if (name.startsWith("access-control-")) headers.delete(name);
  }
  if (path === DISCOVERY_PATH) {
    for (const [name, value] of Object.entries(FOR_PAGES)) headers.set(name, value);
  }
  return new Response(body, { status, headers });
}
