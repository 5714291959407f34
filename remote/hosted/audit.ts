import type { HostedEvent } from "./hosted_events.ts";

/** Returns the audit's entry about an event; `null` for events that it doesn't record. */
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

/** Writes an entry as one line. */
export function auditLine(entry: Readonly<Record<string, unknown>>, now: number): string {
  return `${JSON.stringify({ time: new Date(now).toISOString(), ...entry })}\n`;
}

/** Shortens an address to its network: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address;
  const parts = /^(\d+\.\d+\.\d+)\.\d+$/u.exec(mapped);
  if (parts !== null) return `${parts[1]}.0/24`;
  if (!mapped.includes(":")) return "unknown";
  const [before = "", after] = mapped.replace(/%.*$/u, "").split("::");
  const groups = before === "" ? [] : before.split(":");
  const missing = after === undefined
    ? 0
    : 8 - groups.length - after.split(":").filter(Boolean).length;
  const all = [
    ...groups,
    ...Array.from({ length: Math.max(0, missing) }, () => "0"),
    ...(after ?? "").split(":").filter(Boolean),
  ];
  return `${all.slice(0, 3).join(":")}::/48`;
}
