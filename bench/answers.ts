/**
 * What an answer costs, against fetching the same body and parsing it alone in the same run:
 * six questions of an empty store, of a warm one, asked again, after a delta of one transaction,
 * and after one that touches 240 months and renames a payee. Each run has a process of its own;
 * opening the store, its modules and all indexes are inside the clock, and the upstream has
 * written the body out beforehand. CPU is that of all threads. Beside that, in processes of their
 * own, the longest time for which an answer kept the event loop.
 *
 * Usage: deno run -A bench/answers.ts [--transactions N,N] [--runs N] [--questions NAME,NAME]
 *   [--empty]  the empty store only
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type AnswerFigures, type BlockFigures, type Cost, QUESTIONS } from "./_questions.ts";

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
/** Blocks are the longest of so many. */
const BLOCK_RUNS = 3;
const questions = values.questions.split(",");

for (const size of values.transactions.split(",").map(Number)) {
  console.log(`${size} transactions, Deno ${Deno.version.deno}, medians of ${runs}`);
  const upstream = command("_changing_upstream.ts", String(size)).spawn();
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

function command(script: string, ...args: readonly string[]): Deno.Command {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const run = ["run", "-A", "--v8-flags=--max-old-space-size=4096", path, ...args];
  return new Deno.Command(Deno.execPath(), { args: run, stdout: "piped", stderr: "inherit" });
}

async function figuresOf<Figures = AnswerFigures>(...args: readonly string[]): Promise<Figures> {
  const { stdout, success } = await command("_answers_run.ts", ...args).output();
  if (!success) throw new Error(`The run ${args[0]} failed`);
  return JSON.parse(new TextDecoder().decode(stdout)) as Figures;
}

async function measure(url: string, planId: string): Promise<void> {
  const bare: AnswerFigures[] = [];
  const empty = new Map<string, AnswerFigures[]>(questions.map((name) => [name, []]));
  const warm = new Map<string, AnswerFigures[]>(questions.map((name) => [name, []]));
  const blocks = new Map<string, BlockFigures[]>(questions.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of questions) {
      const folder = await Deno.makeTempDir();
      bare.push(await figuresOf("bare", name, url, planId, folder));
      empty.get(name)?.push(await figuresOf("empty", name, url, planId, folder));
      if (!values.empty) warm.get(name)?.push(await figuresOf("warm", name, url, planId, folder));
      if (!values.empty && run < BLOCK_RUNS) {
        // A change that was taken back is no delta: the store begins anew.
        await Deno.remove(folder, { recursive: true });
        await Deno.mkdir(folder);
        await figuresOf("empty", name, url, planId, folder);
        blocks.get(name)?.push(await figuresOf("blocks", name, url, planId, folder));
      }
      await Deno.remove(folder, { recursive: true });
    }
  }
  const alone = median(bare.map(({ first }) => first));
  console.log(`fetch and JSON.parse alone   ${told(alone)}, peak ${peakOf(bare)} MB\n`);
  for (const name of questions) {
    const [first, kept] = [empty.get(name) ?? [], warm.get(name) ?? []];
    const again = median(kept.flatMap(({ unchanged }) => unchanged ?? []));
    const of = (list: readonly (Cost | undefined)[]): Cost =>
      median(list.flatMap((cost) => cost ?? []));
    const tell = (what: string, cost: Cost, base: Cost, unit: string): void =>
      console.log(
        `${name.padEnd(12)} ${what.padEnd(22)} ${told(cost)}  ` +
          `${(cost.cpuMs / base.cpuMs).toFixed(2).padStart(5)} ${unit}`,
      );
    tell("empty store", of(first.map((one) => one.first)), alone, "times alone");
    tell("stored after that", of(first.map(({ stored }) => stored)), alone, "times alone");
    if (!values.empty) {
      tell("warm store", of(kept.map((one) => one.first)), alone, "times alone");
      tell("again, unchanged", again, alone, "times alone");
      tell("after one edit", of(kept.map(({ afterOne }) => afterOne)), again, "times unchanged");
      tell(
        "after 240 months",
        of(kept.map(({ afterRename }) => afterRename)),
        again,
        "times unchanged",
      );
    }
    console.log(
      `${name.padEnd(12)} peak, empty store ${peakOf(first)} MB, warm ${
        values.empty ? "-" : peakOf(kept)
      } MB`,
    );
    const longest = (of: (one: BlockFigures) => number): string =>
      Math.max(...(blocks.get(name) ?? []).map(of)).toFixed(0);
    console.log(
      `${name.padEnd(12)} longest block, warm ${longest(({ first }) => first)} ms, ` +
        `after one edit ${longest(({ afterOne }) => afterOne)} ms, ` +
        `after 240 months ${longest(({ afterRename }) => afterRename)} ms`,
    );
    const [answering, storing] = [0, 1].map((nth) =>
      middle(first.flatMap(({ longestMs }) => longestMs?.[nth] ?? [])).toFixed(0)
    );
    console.log(
      `${
        name.padEnd(12)
      } longest block on an empty store, answering ${answering} ms, storing ${storing} ms\n`,
    );
  }
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? NaN;
}

function told({ cpuMs, wallMs }: Cost): string {
  return `${cpuMs.toFixed(1).padStart(7)} ms CPU, ${wallMs.toFixed(1).padStart(7)} ms wall`;
}

function peakOf(figures: readonly AnswerFigures[]): string {
  return (Math.max(...figures.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0);
}

function median(costs: readonly Cost[]): Cost {
  return costs.toSorted((one, other) => one.cpuMs - other.cpuMs)[costs.length >> 1] ??
    { cpuMs: NaN, wallMs: NaN };
}
