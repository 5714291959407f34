import { assertEquals } from "@std/assert";
import type { ReadingOptions } from "../../domain/statements/statement.ts";
import { hostileFile, hostileShapes } from "./_hostile_files.ts";
import { unsoundness } from "./_sound_reading.ts";
import { seedOr, times } from "../_runs.ts";

const RUNS = times(500);
const SEED = seedOr(1);

const options: ReadingOptions = {
  today: "2026-11-20",
  decimals: 2,
  currency: "EUR",
  isCard: false,
  remembered: {},
  readAs: {},
};

Deno.test("any bytes produce a statement, a question or invalid_input", async () => {
  const faults: string[] = [];
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const { kind, bytes } = hostileFile(seed);
    const fault = await unsoundness(bytes, options);
    if (fault !== "") faults.push(`${seed} (${kind}): ${fault}`);
  }
  assertEquals(faults, []);
});

Deno.test("files designed to be slow are read or rejected", async () => {
  const faults: string[] = [];
  for (const [name, shape] of Object.entries(hostileShapes)) {
    const fault = await unsoundness(new TextEncoder().encode(shape(300)), options);
    if (fault !== "") faults.push(`${name}: ${fault}`);
  }
  assertEquals(faults, []);
});
