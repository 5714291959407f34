import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { Refusal } from "./hosted_events.ts";
import { AT_YNAB_MS } from "./hosted_options.ts";
import { cookie, requestContext } from "./request_context.ts";
import { randomSecret } from "../secrets.ts";
import type { NewVault } from "./vault_creation.ts";

/** Identifies the browser that was sent to YNAB. */
export const YNAB_COOKIE = "__Host-ynab";

/** How long a finished sign-in waits for the browser, in milliseconds. */
export const FINISH_MS = 60_000;

const AT_YNAB = "AtYnab";
const BACK = "BackFromYnab";

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

interface Stored {
  readonly store: SignInStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export async function saveAtYnab(
  state: string,
  atYnab: AtYnab,
  { store, now }: Stored,
): Promise<void> {
  await store.upsert({ kind: AT_YNAB, id: state }, {
    payload: { ...atYnab },
    grantId: null,
    expiresAt: now() + AT_YNAB_MS,
  });
}

export async function findAtYnab(store: SignInStore, state: string): Promise<AtYnab | null> {
  const found = await store.find({ kind: AT_YNAB, id: state });
  return found === null ? null : found.payload as unknown as AtYnab;
}

/** Deletes the sign-in with a state. Returns `true` if this call deleted it. */
export function takeAtYnab(store: SignInStore, state: string): Promise<boolean> {
  return store.destroy({ kind: AT_YNAB, id: state });
}

export async function saveBack(secret: string, back: Back, { store, now }: Stored): Promise<void> {
  const { end } = back;
  await store.upsert({ kind: BACK, id: secret }, {
    payload: { ...back },
    grantId: typeof end === "string" ? null : end.vault,
    expiresAt: now() + FINISH_MS,
  });
}

/** Finds the sign-in that YNAB redirected back to the browser of the request being handled. */
export async function findBack(store: SignInStore): Promise<Back | null> {
  const secret = requestContext().cookies.get(YNAB_COOKIE);
  const found = secret === undefined ? null : await store.find({ kind: BACK, id: secret });
  return found === null ? null : found.payload as unknown as Back;
}

/** Gives the browser a new secret, which it must send back later. */
export function newBrowserSecret(): string {
  const secret = randomSecret();
  requestContext().setCookies.push(cookie(YNAB_COOKIE, secret, AT_YNAB_MS / 1000));
  return secret;
}
