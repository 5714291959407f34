import type { Refusal } from "./hosted_events.ts";
import type { NewVault } from "./vault_creation.ts";

/** A sign-in that is waiting for YNAB, stored under its state. */
export interface AtYnab {
  readonly uid: string;
  readonly cookieHash: string;
  readonly verifier: string;
  readonly facts: NewVault["facts"];
}

/** The vault of a finished sign-in. */
export interface OpenedVault {
  readonly vault: string;
  readonly tenant: string;
  readonly mayWrite: boolean;
  /** The vault's data key, wrapped with the cookie. */
  readonly key: string;
}

/** A sign-in after YNAB redirected back, stored under the browser's cookie. */
export interface Back {
  readonly uid: string;
  readonly end: OpenedVault | Refusal;
}
