import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/server_factory.ts";
import { type Hosted, openHosted } from "../hosted/open_hosted.ts";
import type { PerMinute } from "../addresses.ts";
import {
  anyOf,
  bearerToken,
  ownerToken,
  type Principal,
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
import { RETRY } from "./limits.ts";
import { refused, type RequestHead } from "./request.ts";

/** Authentication of clients. */
export interface Authentication {
  readonly verify: Verifier;
  /** Sign-in metadata for clients; `null` if there is no sign-in. */
  readonly signIn: SignIn | null;
  /** The server's own sign-in, if enabled. */
  readonly own: OwnSignIn | null;
  /** The vaults of a multi-user server; otherwise `null`. */
  readonly hosted: Hosted | null;
}

export interface AuthenticationParts {
  /** Reads clients' metadata; by default from the network. */
  readonly fetchMetadata?: Fetch | undefined;
  /** Counts wrong tokens or invitation codes entered on the sign-in page. */
  readonly wrongSignIns: PerMinute;
}

const BOTH = [READ_SCOPE, WRITE_SCOPE];

/**
 * Sets up authentication, which requires at least one method.
 *
 * @throws {TypeError} If an option is invalid, or the server would be open to anyone.
 */
export function authentication(options: HttpOptions, parts: AuthenticationParts): Authentication {
  const problem = httpProblem(options);
  if (problem !== null) throw new TypeError(`${problem.option} ${problem.problem}`);
  const { httpToken, publicUrl, oauthIssuer: issuer, oauthSubjects: subjects, now = Date.now } =
    options;
  const owner = httpToken === undefined ? [] : [ownerToken(httpToken)];
  if (publicUrl !== undefined && issuer !== undefined && subjects !== undefined) {
    const audience = resourceOf(publicUrl);
    return {
      verify: anyOf([...owner, issuerToken({ issuer, subjects, audience, now })]),
      // Don't request the change scope, because some issuers reject requests for scopes that they
      // don't grant.
      signIn: { publicUrl, issuer, requested: [READ_SCOPE], scopes: BOTH },
      own: null,
      hosted: null,
    };
  }
  if (publicUrl !== undefined && options.signIn !== undefined) {
    const scopes = options.write === true ? BOTH : [READ_SCOPE];
    const signIn = { publicUrl, issuer: new URL(publicUrl).origin, requested: scopes, scopes };
    const at = { ...options, publicUrl, now };
    const hosted = options.signIn === "ynab" ? hostedVaults(at, parts) : null;
    const flow = hosted ?? ownersFlow(at, parts);
    const own = ownSignIn({ ...providerOptions(at, parts), ...flow });
    return { verify: anyOf([...owner, own.verify]), signIn, own, hosted };
  }
  if (owner.length > 0) return { verify: anyOf(owner), signIn: null, own: null, hosted: null };
  throw new TypeError(
    "httpToken or oauthIssuer is needed: without one, anyone could read the plan",
  );
}

/** Options that the server's own sign-in requires. */
type SignInOptions = HttpOptions & {
  readonly publicUrl: string;
  readonly now: () => number;
};

type Flow = Pick<OwnSignInOptions, "openStore" | "openFlow">;

function providerOptions(
  { publicUrl, signInHosts = [], write = false, now, log }: SignInOptions,
  { fetchMetadata }: AuthenticationParts,
): Omit<OwnSignInOptions, keyof Flow> {
  return {
    publicUrl,
    resource: resourceOf(publicUrl),
    hosts: signInHosts,
    isWriteAllowed: write,
    now,
    onError: (error) => log?.({ level: "error", event: "http_failed", error }),
    onUnreadable: (document) =>
      log?.({ level: "warn", event: "client_document_unreadable", ...document }),
    fetch: fetchMetadata,
  };
}

/** Lets the owner sign in with the owner's token. */
function ownersFlow(options: SignInOptions, { wrongSignIns }: AuthenticationParts): Flow {
  const { httpToken, token, storeFolder = null, database, log, now } = options;
  if (httpToken === undefined) throw new TypeError("httpToken is needed");
  return {
    openFlow: () =>
      Promise.resolve({
        isAccount: (accountId) => accountId === OWNER_ACCOUNT,
        consent: ownersConsent({ isOwner: ownerToken(httpToken), wrongSignIns }),
      }),
    openStore: () =>
      openSignIns({
        folder: token === null ? null : storeFolder,
        // A database opened by `openDatabase` stores sign-ins, too.
        database: token === null ? undefined : database as SignInDatabase | undefined,
        // Changing YNAB's token or the owner's token signs everyone out.
        secret: `${token} ${httpToken}`,
        baseUrl: options.apiUrl ?? DEFAULT_API_URL,
        now,
        onNote: (note) => log?.({ level: "warn", ...note }),
      }),
  };
}

/** Lets users sign in with YNAB. */
function hostedVaults(server: SignInOptions, { wrongSignIns }: AuthenticationParts): Hosted {
  const { publicUrl, now, hosted } = server;
  if (hosted === undefined) throw new TypeError("hosted is needed");
  return openHosted({
    server,
    hosted,
    publicUrl,
    resource: resourceOf(publicUrl),
    wrongSignIns,
    now,
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
    return refused(429, "Too many wrong tokens", { "retry-after": RETRY.minute });
  }
  return challenge("invalid_token", signIn);
}
