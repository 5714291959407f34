/**
 * Simulates days of several servers on one store. Exits with 1 if an answer, the journal or a count
 * was wrong.
 *
 * Usage: deno task soak [--days 7] [--seed 1] [--store sqlite|postgres]
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { soak } from "../test/soak/_soak.ts";
import { openSoakStore, STORES } from "../test/soak/_soak_store.ts";

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      days: { type: "string", default: "7" },
      seed: { type: "string", default: "1" },
      store: { type: "string", default: "sqlite" },
    },
  });
  const kind = STORES.find((one) => one === values.store);
  if (kind === undefined) throw new Error(`--store must be one of ${STORES.join(", ")}`);
  await using store = await openSoakStore(kind);
  if (store === null) throw new Error("PostgreSQL is not installed");
  const began = performance.now();
  const { found, counts, requests, mostInAnHour } = await soak({
    days: Number(values.days),
    seed: Number(values.seed),
    store,
    onDay: console.log,
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log([...counts].map(([what, count]) => `${count} ${what}`).toSorted().join(", "));
  console.log(`${requests} requests, at most ${mostInAnHour} within an hour; ${seconds} s`);
  for (const one of found) console.error(one);
  if (found.length > 0) Deno.exitCode = 1;
}
