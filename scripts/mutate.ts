/**
 * Puts small mistakes into a copy of the source, one at a time, and counts those that the tests
 * notice.
 *
 * Usage: deno task mutate [--folder domain]... [--sample 20] [--seed 1] [--since COMMIT] [--near]
 *
 * `--near` runs the tests that mirror the folders and no others, which takes minutes instead of an
 * hour; what survives there may still be noticed by the rest.
 *
 * The sample is drawn per folder. Survivors are listed as file:line with the change.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomFrom } from "../demo/_random.ts";
import { changedLines } from "./mutation/changed_lines.ts";
import { equivalentMutants, isEquivalent, staleEntries } from "./mutation/equivalent_mutants.ts";
import { instrumentedCheckout } from "./mutation/instrumented_checkout.ts";
import { type Mutant, mutantText } from "./mutation/mutant.ts";
import { recordedReach, testsOf } from "./mutation/reach.ts";
import { tried, type Verdict } from "./mutation/trial.ts";

const FOLDERS = ["domain", "changes", "sync", "client", "server", "tools"];
const AT_ONCE = 2;

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      folder: { type: "string", multiple: true, default: FOLDERS },
      sample: { type: "string", default: "20" },
      seed: { type: "string", default: "1" },
      since: { type: "string" },
      near: { type: "boolean", default: false },
    },
  });
  const root = fileURLToPath(new URL("../", import.meta.url));
  const place = await mkdtemp(join(tmpdir(), "mutants-"));
  try {
    const checkout = await instrumentedCheckout(root, place, values.folder);
    const stale = staleEntries(checkout.mutants, values.folder, equivalentMutants);
    for (const { file, original } of stale) {
      console.error(`No mutant any more: ${file} ${original}`);
    }
    if (stale.length > 0) Deno.exitCode = 1;
    const since = values.since === undefined ? null : await changedLines(root, values.since);
    const wanted = checkout.mutants.filter((one) =>
      !isEquivalent(one, equivalentMutants) &&
      (since === null || since.get(one.file)?.has(one.line) === true)
    );
    const tests = values.near ? values.folder.map((folder) => `test/${folder}`) : ["test"];
    const reach = await recordedReach(checkout, tests);
    console.log(`${wanted.length} mutants, ${reach.length} test files that can notice them`);
    for (const folder of values.folder) {
      const drawn = sampled(wanted.filter(({ file }) => file.startsWith(`${folder}/`)), {
        key: `mutants/${values.seed}/${folder}`,
        count: Number(values.sample),
      });
      const verdicts = await atOnce(drawn, (one) => tried(one, testsOf(one, reach), place));
      console.log(scoreText(folder, [...verdicts.values()]));
      for (const [mutant, verdict] of verdicts) {
        if (isAlive(verdict)) console.log(`  ${verdict} ${mutantText(mutant)}`);
      }
    }
  } finally {
    await rm(place, { recursive: true });
  }
}

/** Draws without putting back; the same seed draws the same from the same source. */
function sampled(
  mutants: readonly Mutant[],
  { key, count }: { readonly key: string; readonly count: number },
): readonly Mutant[] {
  const random = randomFrom(key);
  return mutants.map((mutant) => ({ mutant, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count).map(({ mutant }) => mutant);
}

async function atOnce(
  mutants: readonly Mutant[],
  run: (mutant: Mutant) => Promise<Verdict>,
): Promise<ReadonlyMap<Mutant, Verdict>> {
  const waiting = [...mutants];
  const verdicts = new Map<Mutant, Verdict>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      verdicts.set(next, await run(next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return verdicts;
}

function isAlive(verdict: Verdict): boolean {
  return verdict === "survived" || verdict === "unreached";
}

function scoreText(folder: string, verdicts: readonly Verdict[]): string {
  const noticed = verdicts.filter((one) => !isAlive(one)).length;
  const percent = verdicts.length === 0 ? 100 : Math.round(100 * noticed / verdicts.length);
  return `${folder}: ${noticed} of ${verdicts.length} noticed, ${percent} %`;
}
