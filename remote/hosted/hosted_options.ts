import type { Observe } from "./hosted_events.ts";

/** The operator's OAuth application at YNAB. */
export interface YnabApplication {
  /** Its client ID. */
  readonly clientId: string;
  /** Its client secret. */
  readonly clientSecret: string;
}

/** A made-up household for reviewers, who have no account at YNAB. */
export interface SampleHousehold {
  /** What reviewers enter instead of an invitation. */
  readonly code: string;
  /** Base address of the demo's API. */
  readonly url: string;
  /** The token that it accepts. */
  readonly token: string;
}

/** Settings of a server whose users sign in at YNAB. */
export interface HostedOptions {
  /** The operator's OAuth application at YNAB. */
  readonly application: YnabApplication;
  /** The operator's keys, newest first. */
  readonly sealKeys: readonly string[];
  /** Who runs the server; shown on every page. */
  readonly operator: string;
  /** How users reach the operator. */
  readonly operatorContact: string;
  /** What users must enter to sign in; `null` admits everyone. */
  readonly invitation: string | null;
  /** How many users YNAB lets in; `Infinity` after its review. */
  readonly authorizations: number;
  /** Days after which unused vaults are deleted. */
  readonly retentionDays: number;
  /** Vaults in memory. */
  readonly openVaults: number;
  /** Where, and by whom, the data is stored, for the privacy page. */
  readonly region?: string | undefined;
  /** Reviewers enter its code and need no account at YNAB. */
  readonly sample?: SampleHousehold | undefined;
  /** Called with everything that metrics and audit record. */
  readonly observe?: Observe | undefined;
}

/** What the sign-in needs of the server around it. */
export interface HostedSurroundings {
  /** The resource for which tokens are issued. */
  readonly resource: string;
  /** Counts a wrong invitation, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
  /** Whether an address entered too many; then not even the right one counts. */
  readonly isBarred: (address: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a user has at YNAB, in milliseconds. */
export const AT_YNAB_MS = 600_000;

/** Where YNAB sends users back. */
export const BACK_PATH = "/sign-in/back";
