import type { MoneyFormat } from "../domain/base/money_format.ts";
import { cleanWhole } from "../domain/base/clean_text.ts";
import { type ChangeStore, DECLINED } from "../sync/store/change_records.ts";
import type { CardState, ChangeCard } from "../domain/changes/change_card.ts";
import { Confirmations, type StoredPreview } from "./confirmation.ts";
import { agoWords, isUndoneInPart, Journal, type JournalEntry } from "./journal.ts";
import { outcomeLines, type ReplyLine } from "./reply.ts";
import type { ShownPreview } from "./question.ts";

export interface CardNow {
  readonly card: ChangeCard;
  readonly planId: string;
  readonly tool: string;
  readonly lines: readonly ReplyLine[];
  readonly warnings: readonly string[];
  /** The plan's money format; `null` if the change is only in the journal. */
  readonly format: MoneyFormat | null;
}

export interface CardSearch {
  readonly store: ChangeStore;
  readonly now: number;
  /** The caller; `null` if the server has only one caller. */
  readonly principal: string | null;
  /** Plans whose journals are searched for the change if the preview no longer exists. */
  readonly planIds: readonly string[];
}

/** Builds a preview's card from the journal entry or the open preview, without querying YNAB. */
export async function cardNow(preview: string, search: CardSearch): Promise<CardNow | null> {
  const { store, now, principal } = search;
  const stored = await new Confirmations(store, () => now).preview(preview);
  if (stored !== null && stored.principal !== principal) return null;
  const planIds = stored === null ? search.planIds : [stored.planId];
  const journal = new Journal(store);
  for (const planId of planIds) {
    const entries = await journal.entries(planId);
    const entry = entries.find(({ operationId }) => operationId === preview);
    if (entry !== undefined) return decided(entry, { shown: stored?.shown, entries, now });
  }
  return stored === null ? null : waiting(preview, stored);
}

function waiting(preview: string, stored: StoredPreview): CardNow {
  const { planId, tool, shown, isExpired, isSpent, spentBy, secret } = stored;
  // If the code was used but the journal no longer contains the change, the outcome is uncertain.
  const used = spentBy === DECLINED ? "declined" : "uncertain";
  const state = isSpent ? used : isExpired ? "expired" : "open";
  const isOpen = state === "open";
  return {
    card: {
      preview,
      state,
      summary: cleanWhole(shown.summary),
      undo: shown.undo,
      isIrreversible: shown.isIrreversible,
      isForCard: stored.isForCard && isOpen,
      isForForm: stored.isForForm && isOpen,
      ...(isOpen && secret !== undefined ? { secret } : {}),
      expiresAt: isOpen ? shown.expiresAt : null,
      canUndo: false,
      outcome: STATE_WORDS[state],
    },
    planId,
    tool,
    lines: shown.lines,
    warnings: shown.warnings,
    format: shown.format,
  };
}

function decided(
  entry: JournalEntry,
  { shown, entries, now }: {
    readonly shown: ShownPreview | undefined;
    readonly entries: readonly JournalEntry[];
    readonly now: number;
  },
): CardNow {
  const { operationId, planId, kind, isUndoable, touchedAt } = entry;
  const known = entry.state === "intended" ? "uncertain" : entry.state;
  const state = isUndoneInPart(entry, entries) ? "undone_in_part" : known;
  return {
    card: {
      preview: operationId,
      state,
      summary: cleanWhole(state === "applied" && shown !== undefined ? shown.done : entry.summary),
      undo: "",
      isIrreversible: !isUndoable,
      ...{ isForCard: false, isForForm: false, expiresAt: null },
      canUndo: isUndoable && CAN_UNDO.includes(state),
      outcome: state === "applied" && now >= touchedAt
        ? `Applied ${agoWords(now - touchedAt)}.`
        : STATE_WORDS[state],
    },
    planId,
    tool: kind,
    lines: linesWithOutcomes(entry, { shown, undone: undoneIn(entry, entries) }),
    warnings: [],
    format: shown?.format ?? null,
  };
}

const CAN_UNDO: readonly CardState[] = ["applied", "partly", "undone_in_part"];

const STATE_WORDS: Readonly<Record<CardState, string>> = {
  open: "Nothing has been written yet.",
  applied: "Applied.",
  declined: "Declined: nothing was written.",
  expired: "Not applied: the preview expired. Nothing was written.",
  failed: "Not applied: YNAB accepted no part of the change. Nothing was written.",
  partly: "Only part of the change was applied.",
  uncertain: "YNAB didn't confirm the whole change: check the plan before retrying.",
  undone: "Applied, then undone.",
  undone_in_part: "Applied, then partly undone.",
};

/** Ids of the records for which the change has been undone. */
function undoneIn(
  { operationId }: JournalEntry,
  entries: readonly JournalEntry[],
): ReadonlySet<string> {
  const undoing = entries.filter(({ undoes }) => undoes === operationId);
  const targets = undoing.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  return new Set(targets.filter(({ outcome }) => outcome === "done").map(({ id }) => id));
}

/**
 * The previewed lines with their outcomes. If the preview is gone, only the records' names and
 * outcomes are known.
 */
function linesWithOutcomes(
  entry: JournalEntry,
  { shown, undone }: {
    readonly shown: ShownPreview | undefined;
    readonly undone: ReadonlySet<string>;
  },
): readonly ReplyLine[] {
  const targets = entry.steps.flatMap((step) => step.targets);
  const lines: readonly ReplyLine[] = shown !== undefined
    ? outcomeLines(shown.lines, shown.targets, entry)
    : targets.map(({ id, label, outcome }) => ({
      id,
      label,
      field: "",
      before: null,
      after: null,
      outcome,
    }));
  // Leave out the outcome of a reverted record, which no longer counts as done.
  return lines.map((line) => {
    const { outcome: _, ...rest } = line;
    return entry.state === "undone" || undone.has(line.id) ? rest : line;
  });
}
