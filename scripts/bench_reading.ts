/**
 * Time to read bank files of 60 and 5,000 rows, and the slowest and largest of the files that are
 * made to cost time, in CPU time compared with decoding the same text and splitting it into lines.
 *
 * Usage: deno run -A scripts/bench_reading.ts [--megabytes 5]
 *   [--fuzz N --seed N]  the slowest of N hostile files instead, and every fault
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { parseArgs } from "node:util";
import { hostileFile, hostileShapes } from "../test/statements/_hostile_files.ts";
import { unsoundness } from "../test/statements/_sound_reading.ts";

const options = {
  today: "2026-11-20",
  decimals: 2,
  currency: "EUR",
  isCard: false,
  remembered: {},
  readAs: {},
};

interface Cost {
  readonly name: string;
  readonly ms: number;
  /** Times as long as splitting the text into lines. */
  readonly ratio: number;
  readonly megabytesMore: number;
  readonly fault: string;
}

async function costOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Cost> {
  const memory = process.memoryUsage().rss;
  const began = process.cpuUsage();
  const fault = await unsoundness(bytes, options);
  const ms = cpuMs(began);
  const megabytesMore = (process.memoryUsage().rss - memory) / 1e6;
  const start = process.cpuUsage();
  new TextDecoder().decode(bytes).split(/\r?\n/u);
  return { name, ms, ratio: ms / cpuMs(start), megabytesMore, fault };
}

/** CPU time since then: other programs of the machine don't count. */
function cpuMs(since: { readonly user: number; readonly system: number }): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function print({ name, ms, ratio, megabytesMore, fault }: Cost): void {
  const figures = [
    `${ms.toFixed(0)} ms`,
    `x ${ratio.toFixed(0)}`,
    `${megabytesMore.toFixed(0)} MB`,
  ];
  console.log(name.padEnd(36) + figures.map((text) => text.padStart(10)).join("") + `  ${fault}`);
}

/** A month's file, or a long one. */
function plainFile(rows: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: rows }, (_, at) => {
    const date = new Date(Date.UTC(2026, 10, 1) - (rows - at) * 3_600_000).toISOString();
    return `${date.slice(0, 10)},Shop ${at % 40},-${at % 90 + 1}.${at % 90 + 10},${at}`;
  });
  return new TextEncoder().encode(["Date,Payee,Amount,Reference", ...lines].join("\n"));
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      megabytes: { type: "string", default: "5" },
      fuzz: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
    },
  });
  const runs = Number(values.fuzz);
  if (runs > 0) {
    const seed = Number(values.seed);
    const costs: Cost[] = [];
    for (let at = seed; at < seed + runs; at += 1) {
      const { kind, bytes } = hostileFile(at);
      const cost = await costOf(`${at} ${kind} ${bytes.length}`, bytes);
      costs.push(cost);
      if (cost.fault !== "") print(cost);
    }
    costs.sort((one, other) => other.ms - one.ms);
    for (const cost of costs.slice(0, 10)) print(cost);
  } else {
    await costOf("warm", plainFile(200));
    for (const rows of [60, 5_000]) print(await costOf(`${rows} rows`, plainFile(rows)));
    const size = Number(values.megabytes) * 1e6;
    for (const [name, shape] of Object.entries(hostileShapes)) {
      const bytes = new TextEncoder().encode(shape(size / 60));
      print(await costOf(name, bytes.slice(0, size)));
    }
  }
}
