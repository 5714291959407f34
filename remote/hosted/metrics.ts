import { createServer } from "node:http";
import type { LogEntry } from "../../server/log_entry.ts";
import type { HostedEvent, HostedGauges } from "./hosted_events.ts";

/** Upper limits of the buckets for a call's duration, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30];

/** How often the event loop's delay is measured, in milliseconds. */
const LOOP_MS = 100;

/** Reasons for a rejected request, by HTTP status. */
const REASONS: Readonly<Record<number, string>> = {
  401: "credentials",
  403: "forbidden",
  404: "not_found",
  405: "method",
  429: "too_many",
  503: "overloaded",
};

type Labels = Readonly<Record<string, string>>;

/** Counts events and formats them for Prometheus. No label identifies a user. */
export class Metrics {
  readonly #counters = new Map<string, number>();
  readonly #durations = BUCKETS.map(() => 0);
  #calls = 0;
  #seconds = 0;
  #slowestLoopMs = 0;
  readonly #loop: ReturnType<typeof setInterval>;

  constructor() {
    let due = performance.now() + LOOP_MS;
    this.#loop = setInterval(() => {
      const now = performance.now();
      this.#slowestLoopMs = Math.max(this.#slowestLoopMs, now - due);
      due = now + LOOP_MS;
    }, LOOP_MS);
  }

  note(event: HostedEvent): void {
    switch (event.kind) {
      case "sign_in":
        return this.#count("sign_ins_total", { outcome: event.outcome });
      case "refresh":
        return this.#count("refreshes_total", { outcome: event.outcome });
      case "call": {
        const { tool, outcome, ms } = event.call;
        this.#count("calls_total", { tool, outcome });
        return this.#time(ms / 1000);
      }
    }
  }

  /** Counts log entries. */
  noteLog(entry: LogEntry): void {
    if (entry.event === "ynab_request") {
      const { operation, status } = entry;
      this.#count("ynab_requests_total", { operation, status: String(status ?? "none") });
    } else if (entry.event === "http_refused") {
      this.#count("refused_total", { reason: REASONS[entry.status] ?? "invalid" });
    }
  }

  #count(name: string, labels: Labels): void {
    const series = `${name}${written(labels)}`;
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + 1);
  }

  #time(seconds: number): void {
    this.#calls += 1;
    this.#seconds += seconds;
    BUCKETS.forEach((most, at) => {
      if (seconds <= most) this.#durations[at] = (this.#durations[at] ?? 0) + 1;
    });
  }

  /** Formats all metrics. */
  text({ openVaults, stored }: HostedGauges): string {
    const gauges = [
      ["open_vaults", openVaults],
      ["store_up", stored === null ? 0 : 1],
      ...(stored === null
        ? []
        : [["vaults", stored.vaults], ["authorizations_used", stored.authorizations]]),
      // The longest delay since the metrics were last read.
      ["event_loop_seconds", this.#slowestLoopMs / 1000],
    ] as const;
    this.#slowestLoopMs = 0;
    const counters = [...this.#counters].toSorted();
    const names = new Set(counters.map(([series]) => series.replace(/\{.*$/u, "")));
    return [
      ...[...names].flatMap((name) => [
        `# TYPE ${name} counter`,
        ...counters.filter(([series]) => series.startsWith(`${name}{`))
          .map(([series, count]) => `${series} ${count}`),
      ]),
      "# TYPE call_seconds histogram",
      ...BUCKETS.map((most, at) => `call_seconds_bucket{le="${most}"} ${this.#durations[at]}`),
      `call_seconds_bucket{le="+Inf"} ${this.#calls}`,
      `call_seconds_sum ${this.#seconds}`,
      `call_seconds_count ${this.#calls}`,
      ...gauges.flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
      "",
    ].join("\n");
  }

  close(): void {
    clearInterval(this.#loop);
  }
}

/** Formats labels. Label values need no escaping, because they are constants of this server. */
function written(labels: Labels): string {
  return `{${Object.entries(labels).map(([name, value]) => `${name}="${value}"`).join(",")}}`;
}

export interface MetricsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves metrics at `/metrics` on a separate listener, which only the operator can reach. */
export async function serveMetrics(
  { metrics, gauges, host, port }: {
    readonly metrics: Metrics;
    readonly gauges: () => Promise<HostedGauges>;
    readonly host: string;
    /** The port; 0 picks a free one. */
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
