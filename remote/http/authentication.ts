import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/server_factory.ts";
import { type Hosted, openHosted } from "../hosted/open_hosted.ts";
import { type PerMinute, RETRY } from "../request_limits.ts";
import {
  anyOf,
  bearerToken,
  ownerToken,
  type Principal,
  randomSecret,
  UnverifiableError,
  type Verifier,
} from "../credentials.ts";
import type { Fetch } from "../sign_in/client_documents.ts";
import { OWNER_ACCOUNT, ownersConsent } from "../sign_in/consent.ts";
import { type OwnSignIn, ownSignIn, type OwnSignInOptions } from "../sign_in/own_sign_in.ts";
import { openSignIns, type SignInDatabase } from "../sign_in_store/sign_in_store.ts";
import { challenge, resourceOf, type SignIn } from "./guards.ts";
import { type HttpOptions, httpProblem } from "./http_options.ts";
import { issuerToken } from "./issuer_token.ts";
import { refused, type RequestHead } from "./request.ts";

export interface Authentication {
  readonly verify: Verifier;
  readonly signIn: SignIn | null;
  readonly own: OwnSignIn | null;
  readonly hosted: Hosted | null;
}

export interface AuthenticationParts {
  readonly fetchMetadata?: Fetch | undefined;
  readonly wrongSignIns: PerMinute;
  readonly onError: (error: unknown) => void;
}

const BOTH = [READ_SCOPE, WRITE_SCOPE];

/**
 * Sets up authentication. At least one authentication method is required.
 *
 * @throws {TypeError} If an option is invalid, or the server would be open to anyone.
 */
export function authentication(
  options: HttpOptions,
  { fetchMetadata, wrongSignIns, onError }: AuthenticationParts,
): Authentication {
  const problem = httpProblem(options);
  if (problem !== null) throw new TypeError(`${problem.option} ${problem.problem}`);
  const { httpToken, publicUrl, oauthIssuer: issuer, oauthSubjects: subjects, log } = options;
  const { now = Date.now, write = false, hosted: settings } = options;
  const owner = httpToken === undefined ? [] : [ownerToken(httpToken)];
  if (publicUrl !== undefined && issuer !== undefined && subjects !== undefined) {
    const audience = resourceOf(publicUrl);
    return {
      verify: anyOf([...owner, issuerToken({ issuer, subjects, audience, now })]),
      // Don't request the write scope, because some issuers reject requests for scopes that they
      // don't grant.
      signIn: { publicUrl, issuer, requested: [READ_SCOPE], scopes: BOTH },
      own: null,
      hosted: null,
    };
  }
  if (publicUrl !== undefined && options.signIn !== undefined) {
    const scopes = write ? BOTH : [READ_SCOPE];
    const at = { publicUrl, resource: resourceOf(publicUrl), now, wrongSignIns };
    const hosted = options.signIn === "ynab" && settings !== undefined
      ? openHosted({ ...at, server: options, hosted: settings })
      : null;
    const own = ownSignIn({
      ...at,
      hosts: options.signInHosts ?? [],
      isWriteAllowed: write,
      onError,
      onUnreadable: (document) =>
        log?.({ level: "warn", event: "client_document_unreadable", ...document }),
      fetch: fetchMetadata,
      openFlow: hosted?.openFlow ?? ownersFlow(options, wrongSignIns),
    });
    const signIn = { publicUrl, issuer: new URL(publicUrl).origin, requested: scopes, scopes };
    return { verify: anyOf([...owner, own.verify]), signIn, own, hosted };
  }
  if (owner.length > 0) return { verify: anyOf(owner), signIn: null, own: null, hosted: null };
  throw new TypeError(
    "httpToken or oauthIssuer is needed: without one, anyone could read the plan",
  );
}

function ownersFlow(
  options: HttpOptions,
  wrongSignIns: PerMinute,
): OwnSignInOptions["openFlow"] {
  const { token, storeFolder, database, log, apiUrl = DEFAULT_API_URL, now = Date.now } = options;
  const { httpToken = randomSecret() } = options;
  return async () => ({
    isAccount: (accountId) => accountId === OWNER_ACCOUNT,
    consent: ownersConsent(ownerToken(httpToken), wrongSignIns),
    store: await openSignIns({
      folder: token === null ? null : storeFolder ?? null,
      // A database opened by `openDatabase` also stores sign-ins.
      database: token === null ? undefined : database as SignInDatabase | undefined,
      // Changing the YNAB token or the owner's token signs everyone out.
      secret: `${token} ${httpToken}`,
      baseUrl: apiUrl,
      now,
      onNote: (note) => log?.({ level: "warn", ...note }),
    }),
  });
}

/** Returns the principal of a request, or the response that rejects it. */
export async function identified(
  head: RequestHead,
  { verify, signIn, wrongTokens }: {
    readonly verify: Verifier;
    readonly signIn: SignIn | null;
    readonly wrongTokens: PerMinute;
  },
): Promise<Principal | Response> {
  const token = bearerToken(head.header("authorization"));
  // Requests without a token aren't limited here, because every client begins with such a request
  // and many clients may share an address.
  if (token === null) return challenge("none", signIn);
  try {
    const principal = await verify(token);
    if (principal?.scopes.includes(READ_SCOPE) === true) return principal;
    if (principal !== null) return challenge("insufficient_scope", signIn);
  } catch (error) {
    if (!(error instanceof UnverifiableError)) throw error;
    return refused(503, "Tokens can't be verified right now", { "retry-after": RETRY.stopping });
  }
  if (wrongTokens.add(head.address)) {
    return refused(429, "Too many attempts with an invalid token", { "retry-after": RETRY.minute });
  }
  return challenge("invalid_token", signIn);
}
