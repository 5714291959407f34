import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { cookie, requestContext } from "./request_context.ts";
import { randomSecret, sha256 } from "../secrets.ts";

/** Cookie that opens the account page after a sign-in, and nothing else. */
export const ACCOUNT_COOKIE = "__Host-account";
const SECONDS = 43_200;
const KIND = "Account";

/** Opens the account page for the browser of the request being handled. */
export async function openAccount(store: SignInStore, tenant: string, now: number): Promise<void> {
  const secret = randomSecret();
  await store.upsert({ kind: KIND, id: secret }, {
    payload: { tenant },
    grantId: accountOfUser(tenant),
    expiresAt: now + SECONDS * 1000,
  });
  requestContext().setCookies.push(cookie(ACCOUNT_COOKIE, secret, SECONDS));
}

/** An account page that a browser may see. */
export interface OpenAccount {
  readonly tenant: string;
  /** Forms on the page must send this token, so that no other site can submit them. */
  readonly formToken: string;
}

/** Returns the account that this browser may access; `null` for none. */
export async function accountOf(store: SignInStore): Promise<OpenAccount | null> {
  const secret = requestContext().cookies.get(ACCOUNT_COOKIE);
  if (secret === undefined) return null;
  const found = await store.find({ kind: KIND, id: secret });
  const tenant = found?.payload["tenant"];
  if (typeof tenant !== "string") return null;
  return { tenant, formToken: sha256(`account form ${secret}`) };
}

/** Closes a user's account page in all browsers. */
export async function closeAccounts(store: SignInStore, tenant: string): Promise<void> {
  await store.revokeByGrant(accountOfUser(tenant));
}

/** Deletes the cookie of the browser of the request being handled. */
export function deleteAccountCookie(): void {
  requestContext().setCookies.push(cookie(ACCOUNT_COOKIE, "", 0));
}

/** Groups the cookies of a user, so that they can be deleted together. */
function accountOfUser(tenant: string): string {
  return `account ${tenant}`;
}
