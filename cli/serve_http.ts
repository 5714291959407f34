import { type HttpServer, serveHttp, trustedProxies } from "../remote/http/node_server.ts";
import {
  auditEntry,
  auditLine,
  Metrics,
  type MetricsServer,
  serveMetrics,
} from "../remote/hosted/hosted_events.ts";
import { setupSentence } from "../server/advice.ts";
import { openedDatabase, storePlace } from "./_store_place.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { chosenWord, type CommandOptions, serverOptions } from "./_settings.ts";
import { StartError, type Terminal, UsageError } from "./_terminal.ts";
import { say } from "./_text.ts";
import { type HttpOptionName, type HttpOptions, httpProblem } from "../remote/http/http_options.ts";
import { isLoopbackName, ownerTokenProblem } from "../remote/credentials.ts";
import type { ServerOptions, SharedDatabase } from "../server/server_options.ts";
import { BACK_PATH } from "../remote/hosted/hosted_options.ts";
import { WrongSealKeyError } from "../remote/hosted/operator_keys.ts";
import { hostedSettings } from "./_hosted_settings.ts";
import { type ListenAddress, listenAddress, listenProblem } from "./_address.ts";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { givenToken, HTTP_TOKEN_VARIABLE, secretIn } from "./_token.ts";

/** Runs the HTTP server until a signal arrives and everything in progress has finished. */
export async function serveOverHttp(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  for (const notice of options.notices) say(notice, terminal);
  const settings = httpSettings(line, terminal, options);
  const { host, port, trustedProxies } = settings;
  const { hosted, publicUrl = "" } = settings.options;
  const metricsAddress = line.given.metrics === undefined
    ? null
    : listenAddress(line.given.metrics.value, "--metrics");
  if (metricsAddress !== null && hosted === undefined) {
    throw new UsageError("--metrics only works with --sign-in ynab");
  }
  const database = await openedDatabase({ ...options, isNeeded: hosted !== undefined }, terminal);
  const metrics = metricsAddress === null ? null : new Metrics();
  const open: { server?: HttpServer; metrics?: MetricsServer } = {};
  // Pending timers and open connections would keep the process from exiting.
  const close = async (): Promise<void> => {
    await open.server?.close();
    await open.metrics?.close();
    metrics?.close();
    await database?.close();
  };
  try {
    const watched = observed({ ...settings.options, database }, metrics, terminal);
    const served = await listening(
      { host, port, flag: "--http" },
      () => serveHttp(watched, { host, port, trustedProxies }),
    );
    open.server = served;
    const { gauges } = served.hosted ?? {};
    if (metrics !== null && metricsAddress !== null && gauges !== undefined) {
      open.metrics = await listening(
        { ...metricsAddress, flag: "--metrics" },
        () => serveMetrics(metrics, gauges, metricsAddress),
      );
    }
    // Don't wrap these lines, because that could break a path or URL.
    const tell = (sentence: string): void => terminal.err(`budget-tool-server: ${sentence}\n`);
    const sentence = hosted === undefined ? setupSentence(options) : null;
    if (sentence !== null) tell(sentence);
    if (hosted !== undefined) {
      tell(`register this redirect URI with YNAB: ${new URL(BACK_PATH, publicUrl).href}`);
      const { hostname } = new URL(publicUrl);
      if (/^ynab/iu.test(hostname)) {
        tell(`${hostname} begins with "ynab", which YNAB's API terms don't allow`);
      }
    }
    tell(`listening at ${served.url}`);
    if (settings.tokenPath !== null) tell(`the token for clients is in ${settings.tokenPath}`);
    if (open.metrics !== undefined) tell(`metrics at ${open.metrics.url}`);
  } catch (error) {
    await close();
    throw error;
  }
  terminal.onStop?.(async () => {
    await close();
    return 0;
  });
  return 0;
}

async function listening<Listener>(
  { host, port, flag }: ListenAddress & { readonly flag: string },
  listen: () => Promise<Listener>,
): Promise<Listener> {
  try {
    return await listen();
  } catch (error) {
    if (error instanceof WrongSealKeyError) {
      throw new StartError(`BUDGET_SEAL_KEY_FILE: ${error.message}`, { cause: error });
    }
    const why = listenProblem(error);
    if (why === undefined) throw error;
    throw new UsageError(`${host}:${port} ${why}: choose another address with ${flag}`, {
      cause: error,
    });
  }
}

/** Writes a multi-user server's audit log to standard output, and counts events for metrics. */
function observed(
  options: HttpOptions,
  metrics: Metrics | null,
  { out }: Pick<Terminal, "out">,
): HttpOptions {
  const { hosted, log } = options;
  if (hosted === undefined) return options;
  return {
    ...options,
    log: (entry) => {
      log?.(entry);
      metrics?.noteLog(entry);
    },
    hosted: {
      ...hosted,
      observe: (event) => {
        metrics?.note(event);
        const entry = auditEntry(event);
        if (entry !== null) out(auditLine(entry, Date.now()));
      },
    },
  };
}

