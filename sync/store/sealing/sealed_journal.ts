import {
  type Beginning,
  type ChangeStore,
  DECLINED,
  KEPT_EXPIRED_MS,
  type StoredConfirmation,
  type StoredEntry,
} from "../change_records.ts";
import type { EntryRow, EntryWriteOutcome, JournalRows, Spending } from "./journal_rows.ts";
import { leaseLost } from "../journal_error.ts";
import { UnansweredCommitError } from "../store_errors.ts";
import type { AllLocks } from "../leases/store_locks.ts";
import { planPseudonym } from "./pseudonyms.ts";
import { type ContentsLine, contentsOf, sealedContents, withLine } from "./sealed_contents.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import type { Bytes, Sealer } from "./sealer.ts";

/** What a sealed journal is kept with. */
export interface SealedJournalOptions {
  readonly rows: JournalRows;
  readonly sealer: Sealer;
  /** Runs one thing after another per plan, across processes. */
  readonly withPlanLock: ChangeStore["withPlanLock"];
  /** Gives the lease under which this process changes a plan now: what is written has to hold it. */
  readonly changing: AllLocks["changing"];
}

/** Seals a journal. */
export function sealedJournal(
  { rows, sealer, withPlanLock, changing }: SealedJournalOptions,
): ChangeStore {
  const openEntry = memoisedEntries(sealer);

  /**
   * Writes an entry and its line in the table of contents: compare-and-swap, until it is first.
   * Where nobody answers it is written once more, which changes nothing if it was written.
   */
  const written = async (
    entry: StoredEntry,
    { isClosed, spends }: { readonly isClosed: boolean; readonly spends: Spending | null },
  ): Promise<boolean> => {
    const { planId, operationId, at } = entry;
    const body = await sealedEntry(sealer, entry);
    const line = { operationId, at, ...(isClosed ? { isClosed } as const : {}) };
    let unanswered: UnansweredCommitError | null = null;
    for (;;) {
      try {
        const outcome = await rewriteContents(planId, (lines) => withLine(lines, line), {
          spends,
          entry: { operationId, at, body },
        });
        if (outcome === "fenced") {
          changing(planId)?.lose();
          throw leaseLost();
        }
        if (outcome === "refused") return unanswered !== null && await isSpentBy(spends);
        if (outcome === "written") return true;
      } catch (error) {
        if (unanswered !== null) throw new UnansweredCommitError({ cause: error });
        if (!(error instanceof UnansweredCommitError)) throw error;
        unanswered = error;
      }
    }
  };
  const isSpentBy = async (spends: Spending | null): Promise<boolean> =>
    spends !== null && (await rows.findConfirmation(spends.name))?.spentBy === spends.spentBy;
  const rewriteContents = async (
    planId: string,
    change: (lines: readonly ContentsLine[]) => readonly ContentsLine[],
    { spends, entry }: {
      readonly spends: Spending | null;
      readonly entry: Omit<EntryRow, "revision"> | null;
    },
  ): Promise<EntryWriteOutcome> => {
    const plan = await planPseudonym(sealer, planId);
    const { revision, lines } = await contentsOf(rows, sealer, planId);
    const next = change(lines ?? await rows.keys(plan));
    const body = await sealedContents(sealer, planId, next);
    const held = entry === null ? null : changing(planId);
    const fence = held === null ? null : { name: held.name, token: held.token };
    return await rows.write(plan, { spends, fence, entry, contents: { revision, body } });
  };
  return {
    refusal: (): Promise<null> => Promise.resolve(null),
    isKept: (): Promise<boolean> => Promise.resolve(true),
    async saveConfirmation({ code, planId, body }, holdsMs): Promise<void> {
      const name = await codePseudonym(sealer, code);
      const sealed = await sealJson(sealer, { planId, body }, associatedWithCode(name));
      await rows.saveConfirmation({ name, body: sealed, holdsMs, keptMs: KEPT_EXPIRED_MS });
    },
    async findConfirmation(code): Promise<StoredConfirmation | null> {
      const name = await codePseudonym(sealer, code);
      const row = await rows.findConfirmation(name);
      if (row === null) return null;
      const { isExpired, isSpent, spentBy } = row;
      const { planId, body } = await openJson<Pick<StoredConfirmation, "planId" | "body">>(
        sealer,
        row.body,
        associatedWithCode(name),
      );
      return { code, planId, body, isExpired, isSpent, spentBy };
    },
    async spendConfirmation(code): Promise<boolean> {
      return await rows.spend({ name: await codePseudonym(sealer, code), spentBy: DECLINED });
    },
    async begin({ code, entry }: Beginning): Promise<boolean> {
      const spentBy = entry.operationId;
      const spends = code === null ? null : { name: await codePseudonym(sealer, code), spentBy };
      return await written(entry, { isClosed: false, spends });
    },
    async saveEntry(entry, isClosed = false): Promise<void> {
      await written(entry, { isClosed, spends: null });
    },
    async entries(planId): Promise<readonly StoredEntry[]> {
      const plan = await planPseudonym(sealer, planId);
      const kept = await rows.entries(plan);
      const found = await Promise.all(kept.map((row) => openEntry(row, planId)));
      const ids = new Set(found.map(({ operationId }) => operationId));
      const { lines } = await contentsOf(rows, sealer, planId);
      const lost = (lines ?? []).filter(({ operationId }) => !ids.has(operationId));
      if (lost.length === 0) return found;
      const gone = lost.map(({ operationId, at }): StoredEntry => ({
        operationId,
        planId,
        at,
        body: null,
      }));
      return [...found, ...gone].toSorted((one, other) => other.at - one.at);
    },
    async openEntries(planId): Promise<readonly StoredEntry[]> {
      const { lines } = await contentsOf(rows, sealer, planId);
      const open = lines?.filter(({ isClosed }) => isClosed !== true)
        .map(({ operationId }) => operationId);
      if (open?.length === 0) return [];
      const kept = await rows.entries(await planPseudonym(sealer, planId), open);
      return await Promise.all(kept.map((row) => openEntry(row, planId)));
    },
    async noteClosed(planId, operationIds): Promise<void> {
      const closed = new Set(operationIds);
      const close = (lines: readonly ContentsLine[]): readonly ContentsLine[] =>
        lines.map((line) => closed.has(line.operationId) ? { ...line, isClosed: true } : line);
      const nothingElse = { spends: null, entry: null };
      while (await rewriteContents(planId, close, nothingElse) === "overtaken");
    },
    async countOthers(planIds): Promise<number> {
      return await rows.countOthers(
        await Promise.all(planIds.map((planId) => planPseudonym(sealer, planId))),
      );
    },
    withPlanLock,
  };
}

