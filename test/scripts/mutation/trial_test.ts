/**
 * Mutants of a small source, each with a fate that is known: tried as those of the real one are.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { importersIn } from "../../../scripts/mutation/import_distance.ts";
import {
  builtIn,
  checkoutCopy,
  possibleMutants,
} from "../../../scripts/mutation/instrumented_checkout.ts";
import type { Mutant } from "../../../scripts/mutation/mutant.ts";
import { outputOf } from "../../../scripts/mutation/command.ts";
import { recordedReach, trialPlan } from "../../../scripts/mutation/reach.ts";
import { holds, verdictsOn } from "../../../scripts/mutation/trial.ts";

const SOURCE = `
export const limits = [3, 5];

let known: number | null = null;

export function isBelow(value: number): boolean {
  return value < limits[0];
}

export function cached(): number {
  known ??= 2 + 3;
  return known;
}

export function counted(most: number): number {
  let at = 0;
  while (at < most) at += 1;
  return at;
}

export async function opened(isOpen: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    if (isOpen) resolve();
  });
}

export function unasked(): boolean {
  return true;
}
`;

const TESTS = `
import { assertEquals } from "@std/assert";
import { cached, counted, isBelow, opened } from ${JSON.stringify("../../domain/small.ts")};

Deno.test("cached() is asked by one that does not look", () => void cached());
Deno.test("isBelow() gives what is below", { ignore: false }, async (t) => {
  await t.step("below", () => assertEquals(isBelow(2), true));
  await t.step({ name: "above", fn: () => assertEquals(isBelow(4), false) });
});
Deno.test("cached() is asked", () => assertEquals(cached(), 5));
Deno.test({ name: "counted() counts", fn: () => assertEquals(counted(3), 3) });
Deno.test(async function waits() {
  await opened(true);
});
Deno.test("fails here", () => {
  throw new Error("by itself");
});
`;

/** What a change of the source comes to, and how many of it there are. */
const FATES: Readonly<Record<string, string>> = {
  "[3, 5] -> []": "killed",
  "value < limits[0] -> value <= limits[0]": "survived",
  "value < limits[0] -> value >= limits[0]": "killed",
  // By the second test that asks: the first has filled the cache with what is right, elsewhere.
  "2 + 3 -> 2 - 3": "killed",
  "at += 1 -> at -= 1": "timed out",
  "isOpen -> false": "timed out",
  "isOpen -> true": "survived",
  "true -> false": "unreached",
};

Deno.test("a mutant is killed, endless, alive or unreached as its tests say", async () => {
  const root = await Deno.makeTempDir({ prefix: "mutants-of-" });
  const folder = await Deno.makeTempDir({ prefix: "mutants-of-" });
  try {
    await smallCheckout(root);
    const checkout = await checkoutCopy(root, folder);
    const told = ({ original, replacement }: Mutant): string => `${original} -> ${replacement}`;
    const possible = await possibleMutants(checkout, ["domain"]);
    const wanted = possible.filter((one) => FATES[told(one)] !== undefined);
    const mutants = await builtIn(checkout, wanted);
    const tests = ["test/domain/small_test.ts"];
    const options = { folder, mutated: ["domain/small.ts"], atOnce: 1, budgetMs: 1_000 };
    const reach = await recordedReach({ ...options, tests });
    assertEquals(reach.leftOut, ["test/domain/small_test.ts fails here"]);
    const importers = importersIn(
      new Map([["domain/small.ts", SOURCE], ["test/domain/small_test.ts", TESTS]]),
    );
    const plans = mutants.map((mutant) => trialPlan(mutant, reach, importers));
    const verdicts = await verdictsOn(plans, options);
    for (const { mutant, ending } of verdicts) {
      assertEquals([told(mutant), ending], [told(mutant), FATES[told(mutant)]]);
    }
    assertEquals(
      new Set(verdicts.map(({ mutant }) => told(mutant))),
      new Set(Object.keys(FATES)),
    );
    for (const verdict of verdicts.filter(({ ending }) => ending === "killed")) {
      assertEquals(await holds(verdict, options), true);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
    await Deno.remove(folder, { recursive: true });
  }
});

/** What the worker needs, and one source with its tests, as git knows a checkout. */
async function smallCheckout(root: string): Promise<void> {
  const here = new URL("../../../", import.meta.url);
  for (const path of ["domain", "test/domain", "scripts/mutation"]) {
    await Deno.mkdir(`${root}/${path}`, { recursive: true });
  }
  for (const path of ["deno.json", "deno.lock"]) {
    await Deno.copyFile(new URL(path, here), `${root}/${path}`);
  }
  for (const name of ["worker", "worker_protocol", "collected_tests"]) {
    const path = `scripts/mutation/${name}.ts`;
    await Deno.copyFile(new URL(path, here), `${root}/${path}`);
  }
  await Deno.writeTextFile(`${root}/domain/small.ts`, SOURCE);
  await Deno.writeTextFile(`${root}/test/domain/small_test.ts`, TESTS);
  await outputOf("git", ["init", "--quiet"], root);
}
