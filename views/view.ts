import type { PageFacts, ViewFacts } from "./facts.ts";
import type { Host, ToolResult } from "./host.ts";
import type { Wording } from "./words.ts";

/** An answer, and what it is drawn with. */
export interface ViewProps<Answer> extends Wording {
  readonly answer: Answer;
  readonly facts: ViewFacts;
  readonly page: PageFacts;
  /** The arguments of the call, as the host gave them. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The width there is, in CSS pixels. */
  readonly width: number;
  /** Calls a tool of the server; `null` where the host lets pages call none. */
  readonly call: Host["call"] | null;
  readonly tellModel: Host["tellModel"];
  /** Draws something else in the place of this answer. */
  readonly onResult: (result: ToolResult) => void;
}
