import { AsyncLocalStorage } from "node:async_hooks";
import { DAY_MS } from "../../domain/base/day.ts";
import { PerMinute } from "../request_limits.ts";
import { isLoopbackName } from "../credentials.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";

export const KNOWN_HOSTS: readonly string[] = [
  "claude.ai",
  "claude.com",
  "chatgpt.com",
  "vscode.dev",
  "cursor.com",
  "www.cursor.com",
];

/**
 * Prefixes of the redirect URIs of known programs that use private-use URI schemes (RFC 8252,
 * section 7.1). Any program on the user's machine can claim such a scheme or listen on loopback,
 * but PKCE makes a stolen code useless.
 */
const KNOWN_APPS: readonly string[] = ["cursor://anysphere.cursor-mcp/"];

export interface AllowedHosts {
  readonly mayRedirectTo: (address: string) => boolean;
  readonly mayReadFrom: (address: string) => boolean;
}

/**
 * Allows https addresses whose host is exactly one of the known or additional hosts. Browsers may
 * also be redirected to programs on their own machine.
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

/** How long the server stores a client that no user has approved, in milliseconds. */
export const UNUSED_CLIENT_MS = 3_600_000;

/** How long to wait before requesting a document again, depending on whether it was readable. */
const PAUSE_MS = { read: 60_000, unreadable: 5_000 } as const;

/**
 * Maximum requests per minute to one host, and maximum documents per minute for one requester. The
 * limits are needed because anyone can make the server request a document, and a host might block
 * this server for sending too many requests.
 */
const MAX_READS = { ofHost: 60, ofRequester: 10 } as const;

/** Maximum number of documents and failed reads to cache. */
const MAX_REMEMBERED = 100;

/**
 * Maximum number of characters to read from a document or a client's keys. The provider itself
 * rejects longer documents.
 */
const MAX_LENGTH = { document: 8_192, keys: 65_536 } as const;

/** Whether an HTTP status, such as 403 from bot protection, might be unrelated to the document. */
const isOutage = (status: number): boolean =>
  status >= 500 || [403, 408, 425, 429].includes(status);

/** Event: a client's keys or metadata document couldn't be read. */
export interface UnreadableDocument {
  readonly host: string;
  readonly reason: string;
  /** Whether a stored copy is used because the document couldn't be read. */
  readonly isCopyUsed: boolean;
}

export interface ClientDocumentsOptions {
  readonly store: SignInStore;
  readonly now: () => number;
  readonly hosts: AllowedHosts;
  readonly fetch?: Fetch | undefined;
  readonly requester: () => string;
  readonly onUnreadable: (document: UnreadableDocument) => void;
}

/** A lookup of a client. */
interface Lookup {
  /** The address of the document that the lookup needs. */
  readonly address: string;
  /**
   * Stores the document if the provider accepts it; otherwise, deletes the stored copy. Absent
   * until the lookup has read the document.
   */
  keep?: (isAccepted: boolean) => Promise<void>;
}

const lookups = new AsyncLocalStorage<Lookup>();

/**
 * Creates a `fetch` for clients' documents and keys. This `fetch` limits the rate of requests, and
 * uses stored copies during outages.
 */
