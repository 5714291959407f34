import { trustedProxies } from "../../remote/http/client_address.ts";
import {
  type HttpOptionName,
  type HttpOptions,
  httpProblem,
} from "../../remote/http/http_options.ts";
import { isLoopbackName } from "../../remote/http/loopback.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { CommandLine, GivenValue } from "../_parse.ts";
import { storeFolder } from "../_state_folder.ts";
import type { Terminal } from "../_terminal.ts";
import { UsageError } from "../_usage_error.ts";
import { givenHttpToken, ownHttpToken } from "./http_token.ts";
import { listenAddress } from "./listen_address.ts";

/** Where and for whom is listened. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly options: HttpOptions;
  readonly trustedProxies: readonly string[] | undefined;
  /** The file that holds the token, where it was made here. */
  readonly tokenPath: string | null;
}

/** How the user knows each option. */
const NAMES: Readonly<Record<HttpOptionName, string>> = {
  httpToken: "the token for HTTP",
  publicUrl: "--public-url",
  signIn: "--sign-in",
  signInHosts: "--sign-in-hosts",
  oauthIssuer: "--oauth-issuer",
  oauthSubjects: "--oauth-subjects",
};

/**
 * Makes the settings from a command line.
 *
 * @throws {UsageError} When one can't be used, or the server would be open to others.
 */
export function httpSettings(
  { given }: CommandLine,
  terminal: Terminal,
  options: ServerOptions,
): HttpSettings {
  const { host, port } = listenAddress(given.http?.value ?? "");
  const signIn = signInMeant(given["sign-in"]);
  const token = givenHttpToken(given["http-token-file"], terminal);
  const publicUrl = given["public-url"]?.value;
  const oauthIssuer = given["oauth-issuer"]?.value;
  const isOpen = !isLoopbackName(host.includes(":") ? `[${host}]` : host);
  const hasSignIn = oauthIssuer !== undefined || signIn !== undefined;
  if (isOpen && token === null && !hasSignIn) {
    throw new UsageError(
      `${host} can be reached by others: set BUDGET_HTTP_TOKEN, --http-token-file, --sign-in or ` +
        "--oauth-issuer",
    );
  }
  if (isOpen && publicUrl === undefined) {
    throw new UsageError(`${host} can be reached by others: set --public-url to how they reach it`);
  }
  const isMade = token === null && oauthIssuer === undefined;
  const made = isMade ? ownHttpToken(tokenFolder(terminal)) : null;
  const settings = {
    ...options,
    httpToken: token ?? made?.token,
    publicUrl,
    signIn,
    signInHosts: listed(given["sign-in-hosts"]),
    oauthIssuer,
    oauthSubjects: listed(given["oauth-subjects"]),
  };
  const problem = httpProblem(settings);
  if (problem !== null) throw new UsageError(`${NAMES[problem.option]} ${problem.problem}`);
  const proxies = proxiesMeant(given["trusted-proxies"]);
  return { host, port, options: settings, trustedProxies: proxies, tokenPath: made?.path ?? null };
}

function signInMeant(given: GivenValue | undefined): "owner" | undefined {
  if (given === undefined || given.value === "none") return undefined;
  if (given.value === "owner") return given.value;
  throw new UsageError(`${given.name} must be none or owner`);
}

function proxiesMeant(given: GivenValue | undefined): readonly string[] | undefined {
  const proxies = listed(given);
  try {
    trustedProxies(proxies ?? []);
  } catch (cause) {
    throw new UsageError(`${given?.name} ${(cause as TypeError).message}`, { cause });
  }
  return proxies;
}

function listed(given: GivenValue | undefined): readonly string[] | undefined {
  return given?.value.split(",").map((part) => part.trim()).filter((part) => part !== "");
}

/** The state folder, also where the store is elsewhere: the token is no part of it. */
function tokenFolder({ env }: Terminal): string {
  const folder = storeFolder(undefined, env);
  if (typeof folder === "string") return folder;
  throw new UsageError("there is no folder for the token for HTTP: set BUDGET_HTTP_TOKEN or HOME");
}
