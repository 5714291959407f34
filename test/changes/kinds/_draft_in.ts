import type { ChangeDraft, Proposal, WriteId } from "../../../changes/change.ts";

/** Gives the draft; fails where there is nothing to change. */
export function draftIn<Op extends WriteId>({ draft }: Proposal<Op>): ChangeDraft<Op> {
  if (draft === undefined) throw new Error("Something is proposed");
  return draft;
}
