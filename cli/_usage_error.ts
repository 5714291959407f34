/** Ends the program with status 2 and one sentence on stderr. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
