import type { SignInEntry, SignInKey, SignInRecord, SignInStore } from "./sign_in_store.ts";

const SECRET_BYTES = 32;

/** Makes an empty store. */
export function createMemorySignIns(now: () => number): SignInStore {
  const records = new Map<string, SignInRecord & SignInEntry>();
  const secrets = new Map<string, string>();
  const nameOf = ({ kind, id }: SignInKey): string => `${kind} ${id}`;
  const live = (key: SignInKey): (SignInRecord & SignInEntry) | null => {
    const found = records.get(nameOf(key));
    return found === undefined || found.expiresAt <= now() ? null : found;
  };
  const forget = (isGone: (record: SignInEntry) => boolean): void => {
    for (const [name, record] of records) {
      if (isGone(record)) records.delete(name);
    }
  };
  return {
    find: (key) => Promise.resolve(live(key)),
    upsert(key, entry): Promise<void> {
      forget(({ expiresAt }) => expiresAt <= now());
      const consumedAt = live(key)?.consumedAt ?? null;
      records.set(nameOf(key), { ...entry, consumedAt });
      return Promise.resolve();
    },
    consume(key, keptUntil = Infinity): Promise<boolean> {
      const found = live(key);
      if (found === null || found.consumedAt !== null) return Promise.resolve(false);
      const expiresAt = Math.min(found.expiresAt, keptUntil);
      records.set(nameOf(key), { ...found, expiresAt, consumedAt: now() });
      return Promise.resolve(true);
    },
    prolong(key, expiresAt): Promise<void> {
      const found = live(key);
      if (found !== null && found.expiresAt < expiresAt) {
        records.set(nameOf(key), { ...found, expiresAt });
      }
      return Promise.resolve();
    },
    destroy: (key) => Promise.resolve(void records.delete(nameOf(key))),
    revokeByGrant: (grantId) => Promise.resolve(forget((record) => record.grantId === grantId)),
    secretFor(purpose): Promise<string> {
      const bytes = globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
      const secret = secrets.get(purpose) ?? btoa(String.fromCharCode(...bytes));
      secrets.set(purpose, secret);
      return Promise.resolve(secret);
    },
    close: () => Promise.resolve(),
  };
}
