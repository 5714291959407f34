import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { cookie, requestContext } from "./request_context.ts";
import { randomSecret } from "./secrets.ts";

/** Cookie that opens the account page after a sign-in, and nothing else. */
export const ACCOUNT_COOKIE = "__Host-account";
const SECONDS = 43_200;
const KIND = "Account";

/** Opens the account page for the browser of the request being handled. */
export async function openAccount(store: SignInStore, tenant: string, now: number): Promise<void> {
  const secret = randomSecret();
  await store.upsert({ kind: KIND, id: secret }, {
    payload: { tenant },
    grantId: null,
    expiresAt: now + SECONDS * 1000,
  });
  requestContext().setCookies.push(cookie(ACCOUNT_COOKIE, secret, SECONDS));
}

/** Returns the user whose account page this browser may see; `null` for none. */
export async function accountOf(store: SignInStore): Promise<string | null> {
  const secret = requestContext().cookies.get(ACCOUNT_COOKIE);
  if (secret === undefined) return null;
  const found = await store.find({ kind: KIND, id: secret });
  const tenant = found?.payload["tenant"];
  return typeof tenant === "string" ? tenant : null;
}
