// deno-lint-ignore-file no-console
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { aStep } from "../changes/_random_changes.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { History } from "./_history.ts";
import { memoryFolder } from "../_memory_folder.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const STEPS = Number(Deno.env.get("HISTORY_STEPS") ?? 50);

const counts = new Map<string, number>();

for (const seed of SEEDS) {
  Deno.test(`every movement of money is reported in ${STEPS} steps of history ${seed}`, async () => {
    const below = await memoryFolder();
    const history = new History(
      below,
      (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    );
    const untruths: string[] = [];
    for (const step of fc.sample(aStep, { seed, numRuns: STEPS })) {
      untruths.push(...await history.live(step));
    }
    await removeFolder(below);
    assertEquals(untruths, []);
  });
}

Deno.test("random histories include every kind of failure", () => {
  const met = (words: string): number =>
    [...counts].reduce((sum, [what, count]) => sum + (what.includes(words) ? count : 0), 0);
  const words = ["applied", "uncertain", "refused", "no answer", "dies before", "dies after"];
  console.log(words.map((one) => `${met(one)} ${one}`).join(", "));
  for (const one of words) assert(met(one) > 0, `there was never: ${one}`);
});
