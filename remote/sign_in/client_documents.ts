import { DAY_MS } from "../../domain/base/day.ts";
import { PerMinute } from "../request_limits.ts";
import { isLoopbackName } from "../credentials.ts";
import type { SignInKey, SignInPayload, SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { ProviderClient } from "./provider_shape.ts";

export const KNOWN_HOSTS: readonly string[] = [
  "claude.ai",
  "claude.com",
  "chatgpt.com",
  "vscode.dev",
  "cursor.com",
  "www.cursor.com",
];

/**
 * Known programs' private-use schemes, each with the rest of the address (RFC 8252, section 7.1).
 * Any program on the user's machine can claim such a scheme or listen on loopback, but PKCE makes a
 * stolen code useless to it.
 */
const KNOWN_APPS: readonly string[] = ["cursor://anysphere.cursor-mcp/"];

export interface AllowedHosts {
  readonly mayRedirectTo: (address: string) => boolean;
  readonly mayReadFrom: (address: string) => boolean;
}

/**
 * Allows https to the known hosts and to additional hosts, exactly as written. Browsers may also be
 * redirected to programs on their own machine.
 */
export function allowedHosts(further: readonly string[]): AllowedHosts {
  const hosts = new Set([...KNOWN_HOSTS, ...further]);
  const isListed = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && url.protocol === "https:" && url.username === "" &&
      url.password === "" && hosts.has(url.host);
  };
  return {
    mayReadFrom: isListed,
    mayRedirectTo: (address) => isListed(address) || isOwnMachine(address) || isKnownApp(address),
  };
}

/**
 * Whether a loopback address matches a registered address. Ignores the port, which the program
 * picks at startup (RFC 8252, section 7.3).
 */
export function isSameButPort(address: string, registered: string): boolean {
  if (!isOwnMachine(address) || !isOwnMachine(registered)) return false;
  return withoutPort(address) === withoutPort(registered);
}

export function isKnownApp(address: string): boolean {
  return KNOWN_APPS.some((app) => URL.parse(address)?.href.startsWith(app));
}

function isOwnMachine(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && isLoopbackName(url.hostname) &&
    url.username === "" && url.password === "";
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = "";
  return url.href;
}

export const CLIENT_DOCUMENT = "ClientDocument";

/**
 * How long a stored document may be used if the current document is unreadable, in milliseconds.
 */
const STORED_MS = 7 * DAY_MS;

/** How long a client that no user has approved is stored, in milliseconds. */
export const UNUSED_CLIENT_MS = 3_600_000;

/** How long to wait before requesting an unreadable document again, in milliseconds. */
const PAUSE_MS = { refused: 60_000, unreadable: 5_000 } as const;

/**
 * Maximum requests per minute to one host, which may block a server that sends too many, and
 * maximum documents per minute for one requester. Anyone can name a document.
 */
const MAX_READS = { ofHost: 60, ofRequester: 10 } as const;

/** Maximum number of remembered failures. */
const MAX_FAILURES = 100;

/** Statuses that may say nothing about the document itself. Bot protection responds with 403. */
const isOutage = (status: number): boolean =>
  status >= 500 || [403, 408, 425, 429].includes(status);

/** A metadata document, or a client's keys, that couldn't be read. */
export interface UnreadableDocument {
  readonly host: string;
  readonly reason: string;
  /** Whether a stored copy of the document is used instead. */
  readonly isCopyUsed: boolean;
}

export interface ClientDocumentsOptions {
  readonly store: SignInStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly hosts: AllowedHosts;
  readonly fetch?: Fetch | undefined;
  readonly requester: () => string;
  /** Creates the error for an unreadable document that isn't stored either. */
  readonly unavailable: (cause: Error) => Error;
  readonly onUnreadable: (document: UnreadableDocument) => void;
}

/** Finds a client by its id; if the id is a document's address, reads the document. */
type Find = (id: string) => Promise<ProviderClient | undefined>;

export interface ClientDocuments {
  readonly fetch: Fetch;
  readonly find: (id: string, find: Find) => Promise<ProviderClient | undefined>;
}

