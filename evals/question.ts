import type { Desk } from "./desk.ts";
import type { Fact } from "./fact.ts";
import type { Household } from "./household.ts";

/** What makes a question hard, or that nothing does. */
export type Kind =
  | "plain"
  | "vague"
  | "wrong premise"
  | "injection"
  | "change"
  | "decline"
  | "beyond";

/** One thing that the user says, and the rehearsal's answer to it. */
export interface Turn {
  readonly says: string;
  /** Makes the calls that a good assistant would make, and answers from what they gave. */
  readonly rehearsed: (desk: Desk) => Promise<string>;
}

/** A question. */
export interface Question {
  readonly id: string;
  readonly kind: Kind;
  /** ISO 639-1. */
  readonly language: string;
  readonly turns: readonly Turn[];
  readonly facts: (household: Household) => readonly Fact[];
}
