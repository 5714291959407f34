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
  /** Folder of the store; `null` to use memory. */
  readonly folder: string | null;
  /** A database to use instead of a file. */
  readonly database?: SignInDatabase | undefined;
  /** Secret that seals the records. With another secret, they can't be found. */
  readonly secret: string;
  /** YNAB's base URL. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onNote: (note: SignInNote) => void;
}

/** Opens the store for sign-ins, in memory if the file can't be used. */
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
      const path = join(folder, FILES.sign_ins);
      const table = openSignInFile(path, { now, onQuarantined });
      return new SignInStore({ table, sealer, now });
    }
  } catch (error) {
    onNote({ event: "sign_in_in_memory", reason: reasonOf(error) });
  }
  // Everything ends with the process, even the validity of cookies.
  const ownSealer = await createSealer({ secret: globalThis.crypto.randomUUID(), baseUrl });
  return new SignInStore({ table: openSignInMemory(now), sealer: ownSealer, now });
}
