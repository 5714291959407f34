/**
 * Compares how fast the server starts with a bare server of the same SDK: from the
 * start of the process to the answer to `initialize`, in turns, on Deno and on Node.
 *
 * Usage: deno run -A bench/start.ts [--runs N]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundled } from "../test/_bundle.ts";
import { findNode } from "../test/_node.ts";
import { toolsOf } from "../tools/_offered.ts";
import { type Command, timeToAnswer } from "./_time_to_answer.ts";

const ROOT = new URL("../", import.meta.url);
const OURS = "cli.ts";
const BARE = "bench/_bare_server.ts";
const WARM_UPS = 3;
const MOST = 1.5;

const TOOLS = String(toolsOf("fuller", false).length);

interface Contest {
  readonly runtime: string;
  readonly ours: Command;
  readonly bare: Command;
}

interface Outcome {
  readonly runtime: string;
  readonly oursMs: number;
  readonly bareMs: number;
}

async function contestsIn(folder: string): Promise<readonly Contest[]> {
  const source = (path: string): string => fileURLToPath(new URL(path, ROOT));
  const run = ["run", "--quiet", "-A"];
  const onDeno = {
    runtime: `Deno ${Deno.version.deno}`,
    ours: { command: Deno.execPath(), args: [...run, source("mod.ts"), "serve", "--demo"] },
    bare: { command: Deno.execPath(), args: [...run, source(BARE), TOOLS] },
  };
  const node = await findNode();
  if (node === null) return [onDeno];
  const [ours, bare] = [await bundled(OURS, folder), await bundled(BARE, folder)];
  return [onDeno, {
    runtime: "Node, bundled",
    ours: { command: node, args: [ours, "serve", "--demo"] },
    bare: { command: node, args: [bare, TOOLS] },
  }];
}

async function outcomeOf({ runtime, ours, bare }: Contest, runs: number): Promise<Outcome> {
  const oursMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = -WARM_UPS; run < runs; run += 1) {
    // In turns, and each first every other time: what else the machine does hits both.
    const isOursFirst = run % 2 === 0;
    const first = await timeToAnswer(isOursFirst ? ours : bare);
    const second = await timeToAnswer(isOursFirst ? bare : ours);
    if (run < 0) continue;
    oursMs.push(isOursFirst ? first : second);
    bareMs.push(isOursFirst ? second : first);
  }
  return { runtime, oursMs: median(oursMs), bareMs: median(bareMs) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, at) => at === 0 ? cell.padEnd(16) : cell.padStart(12)).join("");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
  const runs = Number(values.runs);
  const folder = await Deno.makeTempDir();
  try {
    console.log(`start to initialize, median of ${runs} runs, ${TOOLS} tools each`);
    console.log(lineOf(["", "server", "bare SDK", "ratio"]));
    for (const contest of await contestsIn(folder)) {
      const { runtime, oursMs, bareMs } = await outcomeOf(contest, runs);
      const ratio = oursMs / bareMs;
      const [ours, bare] = [oursMs, bareMs].map((ms) => `${ms.toFixed(0)} ms`);
      const verdict = ratio <= MOST ? "" : `  over ${MOST}`;
      console.log(lineOf([runtime, ours ?? "", bare ?? "", ratio.toFixed(2)]) + verdict);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
