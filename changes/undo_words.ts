import type { JournalEntry } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";

/** How many records of a change are undone, and why the others are not. */
export interface UndoCount {
  readonly undone: number;
  /** One reason for each record that can't be undone. */
  readonly reasons: readonly string[];
  /** Records that could be undone, but were not asked for. */
  readonly unasked: number;
  /** Records that are as they were before already. */
  readonly asBefore: number;
}

/** How a reason ends that names the fields in which a record has changed. */
const CHANGED = "changed since";

/** Says what would be undone, and how many records stay and why. */
export function undoSummary(
  entry: Pick<JournalEntry, "summary" | "steps">,
  { undone, reasons, unasked, asBefore }: UndoCount,
): string {
  const total = undone + reasons.length + unasked + asBefore;
  const what = `Undo "${entry.summary}"`;
  if (undone === total) return what;
  const stays = [
    ...staysFor(reasons),
    ...(unasked === 0 ? [] : [`${unasked} ${unasked === 1 ? "stays" : "stay"}, not asked for`]),
    ...(asBefore === 0 ? [] : [`${asBefore} ${asBefore === 1 ? "is" : "are"} as before already`]),
  ];
  return `${what}: ${undone} of ${total} ${nounOf(entry.steps)}; ${stays.join("; ")}`;
}

function staysFor(reasons: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    const name = reason.endsWith(CHANGED) ? `it was ${CHANGED}` : reason;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) =>
    count === 1 ? `1 stays, ${reason}` : `${count} stay, ${ofMany(reason)}`
  );
}

/** Reasons are worded of one record. */
function ofMany(reason: string): string {
  return reason
    .replace(/^it is (?!unknown)/u, "they are ")
    .replace(/\bit was\b/u, "they were")
    .replace(/^its /u, "their ")
    .replace(/^it belongs\b/u, "they belong");
}

function nounOf(steps: JournalEntry["steps"]): string {
  if (steps.length === 0) return "records";
  const records = steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []);
  const nouns = ["transactions", "schedules", "payees", "groups"] as const;
  return nouns.find((noun) => records.includes(noun)) ?? "categories";
}
