/** Files, and the folder of the locks. */
export const FILES = {
  copy: "copy.db",
  journal: "journal.db",
  signIns: "sign_in.db",
  locks: "locks",
} as const;
