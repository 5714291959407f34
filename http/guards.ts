/**
 * The first guards: method and path, Host, Origin.
 *
 * @module
 */

import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { refused } from "./refusal.ts";
import type { RequestHead } from "./request_head.ts";

/** Where the protocol is served. */
export const MCP_PATH = "/mcp";

/** What a path is for. */
export type Route = "mcp" | "health" | "ready" | "metadata";

const READING: readonly string[] = ["GET", "HEAD"];
const METHODS: Readonly<Record<Route, readonly string[]>> = {
  mcp: ["POST"],
  health: READING,
  ready: READING,
  metadata: [...READING, "OPTIONS"],
};

const ROUTES: Readonly<Record<string, Route>> = {
  [MCP_PATH]: "mcp",
  "/healthz": "health",
  "/readyz": "ready",
  "/.well-known/oauth-protected-resource": "metadata",
  [`/.well-known/oauth-protected-resource${MCP_PATH}`]: "metadata",
};

/** What a server is reached by. */
export interface Guarded {
  /** Host names besides those of this machine. */
  readonly hostnames: readonly string[];
  /** Whether there is a sign-in that clients may ask about. */
  readonly hasMetadata: boolean;
}

/**
 * Looks at method and path, Host and Origin, in this order.
 *
 * @param head The request.
 * @param guarded What the server is reached by.
 * @returns What is asked for, or the refusal.
 */
export function guard(head: RequestHead, { hostnames, hasMetadata }: Guarded): Route | Response {
  const route = Object.hasOwn(ROUTES, head.path) ? ROUTES[head.path] : undefined;
  if (route === undefined || (route === "metadata" && !hasMetadata)) {
    return refused(404, "Not found");
  }
  const methods = METHODS[route];
  if (!methods.includes(head.method)) {
    return refused(405, "Method not allowed", { allow: methods.join(", ") });
  }
  // Who watches over a process knows it by any address, and learns nothing here.
  if (route === "health" || route === "ready") return route;
  const known = [...localhostAllowedHostnames(), ...hostnames];
  if (!validateHostHeader(head.header("host"), known).ok) return refused(403, "Host not allowed");
  // The documents are there to be read by pages of others.
  const isOurs = route === "metadata" || validateOriginHeader(head.header("origin"), known).ok;
  return isOurs ? route : refused(403, "Origin not allowed");
}
