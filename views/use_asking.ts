import { useState } from "preact/hooks";
import { errorWords } from "./facts.ts";
import { CALL_MS, type Host, type ToolResult, within } from "./host.ts";

/** An answer with its data. */
export interface Answered<Answer> {
  readonly result: ToolResult;
  readonly answer: Answer;
}

/** A page's request to the server, and its state. */
export interface Asking {
  readonly isBusy: boolean;
  /** Error message; empty if there is none. */
  readonly problem: string;
  /**
   * Calls a tool; returns `null` if it doesn't respond in time. Calls `onLate` if the response
   * arrives later.
   */
  readonly ask: <Answer>(
    tool: string,
    args: unknown,
    onLate?: () => void,
  ) => Promise<Answered<Answer> | null>;
}

/** Calls tools whose answers the view renders. */
export function useAsking(call: Host["call"] | null): Asking {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  return {
    isBusy,
    problem,
    ask: async <Answer>(tool: string, args: unknown, onLate?: () => void) => {
      if (call === null) return null;
      setProblem("");
      setBusy(true);
      const answered = call(tool, args);
      try {
        const result = await within(answered, CALL_MS);
        const { structuredContent: answer } = result;
        if (answer) return { result, answer: answer as Answer };
        setProblem(errorWords(result));
      } catch (error) {
        answered.then(onLate, () => {});
        setProblem(`The call failed: ${(error as Error).message}.`);
      } finally {
        setBusy(false);
      }
      return null;
    },
  };
}