export function clientDocuments(options: ClientDocumentsOptions): Fetch {
  const { store, now, hosts, requester, fetch = globalThis.fetch } = options;
  const remembered = new Map<string, { at: number; pauseMs: number; answer: () => Response }>();
  const readsOfRequester = new PerMinute(MAX_READS.ofRequester, now);
  const readsOfHost = new Map<string, PerMinute>();
  const reported = new PerMinute(1, now);
  const read = async (
    kind: keyof typeof MAX_LENGTH,
    ...[address, init]: Parameters<Fetch>
  ): Promise<Response> => {
    // Count requests for keys separately. Otherwise, a stranger could use up a host's document
    // limit by registering made-up clients whose key set URL is on that host.
    const counted = `${kind} ${new URL(address).host}`;
    const reads = readsOfHost.get(counted) ?? new PerMinute(Infinity, now, MAX_READS.ofHost);
    readsOfHost.set(counted, reads);
    if (reads.add(requester())) throw new UnreadableError(TOO_MANY, requester());
    // A redirect could lead to any host.
    const response = await fetch(address, { ...init, redirect: "manual" });
    const text = await beginningOf(response, MAX_LENGTH[kind]);
    if (isOutage(response.status)) throw new UnreadableError(`HTTP ${response.status}`);
    const status = response.status === 200 ? 200 : 404;
    return new Response(text, { status, headers: response.headers });
  };
  const remember = (address: string, pauseMs: number, answer: () => Response): void => {
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
    remembered.set(address, { at: now(), pauseMs, answer });
  };
  const keep = async (address: string, text: string | null): Promise<void> => {
    const key = { kind: CLIENT_DOCUMENT, id: address };
    if (text === null) return void await store.destroy(key);
    const { expiresAt = 0 } = await store.find(key) ?? {};
    await store.upsert(key, {
      payload: { document: JSON.parse(text), readAt: now() },
      grantId: null,
      expiresAt: Math.max(expiresAt, now() + UNUSED_CLIENT_MS),
    });
  };
  const storedCopy = async (id: string): Promise<unknown> => {
    const { payload } = await store.find({ kind: CLIENT_DOCUMENT, id }) ?? {};
    const isUsable = payload !== undefined && now() - Number(payload["readAt"]) < STORED_MS;
    return isUsable ? payload["document"] : null;
  };
  const readDocument = async (
    lookup: Lookup,
    ...[address, init]: Parameters<Fetch>
  ): Promise<Response> => {
    const { at = 0, pauseMs = 0, answer } = remembered.get(address) ?? {};
    const since = now() - at;
    // If the clock was set back, request the document without waiting.
    if (answer !== undefined && since >= 0 && since < pauseMs) return answer();
    try {
      // Check the requester's own limit first, so that one stranger can't use up everyone's limit.
      // If programs that share an address reach the limit, stored copies of their documents are
      // used.
      if (readsOfRequester.add(requester())) throw new UnreadableError(TOO_MANY, requester());
      const response = await read("document", address, init);
      const text = await response.clone().text();
      remember(address, PAUSE_MS.read, () => new Response(text, response));
      // Ignore a failure to store the document, because the stored copy is needed only during an
      // outage.
      lookup.keep = (isAccepted) => keep(address, isAccepted ? text : null).catch(() => {});
      return response;
    } catch (cause) {
      const stored = await storedCopy(address).catch(() => null);
      const error = unreadable(cause, address, stored !== null);
      if (stored !== null) return Response.json(stored);
      // Another requester may still be allowed to read the document.
      if (error.message !== TOO_MANY) {
        remember(address, PAUSE_MS.unreadable, () => {
          throw error;
        });
      }
      throw error;
    }
  };
  const unreadable = (cause: unknown, address: string, isCopyUsed: boolean): UnreadableError => {
    const error = cause instanceof UnreadableError
      ? cause
      : new UnreadableError(cause instanceof Error ? cause.name : "unknown");
    const { host } = new URL(address);
    // Strangers could otherwise fill the log.
    if (error.message !== TOO_MANY || !reported.add(host)) {
      options.onUnreadable({ host, reason: error.message, isCopyUsed });
    }
    return error;
  };
  return async (...asked) => {
    const [address] = asked;
    if (!hosts.mayReadFrom(address)) throw new Error("This host is not allowed");
    const lookup = lookups.getStore();
    if (lookup?.address === address) return await readDocument(lookup, ...asked);
    // The address isn't that of the document being looked up, so it must be the address of a
    // client's keys.
    return await read("keys", ...asked).catch((cause) => {
      throw unreadable(cause, address, false);
    });
  };
}

/**
 * Finds a client by the URL of its metadata document. Concurrent lookups share one request. If that
 * request fails because the requester that started it exceeded a limit, other requesters retry.
 */
export async function findByDocument<Client>(
  address: string,
  { find, requester, unavailable }: {
    readonly find: () => Promise<Client>;
    readonly requester: () => string;
    /** Creates the error for a document that can't be read and has no stored copy. */
    readonly unavailable: (cause: unknown) => Error;
  },
): Promise<Client> {
  for (;;) {
    const lookup: Lookup = { address };
    try {
      const client = await lookups.run(lookup, find);
      await lookup.keep?.(true);
      return client;
    } catch (error) {
      await lookup.keep?.(false);
      const unreadable = unreadableIn(error);
      if (unreadable === null) throw error;
      if ((unreadable.requester ?? requester()) === requester()) throw unavailable(error);
    }
  }
}

class UnreadableError extends Error {
  /** @param requester Who exceeded a limit, if that is why the document couldn't be read. */
  constructor(reason: string, readonly requester?: string) {
    super(reason);
  }
}

const TOO_MANY = "too many requests";

/** Returns the `UnreadableError` behind a provider's error; `null` if there is none. */
export function unreadableIn(error: unknown): UnreadableError | null {
  if (error instanceof UnreadableError) return error;
  return error instanceof Error ? unreadableIn(error.cause) : null;
}

async function beginningOf({ body }: Response, maxLength: number): Promise<string> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxLength) break;
  }
  return text;
}

export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
