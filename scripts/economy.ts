/**
 * Measures what the server costs the assistant: replays written conversations against
 * the invented household through the official client and counts calls, upstream
 * requests and tokens.
 *
 * Usage: deno task economy [--plain | --write | --check]
 *
 * `--plain` measures the same conversations with a server that answers in plain JSON;
 * `--write` puts the tables into docs/economy.md, `--check` fails where they differ, as
 * test/economy does.
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
import { ECONOMY_PAGE, economyPage, figuresText, type Measured } from "./_economy_page.ts";
import { plainTable } from "./_economy_tables.ts";

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

async function measureAll(): Promise<Measured> {
  const definitions = [await measureDefinitions("fuller"), await measureDefinitions("complete")];
  return { definitions, costs: await ourCosts(), plain: await plainCosts() };
}

if (import.meta.main) {
  const [mode] = Deno.args;
  if (mode === "--plain") console.log(plainTable(await plainCosts()));
  else if (mode === "--write" || mode === "--check") {
    const page = await Deno.readTextFile(ECONOMY_PAGE);
    const current = economyPage(page, await measureAll());
    if (mode === "--write") await Deno.writeTextFile(ECONOMY_PAGE, current);
    else if (current !== page) {
      console.error("docs/economy.md is stale: run deno task economy --write");
      Deno.exit(1);
    }
  } else console.log(figuresText(await measureAll()));
}
