/**
 * Counts what a day with an assistant costs: thirty questions in ten processes of three over
 * one store, 2,000 rows, a purchase between the processes. Counts hold on any machine.
 *
 * Usage: deno run -A bench/day.ts
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { costOfDay, type DayCost } from "../scripts/_economy_day.ts";

const MOST_REQUESTS = 22;
const MOST_TOKENS = 18_000;

const HOSTS = {
  "a host that shows data first": "claude-code",
  "any other host": "some-host",
} as const;

function lineOf(name: string, cost: DayCost): string {
  const { questions, requests, bytes, text, dataFirst, definitions } = cost;
  const figures = [questions, requests, Math.round(bytes / 1_000), text, dataFirst, definitions];
  return name.padEnd(32) + figures.map((figure) => String(figure).padStart(13)).join("");
}

if (import.meta.main) {
  const heads = ["questions", "requests", "kB fetched", "text", "data first", "definitions"];
  console.log("".padEnd(32) + heads.map((head) => head.padStart(13)).join(""));
  for (const [what, client] of Object.entries(HOSTS)) {
    const cost = await costOfDay(client);
    const over = [
      ...(cost.requests > MOST_REQUESTS ? [`over ${MOST_REQUESTS} requests`] : []),
      ...(client === HOSTS["a host that shows data first"] && cost.dataFirst > MOST_TOKENS
        ? [`over ${MOST_TOKENS} tokens`]
        : []),
    ];
    console.log([lineOf(what, cost), ...over].join("  "));
  }
}
