import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import { DEFAULT_API_URL } from "../../server/server_options.ts";
import { openSignIns } from "../sign_in_store/open_sign_ins.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";
import { type HttpOptions, httpProblem } from "./http_options.ts";
import { issuerToken } from "./issuer_token.ts";
import { resourceOf, type SignIn } from "./metadata.ts";
import { anyOf, ownerToken, type Verifier } from "../principal.ts";
import type { Fetch } from "../sign_in/client_documents.ts";
import { type OwnSignIn, ownSignIn } from "../sign_in/own_sign_in.ts";

/** Who may come in, and how. */
export interface WayIn {
  readonly verify: Verifier;
  /** Metadata for clients; `null` without a sign-in. */
  readonly signIn: SignIn | null;
  /** The server's own sign-in; `null` for none. */
  readonly own: OwnSignIn | null;
}

/** What a way in is made with. */
export interface WayInOptions {
  /** Counts a wrong token; `true` when there were too many. */
  readonly fail: (address: string) => boolean;
  /** Reads clients' metadata; the network when absent. */
  readonly fetchMetadata?: Fetch | undefined;
}

const BOTH = [READ_SCOPE, WRITE_SCOPE];

/**
 * Sets up authentication; at least one method is required.
 *
 * @throws {TypeError} When an option can't be used, or anyone could use the server.
 */
export function wayIn(options: HttpOptions, given: WayInOptions): WayIn {
  const problem = httpProblem(options);
  if (problem !== null) throw new TypeError(`${problem.option} ${problem.problem}`);
  const { httpToken, publicUrl, oauthIssuer: issuer, oauthSubjects: subjects, now = Date.now } =
    options;
  const owner = httpToken === undefined ? [] : [ownerToken(httpToken)];
  if (issuer !== undefined && subjects !== undefined && publicUrl !== undefined) {
    const audience = resourceOf(publicUrl);
    const verify = anyOf([...owner, issuerToken({ issuer, subjects, audience, now })]);
    // Some issuers refuse requests for scopes they don't grant.
    return { verify, signIn: { publicUrl, issuer, asked: [READ_SCOPE], scopes: BOTH }, own: null };
  }
  if (options.signIn === "owner" && httpToken !== undefined && publicUrl !== undefined) {
    const own = ownSignInOf({ ...options, httpToken, publicUrl }, given);
    const scopes = options.write === true ? BOTH : [READ_SCOPE];
    return {
      verify: anyOf([...owner, own.verify]),
      signIn: { publicUrl, issuer: new URL(publicUrl).origin, asked: scopes, scopes },
      own,
    };
  }
  if (owner.length > 0) return { verify: anyOf(owner), signIn: null, own: null };
  throw new TypeError(
    "httpToken or oauthIssuer is needed: without one, anyone could read the plan",
  );
}

function ownSignInOf(
  { httpToken, publicUrl, token, log, now = Date.now, ...options }: HttpOptions & {
    readonly httpToken: string;
    readonly publicUrl: string;
  },
  { fail, fetchMetadata }: WayInOptions,
): OwnSignIn {
  const { apiUrl: baseUrl = DEFAULT_API_URL, storeFolder, database, signInHosts, write } = options;
  return ownSignIn({
    publicUrl,
    resource: resourceOf(publicUrl),
    hosts: signInHosts ?? [],
    isOwner: ownerToken(httpToken),
    fail,
    isWriteAllowed: write === true,
    openStore: () =>
      openSignIns({
        folder: token === null ? null : storeFolder ?? null,
        // A database from `openDatabase` also stores sign-ins.
        database: token === null ? undefined : database as SignInDatabase | undefined,
        // A new token of either kind signs everyone out.
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
