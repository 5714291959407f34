/** Asks the assistant to change nothing unseen. */
export const ASK_FIRST = "Change nothing until I have seen it and agreed.";

/** Says what to do where the server only reads. */
export const CANNOT_CHANGE =
  "This server can't change the plan: tell me what to do in the YNAB app myself.";
