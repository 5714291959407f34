/**
 * What a server over HTTP is made of, and what of it can't be used.
 *
 * @module
 */

import type { ServerOptions } from "../server/server_options.ts";
import { MCP_PATH } from "./guards.ts";
import { ownerTokenProblem } from "./owner_token.ts";

/** How a server over HTTP is made; without `httpToken` or `oauthIssuer` there is none. */
export interface HttpOptions extends ServerOptions {
  /** The owner's token: at least 32 characters; whoever has it may do what the owner may. */
  readonly httpToken?: string | undefined;
  /** How users reach the server, without a path: https, or http on loopback. */
  readonly publicUrl?: string | undefined;
  /** Issuer whose access tokens (JWT) are taken; needs `publicUrl` and `oauthSubjects`. */
  readonly oauthIssuer?: string | undefined;
  /** Whose tokens of that issuer are taken: their `sub`. */
  readonly oauthSubjects?: readonly string[] | undefined;
}

/** An option of ours by its name. */
export type HttpOptionName = "httpToken" | "publicUrl" | "oauthIssuer" | "oauthSubjects";

/** What is wrong with the options. */
export interface HttpProblem {
  readonly option: HttpOptionName;
  /** Words that follow the option's name. */
  readonly problem: string;
}

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Tells whether a host name is this machine's own.
 *
 * @param hostname The name, an IPv6 address in brackets.
 */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}

/**
 * Finds what can't be used.
 *
 * @param options The options.
 * @returns The first problem; `null` for none.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const options = { token: null, publicUrl: "http://budget.example.com" };
 * assertEquals(httpProblem(options)?.option, "publicUrl");
 * ```
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
    return { option: "publicUrl", problem: `must be without a path: ${MCP_PATH} is added to it` };
  }
  if (oauthIssuer === undefined) {
    return oauthSubjects === undefined
      ? null
      : { option: "oauthSubjects", problem: "goes only with an issuer" };
  }
  const wrongIssuer = addressProblem(oauthIssuer);
  if (wrongIssuer !== null) return { option: "oauthIssuer", problem: wrongIssuer };
  if (publicUrl === undefined) {
    return { option: "oauthIssuer", problem: "needs the public URL, which its tokens must be for" };
  }
  return oauthSubjects === undefined || oauthSubjects.length === 0
    ? {
      option: "oauthIssuer",
      problem: "needs the list of subjects: anybody with an account there could read the plan",
    }
    : null;
}

function addressProblem(text: string): string | null {
  if (!URL.canParse(text)) return "is no URL";
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname));
  if (!isSafe) return "must be https (http only on loopback)";
  return `${username}${password}${search}${hash}` === "" ? null : "must be without user, ? and #";
}
