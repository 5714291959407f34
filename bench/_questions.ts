/** What something costs. */
export interface Cost {
  /** Of all threads of the process. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** What one process has measured. */
export interface AnswerFigures {
  /** The first answer, with all that it loads and opens. */
  readonly first: Cost;
  /** From the first answer until all of it is stored. */
  readonly stored?: Cost;
  /** The same question again, while nothing has changed. */
  readonly unchanged?: Cost;
  /** After a delta of one transaction. */
  readonly afterOne?: Cost;
  /** After a delta of transactions in 240 months, and a payee of all of them renamed. */
  readonly afterRename?: Cost;
  /** The longest that the event loop was not let go of: until the answer, until it is stored. */
  readonly longestMs?: readonly [first: number, stored: number];
  /** The most that the process held until the first answer was stored. */
  readonly peakBytes: number;
}

/** How long the event loop was kept at once, in milliseconds. */
export interface BlockFigures {
  /** While a new process answered on a warm store. */
  readonly first: number;
  readonly afterOne: number;
  readonly afterRename: number;
}

/** What is asked. */
export interface Question {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Five questions that need different indexes, and one about the last weeks. */
export const QUESTIONS: readonly Question[] = [
  { name: "newest", tool: "find_transactions", args: {} },
  { name: "bounded", tool: "find_transactions", args: { since: "2026-10-01" } },
  { name: "payee", tool: "find_transactions", args: { payee: "market" } },
  { name: "recurring", tool: "find_recurring_charges", args: {} },
  { name: "forecast", tool: "forecast_balance", args: { until: "2027-02" } },
  { name: "suggestions", tool: "suggest_categories", args: {} },
];
