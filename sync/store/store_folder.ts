import process from "node:process";
import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { UnsafeStoreError } from "./store_errors.ts";

/** Files, and the folder of the locks. */
export const FILES = {
  copy: "copy.db",
  journal: "journal.db",
  signIns: "sign_in.db",
  locks: "locks",
} as const;

/** Write permission of the group, and of all others. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes the folder of a store, or looks at the one that there is.
 *
 * @throws {UnsafeStoreError} When it is a link, somebody else's, or others may write to it.
 */
export function claimFolder(folder: string, uid: number | undefined = ownUid()): void {
  const found = statsOf(folder) ?? made(folder);
  if (found.isSymbolicLink()) {
    throw new UnsafeStoreError("the store's folder is a link: use the folder that it points to");
  }
  if (process.platform === "win32") return;
  if (uid !== undefined && found.uid !== uid) {
    throw new UnsafeStoreError("the store's folder belongs to another user: use one of your own");
  }
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new UnsafeStoreError("others can write to the store's folder: run chmod 700 on it");
  }
}

/**
 * Refuses a link where a file of the store is to be.
 *
 * @throws {UnsafeStoreError} When a link lies there.
 */
export function refuseLink(path: string): void {
  if (statsOf(path)?.isSymbolicLink() !== true) return;
  throw new UnsafeStoreError("a file of the store is a link: remove it from the store's folder");
}

/**
 * Whose process this is. Windows has no such number, and Deno tells it with `--allow-sys=uid`
 * only: without it the system itself keeps us from writing to another user's folder.
 */
function ownUid(): number | undefined {
  try {
    return process.getuid?.();
  } catch {
    return undefined;
  }
}

function made(folder: string): Stats {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return lstatSync(folder);
}

function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
