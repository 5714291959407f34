/**
 * Prints the Homebrew formula of a release from its checksums.
 *
 * Usage: deno run -R scripts/formula.ts SHA256SUMS
 */

// deno-lint-ignore-file no-console
import { homebrewFormula } from "./_directories.ts";

const [path] = Deno.args;
if (path === undefined) {
  console.error("Name the file with the checksums");
  Deno.exit(2);
}
const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
const sums = lines.map((line) => line.split(/ [ *]/u)).map(([sum = "", name = ""]) => [name, sum]);
console.log(homebrewFormula(Object.fromEntries(sums)).trimEnd());
