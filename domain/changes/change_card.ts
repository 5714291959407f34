export type CardState =
  | "open"
  | "applied"
  | "declined"
  | "expired"
  | "failed"
  | "partly"
  | "uncertain"
  | "undone"
  | "undone_in_part";

/** Data shown on a change card in addition to the answer's lines and warnings. */
export interface ChangeCard {
  /** Id of the preview or, once the change has been applied, of the operation. */
  readonly preview: string;
  readonly state: CardState;
  readonly summary: string;
  readonly undo: string;
  readonly isIrreversible: boolean;
  readonly isForCard: boolean;
  readonly isForForm: boolean;
  /** Secret that the page sends with a click; absent if the card has no buttons. */
  readonly secret?: string;
  /** Expiration time in milliseconds since 1970; `null` once the user has decided. */
  readonly expiresAt: number | null;
  readonly canUndo: boolean;
  /** The outcome, in a sentence for the user. */
  readonly outcome: string;
  /** What changed, such as the available amount; set only in the call that applied the change. */
  readonly result?: string;
}
