/** What was asked for is right, and can't be had now. */
export class StartError extends Error {
  override readonly name = "StartError";
}
