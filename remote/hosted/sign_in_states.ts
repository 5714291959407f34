/** A sign-in that waits for YNAB; stored under its state. */
export interface AtYnab {
  readonly uid: string;
  readonly cookieHash: string;
  readonly verifier: string;
  readonly mayWrite: boolean;
  readonly timeZone: string;
  readonly clientName: string;
  readonly destination: string;
}

/** A sign-in that came back; stored under the browser's cookie. */
export interface Back {
  readonly uid: string;
  /** Error that the program gets instead of a code. */
  readonly error?: string;
  /** Why, if its name doesn't say it. */
  readonly why?: string;
  readonly vault?: string;
  readonly tenant?: string;
  readonly mayWrite?: boolean;
  /** The vault's data key, wrapped with the cookie. */
  readonly key?: string;
}
