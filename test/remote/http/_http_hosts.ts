import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
// The package exports its types only under the path without `.js`.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp.js";
import type { AskedUser, Host } from "../../protocol/_host.ts";
import { connectHost2025 } from "../../protocol/_host_2025.ts";
import { connectHost2026 } from "../../protocol/_host_2026.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";

/** Connects a host to a server. */
export type OpenHost = (url: URL, user?: AskedUser, token?: string) => Promise<Host>;

const withToken = (token: string): { readonly requestInit: RequestInit } => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

/** Connects with protocol 2026-07-28. */
export const openModern: OpenHost = (url, user, token = HTTP_TOKEN) =>
  connectHost2026(new StreamableHTTPClientTransport(url, withToken(token)), { user });

/** Connects with version 2 of the SDK and its default protocol. */
export const openUntold: OpenHost = (url, user, token = HTTP_TOKEN) =>
  connectHost2026(new StreamableHTTPClientTransport(url, withToken(token)), {
    user,
    isOld: true,
  });

/** Connects with version 1 of the SDK. */
export const openOld: OpenHost = (url, user, token = HTTP_TOKEN) => {
  const transport = new OldTransport(url, withToken(token));
  return connectHost2025(transport, { user, version: () => transport.protocolVersion });
};

/** Hosts to test, each with the protocol version that it uses. */
export const hosts: readonly (readonly [name: string, open: OpenHost, version: string])[] = [
  ["client 2.x (2026-07-28)", openModern, "2026-07-28"],
  ["client 2.x (2025-11-25)", openUntold, "2025-11-25"],
  ["client 1.x (2025-11-25)", openOld, "2025-11-25"],
];
