import process from "node:process";
import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { UnsafeStoreError } from "./store_errors.ts";

export const FILES = {
  copy: "copy.db",
  journal: "journal.db",
  sign_ins: "sign_in.db",
  locks: "locks",
} as const;

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates a store's folder, or checks an existing one.
 *
 * @throws {UnsafeStoreError} If the folder is a link, belongs to another user, or is writable by
 * others.
 */
export function claimFolder(folder: string, uid: number | undefined = ownUid()): void {
  const found = statsOf(folder) ?? made(folder);
  if (found.isSymbolicLink()) {
    throw new UnsafeStoreError(
      "the store's folder is a symbolic link: use the folder that it points to",
    );
  }
  if (process.platform === "win32") return;
  if (uid !== undefined && found.uid !== uid) {
    throw new UnsafeStoreError(
      "the store's folder belongs to another user: use a folder that you own",
    );
  }
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new UnsafeStoreError("other users can write to the store's folder: run chmod 700 on it");
  }
}

/**
 * Checks that a store's file isn't a symbolic link.
 * @throws {UnsafeStoreError} If the path is a link.
 */
export function refuseLink(path: string): void {
  if (statsOf(path)?.isSymbolicLink() !== true) return;
  throw new UnsafeStoreError("a file in the store's folder is a symbolic link: remove the link");
}

/**
 * Returns this process's user id. Windows has no user ids, and Deno returns the id only with
 * `--allow-sys=uid`. Even if the user id is unknown, the operating system prevents writing to
 * another user's folder.
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
