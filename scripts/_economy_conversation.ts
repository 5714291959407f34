/**
 * What a written conversation is.
 *
 * @module
 */

type Fields = Readonly<Record<string, unknown>>;

/** One call of a conversation. */
export interface WrittenCall {
  readonly tool: string;
  /**
   * Text that begins with `=` stands for a value of an earlier answer: the tool, then
   * the path in its structured form, such as `=find_transactions.transactions.0.payee`.
   */
  readonly args?: Fields;
  /** Whether the call is made again with the confirmation of its preview. */
  readonly isConfirmed?: boolean;
}

/** One conversation. */
export interface WrittenConversation {
  readonly title: string;
  /** What the household asks. */
  readonly question: string;
  readonly calls: readonly WrittenCall[];
}
