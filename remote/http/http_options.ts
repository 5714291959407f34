import type { ServerOptions } from "../../server/server_options.ts";
import type { HostedOptions } from "../hosted/hosted_options.ts";
import { MCP_PATH } from "./guards.ts";
import { isLoopbackName, ownerTokenProblem } from "../credentials.ts";

/** Options of an HTTP server; `httpToken` or `oauthIssuer` is required. */
export interface HttpOptions extends ServerOptions {
  /** The owner's token, of at least 32 characters. It permits everything that the owner may do. */
  readonly httpToken?: string | undefined;
  /** The URL under which users reach the server, without a path: https, or http on loopback. */
  readonly publicUrl?: string | undefined;
  /**
   * With `owner`, the owner signs clients in with `httpToken`. With `ynab`, every user can sign in
   * with YNAB, as `hosted` configures. Both need `publicUrl`.
   */
  readonly signIn?: "owner" | "ynab" | undefined;
  /** Settings of a server whose users sign in with YNAB. */
  readonly hosted?: HostedOptions | undefined;
  /** Additional hosts to which a sign-in may redirect. */
  readonly signInHosts?: readonly string[] | undefined;
  /** Issuer of accepted access tokens (JWT); needs `publicUrl` and `oauthSubjects`. */
  readonly oauthIssuer?: string | undefined;
  /** Accepted users of that issuer: values of the `sub` claim. */
  readonly oauthSubjects?: readonly string[] | undefined;
}

/** Options specific to an HTTP server. */
export type HttpOptionName = Exclude<keyof HttpOptions, keyof ServerOptions>;

/** An invalid option and the reason. */
export interface HttpProblem {
  readonly option: HttpOptionName;
  /** The problem, worded to follow the option's name. */
  readonly problem: string;
}

/**
 * Finds the first invalid option.
 *
 * @param options The options.
 * @returns The first problem; `null` for none.
 */
export function httpProblem(options: HttpOptions): HttpProblem | null {
  const { token, httpToken, publicUrl, oauthIssuer, oauthSubjects } = options;
  const wrongToken = httpToken === undefined ? null : ownerTokenProblem(httpToken);
  if (wrongToken !== null) return { option: "httpToken", problem: wrongToken };
  if (httpToken !== undefined && httpToken === token) {
    return { option: "httpToken", problem: "must not be YNAB's access token" };
  }
  const wrongUrl = publicUrl === undefined ? null : addressProblem(publicUrl);
  if (wrongUrl !== null) return { option: "publicUrl", problem: wrongUrl };
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== "/") {
    return { option: "publicUrl", problem: `must not have a path: ${MCP_PATH} is added to it` };
  }
  const wrongSignIn = signInProblem(options);
  if (wrongSignIn !== null) return wrongSignIn;
  if (oauthIssuer === undefined) {
    return oauthSubjects === undefined
      ? null
      : { option: "oauthSubjects", problem: "only works with an issuer" };
  }
  const wrongIssuer = addressProblem(oauthIssuer);
  if (wrongIssuer !== null) return { option: "oauthIssuer", problem: wrongIssuer };
  if (publicUrl === undefined) {
    return {
      option: "oauthIssuer",
      problem: "needs the public URL, because its tokens must be issued for it",
    };
  }
  return oauthSubjects === undefined || oauthSubjects.length === 0
    ? {
      option: "oauthIssuer",
      problem:
        "needs the list of subjects: without it, anyone with an account there could read the plan",
    }
    : null;
}

function signInProblem(options: HttpOptions): HttpProblem | null {
  const { httpToken, publicUrl, signIn, signInHosts, oauthIssuer } = options;
  if (signIn === undefined) {
    return signInHosts === undefined
      ? null
      : { option: "signInHosts", problem: "only works with a sign-in" };
  }
  const wrongHost = signInHosts?.find((host) => !isHost(host));
  if (wrongHost !== undefined) {
    return { option: "signInHosts", problem: `must be host names, and ${wrongHost} is not one` };
  }
  const problem = oauthIssuer !== undefined
    ? "can't be combined with an issuer: leave one of them out"
    : publicUrl === undefined
    ? "needs the public URL, where clients sign in"
    : signIn === "ynab"
    ? hostedProblem(options)
    : httpToken === undefined
    ? "needs the owner's token, because the owner signs in with it"
    : null;
  return problem === null ? null : { option: "signIn", problem };
}

function hostedProblem(
  { publicUrl = "", httpToken, hosted, database, token, statementsFolder }: HttpOptions,
): string | null {
  if (hosted === undefined) return "needs the settings of YNAB's OAuth application";
  if (database === undefined) return "needs a PostgreSQL database";
  if (!publicUrl.startsWith("https:")) return "needs an https public URL";
  if (httpToken !== undefined) return "can't be combined with an HTTP token";
  if (statementsFolder !== undefined) {
    return "can't be combined with a statements folder, which all users could read";
  }
  return token === null ? null : "can't be combined with an access token";
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
  return `${username}${password}${search}${hash}` === "" ? null : "must not contain a user, ? or #";
}
