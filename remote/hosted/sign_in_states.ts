/** A sign-in that is waiting for YNAB, stored under its state. */
export interface AtYnab {
  readonly uid: string;
  readonly cookieHash: string;
  readonly verifier: string;
  readonly mayWrite: boolean;
  readonly timeZone: string;
  readonly clientName: string;
  readonly destination: string;
}

/** A sign-in after YNAB redirected back, stored under the browser's cookie. */
export interface Back {
  readonly uid: string;
  /** Error for the program instead of a code. */
  readonly error?: string;
  /** The reason, if the error code doesn't say it. */
  readonly why?: string;
  readonly vault?: string;
  readonly tenant?: string;
  readonly mayWrite?: boolean;
  /** The vault's data key, wrapped with the cookie. */
  readonly key?: string;
}
