/**
 * What an answer costs, against fetching the same body and parsing it alone in the same run:
 * six questions of an empty store, of a warm one, asked again, after a delta of one transaction,
 * and after one that touches 240 months and renames a payee. Each run has a process of its own;
 * opening the store, its modules and all indexes are inside the clock, and the upstream has
 * written the body out beforehand. CPU is that of all threads.
 *
 * Usage: deno run -A scripts/bench_answers.ts [--transactions N,N] [--runs N]
 *   [--questions NAME,NAME]
 *   [--empty]  the empty store only
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type AnswerFigures, type Cost, median, QUESTIONS } from "./_bench_answers.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    transactions: { type: "string", default: "2000,20000,100000" },
    runs: { type: "string", default: "9" },
    empty: { type: "boolean", default: false },
    questions: { type: "string", default: QUESTIONS.map(({ name }) => name).join() },
  },
});
const runs = Number(values.runs);
const questions = values.questions.split(",");

for (const size of values.transactions.split(",").map(Number)) {
  console.log(`${size} transactions, Deno ${Deno.version.deno}, medians of ${runs}`);
  const upstream = command("upstream", String(size)).spawn();
  const reader = upstream.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const { value: line = "" } = await reader.read();
    const { url, planId } = JSON.parse(line) as { readonly url: string; readonly planId: string };
    await measure(url, planId);
  } finally {
    await reader.cancel();
    upstream.kill();
    await upstream.status;
  }
}

function command(...args: readonly string[]): Deno.Command {
  const path = fileURLToPath(new URL("_bench_answers.ts", import.meta.url));
  const run = ["run", "-A", "--v8-flags=--max-old-space-size=4096", path, ...args];
  return new Deno.Command(Deno.execPath(), { args: run, stdout: "piped", stderr: "inherit" });
}

async function figuresOf(...args: readonly string[]): Promise<AnswerFigures> {
  const { stdout, success } = await command(...args).output();
  if (!success) throw new Error(`The run ${args[0]} failed`);
  return JSON.parse(new TextDecoder().decode(stdout)) as AnswerFigures;
}

async function measure(url: string, planId: string): Promise<void> {
  const bare: AnswerFigures[] = [];
  const empty = new Map<string, AnswerFigures[]>(questions.map((name) => [name, []]));
  const warm = new Map<string, AnswerFigures[]>(questions.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of questions) {
      const folder = await Deno.makeTempDir();
      const rest = [name, url, planId, folder];
      bare.push(await figuresOf("bare", ...rest));
      empty.get(name)?.push(await figuresOf("empty", ...rest));
      if (!values.empty) warm.get(name)?.push(await figuresOf("warm", ...rest));
      await Deno.remove(folder, { recursive: true });
    }
  }
  const alone = median(bare.map(({ first }) => first));
  console.log(`fetch and JSON.parse alone   ${text(alone)}, peak ${peakOf(bare)} MB\n`);
  for (const name of questions) {
    const [first, kept] = [empty.get(name) ?? [], warm.get(name) ?? []];
    const costOf = (
      list: readonly AnswerFigures[],
      what: Exclude<keyof AnswerFigures, "peakBytes">,
    ) => median(list.flatMap((figures) => figures[what] ?? []));
    const print = (what: string, cost: Cost, [base, unit]: readonly [Cost, string]): void =>
      console.log(
        `${name.padEnd(12)} ${what.padEnd(22)} ${text(cost)}  ` +
          `${(cost.cpuMs / base.cpuMs).toFixed(2).padStart(5)} ${unit}`,
      );
    const timesAlone = [alone, "times alone"] as const;
    print("empty store", costOf(first, "first"), timesAlone);
    print("stored after that", costOf(first, "stored"), timesAlone);
    if (!values.empty) {
      const again = costOf(kept, "unchanged");
      const timesAgain = [again, "times unchanged"] as const;
      print("warm store", costOf(kept, "first"), timesAlone);
      print("again, unchanged", again, timesAlone);
      print("after one edit", costOf(kept, "afterOne"), timesAgain);
      print("after 240 months", costOf(kept, "afterRename"), timesAgain);
    }
    const warmPeak = values.empty ? "-" : peakOf(kept);
    console.log(`${name.padEnd(12)} peak, empty store ${peakOf(first)} MB, warm ${warmPeak} MB\n`);
  }
}

function text({ cpuMs, wallMs }: Cost): string {
  return `${cpuMs.toFixed(1).padStart(7)} ms CPU, ${wallMs.toFixed(1).padStart(7)} ms wall`;
}

function peakOf(figures: readonly AnswerFigures[]): string {
  return (Math.max(...figures.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0);
}
