/** A file that is damaged, or not ours. */
export class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";

  /** Makes the error. */
  constructor(options?: ErrorOptions) {
    super("The file is damaged or not ours", options);
  }
}

/** SQLite's result codes, https://www.sqlite.org/rescode.html, and their words. */
const BUSY: Kind = { codes: [5, 6], words: /database (?:table )?is locked/u };
const MISMATCH: Kind = {
  codes: [1],
  words: /already exists|no such (?:table|column)|duplicate column/u,
};
const DAMAGED: Kind = { codes: [11, 26], words: /malformed|not a database/u };

interface Kind {
  readonly codes: readonly number[];
  readonly words: RegExp;
}

/** Tells whether somebody else holds a file. */
export function isBusy(error: unknown): boolean {
  return isOf(error, BUSY);
}

/** Tells whether a file is damaged or no database. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedFileError || isOf(error, DAMAGED);
}

/** Tells whether a statement does not go with what is in a file. */
export function isMismatch(error: unknown): boolean {
  return isOf(error, MISMATCH);
}

/** Not every runtime gives the code: the words are SQLite's own in all of them. */
function isOf(error: unknown, { codes, words }: Kind): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { readonly errcode?: unknown };
  // The low byte of an extended code is the primary one.
  return typeof errcode === "number" ? codes.includes(errcode & 0xff) : words.test(error.message);
}
