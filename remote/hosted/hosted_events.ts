import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LogEntry } from "../../server/log_entry.ts";
import type { FinishedCall } from "../../server/server_options.ts";
import { networkOf } from "../request_limits.ts";
import type { RootKey } from "./operator_keys.ts";

/** Pseudonyms that the operator sees instead of ids. They give no access and aren't stored. */
export interface Pseudonyms {
  /** The user's pseudonym. */
  readonly user: string;
  /** The vault's pseudonym. */
  readonly vault: string;
}

/**
 * Why a vault was deleted: its user removed it, it was unused for the retention period, or access
 * was revoked at YNAB.
 */
export type Removal = "removed" | "expired" | "withdrawn";

/** Why a sign-in fails after YNAB has redirected the browser back. */
export type Refusal =
  | "denied_at_ynab"
  | "refused_by_ynab"
  | "application_rejected"
  | "ynab_failed"
  | "store_failed"
  | "blocked"
  | "too_many_programs";

/** Outcome of a sign-in, or of an attempt to start one. */
export type SignInOutcome =
  | "signed_in"
  | "sample"
  | "declined"
  | "wrong_invitation"
  | "no_place"
  | "cookie_missing"
  | "expired"
  | Refusal;

/** Outcome of refreshing a vault's tokens. After `refused`, the user is signed out. */
export type RefreshOutcome = "refreshed" | "refused" | "application_rejected" | "failed";

/** Events of a multi-user server, for metrics and auditing. They never contain names or amounts. */
export type HostedEvent =
  | {
    readonly kind: "sign_in";
    readonly outcome: SignInOutcome;
    /** The client's address. */
    readonly address: string;
    /** The user and the new vault; absent if the sign-in created no vault. */
    readonly of?: Pseudonyms;
  }
  | { readonly kind: Removal; readonly of: Pseudonyms }
  | { readonly kind: "call"; readonly call: FinishedCall; readonly of: Pseudonyms }
  | { readonly kind: "refresh"; readonly outcome: RefreshOutcome };

/** Receives events; must not throw. */
export type Observe = (event: HostedEvent) => void;

export interface HostedGauges {
  readonly openVaults: number;
  /** Record counts; `null` if the database doesn't respond. */
  readonly stored: { readonly vaults: number; readonly authorizations: number } | null;
}

/** Length of a pseudonym: short enough to copy by hand. */
const LENGTH = 16;

/** Returns a user's pseudonym, which is also the id in the operator's commands. */
export function userName(root: RootKey, tenant: string): string {
  return root.tagOf(`operator's name of user ${tenant}`).slice(0, LENGTH);
}

export function pseudonymsOf(
  root: RootKey,
  { tenant, vault }: { readonly tenant: string; readonly vault: string },
): Pseudonyms {
  const tag = root.tagOf(`operator's name of vault ${vault}`);
  return { user: userName(root, tenant), vault: tag.slice(0, LENGTH) };
}

export function auditEntry(event: HostedEvent): Readonly<Record<string, unknown>> | null {
  switch (event.kind) {
    case "sign_in": {
      const { outcome, address, of } = event;
      const network = networkOf(address);
      return of === undefined
        ? { audit: "refused", reason: outcome, network }
        : { audit: "sign_in", outcome, ...of, network };
    }
    case "removed":
    case "expired":
    case "withdrawn":
      return { audit: event.kind, ...event.of };
    case "call": {
      const { change, tool, outcome } = event.call;
      if (change === undefined) return null;
      const { operationId: operation, count } = change;
      return { audit: "change", ...event.of, operation, tool, count, outcome };
    }
    default:
      return null;
  }
}

export function auditLine(entry: Readonly<Record<string, unknown>>, now: number): string {
  return `${JSON.stringify({ time: new Date(now).toISOString(), ...entry })}\n`;
}

/** Upper bounds of the histogram buckets for call durations, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30];

const LOOP_MS = 100;

const REASONS: Readonly<Record<number, string>> = {
  401: "credentials",
  403: "forbidden",
  404: "not_found",
  405: "method",
  429: "too_many",
  503: "overloaded",
};

/**
 * Counts events and formats them for Prometheus. Label values are constants in this server's code,
 * so they never identify a user and need no escaping.
 */
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
        return this.#count(`sign_ins_total{outcome="${event.outcome}"}`);
      case "refresh":
        return this.#count(`refreshes_total{outcome="${event.outcome}"}`);
      case "call": {
        const { tool, outcome, ms } = event.call;
        this.#count(`calls_total{tool="${tool}",outcome="${outcome}"}`);
        return this.#time(ms / 1000);
      }
    }
  }

  noteLog(entry: LogEntry): void {
    if (entry.event === "ynab_request") {
      const { operation, status } = entry;
      this.#count(`ynab_requests_total{operation="${operation}",status="${status ?? "none"}"}`);
    } else if (entry.event === "http_refused") {
      this.#count(`refused_total{reason="${REASONS[entry.status] ?? "invalid"}"}`);
    }
  }

  #count(series: string): void {
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + 1);
  }

  #time(seconds: number): void {
    this.#calls += 1;
    this.#seconds += seconds;
    BUCKETS.forEach((most, at) => {
      if (seconds <= most) this.#durations[at] = (this.#durations[at] ?? 0) + 1;
    });
  }

  text({ openVaults, stored }: HostedGauges): string {
    const gauges = [
      ["open_vaults", openVaults],
      ["store_up", stored === null ? 0 : 1],
      ...(stored === null
        ? []
        : [["vaults", stored.vaults], ["authorizations_used", stored.authorizations]]),
      // The event loop's longest delay since the metrics were last read.
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

export interface MetricsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves metrics at `/metrics` on a separate listener, which only the operator can reach. */
export async function serveMetrics(
  metrics: Metrics,
  gauges: () => Promise<HostedGauges>,
  { host, port }: { readonly host: string; readonly port: number },
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
  await once(server.listen(port, host), "listening");
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}/metrics`,
    close: async () => {
      metrics.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
