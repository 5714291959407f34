import { join } from "node:path";
import { createSealer } from "../../sync/store/sealer.ts";
import { reasonOf } from "../../sync/store/store_errors.ts";
import { claimFolder, FILES } from "../../sync/store/store_folder.ts";
import { type SignInDatabase, SignInStore } from "./sign_in_store.ts";

/** A warning for the log. */
export type SignInNote =
  | { readonly event: "sign_in_in_memory"; readonly reason: string }
  | { readonly event: "store_set_aside"; readonly file: string; readonly carriedOver: null };

export interface OpenSignInsOptions {
  /** Folder of the store; `null` for memory. */
  readonly folder: string | null;
  /** Used instead of a file. */
  readonly database?: SignInDatabase | undefined;
  /** Seals the records; with another secret none of them is found. */
  readonly secret: string;
  /** Upstream's base address. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onNote: (note: SignInNote) => void;
}

/** Opens the store of a sign-in; falls back to memory if the file can't be used. */
export async function openSignIns(
  { folder, database, secret, baseUrl, now, onNote }: OpenSignInsOptions,
): Promise<SignInStore> {
  const sealer = await createSealer({ secret, baseUrl });
  if (database !== undefined) return new SignInStore({ table: database.signIns, sealer, now });
  const { openSignInFile, openSignInMemory } = await import("./sign_in_file.ts");
  try {
    if (folder !== null) {
      claimFolder(folder);
      const onQuarantined = (file: string): void =>
        onNote({ event: "store_set_aside", file, carriedOver: null });
      const path = join(folder, FILES.signIns);
      return new SignInStore({ table: openSignInFile({ path, now, onQuarantined }), sealer, now });
    }
  } catch (error) {
    onNote({ event: "sign_in_in_memory", reason: reasonOf(error) });
  }
  // Nothing outlives the process, not even its cookies.
  const ownSealer = await createSealer({ secret: globalThis.crypto.randomUUID(), baseUrl });
  return new SignInStore({ table: openSignInMemory(), sealer: ownSealer, now });
}
