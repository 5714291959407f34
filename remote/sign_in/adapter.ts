import type { SignInKey, SignInPayload, SignInStore } from "../sign_in_store/sign_in_store.ts";
import { CLIENT_DOCUMENT, UNUSED_CLIENT_MS } from "./client_documents.ts";
import type { ProviderAdapter } from "./provider_shape.ts";

/**
 * How long a refresh token still works after its first use, in milliseconds. Clients send one
 * twice at the same time, or again after a lost response.
 */
const REUSE_MS = 60_000;

/** How long a used refresh token is known as used, in milliseconds. */
const USED_REFRESH_TOKEN_MS = 86_400_000;

/** What a grant's end ends with it. */
const GRANTED: readonly string[] = ["AccessToken", "AuthorizationCode", "RefreshToken"];

/** What the adapters of all kinds share. */
export interface AdapterOptions {
  readonly store: SignInStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Looks at a client before it is kept; throws to refuse it. */
  readonly checkClient: (metadata: SignInPayload) => void;
  /** Makes the error for a token or code that was already used. */
  readonly usedError: () => Error;
}

/**
 * Makes the adapter of one kind of records.
 *
 * Clients and grants don't expire by themselves. Each is kept as long as there may be a
 * refresh token for it, so it is gone 90 days after its last use.
 */
export function createAdapter(
  kind: string,
  { store, now, checkClient, usedError }: AdapterOptions,
): ProviderAdapter {
  const keyOf = (id: string): SignInKey => ({ kind, id });
  const isReusable = (consumedAt: number): boolean =>
    kind === "RefreshToken" && now() - consumedAt < REUSE_MS;
  const found = async (id: string): Promise<SignInPayload | undefined> => {
    const record = await store.find(keyOf(id));
    if (record === null) return undefined;
    const { payload, expiresAt, consumedAt } = record;
    return {
      ...payload,
      // It may have been extended since it was written.
      ...(kind === "Grant" ? { exp: Math.floor(expiresAt / 1000) } : {}),
      ...(consumedAt === null || isReusable(consumedAt)
        ? {}
        : { consumed: Math.floor(consumedAt / 1000) }),
    };
  };
  return {
    async upsert(id, payload, expiresIn): Promise<void> {
      if (kind === "Client") checkClient(payload);
      const expiresAt = now() + (expiresIn === undefined ? UNUSED_CLIENT_MS : expiresIn * 1000);
      const { grantId, clientId, uid } = payload;
      const grant = GRANTED.includes(kind) && typeof grantId === "string" ? grantId : null;
      await store.upsert(keyOf(id), { payload, grantId: grant, expiresAt });
      if (kind === "Session" && typeof uid === "string") {
        await store.upsert(uidKey(uid), { payload: { id }, grantId: null, expiresAt });
      }
      if (kind === "RefreshToken" && grant !== null) {
        await store.prolong({ kind: "Grant", id: grant }, expiresAt);
      }
      if (kind === "Grant" || (kind === "RefreshToken" && grant !== null)) {
        for (const one of ["Client", CLIENT_DOCUMENT]) {
          await store.prolong({ kind: one, id: String(clientId) }, expiresAt);
        }
      }
    },
    find: found,
    async findByUid(uid): Promise<SignInPayload | undefined> {
      const { id } = (await store.find(uidKey(uid)))?.payload ?? {};
      return typeof id === "string" ? await found(id) : undefined;
    },
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id): Promise<void> {
      const keptUntil = kind === "RefreshToken" ? now() + USED_REFRESH_TOKEN_MS : undefined;
      if (await store.consume(keyOf(id), keptUntil)) return;
      const record = await store.find(keyOf(id));
      if (record !== null && isReusable(record.consumedAt ?? 0)) return;
      // Used twice at the same time: as with a later reuse, revoke it (RFC 9700).
      const { grantId } = record?.payload ?? {};
      if (typeof grantId === "string") {
        await store.revokeByGrant(grantId);
        await store.destroy({ kind: "Grant", id: grantId });
      }
      throw usedError();
    },
    destroy: (id) => store.destroy(keyOf(id)),
    revokeByGrantId: (grantId) => store.revokeByGrant(grantId),
  };
}

function uidKey(uid: string): SignInKey {
  return { kind: "SessionUid", id: uid };
}
