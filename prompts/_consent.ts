/**
 * What every prompt says of changes.
 *
 * @module
 */

/** Asks the assistant to change nothing unseen. */
export const ASK_FIRST = "Change nothing before I have seen it and agreed.";

/** Says what to do where the server only reads. */
export const CANNOT_CHANGE =
  "This server can't change the plan: say what I should do in the app myself.";
