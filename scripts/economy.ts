/**
 * Measures what the server costs the assistant: replays written conversations against
 * the invented household through the official client and counts calls, upstream
 * requests and tokens.
 *
 * Usage: deno task economy [--plain | --write | --check]
 *
 * `--plain` measures the same conversations with a server that answers in plain JSON;
 * `--write` puts the tables into docs/economy.md, `--check` fails where they differ.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import {
  conversations,
  type Cost,
  measure,
  measureDefinitions,
  measurePlain,
  type PlainCost,
} from "./_economy_measure.ts";
import {
  costTable,
  definitionTable,
  plainTable,
  questionTable,
  shareTable,
} from "./_economy_tables.ts";

const PAGE = new URL("../docs/economy.md", import.meta.url);

async function ourCosts(): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const conversation of conversations) costs.push(await measure(conversation));
  return costs;
}

async function plainCosts(): Promise<readonly PlainCost[]> {
  const costs: PlainCost[] = [];
  for (const conversation of conversations) costs.push(await measurePlain(conversation));
  return costs;
}

async function figures(): Promise<string> {
  const definitions = await measureDefinitions();
  const [ours, plain] = [await ourCosts(), await plainCosts()];
  return [
    definitionTable(definitions),
    costTable(ours, definitions),
    "With plain JSON:\n",
    plainTable(plain),
    "Ours beside that:\n",
    shareTable(ours, plain),
  ].join("\n");
}

/** Puts tables between their marks. */
function pageWith(page: string, name: string, tables: string): string {
  const mark = `<!-- ${name}: written by deno task economy --write -->\n`;
  const begin = page.indexOf(mark);
  const end = page.indexOf(`<!-- ${name}: end -->`);
  if (begin < 0 || end < begin) throw new Error(`docs/economy.md has lost the marks of ${name}`);
  const ignored = `<!-- deno-fmt-ignore-start -->\n\n${tables}\n<!-- deno-fmt-ignore-end -->`;
  return `${page.slice(0, begin + mark.length)}\n${ignored}\n\n${page.slice(end)}`;
}

if (import.meta.main) {
  const [mode] = Deno.args;
  if (mode === "--plain") console.log(plainTable(await plainCosts()));
  else if (mode === "--write" || mode === "--check") {
    const page = await Deno.readTextFile(PAGE);
    const measured = pageWith(page, "figures", await figures());
    const current = pageWith(measured, "questions", questionTable(conversations));
    if (mode === "--write") await Deno.writeTextFile(PAGE, current);
    else if (current !== page) {
      console.error("docs/economy.md is stale: run deno task economy --write");
      Deno.exit(1);
    }
  } else console.log(await figures());
}
