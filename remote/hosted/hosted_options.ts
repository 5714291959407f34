import type { PerMinute } from "../request_limits.ts";
import type { Observe } from "./hosted_events.ts";

/** The operator's YNAB OAuth application. */
export interface YnabApplication {
  /** Its client ID. */
  readonly clientId: string;
  /** Its client secret. */
  readonly clientSecret: string;
}

/** A made-up household for reviewers without a YNAB account. */
export interface SampleHousehold {
  /** Code that reviewers enter instead of an invitation code. */
  readonly code: string;
  /** Base URL of the demo's API. */
  readonly url: string;
  /** The token that the demo's API accepts. */
  readonly token: string;
}

/** Settings for a server whose users sign in with YNAB. */
export interface HostedOptions {
  /** The operator's YNAB OAuth application. */
  readonly application: YnabApplication;
  /** The operator's keys, newest first. */
  readonly sealKeys: readonly string[];
  /** Name of the operator, shown on every page. */
  readonly operator: string;
  /** How users can contact the operator. */
  readonly operatorContact: string;
  /** Invitation code that users must enter to sign in; `null` admits everyone. */
  readonly invitation: string | null;
  /** How many users YNAB allows; `Infinity` once YNAB has reviewed the application. */
  readonly authorizations: number;
  /** How long an unused vault is stored, in days. */
  readonly retentionDays: number;
  /** Maximum number of vaults in memory. */
  readonly openVaults: number;
  /** Where and by whom the data is stored, for the privacy page. */
  readonly region?: string | undefined;
  /** Lets reviewers sign in with a code instead of a YNAB account. */
  readonly sample?: SampleHousehold | undefined;
  /** Called with every event for metrics and auditing. */
  readonly observe?: Observe | undefined;
}

/** What the sign-in needs from the rest of the server. */
export interface HostedSurroundings {
  readonly publicUrl: string;
  readonly resource: string;
  /** Counts wrong invitation codes. After too many wrong codes, even the right code is rejected. */
  readonly wrongSignIns: PerMinute;
  readonly now: () => number;
}

/** Path to which YNAB redirects the browser after a sign-in. */
export const BACK_PATH = "/sign-in/back";
