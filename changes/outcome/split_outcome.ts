import type { Fields } from "../change.ts";
import type { Outcome } from "../journal.ts";

interface Line extends Readonly<Record<string, unknown>> {
  readonly deleted?: boolean;
}

/** Tells what came of a split. */
export function linesOutcome(
  asked: readonly Fields[],
  row: Readonly<Record<string, unknown>>,
): Outcome {
  const lines = (row["subtransactions"] ?? []) as readonly Line[];
  const live = lines.filter((line) => line.deleted !== true);
  if (live.length === 0) return "not_done";
  return described(live) === described(asked) ? "done" : "unknown";
}

function described(lines: readonly Readonly<Record<string, unknown>>[]): string {
  const words = lines.map(({ amount, category_id, memo }) =>
    JSON.stringify([amount, category_id ?? null, memo || null])
  );
  return words.sort().join("\n");
}
