/**
 * Reads drawn bank files and prints how many were read right, asked about, refused or misread, and
 * which. Exits with 1 if one was misread.
 *
 * Usage: deno run -A scripts/measure_reading.ts [--count 2000] [--seed 1000000]
 *   [--kind csv|ofx|camt|mt940|qif]
 *   [--list 40]  how many failures to list
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { bankFiles } from "../test/statements/_bank_files.ts";
import { measure } from "../test/statements/_measure.ts";

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      count: { type: "string", default: "2000" },
      seed: { type: "string", default: "1000000" },
      kind: { type: "string", default: "csv" },
      list: { type: "string", default: "40" },
    },
  });
  const kind = (Object.keys(bankFiles) as (keyof typeof bankFiles)[])
    .find((one) => one === values.kind);
  if (kind === undefined) throw new Error(`--kind must be one of ${Object.keys(bankFiles)}`);
  const { wrong, notRight, ...figures } = await measure(kind, {
    count: Number(values.count),
    seed: Number(values.seed),
  });
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`${name.padEnd(20)}${Number.isInteger(figure) ? figure : figure.toFixed(2)}`);
  }
  console.log(`${"wrong".padEnd(20)}${wrong.length}`);
  for (const line of notRight.slice(0, Number(values.list))) console.log(line);
  if (wrong.length > 0) Deno.exitCode = 1;
}
