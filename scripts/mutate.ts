/**
 * Puts small mistakes into a copy of the source, one at a time, and counts those that the tests
 * notice.
 *
 * Usage: deno task mutate [--folder domain]... [--sample 20] [--seed 1]... [--since COMMIT]
 *   [--again FILE] [--near] [--tests tools]... [--budget 20] [--at-once 2] [--report]
 *
 * `--near` runs the tests that mirror the folders and no others but those in folders that
 * `--tests` names, which is quicker; what survives there may still be noticed by the rest. A test
 * file may be named as well, such as `changes/faults/fault_run_test.ts`, also one of those that
 * are left out. `--budget` is how many seconds the tests of one mutant may take together; the
 * nearest come first. `--report` writes docs/mutants/FOLDER.md.
 *
 * `--again` draws nothing, but takes the survivors that a page or the output of a run names.
 *
 * The sample is drawn per folder and seed. Survivors are listed as file:line with the change.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomFrom } from "../demo/_random.ts";
import { changedLines } from "./mutation/changed_lines.ts";
import { equivalentMutants, isEquivalent, staleEntries } from "./mutation/equivalent_mutants.ts";
import { importersIn } from "./mutation/import_distance.ts";
import { builtIn, checkoutCopy, possibleMutants } from "./mutation/instrumented_checkout.ts";
import { isNamedIn, mutantText } from "./mutation/mutant.ts";
import { recordedReach, trialPlan } from "./mutation/reach.ts";
import { isAlive, pageOf, reportPage, scoreText } from "./mutation/report.ts";
import { testFiles } from "./mutation/test_files.ts";
import { holds, type TrialOptions, type Verdict, verdictsOn } from "./mutation/trial.ts";

const FOLDERS = ["domain", "changes", "sync", "client", "server", "tools"];
/** Of those noticed, as many are tried again alone, to show that mutants do not disturb others. */
const TRIED_AGAIN = 10;

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      folder: { type: "string", multiple: true, default: FOLDERS },
      sample: { type: "string", default: "20" },
      seed: { type: "string", multiple: true, default: ["1"] },
      since: { type: "string" },
      again: { type: "string" },
      near: { type: "boolean", default: false },
      tests: { type: "string", multiple: true, default: [] },
      budget: { type: "string", default: "20" },
      "at-once": { type: "string", default: "2" },
      report: { type: "boolean", default: false },
    },
  });
  const root = fileURLToPath(new URL("../", import.meta.url));
  const place = await mkdtemp(join(tmpdir(), "mutants-"));
  try {
    const checkout = await checkoutCopy(root, place);
    const possible = await possibleMutants(checkout, values.folder);
    const stale = staleEntries(possible, values.folder, equivalentMutants);
    for (const { file, original } of stale) {
      console.error(`No mutant any more: ${file} ${original}`);
    }
    if (stale.length > 0) Deno.exitCode = 1;
    const named = values.again === undefined ? null : await readFile(values.again, "utf8");
    const since = values.since === undefined ? null : await changedLines(root, values.since);
    const wanted = possible.filter((one) =>
      !isEquivalent(one, equivalentMutants) &&
      (since === null || since.get(one.file)?.has(one.line) === true) &&
      (named === null || isNamedIn(named, one))
    );
    const tests = testFiles(
      checkout.files,
      values.near ? [...values.folder, ...values.tests] : null,
    );
    console.log(`${wanted.length} mutants, ${tests.length} test files that can notice them`);
    const samples = values.folder.map((folder) => {
      const all = wanted.filter(({ file }) => file.startsWith(`${folder}/`));
      const drawn = values.seed.map((seed) => ({
        seed,
        mutants: sampled(all, {
          key: `mutants/${seed}/${folder}`,
          count: named === null ? Number(values.sample) : Infinity,
        }),
      }));
      return { folder, all, drawn };
    });
    const drawn = [
      ...new Set(samples.flatMap((one) => one.drawn.flatMap(({ mutants }) => mutants))),
    ];
    console.log(`${drawn.length} are drawn; running the tests without any`);
    const built = await builtIn(checkout, drawn);
    const options = {
      folder: place,
      mutated: [...new Set(drawn.map(({ file }) => file))],
      atOnce: Number(values["at-once"]),
      budgetMs: 1_000 * Number(values.budget),
    };
    const reach = await recordedReach({ ...options, tests });
    for (const one of reach.leftOut) console.log(`Left out, as it needs a process: ${one}`);
    const importers = importersIn(await sources(root, checkout.files));
    console.log("Trying them");
    const tried = await verdictsOn(
      built.map((mutant) => trialPlan(mutant, reach, importers)),
      { ...options, onVerdict: tell },
    );
    const byId = new Map(tried.map((one) => [one.mutant.id, one]));
    const verdicts = new Map(drawn.map((mutant, nth) => [mutant, byId.get(built[nth]?.id ?? "")]));
    for (const { folder, all, drawn } of samples) {
      const measured = drawn.map(({ seed, mutants }) => ({
        seed,
        verdicts: mutants.flatMap((mutant) => verdicts.get(mutant) ?? []),
      }));
      for (const sample of measured) console.log(scoreText(folder, sample));
      if (!values.report) continue;
      const page = join(root, pageOf(folder));
      await mkdir(dirname(page), { recursive: true });
      const text = reportPage({
        ...{ folder, mutants: all.length, samples: measured },
        equivalent: equivalentMutants.filter(({ file }) => file.startsWith(`${folder}/`)).length,
        command: `deno task mutate ${Deno.args.join(" ")}`,
        day: new Date().toISOString().slice(0, 10),
      });
      await writeFile(page, text);
    }
    await tryAgain(tried, options);
  } finally {
    await rm(place, { recursive: true });
  }
}

function tell(verdict: Verdict, count: number): void {
  if (count % 25 === 0) console.log(`${count} tried`);
  if (isAlive(verdict)) console.log(`${verdict.ending} ${mutantText(verdict.mutant)}`);
}

/** Tries some of those that were noticed in processes of their own. */
async function tryAgain(verdicts: readonly Verdict[], options: TrialOptions): Promise<void> {
  const killed = verdicts.filter(({ ending, by }) => ending === "killed" && by !== null);
  const again = sampled(killed, { key: "again", count: TRIED_AGAIN });
  let holding = 0;
  for (const verdict of again) {
    if (await holds(verdict, options)) holding++;
    else console.log(`Not noticed alone: ${mutantText(verdict.mutant)}`);
  }
  console.log(`${holding} of ${again.length} that were noticed are noticed alone as well`);
}

async function sources(
  root: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const code = files.filter((path) => path.endsWith(".ts"));
  return new Map(
    await Promise.all(code.map(async (path): Promise<[string, string]> => [
      path,
      await readFile(join(root, path), "utf8").catch(() => ""),
    ])),
  );
}

/** Draws without putting back; the same seed draws the same from the same source. */
function sampled<T>(
  all: readonly T[],
  { key, count }: { readonly key: string; readonly count: number },
): readonly T[] {
  const random = randomFrom(key);
  return all.map((one) => ({ one, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count).map(({ one }) => one);
}
