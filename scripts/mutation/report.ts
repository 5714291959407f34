/**
 * What is kept of a measurement: the page of a folder, with the score of each sample and every
 * mutant that nothing has noticed.
 *
 * @module
 */

import { type Mutant, mutantText } from "./mutant.ts";
import type { Verdict } from "./trial.ts";

/** A random sample of a folder's mutants, tried. */
export interface MeasuredSample {
  readonly seed: string;
  readonly verdicts: readonly Pick<Verdict, "mutant" | "ending">[];
}

/** A page's worth of samples. */
export interface MeasuredFolder {
  readonly folder: string;
  /** Mutants of the folder, those that are equivalent left out. */
  readonly mutants: number;
  readonly equivalent: number;
  readonly samples: readonly MeasuredSample[];
  /** The command that measures the same. */
  readonly command: string;
  /** The day, as YYYY-MM-DD. */
  readonly day: string;
}

/** Where the page of a folder stands. */
export function pageOf(folder: string): string {
  return `docs/mutants/${folder.replaceAll("/", "_")}.md`;
}

/** Writes the page. */
export function reportPage(measured: MeasuredFolder): string {
  const { folder, mutants, equivalent, samples } = measured;
  const survivors = new Set(
    samples.flatMap(({ verdicts }) =>
      verdicts.filter(isAlive).map(({ mutant, ending }) => ({ mutant, ending }))
        .toSorted((one, other) => byPlace(one.mutant, other.mutant))
        .map(({ mutant, ending }) => `- ${ending}: ${mutantText(mutant)}`)
    ),
  );
  return [
    "<!-- deno-fmt-ignore-file -->",
    "",
    `# Mutants of ${folder}`,
    "",
    `Written by \`${measured.command}\` on ${measured.day}. The folder has ${mutants} mutants; ` +
    `${equivalent} more change nothing that anybody could see and are listed with their reasons ` +
    "in `scripts/mutation/equivalent_mutants.ts`.",
    "",
    "| Seed | Sample | Noticed | Score |",
    "| ---- | ------ | ------- | ----- |",
    ...samples.map(({ seed, verdicts }) =>
      `| ${seed} | ${verdicts.length} | ${noticed(verdicts)} | ${percent(verdicts)} % |`
    ),
    "",
    survivors.size === 0 ? "None survived." : "Survivors:",
    ...survivors.size === 0 ? [] : ["", ...survivors],
    "",
  ].join("\n");
}

/** Says the score of a sample in one line. */
export function scoreText(folder: string, { seed, verdicts }: MeasuredSample): string {
  return `${folder}, seed ${seed}: ${noticed(verdicts)} of ${verdicts.length} noticed, ` +
    `${percent(verdicts)} %`;
}

/** Whether nothing has noticed the mutant. */
export function isAlive({ ending }: Pick<Verdict, "ending">): boolean {
  return ending === "survived" || ending === "unreached";
}

function noticed(verdicts: MeasuredSample["verdicts"]): number {
  return verdicts.filter((one) => !isAlive(one)).length;
}

/** Rounded down, so that no score is better than it is. */
function percent(verdicts: MeasuredSample["verdicts"]): string {
  if (verdicts.length === 0) return "100.0";
  return (Math.floor(1000 * noticed(verdicts) / verdicts.length) / 10).toFixed(1);
}

function byPlace(one: Mutant, other: Mutant): number {
  return one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1;
}
