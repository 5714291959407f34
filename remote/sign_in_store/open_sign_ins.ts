import { join } from "node:path";
import { createSealer } from "../../sync/store/sealer.ts";
import { reasonOf } from "../../sync/store/store_errors.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { createMemorySignIns } from "./memory_sign_ins.ts";
import type { SignInDatabase } from "./sign_in_rows.ts";
import type { SignInStore } from "./sign_in_store.ts";

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
  if (database !== undefined) {
    const { sealedSignIns } = await import("./sealed_sign_ins.ts");
    const sealer = await createSealer({ secret, baseUrl });
    return sealedSignIns({ rows: database.signIns(sealer.owner), sealer, now });
  }
  if (folder === null) return createMemorySignIns(now);
  try {
    const [{ claimFolder }, { openSignInRows }, { sealedSignIns }] = await Promise.all([
      import("../../sync/store/store_folder.ts"),
      import("./sign_in_file.ts"),
      import("./sealed_sign_ins.ts"),
    ]);
    claimFolder(folder);
    const sealer = await createSealer({ secret, baseUrl });
    const onQuarantined = (file: string): void =>
      onNote({ event: "store_set_aside", file, carriedOver: null });
    const path = join(folder, FILES.signIns);
    const rows = openSignInRows({ path, owner: sealer.owner, now, onQuarantined });
    return sealedSignIns({ rows, sealer, now });
  } catch (error) {
    onNote({ event: "sign_in_in_memory", reason: reasonOf(error) });
    return createMemorySignIns(now);
  }
}
