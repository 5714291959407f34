import type { ServerOptions } from "../../server/server_options.ts";
import type { HostedOptions } from "../hosted/hosted_options.ts";
import { MCP_PATH } from "./guards.ts";
import { isLoopbackName, ownerTokenProblem } from "../credentials.ts";

/** Options for an HTTP server; `httpToken` or `oauthIssuer` is required. */
export interface HttpOptions extends ServerOptions {
  /**
   * The owner's token, at least 32 characters long, which permits everything that the owner may do.
   */
  readonly httpToken?: string | undefined;
  /** The URL where users reach the server, without a path: https, or http on loopback. */
  readonly publicUrl?: string | undefined;
  /**
   * With `owner`, the owner authorizes each client by entering `httpToken` on the sign-in page.
   * With `ynab`, every user can sign in with YNAB, as configured in `hosted`. Both need
   * `publicUrl`.
   */
  readonly signIn?: "owner" | "ynab" | undefined;
  /** Settings for a server whose users sign in with YNAB. */
  readonly hosted?: HostedOptions | undefined;
  /** Additional hosts to which a sign-in may redirect the browser. */
  readonly signInHosts?: readonly string[] | undefined;
  /** Issuer of accepted access tokens (JWT); needs `publicUrl` and `oauthSubjects`. */
  readonly oauthIssuer?: string | undefined;
  /** Users accepted from `oauthIssuer`: values of the `sub` claim. */
  readonly oauthSubjects?: readonly string[] | undefined;
}

/** Options specific to an HTTP server. */
export type HttpOptionName = Exclude<keyof HttpOptions, keyof ServerOptions>;

/** An invalid option, and why it is invalid. */
export interface HttpProblem {
  readonly option: HttpOptionName;
  /** The problem, worded to follow the option's name. */
  readonly problem: string;
}

/**
 * Finds the first invalid option.
 *
 * @param options The options.
 * @returns The first problem; `null` if there is none.
 */
export function httpProblem(options: HttpOptions): HttpProblem | null {
  for (const [option, check] of CHECKS) {
    const problem = check(options);
    if (problem !== null) return { option, problem };
  }
  return null;
}

type Check = (options: HttpOptions) => string | null;

/** Validity checks, in the order in which problems are reported. */
const CHECKS: readonly (readonly [option: HttpOptionName, check: Check])[] = [
  ["httpToken", ({ httpToken, token }) => {
    if (httpToken === undefined) return null;
    const isYnabs = httpToken === token;
    return ownerTokenProblem(httpToken) ?? (isYnabs ? "must not be the YNAB access token" : null);
  }],
  ["publicUrl", ({ publicUrl }) => {
    if (publicUrl === undefined) return null;
    const wrong = addressProblem(publicUrl);
    if (wrong !== null || new URL(publicUrl).pathname === "/") return wrong;
    return `must not have a path: ${MCP_PATH} is added automatically`;
  }],
  ["signInHosts", ({ signIn, signInHosts }) => {
    if (signInHosts === undefined) return null;
    if (signIn === undefined) return "only works if sign-in is configured";
    const wrong = signInHosts.find((host) => !isHost(host));
    return wrong === undefined ? null : `must be host names, but ${wrong} isn't one`;
  }],
  ["signIn", (options) => {
    const { httpToken, publicUrl, signIn, oauthIssuer } = options;
    if (signIn === undefined) return null;
    if (oauthIssuer !== undefined) {
      return "can't be combined with an OAuth issuer: leave one of them out";
    }
    if (publicUrl === undefined) return "needs the public URL, because clients sign in there";
    if (signIn === "ynab") return hostedProblem(options);
    return httpToken === undefined
      ? "needs the owner's token, because the owner signs in with it"
      : null;
  }],
  [
    "oauthSubjects",
    ({ oauthIssuer, oauthSubjects }) =>
      oauthIssuer === undefined && oauthSubjects !== undefined
        ? "only works with an OAuth issuer"
        : null,
  ],
  ["oauthIssuer", ({ publicUrl, oauthIssuer, oauthSubjects = [] }) => {
    if (oauthIssuer === undefined) return null;
    const wrong = addressProblem(oauthIssuer);
    if (wrong !== null) return wrong;
    if (publicUrl === undefined) {
      return "needs the public URL, because access tokens must be issued for the server's URL";
    }
    if (oauthSubjects.length > 0) return null;
    return "needs a list of allowed subjects (user ids): without it, any of the issuer's users " +
      "could read the plan";
  }],
];

function hostedProblem(
  { publicUrl = "", httpToken, hosted, database, token, statementsFolder }: HttpOptions,
): string | null {
  if (hosted === undefined) {
    return "needs the hosted settings, including the YNAB OAuth application's client ID and secret";
  }
  if (database === undefined) return "needs a PostgreSQL database";
  if (!publicUrl.startsWith("https:")) return "needs a public URL that uses https";
  if (httpToken !== undefined) return "can't be combined with an HTTP token";
  if (statementsFolder !== undefined) {
    return "can't be combined with a statements folder, because all users could read it";
  }
  return token === null ? null : "can't be combined with a YNAB access token";
}

/** Whether a string is a valid host, with an optional port. */
function isHost(text: string): boolean {
  return URL.parse(`https://${text}`)?.host === text;
}

function addressProblem(text: string): string | null {
  if (!URL.canParse(text)) return "is not a URL";
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname));
  if (!isSafe) return "must be https (http only on loopback)";
  return `${username}${password}${search}${hash}` === ""
    ? null
    : 'must not contain a user name, "?" or "#"';
}