export function clientDocuments(options: ClientDocumentsOptions): ClientDocuments {
  const { store, now, hosts, requester, unavailable } = options;
  const { fetch = globalThis.fetch } = options;
  const finding = new Map<string, Promise<ProviderClient | undefined>>();
  /**
   * Documents of lookups in progress: `read` if the document was read from the network; otherwise,
   * its stored copy.
   */
  const current = new Map<string, "read" | Response>();
  const failures = new Map<
    string,
    { readonly error: unknown; readonly at: number; readonly pauseMs: number }
  >();

  const readsOfRequester = new PerMinute(MAX_READS.ofRequester, now);
  // Count keys separately, so that made-up clients' keys can't use up the reads of documents.
  const documentsOfHost = new PerMinute(MAX_READS.ofHost, now);
  const keysOfHost = new PerMinute(MAX_READS.ofHost, now);
  const reported = new PerMinute(1, now);
  const onUnreadable = (document: UnreadableDocument): void => {
    // Strangers could otherwise fill the log.
    if (document.reason === TOO_MANY && reported.add(document.host)) return;
    options.onUnreadable(document);
  };
  const read = async (
    readsOfHost: PerMinute,
    ...[address, init]: Parameters<Fetch>
  ): Promise<Response> => {
    if (!hosts.mayReadFrom(address)) throw new Error("This host is not allowed");
    if (readsOfHost.add(new URL(address).host)) throw new UnreadableError(TOO_MANY);
    // A redirect could lead to any host.
    const response = await fetch(address, { ...init, redirect: "manual" });
    if (!isOutage(response.status)) return response;
    await response.body?.cancel();
    throw new UnreadableError(`HTTP ${response.status}`);
  };
  const readKeys: Fetch = async (address, init) => {
    try {
      return await read(keysOfHost, address, init);
    } catch (cause) {
      if (!hosts.mayReadFrom(address)) throw cause;
      const reason = reasonOf({ cause });
      onUnreadable({ host: new URL(address).host, reason, isCopyUsed: false });
      throw new UnreadableError(reason, { cause });
    }
  };
  const keep = async (id: string, client: ProviderClient): Promise<void> => {
    const before = await store.find(keyOf(id));
    const expiresAt = Math.max(before?.expiresAt ?? 0, now() + UNUSED_CLIENT_MS);
    const payload = { document: client.metadata(), readAt: now() };
    await store.upsert(keyOf(id), { payload, grantId: null, expiresAt });
  };
  const storedOf = async (id: string): Promise<SignInPayload | null> => {
    const { payload } = await store.find(keyOf(id)) ?? {};
    const isUsable = payload !== undefined && now() - Number(payload["readAt"]) < STORED_MS;
    return isUsable ? payload["document"] as SignInPayload : null;
  };
  const failed = (id: string, error: unknown, pauseMs: number): unknown => {
    const [oldest] = failures.keys();
    if (oldest !== undefined && failures.size >= MAX_FAILURES) failures.delete(oldest);
    failures.set(id, { error, at: now(), pauseMs });
    return error;
  };
  const resolve = async (id: string, find: Find): Promise<ProviderClient | undefined> => {
    try {
      const client = await find(id);
      // Ignore a failure to store the document, because the stored copy is needed only during an
      // outage.
      if (current.has(id) && client !== undefined) await keep(id, client).catch(() => {});
      return client;
    } catch (error) {
      if (!isAboutDocument(error)) throw error;
      if (current.has(id) && !isCutOff(error)) {
        await store.destroy(keyOf(id)).catch(() => {});
        throw failed(id, error, PAUSE_MS.refused);
      }
      const stored = await storedOf(id).catch(() => null);
      const reason = reasonOf(error);
      onUnreadable({ host: new URL(id).host, reason, isCopyUsed: stored !== null });
      if (stored === null) {
        const failure = unavailable(error);
        // Another requester may still read the document.
        throw reason === TOO_MANY ? failure : failed(id, failure, PAUSE_MS.unreadable);
      }
      current.set(id, Response.json(stored));
      return await find(id);
    } finally {
      current.delete(id);
    }
  };
  const documents: ClientDocuments = {
    fetch: async (address, init) => {
      const stored = current.get(address);
      if (stored instanceof Response) return stored;
      // If no lookup is waiting for the address, it is the address of a client's keys.
      if (!finding.has(address)) return await readKeys(address, init);
      // Count the requester first, so that one stranger can't use up everyone's reads. Programs of
      // many users may share an address, but their documents, unlike their keys, are stored.
      if (readsOfRequester.add(requester())) throw new UnreadableError(TOO_MANY);
      const response = await read(documentsOfHost, address, init);
      current.set(address, "read");
      return response;
    },
    find: async (id, find) => {
      if (!hosts.mayReadFrom(id)) return await find(id);
      const { error, at = 0, pauseMs = 0 } = failures.get(id) ?? {};
      const since = now() - at;
      // Don't wait if the clock was set back.
      if (since >= 0 && since < pauseMs) throw error;
      const earlier = finding.get(id);
      if (earlier !== undefined) {
        return await earlier.catch(async (error: unknown) => {
          if (!isUnreadable(error, TOO_MANY)) throw error;
          return await documents.find(id, find);
        });
      }
      const found = resolve(id, find).finally(() => finding.delete(id));
      finding.set(id, found);
      return await found;
    },
  };
  return documents;
}

class UnreadableError extends Error {}

const TOO_MANY = "too many requests";

/**
 * Whether a provider's error means that the client's document couldn't be read, for the given
 * reason if there is one.
 */
export function isUnreadable(error: unknown, reason?: string): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof UnreadableError && error.message === (reason ?? error.message)) ||
    isUnreadable(error.cause, reason);
}

function keyOf(id: string): SignInKey {
  return { kind: CLIENT_DOCUMENT, id };
}

/** Whether the provider's error rejects a document. The error names come from OAuth. */
function isAboutDocument(error: unknown): error is Error {
  const { error: name } = error as { readonly error?: unknown };
  return ["invalid_client", "invalid_client_metadata", "invalid_redirect_uri"]
    .includes(String(name));
}

function isCutOff({ cause }: Error): boolean {
  return cause instanceof TypeError || cause instanceof DOMException;
}

function reasonOf({ cause }: Pick<Error, "cause">): string {
  if (cause instanceof UnreadableError) return cause.message;
  return cause instanceof Error ? cause.name : "unknown";
}

export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
