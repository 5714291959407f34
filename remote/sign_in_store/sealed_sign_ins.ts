import { openJson, type Sealer, sealJson } from "../../sync/store/sealer.ts";
import type { SignInRows } from "./sign_in_rows.ts";
import type { SignInKey, SignInPayload, SignInRecord, SignInStore } from "./sign_in_store.ts";

/** What sealed sign-ins are kept with. */
export interface SealedSignInsOptions {
  readonly rows: SignInRows;
  readonly sealer: Sealer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Seals the state of a sign-in. */
export function sealedSignIns({ rows, sealer, now }: SealedSignInsOptions): SignInStore {
  // Not the pseudonyms that are remembered: strangers may ask for any number of these.
  const nameOf = ({ kind, id }: SignInKey): Promise<string> =>
    sealer.tagOf(`sign-in ${kind} ${id}`);
  const grantOf = (grantId: string): Promise<string> => sealer.tagOf(`sign-in grant ${grantId}`);
  return {
    async find(key): Promise<SignInRecord | null> {
      const name = await nameOf(key);
      const row = await rows.find(name, now());
      if (row === null) return null;
      const { expiresAt, consumedAt, body } = row;
      try {
        const payload = await openJson<SignInPayload>(sealer, body, associatedWith(name));
        return { payload, expiresAt, consumedAt };
      } catch {
        return null;
      }
    },
    async upsert(key, { payload, grantId, expiresAt }): Promise<void> {
      const name = await nameOf(key);
      const grant = grantId === null ? null : await grantOf(grantId);
      const body = await sealJson(sealer, payload, associatedWith(name));
      await rows.upsert({ name, grant, expiresAt, body }, now());
    },
    consume: async (key, keptUntil = Number.MAX_SAFE_INTEGER) =>
      await rows.consume(await nameOf(key), { keptUntil, now: now() }),
    async prolong(key, expiresAt): Promise<void> {
      await rows.prolong(await nameOf(key), { expiresAt, now: now() });
    },
    async destroy(key): Promise<void> {
      await rows.destroy(await nameOf(key));
    },
    async revokeByGrant(grantId): Promise<void> {
      await rows.revokeByGrant(await grantOf(grantId));
    },
    secretFor: (purpose) => sealer.tagOf(`sign-in secret ${purpose}`),
    async close(): Promise<void> {
      await rows.close();
    },
  };
}

function associatedWith(name: string): string {
  return `sign-in\n${name}`;
}
