import type { ChangeEnvironment, ChangeRequest } from "./change_request.ts";
import { type EntryState, Journal } from "./journal.ts";
import { agoWords } from "./used_code.ts";

/** For so long the same change is taken for a repetition, in milliseconds. */
const REPEATED_MS = 600_000;

const STATE_WORDS: Partial<Readonly<Record<EntryState, string>>> = {
  applied: "was applied",
  partly: "was applied in part",
  uncertain: "may have been applied",
  intended: "may have been applied",
};

/** Looks in the journal for the same change. */
export async function repeatWarning(
  { kind, planId, undoes }: Pick<ChangeRequest, "kind" | "planId" | "undoes">,
  asked: string,
  { store, now }: Pick<ChangeEnvironment, "store" | "now">,
): Promise<readonly string[]> {
  const time = now();
  const entries = await new Journal(store).entries(planId);
  const same = entries.find((entry) =>
    entry.kind === kind && entry.asked === asked && entry.undoes === (undoes ?? null) &&
    STATE_WORDS[entry.state] !== undefined && time - entry.touchedAt <= REPEATED_MS
  );
  if (same === undefined) return [];
  const { operationId, state, touchedAt } = same;
  return [
    `the same change ${STATE_WORDS[state]} ${agoWords(time - touchedAt)} as operation ` +
    `${operationId}: agree only if it is to be made a second time`,
  ];
}
