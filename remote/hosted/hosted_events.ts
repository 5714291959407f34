import type { FinishedCall } from "../../server/server_options.ts";
import { networkOf } from "../addresses.ts";
import type { RootKey } from "./operator_keys.ts";

/**
 * Pseudonyms that the operator sees instead of ids. A pseudonym gives no access and isn't stored in
 * the database.
 */
export interface Pseudonyms {
  /** The user's pseudonym. */
  readonly user: string;
  /** The pseudonym of the program's data. */
  readonly vault: string;
}

/**
 * Why a vault was deleted: by its user, because it was unused for the retention period, or because
 * access was revoked at YNAB.
 */
export type Removal = "removed" | "expired" | "withdrawn";

/** Why a sign-in fails after YNAB redirected the browser back. */
export type Refusal =
  | "denied_at_ynab"
  | "refused_by_ynab"
  | "application_rejected"
  | "ynab_failed"
  | "store_failed"
  | "blocked"
  | "too_many_programs";

/** Outcome of a sign-in, including attempts to start one. */
export type SignInOutcome =
  | "signed_in"
  | "sample"
  | "declined"
  | "wrong_invitation"
  | "no_place"
  | "cookie_missing"
  | "expired"
  | Refusal;

/** Outcome of a refresh of a vault's tokens. `refused` ends the user's sign-in. */
export type RefreshOutcome = "refreshed" | "refused" | "application_rejected" | "failed";

/** Events of a multi-user server, for metrics and audit; never contain names or amounts. */
export type HostedEvent =
  | {
    readonly kind: "sign_in";
    readonly outcome: SignInOutcome;
    /** The client's address. */
    readonly address: string;
    /** Absent if the sign-in created no vault. */
    readonly of?: Pseudonyms;
  }
  | { readonly kind: Removal; readonly of: Pseudonyms }
  | { readonly kind: "call"; readonly call: FinishedCall; readonly of: Pseudonyms }
  | { readonly kind: "refresh"; readonly outcome: RefreshOutcome };

/** Receives events; must not throw. */
export type Observe = (event: HostedEvent) => void;

/** Figures that are read when metrics are requested. */
export interface HostedGauges {
  readonly openVaults: number;
  /** `null` if the database doesn't respond. */
  readonly stored: { readonly vaults: number; readonly authorizations: number } | null;
}

/** Length of a pseudonym, which is short enough to copy by hand. */
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
