import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import type { HostedOptions } from "../hosted/hosted_options.ts";
import type { Hosted } from "../hosted/open_hosted.ts";
import {
  anyOf,
  bearerToken,
  ownerToken,
  type Principal,
  UnverifiableError,
  type Verifier,
} from "../principal.ts";
import type { Fetch } from "../sign_in/client_documents.ts";
import { type OwnSignIn, ownSignIn } from "../sign_in/own_sign_in.ts";
import { openSignIns } from "../sign_in_store/open_sign_ins.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";
import { challenge, resourceOf, type SignIn } from "./guards.ts";
import { type HttpOptions, httpProblem } from "./http_options.ts";
import { issuerToken } from "./issuer_token.ts";
import { type PerMinute, RETRY } from "./limits.ts";
import { refused, type RequestHead } from "./request.ts";

/** Authentication of clients. */
export interface Authentication {
  readonly verify: Verifier;
  /** Sign-in metadata for clients; `null` without a sign-in. */
  readonly signIn: SignIn | null;
  /** The server's own sign-in, if enabled. */
  readonly own: OwnSignIn | null;
  /** The vaults of a multi-user server; otherwise `null`. */
  readonly hosted: Hosted | null;
}

export interface AuthenticationParts {
  /** Overrides how clients' metadata is read, instead of using the network. */
  readonly fetchMetadata?: Fetch | undefined;
  /** Counts a wrong token, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
  /** Whether there were too many already. */
  readonly isBarred: (address: string) => boolean;
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
  if (issuer !== undefined && subjects !== undefined && publicUrl !== undefined) {
    const audience = resourceOf(publicUrl);
    const verify = anyOf([...owner, issuerToken({ issuer, subjects, audience, now })]);
    // Some issuers reject requests for scopes that they don't grant.
    return {
      verify,
      signIn: { publicUrl, issuer, requested: [READ_SCOPE], scopes: BOTH },
      own: null,
      hosted: null,
    };
  }
  if (options.signIn === "ynab" && options.hosted !== undefined && publicUrl !== undefined) {
    const scopes = options.write === true ? BOTH : [READ_SCOPE];
    const { hosted, own } = hostedSignIn({ ...options, hosted: options.hosted, publicUrl }, parts);
    return {
      verify: own.verify,
      signIn: { publicUrl, issuer: new URL(publicUrl).origin, requested: scopes, scopes },
      own,
      hosted,
    };
  }
  if (options.signIn === "owner" && httpToken !== undefined && publicUrl !== undefined) {
    const own = ownSignInOf({ ...options, httpToken, publicUrl }, parts);
    const scopes = options.write === true ? BOTH : [READ_SCOPE];
    return {
      verify: anyOf([...owner, own.verify]),
      signIn: { publicUrl, issuer: new URL(publicUrl).origin, requested: scopes, scopes },
      own,
      hosted: null,
    };
  }
  if (owner.length > 0) return { verify: anyOf(owner), signIn: null, own: null, hosted: null };
  throw new TypeError(
    "httpToken or oauthIssuer is needed: without one, anyone could read the plan",
  );
}

function ownSignInOf(
  { httpToken, publicUrl, token, log, now = Date.now, ...options }: HttpOptions & {
    readonly httpToken: string;
    readonly publicUrl: string;
  },
  { fail, fetchMetadata }: AuthenticationParts,
): OwnSignIn {
  const { apiUrl: baseUrl = DEFAULT_API_URL, storeFolder, database, signInHosts, write } = options;
  return ownSignIn({
    publicUrl,
    resource: resourceOf(publicUrl),
    hosts: signInHosts ?? [],
    openFlow: async () => {
      const { consentMiddleware, OWNER_ACCOUNT } = await import("../sign_in/consent.ts");
      const consent = {
        isOwner: ownerToken(httpToken),
        fail,
        isWriteAllowed: write === true,
        resource: resourceOf(publicUrl),
      };
      return {
        isAccount: (accountId) => accountId === OWNER_ACCOUNT,
        middleware: (provider) => consentMiddleware({ ...consent, provider }),
      };
    },
    openStore: () =>
      openSignIns({
        folder: token === null ? null : storeFolder ?? null,
        // A database opened by `openDatabase` also stores sign-ins.
        database: token === null ? undefined : database as SignInDatabase | undefined,
        // Changing either token signs everyone out.
        secret: `${token} ${httpToken}`,
        baseUrl,
        now,
        onNote: (note) => log?.({ level: "warn", ...note }),
      }),
    now,
    onError: (error) => log?.({ level: "error", event: "http_failed", error }),
    onUnreadable: (document) =>
      log?.({ level: "warn", event: "client_document_unreadable", ...document }),
    fetch: fetchMetadata,
  });
}

function hostedSignIn(
  options: HttpOptions & { readonly hosted: HostedOptions; readonly publicUrl: string },
  { fail, isBarred, fetchMetadata }: AuthenticationParts,
): { readonly hosted: Hosted; readonly own: OwnSignIn } {
  const { publicUrl, log, now = Date.now, signInHosts, hosted: settings } = options;
  const resource = resourceOf(publicUrl);
  let opening: Promise<Hosted> | null = null;
  // Loaded only when asked for.
  const open = (): Promise<Hosted> =>
    opening ??= import("../hosted/open_hosted.ts").then(({ openHosted }) =>
      openHosted({
        server: options,
        hosted: settings,
        publicUrl,
        resource,
        fail,
        isBarred,
        now,
      })
    );
  const hosted: Hosted = {
    openStore: async () => await (await open()).openStore(),
    openFlow: async (store) => await (await open()).openFlow(store),
    enter: async (access) => await (await open()).enter(access),
    isReady: async () => await (await open()).isReady(),
    gauges: async () => await (await open()).gauges(),
    sweep: async () => await (await open()).sweep(),
    close: async () => await (await opening)?.close(),
  };
  const own = ownSignIn({
    publicUrl,
    resource,
    hosts: signInHosts ?? [],
    openStore: hosted.openStore,
    openFlow: hosted.openFlow,
    now,
    onError: (error) => log?.({ level: "error", event: "http_failed", error }),
    onUnreadable: (document) =>
      log?.({ level: "warn", event: "client_document_unreadable", ...document }),
    fetch: fetchMetadata,
  });
  return { hosted, own };
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
  // Not limited here, because every client starts this way, and many may share an address.
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
