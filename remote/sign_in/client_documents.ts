import { DAY_MS } from "../../domain/base/day.ts";
import type { SignInKey, SignInPayload, SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { AllowedHosts } from "./allowed_hosts.ts";
import type { ProviderClient } from "./provider_shape.ts";

/** Kind of the records of kept documents. */
export const CLIENT_DOCUMENT = "ClientDocument";

/** How long a document may be used without being read again, in milliseconds. */
const KEPT_MS = 7 * DAY_MS;

/** How long a client without approval is remembered, in milliseconds. */
export const UNUSED_CLIENT_MS = 3_600_000;

/** How long a document is not read again, in milliseconds. */
const PAUSE_MS = { refused: 60_000, unreadable: 5_000 } as const;

/** Failures that are remembered. */
const MOST_FAILURES = 100;

/** Statuses by which a host says nothing of the document; bot protections answer 403. */
const isOutage = (status: number): boolean =>
  status >= 500 || [403, 408, 425, 429].includes(status);

/** A document, or a client's keys, that could not be read. */
export interface UnreadableDocument {
  readonly host: string;
  readonly reason: string;
  /** Whether the one that was read last is used. */
  readonly isKeptUsed: boolean;
}

/** What documents are read and kept with. */
export interface ClientDocumentsOptions {
  readonly store: SignInStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly hosts: AllowedHosts;
  /** Reads from the network. */
  readonly fetch?: Fetch | undefined;
  /** Makes the error for a document that can't be read, with none kept. */
  readonly unavailable: () => Error;
  readonly onUnreadable: (document: UnreadableDocument) => void;
}

/** Finds a client, reading its document if it has one. */
type Find = (id: string) => Promise<ProviderClient | undefined>;

/** The provider's two ways to documents. */
export interface ClientDocuments {
  /** Reads for the provider. */
  readonly fetch: Fetch;
  /** Finds a client by the provider's own way, with the kept document where it can't be read. */
  readonly find: (id: string, find: Find) => Promise<ProviderClient | undefined>;
}

/** Makes what reads and keeps documents. */
export function clientDocuments(options: ClientDocumentsOptions): ClientDocuments {
  const { store, now, hosts, unavailable, onUnreadable } = options;
  const readFrom = clientMetadataFetch(hosts, options.fetch);
  const finding = new Map<string, Promise<ProviderClient | undefined>>();
  /** Documents that the provider is being given now, read or kept. */
  const given = new Map<string, "read" | Response>();
  const failures = new Map<string, { readonly error: unknown; readonly until: number }>();

  const read: Fetch = async (address, init) => {
    const response = await readFrom(address, init);
    if (!isOutage(response.status)) return response;
    await response.body?.cancel();
    throw new UnreadableError(`HTTP ${response.status}`);
  };
  const readKeys: Fetch = async (address, init) => {
    try {
      return await read(address, init);
    } catch (cause) {
      if (!hosts.mayReadFrom(address)) throw cause;
      const reason = reasonOf({ cause });
      onUnreadable({ host: new URL(address).host, reason, isKeptUsed: false });
      throw new UnreadableError(reason, { cause });
    }
  };
  const keep = async (id: string, client: ProviderClient): Promise<void> => {
    const before = await store.find(keyOf(id));
    const expiresAt = Math.max(before?.expiresAt ?? 0, now() + UNUSED_CLIENT_MS);
    const payload = { document: client.metadata(), readAt: now() };
    await store.upsert(keyOf(id), { payload, grantId: null, expiresAt });
  };
  const keptOf = async (id: string): Promise<SignInPayload | null> => {
    const { payload } = await store.find(keyOf(id)) ?? {};
    const isUsable = payload !== undefined && now() - Number(payload["readAt"]) < KEPT_MS;
    return isUsable ? payload["document"] as SignInPayload : null;
  };
  const failed = (id: string, error: unknown, pauseMs: number): unknown => {
    const [oldest] = failures.keys();
    if (oldest !== undefined && failures.size >= MOST_FAILURES) failures.delete(oldest);
    failures.set(id, { error, until: now() + pauseMs });
    return error;
  };
  const resolve = async (id: string, find: Find): Promise<ProviderClient | undefined> => {
    try {
      const client = await find(id);
      // Without the store only a later outage is affected.
      if (given.has(id) && client !== undefined) await keep(id, client).catch(() => {});
      return client;
    } catch (error) {
      if (!isAboutDocument(error)) throw error;
      if (given.has(id) && !isCutOff(error)) {
        await store.destroy(keyOf(id)).catch(() => {});
        throw failed(id, error, PAUSE_MS.refused);
      }
      const kept = await keptOf(id).catch(() => null);
      const reason = reasonOf(error);
      onUnreadable({ host: new URL(id).host, reason, isKeptUsed: kept !== null });
      if (kept === null) throw failed(id, unavailable(), PAUSE_MS.unreadable);
      given.set(id, Response.json(kept));
      return await find(id);
    } finally {
      given.delete(id);
    }
  };
  return {
    fetch: async (address, init) => {
      const kept = given.get(address);
      if (kept instanceof Response) return kept;
      // A client's keys are read the same way.
      if (!finding.has(address)) return await readKeys(address, init);
      const response = await read(address, init);
      given.set(address, "read");
      return response;
    },
    find: async (id, find) => {
      if (!hosts.mayReadFrom(id)) return await find(id);
      const failure = failures.get(id);
      if (failure !== undefined && now() < failure.until) throw failure.error;
      const found = finding.get(id) ?? resolve(id, find).finally(() => finding.delete(id));
      finding.set(id, found);
      return await found;
    },
  };
}

class UnreadableError extends Error {}

/** Tells whether an error of the provider comes of an outage of a client's host. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadableError ||
    (error instanceof Error && isUnreadable(error.cause));
}

function keyOf(id: string): SignInKey {
  return { kind: CLIENT_DOCUMENT, id };
}

/** Tells whether the provider complains of a document: its errors bear OAuth's names. */
function isAboutDocument(error: unknown): error is Error {
  const { error: name } = error as { readonly error?: unknown };
  return ["invalid_client", "invalid_client_metadata", "invalid_redirect_uri"]
    .includes(String(name));
}

/** Tells whether a body did not come to its end. */
function isCutOff({ cause }: Error): boolean {
  return cause instanceof TypeError || cause instanceof DOMException;
}

function reasonOf({ cause }: Pick<Error, "cause">): string {
  if (cause instanceof UnreadableError) return cause.message;
  return cause instanceof Error ? cause.name : "unknown";
}

/** Reads from the network. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Makes what the provider reads with. */
export function clientMetadataFetch(
  { mayReadFrom }: AllowedHosts,
  read: Fetch = (address, init) => fetch(address, init),
): Fetch {
  return async (address, init = {}) => {
    if (!mayReadFrom(address)) throw new Error("Nothing is read from this host");
    return await read(address, { ...init, redirect: "manual" });
  };
}
