import type { Principal } from "../principal.ts";
import type { SignInFlow } from "../sign_in/own_sign_in.ts";
import { ACCOUNT_COOKIE } from "./account_cookie.ts";
import { ACCOUNT_PATH, accountPage, type AccountPageOptions } from "./account_page.ts";
import { footer } from "./hosted_consent.ts";
import { BACK_PATH } from "./hosted_options.ts";
import { type HostedSignIn, YNAB_COOKIE } from "./hosted_sign_in.ts";
import { PUBLIC_PATHS, publicPage } from "./public_pages.ts";
import { contextOf, inRequest, requestContext } from "./request_context.ts";

const OWN_COOKIES = [YNAB_COOKIE, ACCOUNT_COOKIE];

/** How users sign in, and the pages around it. */
export function hostedFlow({ flow, account, resource }: {
  readonly flow: HostedSignIn;
  readonly account: AccountPageOptions;
  readonly resource: string;
}): SignInFlow {
  const { root, database, hosted } = account;
  const ownAnswer = async (url: URL, request: Request, body: string): Promise<Response | null> => {
    const { pathname } = url;
    if (pathname === BACK_PATH) return await flow.back(url);
    if (pathname === ACCOUNT_PATH) {
      return await accountPage({ url, method: request.method, body }, account);
    }
    return PUBLIC_PATHS.includes(pathname) ? publicPage(pathname, { hosted, resource }) : null;
  };
  return {
    pageEnd: footer(hosted),
    // Every account id is a pseudonym that this server derived.
    isAccount: (accountId) => /^[\da-f]{32}$/u.test(accountId),
    grantKeys: {
      wrap: async (token, grantId) => {
        const key = requestContext().keys.get(grantId);
        if (key === undefined) throw new Error("The grant's key isn't open");
        return await root.wrap(key, token, grantId);
      },
      unwrap: async (wrapped, token, grantId) => {
        const key = await root.unwrap(wrapped, token, grantId);
        if (key !== null) requestContext().keys.set(grantId, key);
      },
    },
    middleware: (provider) => flow.middleware(provider),
    answer: async (request, { body, address }, next) => {
      const context = contextOf(request.headers.get("cookie"), address, OWN_COOKIES);
      const url = new URL(request.url);
      return await inRequest(context, async () => {
        if (url.pathname.startsWith("/authorize/")) await flow.openKey();
        const answer = await ownAnswer(url, request, body) ?? await next();
        for (const cookie of context.setCookies) answer.headers.append("set-cookie", cookie);
        return answer;
      });
    },
    principal: (find) => {
      const context = contextOf(null, "", []);
      return inRequest(context, async () => {
        const principal = withVault(await find(), context.keys);
        const tenant = principal?.vault?.tenant;
        // The next sign-in is rejected, too.
        return tenant !== undefined && await database.isBlocked(tenant) ? null : principal;
      });
    },
  };
}

/** Adds the vault that the token opened; a token without one is invalid. */
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
