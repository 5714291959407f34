import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { READ_SCOPE } from "../../server/server_factory.ts";
import { FOR_PAGES } from "../sign_in/own_sign_in.ts";
import { refused, type RequestHead } from "./request.ts";

export const MCP_PATH = "/mcp";

/** Purpose of a path; `beginning` starts a sign-in, and `registration` registers a client. */
export type Route =
  | "mcp"
  | "health"
  | "ready"
  | "metadata"
  | "page"
  | "token"
  | "beginning"
  | "registration"
  | "exchange";

export interface Guarded {
  /** Allowed host names, in addition to this machine's. */
  readonly hostnames: readonly string[];
  readonly hasMetadata: boolean;
  readonly hasSignIn: boolean;
  readonly isHosted: boolean;
}

interface Place {
  readonly route: Route;
  /** Allowed methods; absent for a path whose method is checked only after the credentials. */
  readonly methods?: readonly string[];
  /** Whether pages from any origin may send requests to the path. */
  readonly isForPages?: boolean;
  /** The option that makes a server offer this path; absent if every server offers it. */
  readonly of?: Exclude<keyof Guarded, "hostnames">;
}

const READING: readonly string[] = ["GET", "HEAD"];
const POSTING: readonly string[] = ["POST"];
const DOCUMENT = { methods: [...READING, "OPTIONS"], isForPages: true } as const;
const METADATA = { route: "metadata", ...DOCUMENT, of: "hasMetadata" } as const;
const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/** All paths; `ID` matches any id. */
const PLACES: Readonly<Record<string, Place>> = {
  // Clients send GET to this path to discover how to sign in, so 401 with a challenge takes
  // precedence over 405.
  [MCP_PATH]: { route: "mcp" },
  "/healthz": { route: "health", methods: READING },
  "/readyz": { route: "ready", methods: READING },
  [RESOURCE_METADATA]: METADATA,
  [`${RESOURCE_METADATA}${MCP_PATH}`]: METADATA,
  "/.well-known/oauth-authorization-server": { route: "page", ...DOCUMENT, of: "hasSignIn" },
  "/authorize": { route: "beginning", methods: ["GET"], of: "hasSignIn" },
  "/authorize/ID": { route: "page", methods: ["GET"], of: "hasSignIn" },
  "/sign-in/ID": { route: "page", methods: ["GET", "POST"], of: "hasSignIn" },
  "/token": { route: "token", methods: POSTING, of: "hasSignIn" },
  "/revoke": { route: "token", methods: POSTING, of: "hasSignIn" },
  "/register": { route: "registration", methods: POSTING, of: "hasSignIn" },
  "/sign-in/back": { route: "exchange", methods: ["GET"], of: "isHosted" },
  "/": { route: "page", methods: READING, of: "isHosted" },
  "/privacy": { route: "page", methods: READING, of: "isHosted" },
  "/terms": { route: "page", methods: READING, of: "isHosted" },
  "/account": { route: "page", methods: ["GET", "POST"], of: "isHosted" },
};

/**
 * A host with an optional port. Any other text in the Host header could change the path of the
 * request's URL, which is built from that header.
 */
const HOST = /^[\w.:[\]-]+$/u;

/** Checks path, method, Host and Origin, in this order. */
export function guard(head: RequestHead, guarded: Guarded): Route | Response {
  const place = placeOf(head.path, guarded);
  if (place === undefined) return refused(404, "Not found");
  const { route, methods, isForPages = false } = place;
  if (methods?.includes(head.method) === false) return methodRefused(methods);
  // Health checks may use any host name, because their responses reveal nothing.
  if (route === "health" || route === "ready") return route;
  const known = [...localhostAllowedHostnames(), ...guarded.hostnames];
  const host = head.header("host") ?? "";
  const isKnown = HOST.test(host) && validateHostHeader(host, known).ok;
  if (!isKnown) return refused(403, "Host not allowed");
  const isOurs = isForPages || validateOriginHeader(head.header("origin"), known).ok;
  return isOurs ? route : refused(403, "Origin not allowed");
}

export function methodRefused(allowed: readonly string[]): Response {
  return refused(405, "Method not allowed", { allow: allowed.join(", ") });
}

function placeOf(path: string, guarded: Guarded): Place | undefined {
  const withId = path.replace(/^(\/[a-z-]+\/)[\w-]+$/u, "$1ID");
  return [path, withId].flatMap((one) => Object.hasOwn(PLACES, one) ? PLACES[one] ?? [] : [])
    .find((place) => place.of === undefined || guarded[place.of]);
}

/** Sign-in metadata that is published for clients to discover. */
export interface SignIn {
  readonly publicUrl: string;
  readonly issuer: string;
  readonly requested: readonly string[];
  readonly scopes: readonly string[];
}

export function resourceOf(publicUrl: string): string {
  return new URL(MCP_PATH, publicUrl).href;
}

/** Responds to a request for the metadata (RFC 9728). */
export function metadataResponse(method: string, { publicUrl, issuer, scopes }: SignIn): Response {
  if (method === "OPTIONS") return preflightResponse();
  const headers = { "cache-control": "no-store", ...FOR_PAGES };
  return Response.json({
    resource: resourceOf(publicUrl),
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Budget Tool Server for YNAB",
  }, { headers });
}

export function preflightResponse(): Response {
  const headers = { "cache-control": "no-store", ...FOR_PAGES };
  return new Response(null, { status: 204, headers });
}

export type Denial = "none" | "invalid_token" | "insufficient_scope";

const DENIALS: Readonly<Record<Denial, string>> = {
  none: "A bearer token is required",
  invalid_token: "This token is not valid for this server",
  insufficient_scope: `This token does not have the scope ${READ_SCOPE}`,
};

/** Rejects a request's credentials and tells the client where to sign in (RFC 6750, RFC 9728). */
export function challenge(denial: Denial, signIn: SignIn | null): Response {
  const parts = denial === "none" ? [] : [`error="${denial}"`];
  if (signIn !== null) {
    const metadata = new URL(`${RESOURCE_METADATA}${MCP_PATH}`, signIn.publicUrl).href;
    parts.push(`resource_metadata="${metadata}"`, `scope="${signIn.requested.join(" ")}"`);
  }
  const scheme = ["Bearer", parts.join(", ")].filter((part) => part !== "").join(" ");
  const status = denial === "insufficient_scope" ? 403 : 401;
  return refused(status, DENIALS[denial], { "www-authenticate": scheme });
}
