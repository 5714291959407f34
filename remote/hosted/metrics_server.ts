import { createServer } from "node:http";
import type { HostedGauges } from "./hosted_events.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves metrics at `/metrics` on a listener of their own, which only the operator reaches. */
export async function serveMetrics(
  { metrics, gauges, host, port }: {
    readonly metrics: Metrics;
    readonly gauges: () => Promise<HostedGauges>;
    readonly host: string;
    /** 0 picks a free port. */
    readonly port: number;
  },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end("Not found\n");
      return;
    }
    gauges().then((read) => {
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" })
        .end(metrics.text(read));
    }).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`,
    close: async () => {
      metrics.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
