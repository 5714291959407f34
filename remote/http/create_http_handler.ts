import { openEndpoint } from "./endpoint.ts";
import type { HttpOptions } from "./http_options.ts";
import { headOf } from "./request.ts";

/** A web-standard handler. */
export interface HttpHandler {
  /** Answers one request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Stops accepting calls, and resolves when everything that has started has finished. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a handler that serves MCP at `/mcp`, and health checks at `/healthz` and
 * `/readyz`. Every client needs credentials. Limits on connections and on the time
 * of a request are up to the server it is mounted in.
 *
 * @param options The tokens, and what differs from the defaults.
 * @returns The handler.
 * @throws {TypeError} When an option can't be used, or when it is made without a token
 * or a sign-in, because it would be open to anyone.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createHttpHandler } from "@budget-tools/server/http";
 *
 * const handler = createHttpHandler({
 *   token: null,
 *   httpToken: "thirty-two-characters-or-more-of-chance",
 * });
 * const { status } = await handler.fetch(new Request("http://localhost/mcp", { method: "POST" }));
 * assertEquals(status, 401);
 * await handler.close();
 * ```
 */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const endpoint = openEndpoint(options);
  return {
    fetch: async (request) => {
      const admitted = await endpoint.admit(headOf(request));
      return admitted instanceof Response ? admitted : await endpoint.serve(request, admitted);
    },
    close: endpoint.close,
  };
}
