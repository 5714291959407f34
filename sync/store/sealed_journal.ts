import { ToolError } from "../../domain/base/tool_error.ts";
import type {
  EntryKey,
  EntryRow,
  EntryWriteOutcome,
  JournalRows,
  Spending,
  StoreParts,
} from "./backend.ts";
import {
  type ChangeStore,
  DECLINED,
  EXPIRED_STORAGE_MS,
  MAX_ENTRIES,
  type StoredConfirmation,
  type StoredEntry,
} from "./change_records.ts";
import { type Bytes, openJson, planPseudonym, type Sealer, sealJson } from "./sealer.ts";
import { journalError, leaseLost, UnansweredCommitError } from "./store_errors.ts";
import type { AllLocks } from "./store_locks.ts";

interface OpenJournal {
  readonly rows: JournalRows;
  readonly sealer: Sealer;
}

/**
 * Creates a sealed journal. It throws a backend's failures as tool errors.
 *
 * @param changing Returns the lease under which this process is changing a plan. Writes require
 * that this lease is still held.
 */
export function sealedJournal(
  opened: () => Promise<StoreParts>,
  changing: AllLocks["changing"],
): Omit<ChangeStore, "withPlanLock"> {
  const openEntry = memoizedEntries();
  const use = async <Result>(run: (journal: OpenJournal) => Promise<Result>): Promise<Result> => {
    const { blobs: { journal: rows, remedy }, sealer } = await opened();
    try {
      return await run({ rows, sealer });
    } catch (cause) {
      // A lost lease is already reported as a `ToolError`.
      throw cause instanceof ToolError ? cause : journalError(cause, remedy);
    }
  };
  /**
   * Rewrites a plan's table of contents together with an entry and a used confirmation, unless
   * another process has rewritten it in the meantime.
   */
  const rewriteContents = async (
    { rows, sealer }: OpenJournal,
    planId: string,
    { change, spends = null, entry = null }: {
      readonly change: (lines: readonly ContentsLine[]) => readonly ContentsLine[];
      readonly spends?: Spending | null;
      readonly entry?: Omit<EntryRow, "revision"> | null;
    },
  ): Promise<EntryWriteOutcome> => {
    const plan = await planPseudonym(sealer, planId);
    const { revision, lines } = await contentsOf({ rows, sealer }, planId);
    const next = change(lines ?? await rows.keys(plan));
    const body = await sealJson(sealer, next, associatedWithContents(planId));
    const held = entry === null ? null : changing(planId);
    const fence = held === null ? null : { name: held.name, token: held.token };
    return await rows.write(plan, { spends, fence, entry, contents: { revision, body } });
  };
  /**
   * Writes an entry and its line in the table of contents with compare-and-swap, retrying until it
   * succeeds. If a commit gets no response, repeats it once, which has no effect if the first one
   * succeeded.
   */
  const written = async (
    journal: OpenJournal,
    entry: StoredEntry,
    { isClosed = false, spends = null }: {
      readonly isClosed?: boolean;
      readonly spends?: Spending | null;
    },
  ): Promise<boolean> => {
    const { planId, operationId, at } = entry;
    const body = await sealedEntry(journal.sealer, entry);
    const line = { operationId, at, ...(isClosed ? { isClosed } as const : {}) };
    const change = (lines: readonly ContentsLine[]): readonly ContentsLine[] =>
      withLine(lines, line);
    let unanswered: UnansweredCommitError | null = null;
    for (;;) {
      try {
        const outcome = await rewriteContents(journal, planId, {
          change,
          spends,
          entry: { operationId, at, body },
        });
        if (outcome === "fenced") {
          changing(planId)?.lose();
          throw leaseLost();
        }
        if (outcome === "refused") {
          if (unanswered === null || spends === null) return false;
          const spent = await journal.rows.findConfirmation(spends.name);
          return spent?.spentBy === spends.spentBy;
        }
        if (outcome === "written") return true;
      } catch (error) {
        if (unanswered !== null) throw new UnansweredCommitError({ cause: error });
        if (!(error instanceof UnansweredCommitError)) throw error;
        unanswered = error;
      }
    }
  };
  return {
    refusal: async () => (await opened()).refusal,
    isDurable: async () => (await opened()).isDurable,
    saveConfirmation: ({ code, planId, body }, holdsMs) =>
      use(async ({ rows, sealer }) => {
        const name = await codePseudonym(sealer, code);
        const sealed = await sealJson(sealer, { planId, body }, associatedWithCode(name));
        await rows.saveConfirmation({
          name,
          body: sealed,
          holdsMs,
          retentionMs: EXPIRED_STORAGE_MS,
        });
      }),
    findConfirmation: (code) =>
      use(async ({ rows, sealer }): Promise<StoredConfirmation | null> => {
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
      }),
    spendConfirmation: (code) =>
      use(async ({ rows, sealer }) =>
        await rows.spend({ name: await codePseudonym(sealer, code), spentBy: DECLINED })
      ),
    begin: ({ code, entry }) =>
      use(async (journal) => {
        const name = code === null ? null : await codePseudonym(journal.sealer, code);
        const spends = name === null ? null : { name, spentBy: entry.operationId };
        return await written(journal, entry, { spends });
      }),
    saveEntry: (entry, isClosed = false) =>
      use(async (journal) => void await written(journal, entry, { isClosed })),
    entries: (planId) =>
      use(async (journal): Promise<readonly StoredEntry[]> => {
        const { rows, sealer } = journal;
        const sealed = await rows.entries(await planPseudonym(sealer, planId));
        const found = await Promise.all(sealed.map((row) => openEntry(sealer, row, planId)));
        const ids = new Set(found.map(({ operationId }) => operationId));
        const { lines } = await contentsOf(journal, planId);
        const lost = (lines ?? []).filter(({ operationId }) => !ids.has(operationId));
        if (lost.length === 0) return found;
        const gone = lost.map(({ operationId, at }): StoredEntry => ({
          operationId,
          planId,
          at,
          body: null,
        }));
        return [...found, ...gone].toSorted((one, other) => other.at - one.at);
      }),
    openEntries: (planId) =>
      use(async (journal): Promise<readonly StoredEntry[]> => {
        const { rows, sealer } = journal;
        const { lines } = await contentsOf(journal, planId);
        const open = lines?.filter(({ isClosed }) => isClosed !== true)
          .map(({ operationId }) => operationId);
        if (open?.length === 0) return [];
        const sealed = await rows.entries(await planPseudonym(sealer, planId), open);
        return await Promise.all(sealed.map((row) => openEntry(sealer, row, planId)));
      }),
    noteClosed: (planId, operationIds) =>
      use(async (journal) => {
        const closed = new Set(operationIds);
        const change = (lines: readonly ContentsLine[]): readonly ContentsLine[] =>
          lines.map((line) => closed.has(line.operationId) ? { ...line, isClosed: true } : line);
        while (await rewriteContents(journal, planId, { change }) === "overtaken");
      }),
    countOthers: (planIds) =>
      use(async ({ rows, sealer }) =>
        await rows.countOthers(
          await Promise.all(planIds.map((planId) => planPseudonym(sealer, planId))),
        )
      ),
  };
}

