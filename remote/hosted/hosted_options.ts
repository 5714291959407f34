import type { YnabApplication } from "./ynab_oauth.ts";

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
}

/** How long a user has at YNAB, in milliseconds. */
export const AT_YNAB_MS = 600_000;

/** Where YNAB sends users back. */
export const BACK_PATH = "/sign-in/back";
