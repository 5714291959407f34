/**
 * How fast the local copy is, against fetching the same body and parsing it alone: the
 * first load, a warm start, and a delta of one edit. Each run has a process of its own,
 * side by side; medians are printed.
 *
 * Usage: deno run -A bench/copy.ts [--transactions N] [--runs N]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    transactions: { type: "string", default: "100000" },
    runs: { type: "string", default: "5" },
  },
});
const transactions = Number(values.transactions);
const runs = Number(values.runs);

interface Figures {
  readonly answerMs: number;
  readonly storedMs: number;
  readonly heapBytes: number;
  readonly peakBytes: number;
}

function command(script: string, ...args: readonly string[]): Deno.Command {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const run = ["run", "-A", "--v8-flags=--max-old-space-size=4096", path, ...args];
  return new Deno.Command(Deno.execPath(), { args: run, stdout: "piped", stderr: "inherit" });
}

async function figuresOf(what: string, ...args: readonly string[]): Promise<Figures> {
  const { stdout, success } = await command("_copy_run.ts", what, ...args).output();
  if (!success) throw new Error(`The run ${what} failed`);
  return JSON.parse(new TextDecoder().decode(stdout)) as Figures;
}

const upstream = command("_ready_upstream.ts", String(transactions)).spawn();
const reader = upstream.stdout.pipeThrough(new TextDecoderStream()).getReader();
const { value: line = "" } = await reader.read();
const { url, planId } = JSON.parse(line) as { readonly url: string; readonly planId: string };

const bare: Figures[] = [];
const first: Figures[] = [];
const warm: Figures[] = [];
const delta: Figures[] = [];
try {
  for (let run = 0; run < runs; run += 1) {
    const folder = await Deno.makeTempDir();
    bare.push(await figuresOf("bare", url, planId));
    first.push(await figuresOf("first", url, planId, folder));
    warm.push(await figuresOf("warm", url, planId, folder));
    delta.push(await figuresOf("delta", url, planId, folder));
    await Deno.remove(folder, { recursive: true });
  }
} finally {
  await reader.cancel();
  upstream.kill();
}

const bareMs = median(bare.map(({ answerMs }) => answerMs));
const firstMs = median(first.map(({ answerMs }) => answerMs));
const deltaMs = median(delta.map(({ answerMs, storedMs }) => answerMs + storedMs));
const ratio = (list: readonly Figures[], of: (figures: Figures) => number): number =>
  median(list.map((figures, run) => of(figures) / (bare[run]?.answerMs ?? bareMs)));
const peak = Math.max(...first.map(({ peakBytes }) => peakBytes));
console.log(`${transactions} transactions, Deno ${Deno.version.deno}, medians of ${runs}`);
console.log(`fetch and JSON.parse alone     ${bareMs.toFixed(0)} ms`);
console.log(
  `first answer, empty store      ${firstMs.toFixed(0)} ms, ` +
    `${ratio(first, ({ answerMs }) => answerMs).toFixed(2)} times (at most 2.0)`,
);
console.log(
  `stored after that              ${median(first.map((one) => one.storedMs)).toFixed(0)} ms, ` +
    `${ratio(first, ({ storedMs }) => storedMs).toFixed(2)} times (at most 2.0)`,
);
console.log(
  `first answer, warm store       ${median(warm.map((one) => one.answerMs)).toFixed(0)} ms, ` +
    `${ratio(warm, ({ answerMs }) => answerMs).toFixed(2)} times (at most 0.6)`,
);
console.log(
  `delta of one edit, stored      ${deltaMs.toFixed(0)} ms, ` +
    `1/${(firstMs / deltaMs).toFixed(0)} of the first load (at most 1/50)`,
);
console.log(
  `memory of the first load       ${(peak / 1e6).toFixed(0)} MB at most, ` +
    `${(peak / transactions / 1e3).toFixed(1)} kB for each transaction`,
);

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
