import type { ChangeStore, StoredEntry } from "../sync/store/change_records.ts";
import type { Target, WriteId } from "./change.ts";
import { waitWords } from "../client/upstream_error.ts";

/** The state of a change. `undone` can only follow `applied`. */
export type EntryState = "intended" | "applied" | "failed" | "partly" | "uncertain" | "undone";

export type Outcome = "done" | "not_done" | "unknown";

export interface JournalTarget extends Target {
  readonly outcome: Outcome;
  /** Ids of transactions that may be the one that was created; absent if there are none. */
  readonly lookAlikes?: readonly string[];
}

export interface JournalStep {
  readonly operation: WriteId;
  readonly month: string | null;
  readonly targets: readonly JournalTarget[];
}

/** A change. Entries are stored as is, so field names must stay the same in every version. */
export interface JournalEntry {
  readonly operationId: string;
  readonly planId: string;
  /** Name of the kind of change; other versions may have other kinds. */
  readonly kind: string;
  readonly state: EntryState;
  readonly at: number;
  readonly summary: string;
  readonly steps: readonly JournalStep[];
  readonly isUndoable: boolean;
  /** Ids of the tracking accounts; present only if transactions lost their categories. */
  readonly trackingAccountIds?: readonly string[];
  readonly undoes: string | null;
  /** Whether this undo reverts only part of a change and leaves the rest in effect. */
  readonly isPart?: boolean;
  /**
   * Time at which this entry was last written by the process that is making the change, in
   * milliseconds since 1970.
   */
  readonly touchedAt: number;
  /**
   * Latest server knowledge that is certain to precede the created records; `null` before the
   * plan's first read.
   */
  readonly knownAt: number | null;
  /** Names of the requested payees that already existed before the change, by payee id. */
  readonly payeeNames?: Readonly<Record<string, string>>;
  /** Digest of the arguments; absent in entries from older versions. */
  readonly asked?: string;
  /** How the change was confirmed; absent in entries from older versions. */
  readonly confirmedBy?: ConfirmedBy;
  /** The client's name; absent if the client sent none or the entry is from an older version. */
  readonly client?: string;
}

/** How a change was confirmed; `none` if changes of its kind need no confirmation. */
export type ConfirmedBy = "form" | "card" | "code" | "terminal" | "none";

export type UnreadableEntry = Pick<JournalEntry, "operationId" | "at">;

export interface PlanJournal {
  readonly entries: readonly JournalEntry[];
  readonly unreadable: readonly UnreadableEntry[];
}

export class Journal {
  readonly #store: ChangeStore;

  constructor(store: ChangeStore) {
    this.#store = store;
  }

  /** Stores the intent and consumes the code; returns `false` if the code was already used. */
  begin(entry: JournalEntry, code: string | null): Promise<boolean> {
    return this.#store.begin({ code, entry: stored(entry) });
  }

  save(entry: JournalEntry): Promise<void> {
    return this.#store.saveEntry(stored(entry), !isOpen(entry));
  }

  /** Stores an outcome. Undoing a whole change also marks that change as undone. */
  async close(entry: JournalEntry): Promise<void> {
    await this.save(entry);
    if (entry.state !== "applied" || entry.undoes === null || entry.isPart === true) return;
    await this.markUndone(entry.planId, entry.undoes);
  }

  async markUndone(planId: string, operationId: string): Promise<void> {
    const entry = await this.find(planId, operationId);
    if (entry !== null) await this.save({ ...entry, state: "undone" });
  }

  /** Whether the journal survives the end of the process. */
  isDurable(): Promise<boolean> {
    return this.#store.isDurable();
  }

  /** A plan's changes, newest first, without those that can no longer be read. */
  async entries(planId: string): Promise<readonly JournalEntry[]> {
    return (await this.read(planId)).entries;
  }

  /** A plan's changes from newest to oldest, including those that can no longer be read. */
  async read(planId: string): Promise<PlanJournal> {
    const stored = await this.#store.entries(planId);
    return {
      entries: readable(stored),
      unreadable: stored.filter(({ body }) => body === null)
        .map(({ operationId, at }) => ({ operationId, at })),
    };
  }

  /** A plan's changes whose outcomes are still open, newest first. */
  async openEntries(planId: string): Promise<readonly JournalEntry[]> {
    return (await this.unmarkedEntries(planId)).filter(isOpen);
  }

