/**
 * Puts the measured figures into docs/economy.md.
 *
 * @module
 */

import { conversations, type Cost, type Definitions, type PlainCost } from "./_economy_measure.ts";
import {
  costTable,
  definitionTable,
  plainTable,
  questionTable,
  shareTable,
} from "./_economy_tables.ts";
import { ROOT } from "./_run.ts";

/** Where the figures stand. */
export const ECONOMY_PAGE: URL = new URL("docs/economy.md", ROOT);

/** What was measured. */
export interface Measured {
  /** Per profile, the default first. */
  readonly definitions: readonly Definitions[];
  readonly costs: readonly Cost[];
  readonly plain: readonly PlainCost[];
}

/**
 * Writes the figures as Markdown.
 *
 * @param measured What was measured.
 */
export function figuresText({ definitions, costs, plain }: Measured): string {
  return [
    definitionTable(definitions),
    costTable(costs, definitions),
    "With plain JSON:\n",
    plainTable(plain),
    "Ours beside that:\n",
    shareTable(costs, plain),
  ].join("\n");
}

/**
 * Brings the page up to date.
 *
 * @param page The page as it is.
 * @param measured What was measured.
 * @returns The page as it should be.
 */
export function economyPage(page: string, measured: Measured): string {
  const withFigures = pageWith(page, "figures", figuresText(measured));
  return pageWith(withFigures, "questions", questionTable(conversations));
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
