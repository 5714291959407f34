/** Arguments of a call besides the plan. */
export type ExampleArguments = Readonly<Record<string, unknown>>;

/** A reading call that finds out what an example is about. */
export interface LookUp {
  readonly tool: string;
  readonly args: ExampleArguments;
}

/** A call of a tool. */
export interface ToolExample {
  /**
   * Its arguments. Text that begins with `=` stands for a value of a look-up's answer: the
   * tool, then the path in its structured form, such as
   * `=find_transactions.transactions.0.transaction_id`.
   */
  readonly args: ExampleArguments;
  /** What is asked before, in a session of its own. */
  readonly lookUps?: readonly LookUp[];
  /** Tool whose example is carried out before, in the same session. */
  readonly follows?: string;
}