/** HTTP listen address and options. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly options: HttpOptions;
  readonly trustedProxies: readonly string[] | undefined;
  /** The file with the token, if this server created the token. */
  readonly tokenPath: string | null;
}

/** Names of the options, as shown to the user. */
const NAMES: Readonly<Record<HttpOptionName, string>> = {
  httpToken: "the HTTP token",
  publicUrl: "--public-url",
  signIn: "--sign-in",
  hosted: "--sign-in",
  signInHosts: "--sign-in-hosts",
  oauthIssuer: "--oauth-issuer",
  oauthSubjects: "--oauth-subjects",
};

/**
 * Creates the settings from a command line.
 *
 * @throws {UsageError} If a setting is invalid, or if the settings would let other computers use
 * the server without a token or sign-in.
 */
export function httpSettings(
  { given }: CommandLine,
  terminal: Terminal,
  options: ServerOptions & Partial<CommandOptions>,
): HttpSettings {
  const { host, port } = listenAddress(given.http?.value ?? "");
  const mode = chosenWord("sign-in", given["sign-in"]);
  const signIn: HttpOptions["signIn"] = mode === "owner" || mode === "ynab" ? mode : undefined;
  const hosted = signIn === "ynab" ? hostedSettings({ given }, terminal) : undefined;
  // Report invalid settings at startup: a hosted server's responses go to its users, so the
  // operator wouldn't see an error there.
  if (hosted !== undefined && options.problems !== undefined && options.problems.length > 0) {
    throw new UsageError(options.problems.join("; "));
  }
  const token = givenToken(given["http-token-file"], {
    name: HTTP_TOKEN_VARIABLE,
    variable: terminal.env(HTTP_TOKEN_VARIABLE),
    what: "the HTTP token",
    problemOf: ownerTokenProblem,
  });
  const publicUrl = given["public-url"]?.value;
  const oauthIssuer = given["oauth-issuer"]?.value;
  const isOpen = !isLoopbackName(host.includes(":") ? `[${host}]` : host);
  const hasSignIn = oauthIssuer !== undefined || signIn !== undefined;
  if (isOpen && token === null && !hasSignIn) {
    throw new UsageError(
      `${host} can be reached from other machines: set BUDGET_HTTP_TOKEN, --http-token-file, ` +
        "--sign-in or --oauth-issuer",
    );
  }
  if (isOpen && publicUrl === undefined) {
    throw new UsageError(
      `${host} can be reached from other machines: set --public-url to the URL that clients use`,
    );
  }
  const isMade = token === null && oauthIssuer === undefined && signIn !== "ynab";
  const made = isMade ? ownHttpToken(tokenFolder(terminal)) : null;
  const settings = {
    ...options,
    httpToken: token ?? made?.token,
    publicUrl,
    signIn,
    ...(hosted === undefined ? {} : { hosted }),
    signInHosts: listed(given["sign-in-hosts"]),
    oauthIssuer,
    oauthSubjects: listed(given["oauth-subjects"]),
  };
  const problem = httpProblem({
    ...settings,
    // Settings are checked before the database is opened.
    database: options.storeUrl === undefined ? undefined : NOT_OPENED,
  });
  if (problem !== null) throw new UsageError(`${NAMES[problem.option]} ${problem.problem}`);
  const proxies = checkedProxies(given["trusted-proxies"]);
  return { host, port, options: settings, trustedProxies: proxies, tokenPath: made?.path ?? null };
}

const NOT_OPENED: SharedDatabase = { close: () => Promise.resolve() };

function checkedProxies(given: GivenValue | undefined): readonly string[] | undefined {
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

/** Returns the state folder. The token is kept there even if the store is elsewhere. */
function tokenFolder({ env }: Terminal): string {
  const { storeFolder } = storePlace(undefined, env);
  if (storeFolder !== undefined) return storeFolder;
  throw new UsageError(
    "there is no folder to save the HTTP token in: set HOME, or set BUDGET_HTTP_TOKEN to a token",
  );
}

const FILE = "http-token";
const TOKEN_BYTES = 32;

/**
 * Returns the stored token, or creates one.
 *
 * @throws {UsageError} If the stored token can't be read or used, or if a new one can't be stored.
 */
function ownHttpToken(folder: string): { readonly token: string; readonly path: string } {
  const path = join(folder, FILE);
  const made = randomBytes(TOKEN_BYTES).toString("base64url");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Don't overwrite an existing token, so that servers starting at the same time share a token.
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: "wx" });
    return { token: made, path };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "EEXIST") {
      throw new UsageError(
        `the HTTP token can't be written to ${path}: set ${HTTP_TOKEN_VARIABLE} or ` +
          "--http-token-file",
        { cause: error },
      );
    }
  }
  const token = secretIn({ name: "--http", value: path }, "the HTTP token");
  const problem = ownerTokenProblem(token);
  if (problem !== null) throw new UsageError(`${path} ${problem}`);
  return { token, path };
}
