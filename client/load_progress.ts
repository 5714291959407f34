/** How much of an answer has come. */
export interface LoadProgress {
  readonly bytes: number;
  /** Of how many; `null` where upstream does not say. */
  readonly total: number | null;
}
