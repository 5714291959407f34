/**
 * The trials of mutants: the tests that reach one are run with it, until one notices.
 *
 * Mutants share a process, in which one may leave something behind for the next. So a test that
 * fails must pass again without the mutant, else the mutant gets a process of its own; and so
 * does each that was not noticed, as caches may have hidden it: there all tests of the files that
 * reach it run, for a short while.
 *
 * @module
 */

import type { Mutant } from "./mutant.ts";
import type { TrialPlan } from "./reach.ts";
import { WorkerProcess } from "./worker_process.ts";
import type { TestPlace } from "./worker_protocol.ts";

/** What became of a mutant; `unreached` is one that no test comes by. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly ending: "killed" | "timed out" | "survived" | "unreached";
  /** The test that has noticed it. */
  readonly by: TestPlace | null;
}

/** Where and how trials are made. */
export interface TrialOptions {
  /** The instrumented checkout. */
  readonly folder: string;
  /** Files that are loaded before any mutant is switched on. */
  readonly mutated: readonly string[];
  readonly atOnce: number;
  /** The tests of one mutant take no longer together, by the record. */
  readonly budgetMs: number;
  /** Told each verdict, and how many there are by then. */
  readonly onVerdict?: (verdict: Verdict, count: number) => void;
}

/** What caches have hidden, the nearest tests see at once. */
const SECOND_LOOK_MS = 4_000;

/** What tests leave behind adds up. */
const MUTANTS_PER_PROCESS = 100;
const NO_MUTANT = "none";

/** Tries mutants. */
export async function verdictsOn(
  plans: readonly TrialPlan[],
  options: TrialOptions,
): Promise<readonly Verdict[]> {
  // Those of a file in a row, as they need the same tests loaded.
  const waiting = plans.toSorted((one, other) => one.mutant.file < other.mutant.file ? -1 : 1);
  const verdicts: Verdict[] = [];
  const work = async (): Promise<void> => {
    const lane = new Lane(options);
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      const verdict = await lane.verdictOn(plan);
      verdicts.push(verdict);
      options.onVerdict?.(verdict, verdicts.length);
    }
    lane.end();
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  return verdicts;
}

/** Whether tests that noticed a mutant still do in a process where nothing else has run. */
export async function holds(
  { mutant, by }: Verdict,
  options: TrialOptions,
): Promise<boolean> {
  if (by === null) return true;
  const verdict = await alone(mutant, [by], options);
  return verdict.ending !== "survived";
}

class Lane {
  readonly #options: TrialOptions;
  #shared: WorkerProcess | null = null;
  #tried = 0;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  async verdictOn(plan: TrialPlan): Promise<Verdict> {
    const { mutant, wholeFiles } = plan;
    if (wholeFiles.length === 0) return { mutant, ending: "unreached", by: null };
    const isTriedBeside = !plan.fromTheStart && plan.tests.length > 0;
    const beside = isTriedBeside ? await this.#beside(plan) : null;
    if (beside !== null && beside.ending !== "survived") return beside;
    const { budgetMs } = this.#options;
    let tests = within(wholeFiles, beside === null ? budgetMs : Math.min(budgetMs, SECOND_LOOK_MS));
    while (true) {
      const own = await alone(mutant, tests, this.#options);
      const { ending, by } = own;
      if (ending !== "killed" || by === null) return own;
      if (await holdsWithout(by, this.#options)) return own;
      tests = tests.filter((place) => !isSame(place, by));
    }
  }

  end(): void {
    this.#shared?.end();
    this.#shared = null;
  }

  /** Tries it in a process that others have used; `null` where that tells nothing. */
  async #beside({ mutant, tests, mostHits }: TrialPlan): Promise<Verdict | null> {
    if (this.#tried++ % MUTANTS_PER_PROCESS === 0) this.end();
    if (this.#shared?.isAlive !== true) {
      this.#shared = new WorkerProcess(this.#options.folder);
      await this.#shared.ask({ does: "load", files: this.#options.mutated });
    }
    const answer = await this.#shared.ask({
      does: "try",
      mutant: mutant.id,
      mostHits,
      fromTheStart: false,
      tests: within(tests, this.#options.budgetMs),
    });
    if (answer.says === "late") return { mutant, ending: "timed out", by: null };
    if (answer.says !== "tried" || answer.ending === "unclear") {
      this.end();
      return null;
    }
    // What hangs may go on when it likes.
    if (answer.ending === "timed out") this.end();
    return { mutant, ending: answer.ending, by: answer.by };
  }
}

const holding = new Map<string, Promise<boolean>>();

/** Whether a test passes where nothing else has run, and no mutant is active. */
function holdsWithout(place: TestPlace, options: TrialOptions): Promise<boolean> {
  const key = `${place.nth} ${place.file}`;
  const known = holding.get(key) ??
    alone({ id: NO_MUTANT } as Mutant, [place], options)
      .then(({ ending }) => ending === "survived");
  holding.set(key, known);
  return known;
}

async function alone(
  mutant: Mutant,
  tests: readonly TestPlace[],
  { folder }: TrialOptions,
): Promise<Verdict> {
  const worker = new WorkerProcess(folder);
  const answer = await worker.ask({
    ...{ does: "try", mutant: mutant.id, mostHits: null, fromTheStart: true, tests },
  });
  worker.end();
  if (answer.says === "late") return { mutant, ending: "timed out", by: null };
  if (answer.says !== "tried" || answer.ending === "unclear") {
    return { mutant, ending: "killed", by: null };
  }
  return { mutant, ending: answer.ending, by: answer.by };
}

function isSame(one: TestPlace, other: TestPlace): boolean {
  return one.file === other.file && one.nth === other.nth;
}

/** Gives as many of the first tests as fit, and one at least. */
function within(tests: readonly TestPlace[], budgetMs: number): readonly TestPlace[] {
  let sum = 0;
  return tests.filter(({ ms }, nth) => (sum += ms) <= budgetMs || nth === 0);
}
