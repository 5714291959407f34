import { networkOf } from "../address.ts";
import type { HostedEvent } from "./hosted_events.ts";

/** Returns the audit entry for an event; `null` for events that the audit omits. */
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
