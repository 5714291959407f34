import { join } from "node:path";
import { createSealer, openJson, type Sealer, sealJson } from "../../sync/store/sealer.ts";
import { reasonOf } from "../../sync/store/store_errors.ts";
import { claimFolder, FILES } from "../../sync/store/store_folder.ts";
import type {
  SignInDatabase,
  SignInKey,
  SignInPayload,
  SignInRecord,
  SignInRows,
  SignInStore,
} from "./sign_in_store.ts";

/** What there is to say, once. */
export type SignInNote =
  | { readonly event: "sign_in_in_memory"; readonly reason: string }
  | { readonly event: "store_set_aside"; readonly file: string; readonly carriedOver: null };

/** Where and whose. */
export interface OpenSignInsOptions {
  /** Folder of the store; `null` for memory. */
  readonly folder: string | null;
  /** The database that takes the place of a file. */
  readonly database?: SignInDatabase | undefined;
  /** What the file is sealed with: with another secret nothing is found in it. */
  readonly secret: string;
  /** Upstream's base address. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears what there is to say. */
  readonly onNote: (note: SignInNote) => void;
}

/** Opens the state of a sign-in. */
export async function openSignIns(
  { folder, database, secret, baseUrl, now, onNote }: OpenSignInsOptions,
): Promise<SignInStore> {
  const sealer = await createSealer({ secret, baseUrl });
  const { owner } = sealer;
  if (database !== undefined) return sealedSignIns({ rows: database.signIns(owner), sealer, now });
  const { openMemoryRows, openSignInRows } = await import("./sign_in_file.ts");
  try {
    if (folder !== null) {
      claimFolder(folder);
      const onQuarantined = (file: string): void =>
        onNote({ event: "store_set_aside", file, carriedOver: null });
      const path = join(folder, FILES.signIns);
      return sealedSignIns({
        rows: openSignInRows({ path, owner, now, onQuarantined }),
        sealer,
        now,
      });
    }
  } catch (error) {
    onNote({ event: "sign_in_in_memory", reason: reasonOf(error) });
  }
  // Nothing outlives the process, not even its cookies.
  const ownSealer = await createSealer({ secret: globalThis.crypto.randomUUID(), baseUrl });
  return sealedSignIns({ rows: openMemoryRows(ownSealer.owner), sealer: ownSealer, now });
}

/** What sealed sign-ins are kept with. */
export interface SealedSignInsOptions {
  readonly rows: SignInRows;
  readonly sealer: Sealer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Seals the state of a sign-in. */
export function sealedSignIns({ rows, sealer, now }: SealedSignInsOptions): SignInStore {
  // Don't cache these pseudonyms: strangers may request any number of them.
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
