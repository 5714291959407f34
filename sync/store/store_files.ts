import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clearing } from "./clear.ts";
import { FILES } from "./store_folder.ts";
import { BlockedStoreError, UnsafeStoreError } from "./store_errors.ts";
import type { Blocked } from "./store.ts";

export interface StoreFile {
  readonly name: "copy" | "journal" | "sign_ins";
  /** Its name in the folder. */
  readonly file: string;
  /** With what SQLite keeps beside it; `null` if there is none. */
  readonly bytes: number | null;
  /** ISO 8601, UTC. */
  readonly changed_at: string | null;
}

export interface StoreFiles {
  list(): readonly StoreFile[];
  quarantined(): readonly string[];
  /** Empties the copy and what is named, and the journal if asked to; requests stay counted. */
  clear(what: Clearing): Promise<"done" | Blocked | "not private">;
}

/** Looks at a folder. */
export function storeFilesIn(folder: string): StoreFiles {
  return {
    list: () => [fileOf(folder, "copy"), fileOf(folder, "journal"), fileOf(folder, "sign_ins")],
    quarantined: () =>
      existsSync(folder)
        ? readdirSync(folder).filter((name) => /\.damaged-[\dTZ-]+$/u.test(name)).sort()
        : [],
    async clear(what): Promise<"done" | Blocked | "not private"> {
      const { clearFolder } = await import("./clear.ts");
      try {
        clearFolder(folder, what);
        return "done";
      } catch (error) {
        if (error instanceof BlockedStoreError) return error.reason;
        if (error instanceof UnsafeStoreError) return "not private";
        throw error;
      }
    },
  };
}

function fileOf(folder: string, name: StoreFile["name"]): StoreFile {
  const file = FILES[name === "sign_ins" ? "signIns" : name];
  const paths = ["", "-wal"].map((ending) => join(folder, file + ending)).filter(existsSync);
  if (paths.length === 0) return { name, file, bytes: null, changed_at: null };
  const stats = paths.map((path) => statSync(path));
  return {
    name,
    file,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    changed_at: new Date(Math.max(...stats.map(({ mtimeMs }) => mtimeMs))).toISOString(),
  };
}
