import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { refused, type RequestHead } from "./request.ts";

/** Where the protocol is served. */
export const MCP_PATH = "/mcp";

/** What a path is for. */
export type Route =
  | "mcp"
  | "health"
  | "ready"
  | "metadata"
  | "page"
  | "token"
  | "beginning";

/** A path that is served. */
interface Place {
  readonly route: Route;
  /** Without any, the method is checked after the credentials. */
  readonly methods?: readonly string[];
  /** Whether pages of others may ask: the documents are there to be read by them. */
  readonly isForPages?: boolean;
}

const READING: readonly string[] = ["GET", "HEAD"];
const POSTING: readonly string[] = ["POST"];
const DOCUMENT = { methods: [...READING, "OPTIONS"], isForPages: true } as const;

const PLACES: Readonly<Record<string, Place>> = {
  // Clients probe it with GET to find the sign-in: 401 with a challenge comes before 405.
  [MCP_PATH]: { route: "mcp" },
  "/healthz": { route: "health", methods: READING },
  "/readyz": { route: "ready", methods: READING },
};

/** Where clients find the sign-in. */
const METADATA: Readonly<Record<string, Place>> = {
  "/.well-known/oauth-protected-resource": { route: "metadata", ...DOCUMENT },
  [`/.well-known/oauth-protected-resource${MCP_PATH}`]: { route: "metadata", ...DOCUMENT },
};

/** What the server's own sign-in adds; one further part of a path may be an id. */
const SIGN_IN: Readonly<Record<string, Place>> = {
  "/.well-known/oauth-authorization-server": { route: "page", ...DOCUMENT },
  "/authorize": { route: "beginning", methods: ["GET"] },
  "/authorize/ID": { route: "page", methods: ["GET"] },
  "/sign-in/ID": { route: "page", methods: ["GET", "POST"] },
  "/token": { route: "token", methods: POSTING },
  "/revoke": { route: "token", methods: POSTING },
  "/register": { route: "beginning", methods: POSTING },
};

/** Addresses of a server. */
export interface Guarded {
  /** Host names besides those of this machine. */
  readonly hostnames: readonly string[];
  /** Whether there is a sign-in that clients may ask about. */
  readonly hasMetadata: boolean;
  /** Whether it is the server's own. */
  readonly hasSignIn: boolean;
}

/** Looks at method and path, Host and Origin, in this order. */
export function guard(head: RequestHead, guarded: Guarded): Route | Response {
  const place = placeOf(head.path, guarded);
  if (place === undefined) return refused(404, "Not found");
  const { route, methods, isForPages = false } = place;
  if (methods?.includes(head.method) === false) return methodRefused(methods);
  // Health checks may use any host name, and learn nothing here.
  if (route === "health" || route === "ready") return route;
  const known = [...localhostAllowedHostnames(), ...guarded.hostnames];
  if (!validateHostHeader(head.header("host"), known).ok) return refused(403, "Host not allowed");
  const isOurs = isForPages || validateOriginHeader(head.header("origin"), known).ok;
  return isOurs ? route : refused(403, "Origin not allowed");
}

/** Refuses a method. */
export function methodRefused(allowed: readonly string[]): Response {
  return refused(405, "Method not allowed", { allow: allowed.join(", ") });
}

function placeOf(path: string, { hasMetadata, hasSignIn }: Guarded): Place | undefined {
  const withId = path.replace(/^(\/[a-z-]+\/)[\w-]+$/u, "$1ID");
  return placeIn(PLACES, path) ?? (hasMetadata ? placeIn(METADATA, path) : undefined) ??
    (hasSignIn ? placeIn(SIGN_IN, path) ?? placeIn(SIGN_IN, withId) : undefined);
}

function placeIn(places: Readonly<Record<string, Place>>, path: string): Place | undefined {
  return Object.hasOwn(places, path) ? places[path] : undefined;
}
