import { auditEntry, auditLine } from "../remote/hosted/audit.ts";
import { Metrics, type MetricsServer, serveMetrics } from "../remote/hosted/metrics.ts";
import type { HttpOptions } from "../remote/http/http_options.ts";
import type { HttpServer } from "../remote/http/node_server.ts";
import type { ListenAddress } from "./_address.ts";
import type { Terminal } from "./_terminal.ts";

/** A server for many users whose events are counted and written to the audit. */
export interface Observed {
  readonly options: HttpOptions;
  /** Starts the listener for metrics; `null` if metrics are off. */
  readonly serve: (server: HttpServer) => Promise<MetricsServer | null>;
  /** Stops measuring if the server can't start. */
  readonly close: () => void;
}

/** Writes the audit to standard output, and counts for metrics if they have an address. */
export function observed(
  options: HttpOptions,
  { metricsAddress, terminal }: {
    readonly metricsAddress: ListenAddress | null;
    readonly terminal: Pick<Terminal, "out">;
  },
): Observed {
  const { hosted, log } = options;
  if (hosted === undefined) {
    return { options, serve: () => Promise.resolve(null), close: () => {} };
  }
  const metrics = metricsAddress === null ? null : new Metrics();
  return {
    options: {
      ...options,
      log: (entry) => {
        log?.(entry);
        metrics?.noteLog(entry);
      },
      hosted: {
        ...hosted,
        observe: (event) => {
          metrics?.note(event);
          const entry = auditEntry(event);
          if (entry !== null) terminal.out(auditLine(entry, Date.now()));
        },
      },
    },
    serve: async ({ hosted: served }) =>
      metrics === null || metricsAddress === null || served === null
        ? null
        : await serveMetrics({ metrics, gauges: served.gauges, ...metricsAddress }),
    close: () => metrics?.close(),
  };
}
