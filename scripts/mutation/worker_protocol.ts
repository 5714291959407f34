/**
 * What a worker is asked and what it answers, as lines of JSON.
 *
 * @module
 */

/** Starts every line that a worker writes, whatever tests may have printed before it. */
export const MARK = "\u0001mutation:";

/** A test by the place at which its file registers it. */
export interface TestPlace {
  readonly file: string;
  readonly nth: number;
  /** Milliseconds of the processor that it took when it was recorded. */
  readonly ms: number;
}

/** Something to do. */
export type Request =
  | { readonly does: "load"; readonly files: readonly string[] }
  | { readonly does: "record"; readonly file: string }
  | TrialRequest;

/** A mutant to try. */
export interface TrialRequest {
  readonly does: "try";
  readonly mutant: string;
  /** How often it may be come by in one test; `null` where nobody knows. */
  readonly mostHits: number | null;
  /** Whether it is active while files are loaded, for a process that tries nothing else. */
  readonly fromTheStart: boolean;
  readonly tests: readonly TestPlace[];
}

/** What a worker says: that it goes on, or the answer to what it was asked. */
export type Message =
  | { readonly says: "busy"; readonly withinMs: number }
  | { readonly says: "loaded"; readonly mutants: readonly string[] }
  | RecordedFile
  | { readonly says: "tried"; readonly ending: TrialEnding; readonly by: TestPlace | null };

/** How a trial ended; `unclear` is a test that fails without the mutant as well by now. */
export type TrialEnding = "killed" | "timed out" | "survived" | "unclear";

/** What the tests of a file reach. */
export interface RecordedFile {
  readonly says: "recorded";
  /** Whether the file could be loaded. */
  readonly isLoaded: boolean;
  /** Mutants that loading it comes by. */
  readonly whileLoading: readonly string[];
  readonly tests: readonly RecordedTest[];
}

/** A test, run without a mutant. */
export interface RecordedTest {
  readonly name: string;
  readonly ms: number;
  readonly hasPassed: boolean;
  /** How often it came by which mutant. */
  readonly hits: Readonly<Record<string, number>>;
}
