import type { Principal } from "../credentials.ts";
import type { SignInFlow } from "../sign_in/own_sign_in.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { ACCOUNT_PATH, accountPage } from "./account.ts";
import { footer, PUBLIC_PATHS, publicPage } from "./public_pages.ts";
import { BACK_PATH } from "./hosted_options.ts";
import { contextOf, inRequest, requestContext } from "./request_context.ts";
import { hostedConsent } from "./hosted_sign_in.ts";
import type { RootKey } from "./operator_keys.ts";
import { findBack, type HostedSignInOptions, returnFromYnab, YNAB_COOKIE } from "./ynab_return.ts";

export function hostedFlow(
  options: HostedSignInOptions,
): SignInFlow & Required<Pick<SignInFlow, "answer" | "principal">> {
  const { root, database, store } = options;
  const ownAnswer = async (url: URL, request: Request, body: string): Promise<Response | null> => {
    const { pathname } = url;
    if (pathname === BACK_PATH) return await returnFromYnab(url, options);
    if (pathname === ACCOUNT_PATH) {
      return await accountPage({ url, method: request.method, body }, options);
    }
    return PUBLIC_PATHS.includes(pathname) ? publicPage(pathname, options) : null;
  };
  return {
    pageEnd: footer(options),
    // Every account id is a pseudonym derived by this server.
    isAccount: (accountId) => /^[\da-f]{32}$/u.test(accountId),
    grantKeys: {
      wrap: (token, grantId) => {
        const key = requestContext().keys.get(grantId);
        if (key === undefined) throw new Error("The grant's key isn't open");
        return root.wrap(key, token, grantId);
      },
      unwrap: (wrapped, token, grantId) => {
        const key = root.unwrap(wrapped, token, grantId);
        if (key !== null) requestContext().keys.set(grantId, key);
      },
    },
    consent: hostedConsent(options),
    answer: async (request, { body, address }, next) => {
      const context = contextOf(request.headers.get("cookie"), address);
      const url = new URL(request.url);
      return await inRequest(context, async () => {
        if (url.pathname.startsWith("/authorize/")) await openKey(store, root);
        const answer = await ownAnswer(url, request, body) ?? await next();
        for (const cookie of context.setCookies) answer.headers.append("set-cookie", cookie);
        return answer;
      });
    },
    principal: (find) => {
      const context = contextOf(null, "");
      return inRequest(context, async () => {
        const principal = withVault(await find(), context.keys);
        const tenant = principal?.vault?.tenant;
        // A blocked user's sign-ins are rejected elsewhere.
        return tenant !== undefined && await database.isBlocked(tenant) ? null : principal;
      });
    },
  };
}

/**
 * Opens the data key of a sign-in after YNAB redirected the browser back, so that the key can be
 * wrapped with the new authorization code.
 */
async function openKey(store: SignInStore, root: RootKey): Promise<void> {
  const { keys, cookies } = requestContext();
  const { end = "" } = await findBack(store) ?? {};
  if (typeof end === "string") return;
  const key = root.unwrap(end.key, cookies.get(YNAB_COOKIE) ?? "", end.vault);
  if (key !== null) keys.set(end.vault, key);
}

/** Adds the vault whose key the token opened. A token that opened no key is invalid. */
function withVault(
  principal: Principal | null,
  keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Principal | null {
  const { grantId, accountId } = principal ?? {};
  const key = grantId === undefined ? undefined : keys.get(grantId);
  if (principal === null || grantId === undefined || accountId === undefined) return null;
  if (key === undefined) return null;
  return { ...principal, id: grantId, vault: { vault: grantId, tenant: accountId, key } };
}
