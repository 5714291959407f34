/**
 * Budget Tool Server over HTTP, for hosts that connect to a server by its address.
 *
 * Run it with `deno run jsr:@budget-tools/server/http --help`, or mount
 * {@linkcode createHttpHandler} in a server of your own. HTTP has its own entry point, so that a
 * server over stdio doesn't download packages that only HTTP needs.
 *
 * Unofficial, without warranty, and not financial advice.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { createHttpHandler } from "@budget-tools/server/http";
 *
 * // A handler that is open to anyone is never created.
 * assertThrows(() => createHttpHandler({ token: null }), TypeError, "httpToken");
 * ```
 *
 * @module
 */

import { loadCamtWith } from "./statements/load_camt.ts";

export { createHttpHandler, type HttpHandler } from "./remote/http/endpoint.ts";
export type {
  HostedOptions,
  SampleHousehold,
  YnabApplication,
} from "./remote/hosted/hosted_options.ts";
export type {
  HostedEvent,
  Observe,
  Pseudonyms,
  RefreshOutcome,
  Refusal,
  Removal,
  SignInOutcome,
} from "./remote/hosted/hosted_events.ts";
export type { HttpOptions } from "./remote/http/http_options.ts";

// Only this entry point imports the CAMT reader by a literal path. Without such an import, the
// package wouldn't contain the reader.
loadCamtWith(async () => (await import("./statements/camt.ts")).readCamt);

if (import.meta.main) {
  // Load the CLI only if this module is run as a program, not if it is imported as a library.
  import("./cli.ts").then(({ main }) =>
    main({
      http: () => import("./cli/serve_http.ts").then(({ serveOverHttp }) => serveOverHttp),
    })
  );
}