  /**
   * All entries that aren't marked as closed: the open ones, and closed ones from older versions,
   * which didn't mark them.
   */
  async unmarkedEntries(planId: string): Promise<readonly JournalEntry[]> {
    return readable(await this.#store.openEntries(planId));
  }

  async find(planId: string, operationId: string): Promise<JournalEntry | null> {
    const entries = await this.entries(planId);
    return entries.find((entry) => entry.operationId === operationId) ?? null;
  }
}

function stored(entry: JournalEntry): StoredEntry {
  const { operationId, planId, at } = entry;
  return { operationId, planId, at, body: entry };
}

/** Older versions stored `isFromCard` if the user confirmed the change on a confirmation card. */
type StoredBody = JournalEntry & { readonly isFromCard?: boolean };

function readable(entries: readonly StoredEntry[]): readonly JournalEntry[] {
  const bodies = entries.flatMap(({ body }) => body as StoredBody | null ?? []);
  return bodies.map(({ isFromCard, ...entry }) =>
    isFromCard === true ? { confirmedBy: "card", ...entry } : entry
  );
}

export function isOpen({ state }: Pick<JournalEntry, "state">): boolean {
  return state === "intended" || state === "uncertain";
}

/** Whether only part of an applied change was undone, on request or because the undo failed. */
export function isUndoneInPart(
  { operationId, state }: Pick<JournalEntry, "operationId" | "state">,
  entries: readonly JournalEntry[],
): boolean {
  return state === "applied" &&
    entries.some(({ undoes, isPart, state: undoState }) =>
      undoes === operationId &&
      (undoState === "partly" || isPart === true && undoState === "applied")
    );
}

export function stateOf(
  steps: readonly JournalStep[],
  failure: { readonly uncertain: boolean } | null = null,
): Exclude<EntryState, "intended" | "undone"> {
  const outcomes = outcomesOf(steps);
  // A request without target records has no outcomes, so only `failure` shows that the result is
  // uncertain.
  if (outcomes.includes("unknown") || failure?.uncertain === true) return "uncertain";
  if (outcomes.every((outcome) => outcome === "done") && failure === null) return "applied";
  return outcomes.includes("done") ? "partly" : "failed";
}

export function outcomesOf(steps: readonly JournalStep[]): readonly Outcome[] {
  return steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
}

const PREVIEW = "call again without `confirmation` to get a new preview";

const STATE_WORDS: Readonly<Record<EntryState, (ago: string) => string>> = {
  applied: (ago) => `was applied ${ago}: don't repeat it`,
  partly: (ago) => `was partly applied ${ago}: check the plan before making more changes`,
  uncertain: (ago) => `may have been applied ${ago}: check the plan before retrying`,
  intended: (ago) =>
    `started ${ago} and may still be running or may have been interrupted: check the plan ` +
    "before retrying",
  failed: () => `was not applied, so nothing was written: ${PREVIEW}`,
  undone: () => `was applied and undone later: ${PREVIEW}`,
};

export function usedCodeWords(entry: JournalEntry | null, now: number): string {
  if (entry === null) {
    return "for a change that is not in the journal: check the plan before retrying";
  }
  const { operationId, summary, state, confirmedBy } = entry;
  const ago = agoWords(now - entry.touchedAt);
  if (confirmedBy === "card" && state === "applied") {
    return `when the user applied the change ${ago} as operation ${operationId} ("${summary}"): ` +
      "don't repeat it";
  }
  return `for operation ${operationId} ("${summary}"), which ${STATE_WORDS[state](ago)}`;
}

/** Milliseconds within which an identical change counts as a repeat. */
const REPEATED_MS = 600_000;

const REPEATED: Partial<Readonly<Record<EntryState, string>>> = {
  applied: "was applied",
  partly: "was partly applied",
  uncertain: "may have been applied",
  intended: "may have been applied",
};

export async function repeatWarning(
  { kind, planId, asked }: Pick<JournalEntry, "kind" | "planId" | "asked">,
  { store, now }: { readonly store: ChangeStore; readonly now: () => number },
): Promise<readonly string[]> {
  const time = now();
  const entries = await new Journal(store).entries(planId);
  const same = entries.find((entry) =>
    entry.kind === kind && entry.asked === asked &&
    REPEATED[entry.state] !== undefined && time - entry.touchedAt <= REPEATED_MS
  );
  if (same === undefined) return [];
  const { operationId, state, touchedAt } = same;
  return [
    `the same change ${REPEATED[state]} ${agoWords(time - touchedAt)} as operation ` +
    `${operationId}: confirm only if you want to make it again`,
  ];
}

export function agoWords(ms: number): string {
  return `${waitWords(ms)} ago`;
}
