/** What becomes of a preview. */
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

/** What a card says besides the lines and warnings of an answer. */
export interface ChangeCard {
  /** Name of the preview, and of the operation once it is applied. */
  readonly preview: string;
  readonly state: CardState;
  /** The change in one sentence, without a final period. */
  readonly summary: string;
  /** How it can be undone, or why not. */
  readonly undo: string;
  readonly isIrreversible: boolean;
  /** Whether the user can decide it in the card. */
  readonly isForCard: boolean;
  /** Whether the app is asking the user in a form. */
  readonly isForForm: boolean;
  /** What the page sends with the user's click; absent where it can decide nothing. */
  readonly secret?: string;
  /** Until when it is open, in milliseconds since 1970; `null` once it is decided. */
  readonly expiresAt: number | null;
  /** Whether `undo_operation` takes it back. */
  readonly canUndo: boolean;
  /** What became of it, in a sentence for the user. */
  readonly told: string;
  /** What it led to, such as what is available now: with the answer that applied it only. */
  readonly result?: string;
}