/**
 * Decrypts each revision of an entry only once, because every read may return a thousand entries.
 */
function memoizedEntries(): (
  sealer: Sealer,
  row: EntryRow,
  planId: string,
) => Promise<StoredEntry> {
  const opened = new Map<string, { readonly revision: number; readonly entry: StoredEntry }>();
  return async (sealer, { operationId, at, revision, body }, planId) => {
    const unread = { operationId, planId, at, body: null };
    const key = `${planId} ${operationId}`;
    const known = opened.get(key);
    if (known?.revision === revision) return known.entry;
    try {
      const associatedData = associatedWithEntry(planId, operationId);
      const entry = { ...unread, body: await openJson<unknown>(sealer, body, associatedData) };
      opened.set(key, { revision, entry });
      return entry;
    } catch {
      return unread;
    }
  };
}

interface ContentsLine extends EntryKey {
  /** Absent while the outcome is unknown. */
  readonly isClosed?: true;
}

/** A table of contents. It lists a plan's entries and which of them are closed. */
interface Contents {
  /** Newest first; `null` if unreadable or missing. */
  readonly lines: readonly ContentsLine[] | null;
  /** Number of writes; 0 if the row doesn't exist. */
  readonly revision: number;
}

async function contentsOf({ rows, sealer }: OpenJournal, planId: string): Promise<Contents> {
  const { revision, body } = await rows.contents(await planPseudonym(sealer, planId));
  if (body === null) return { revision, lines: null };
  const lines = await openJson<readonly ContentsLine[]>(
    sealer,
    body,
    associatedWithContents(planId),
  ).catch(() => null);
  return { revision, lines };
}

/** Updates an entry's line in a table of contents, or adds it as the first line. */
function withLine(lines: readonly ContentsLine[], line: ContentsLine): readonly ContentsLine[] {
  const place = lines.findIndex(({ operationId }) => operationId === line.operationId);
  if (place < 0) return [line, ...lines].slice(0, MAX_ENTRIES);
  // The start time of an entry doesn't change.
  return lines.with(place, { ...line, at: lines[place]?.at ?? line.at });
}

function associatedWithContents(planId: string): string {
  return `${planId}\nentries`;
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