/** Opens entries, each revision once: opening a thousand at every read would cost more than it. */
function memoisedEntries(
  sealer: Sealer,
): (row: EntryRow, planId: string) => Promise<StoredEntry> {
  const opened = new Map<string, { readonly revision: number; readonly entry: StoredEntry }>();
  return async ({ operationId, at, revision, body }, planId) => {
    const known = opened.get(`${planId} ${operationId}`);
    if (known?.revision === revision) return known.entry;
    const associatedData = associatedWithEntry(planId, operationId);
    try {
      const entry = {
        operationId,
        planId,
        at,
        body: await openJson<unknown>(sealer, body, associatedData),
      };
      opened.set(`${planId} ${operationId}`, { revision, entry });
      return entry;
    } catch {
      return { operationId, planId, at, body: null };
    }
  };
}

function codePseudonym(sealer: Sealer, code: string): Promise<string> {
  return sealer.pseudonymOf(`code ${code}`);
}

function associatedWithCode(name: string): string {
  return `confirmation\n${name}`;
}

function associatedWithEntry(planId: string, operationId: string): string {
  return `${planId}\nentry\n${operationId}`;
}

function sealedEntry(sealer: Sealer, { planId, operationId, body }: StoredEntry): Promise<Bytes> {
  return sealJson(sealer, body, associatedWithEntry(planId, operationId));
}
