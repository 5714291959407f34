import { readFileSync } from "node:fs";

export interface TlsSettings {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly checkServerIdentity?: () => undefined;
}

export interface ConnectionSettings {
  /** Host name, address, or absolute path of the socket's directory. */
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ssl: false | TlsSettings;
  readonly enableChannelBinding?: boolean;
  readonly application_name: string;
}

const USUAL_PORT = 5432;
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "::1"];
const KNOWN: readonly string[] = [
  "host",
  "sslmode",
  "sslrootcert",
  "channel_binding",
  "application_name",
];
const MODES = ["disable", "require", "verify-ca", "verify-full"] as const;

/** Describes what is wrong with a database URL; `null` if it is valid. */
export function databaseUrlProblem(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/u.test(parsed.protocol)) {
    return "is not a postgres: URL";
  }
  if (!isDecodable(parsed)) {
    return "has a % that isn't part of a valid percent-encoding: write a literal % as %25";
  }
  const unknown = [...parsed.searchParams.keys()].find((name) => !KNOWN.includes(name));
  // Show only the parameter's name, because its value may be a secret.
  if (unknown !== undefined) return `has an unknown parameter (${unknown})`;
  const mode = parsed.searchParams.get("sslmode");
  if (mode !== null && !MODES.some((one) => one === mode)) {
    return "has an sslmode other than disable, require, verify-ca or verify-full";
  }
  const hosts = [parsed.hostname, parsed.searchParams.get("host") ?? ""];
  if (hosts.every((host) => host === "")) return "has neither a host nor a socket directory";
  return hosts.some((host) => host.includes(",")) ? "names several hosts" : null;
}

/** Whether every % escape is valid. Passwords often contain an unescaped %. */
function isDecodable({ hostname, pathname, username, password }: URL): boolean {
  try {
    [hostname, pathname, username, password].forEach(decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses a database URL.
 *
 * @throws {Error} If the `sslrootcert` file can't be read.
 */
export function connectionSettings(url: string): ConnectionSettings {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/gu, "");
  const database = decodeURIComponent(pathname.slice(1));
  return {
    host,
    port: port === "" ? USUAL_PORT : Number(port),
    ...(database === "" ? {} : { database }),
    ...(username === "" ? {} : { user: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ssl: tls(host, searchParams),
    ...(searchParams.get("channel_binding") === "require" ? { enableChannelBinding: true } : {}),
    application_name: searchParams.get("application_name") ?? "budget-tool-server",
  };
}

export function databaseName(url: string): string {
  const { host, port, database, user = "(default)" } = connectionSettings(withoutFiles(url));
  return `${database ?? user} at ${host}:${port}`;
}

function withoutFiles(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete("sslrootcert");
  return parsed.href;
}

function tls(host: string, parameters: URLSearchParams): false | TlsSettings {
  const isHere = host.startsWith("/") || LOOPBACK.includes(host);
  const mode = parameters.get("sslmode") ?? (isHere ? "disable" : "verify-full");
  if (mode === "disable") return false;
  const file = parameters.get("sslrootcert");
  const ca = file === null ? {} : { ca: readFileSync(file, "utf8") };
  if (mode === "require" && file === null) return { rejectUnauthorized: false };
  // If a root certificate is given, verify the server's certificate against it, as libpq does:
  // https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
  const anyName = mode === "verify-full" ? {} : { checkServerIdentity: () => undefined };
  return { rejectUnauthorized: true, ...ca, ...anyName };
}
