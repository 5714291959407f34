import { ToolError } from "../../domain/base/tool_error.ts";
import type { BlobStore, StoreParts } from "./backend.ts";
import {
  type ChangeStore,
  DECLINED,
  EXPIRED_STORAGE_MS,
  MAX_ENTRIES,
  type StoredConfirmation,
  type StoredEntry,
} from "./change_records.ts";
import { type Bytes, openJson, planPseudonym, type Sealer, sealJson } from "./sealer.ts";
import { bytesIn, isTrue, type Row, type Rows, type Sql, sql, type Steps } from "./sql.ts";
import { journalError, leaseLost, UnansweredCommitError } from "./store_errors.ts";
import type { AllLocks } from "./store_locks.ts";

interface OpenJournal extends Pick<StoreParts, "blobs" | "sealer"> {
  readonly schema: Sql;
}

/** A confirmation to consume, identified by its pseudonym. */
interface Spending {
  readonly name: string;
  readonly spentBy: string;
}

/** A durable transaction: once it has been committed, not even a machine crash can undo it. */
interface EntryWrite {
  readonly change: (lines: readonly ContentsLine[]) => readonly ContentsLine[];
  readonly spends: Spending | null;
  readonly entry: EntryKey & { readonly body: Bytes };
}

/** Outcome of a write. Every outcome except `written` means that nothing was written. */
type EntryWriteOutcome =
  | "written"
  | "refused"
  /** Another process has written the table of contents in the meantime. */
  | "overtaken"
  /** Another process has taken the lease in the meantime. */
  | "fenced";

/**
 * Creates a sealed journal. If the backend fails, the journal's methods throw a `ToolError`.
 *
 * @param changing Returns the lease that this process holds while it changes a plan. Writes are
 * rejected once this lease is no longer held.
 */
export function sealedJournal(
  opened: () => Promise<StoreParts>,
  changing: AllLocks["changing"],
): Omit<ChangeStore, "withPlanLock"> {
  const use = async <Result>(run: (journal: OpenJournal) => Promise<Result>): Promise<Result> => {
    const { blobs, sealer } = await opened();
    try {
      return await run({ blobs, sealer, schema: blobs.journal.schema });
    } catch (cause) {
      // When a lease is lost, the error is already a `ToolError`, so there's no need to wrap it.
      throw cause instanceof ToolError ? cause : journalError(cause, blobs.remedy);
    }
  };
  /**
   * In one transaction, writes a plan's table of contents and one entry, and marks the confirmation
   * (if any) as used. Writes nothing if another process has rewritten the table of contents in the
   * meantime.
   */
  const rewriteContents = async (
    journal: OpenJournal,
    planId: string,
    { change, spends, entry }: EntryWrite,
  ): Promise<EntryWriteOutcome> => {
    const { blobs, sealer, schema } = journal;
    const { owner } = blobs;
    const plan = await planPseudonym(sealer, planId);
    const { revision, lines } = await contentsOf(journal, planId);
    const next = change(lines ?? (await entryRows(journal, plan)).map(keyOf));
    const contents = await sealJson(sealer, next, associatedWithContents(planId));
    const fence = changing(planId);
    // The transaction locks the lease, then the table of contents, and holds both locks until it
    // ends.
    return await blobs.journal.transaction(function* (): Steps<EntryWriteOutcome> {
      if (fence !== null && (yield* blobs.isFenced(fence))) return "fenced";
      const [listed] = yield revision === 0
        ? sql`
          INSERT INTO ${schema}.entry_lists VALUES (${owner}, ${plan}, 1, ${contents})
          ON CONFLICT DO NOTHING RETURNING plan`
        : sql`
          UPDATE ${schema}.entry_lists SET revision = revision + 1, body = ${contents}
          WHERE owner = ${owner} AND plan = ${plan} AND revision = ${revision} RETURNING plan`;
      if (listed === undefined) return "overtaken";
      if (spends !== null && (yield spend(blobs, spends)).length === 0) return "refused";
      const { operationId, at, body } = entry;
      // No other process can write the plan's entries while its table of contents is locked.
      const [saved] = yield sql`
        INSERT INTO ${schema}.entries AS stored
          (owner, plan, operation_id, place, at, revision, body)
        VALUES (${owner}, ${plan}, ${operationId}, ${blobs.nextPlace(plan)}, ${at}, 1, ${body})
        ON CONFLICT (owner, plan, operation_id)
        DO UPDATE SET body = excluded.body, revision = stored.revision + 1 RETURNING revision`;
      if (Number(saved?.["revision"]) > 1) return "written";
      yield sql`
        DELETE FROM ${schema}.entries WHERE owner = ${owner} AND plan = ${plan} AND place <= (
          SELECT place FROM ${schema}.entries WHERE owner = ${owner} AND plan = ${plan}
          ORDER BY place DESC LIMIT 1 OFFSET ${MAX_ENTRIES})`;
      return "written";
    }, { isDurable: true, isCommitted: (outcome) => outcome === "written" });
  };
  /**
   * Uses compare-and-swap to write an entry and its line in the table of contents. Retries if
   * another process writes the table of contents first. If a commit gets no response, repeats the
   * write once, which has no effect if the first commit succeeded.
   */
  const written = async (
    journal: OpenJournal,
    { planId, operationId, at, body: value }: StoredEntry,
    { isClosed = false, spends = null }: {
      readonly isClosed?: boolean;
      readonly spends?: Spending | null;
    },
  ): Promise<boolean> => {
    const body = await sealJson(journal.sealer, value, associatedWithEntry(planId, operationId));
    const line = { operationId, at, ...(isClosed ? { isClosed } as const : {}) };
    let unanswered: UnansweredCommitError | null = null;
    for (;;) {
      try {
        const outcome = await rewriteContents(journal, planId, {
          change: (lines) => withLine(lines, line),
          spends,
          entry: { operationId, at, body },
        });
        if (outcome === "fenced") {
          changing(planId)?.lose();
          throw leaseLost();
        }
        if (outcome === "refused") {
          if (unanswered === null || spends === null) return false;
          return (await confirmationRow(journal, spends.name))?.["spent_by"] === spends.spentBy;
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
      use(async ({ blobs: { journal, owner }, sealer, schema }) => {
        const name = await codePseudonym(sealer, code);
        const sealed = await sealJson(sealer, { planId, body }, associatedWithCode(name));
        await journal.transaction(function* (): Steps<void> {
          yield sql`
            DELETE FROM ${schema}.confirmations
            WHERE owner = ${owner} AND expires_at < ${journal.now} - ${EXPIRED_STORAGE_MS}`;
          yield sql`
            INSERT INTO ${schema}.confirmations (owner, code, expires_at, body)
            VALUES (${owner}, ${name}, ${journal.now} + ${holdsMs}, ${sealed})
            ON CONFLICT (owner, code) DO UPDATE SET expires_at = excluded.expires_at,
              spent_at = NULL, spent_by = NULL, body = excluded.body`;
        });
      }),
    findConfirmation: (code) =>
      use(async (journal): Promise<StoredConfirmation | null> => {
        const { sealer } = journal;
        const name = await codePseudonym(sealer, code);
        const row = await confirmationRow(journal, name);
        if (row === undefined) return null;
        const { planId, body } = await openJson<Pick<StoredConfirmation, "planId" | "body">>(
          sealer,
          bytesIn(row["body"]),
          associatedWithCode(name),
        );
        return {
          ...{ code, planId, body },
          isExpired: isTrue(row["is_expired"]),
          isSpent: row["spent_at"] !== null,
          spentBy: row["spent_by"] as string | null,
        };
      }),
    spendConfirmation: (code) =>
      use(async ({ blobs, sealer }) => {
        const name = await codePseudonym(sealer, code);
        return (await blobs.journal.all(spend(blobs, { name, spentBy: DECLINED }))).length > 0;
      }),
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
        const rows = await entryRows(journal, await planPseudonym(journal.sealer, planId));
        const found = await Promise.all(rows.map((row) => openEntry(journal, row, planId)));
        const ids = new Set(found.map(({ operationId }) => operationId));
        const { lines } = await contentsOf(journal, planId);
        const lost = (lines ?? []).filter(({ operationId }) => !ids.has(operationId));
        if (lost.length === 0) return found;
        const gone = lost.map(({ operationId, at }) => ({ operationId, planId, at, body: null }));
        return [...found, ...gone].toSorted((one, other) => other.at - one.at);
      }),
    openEntries: (planId) =>
      use(async (journal): Promise<readonly StoredEntry[]> => {
        const { lines } = await contentsOf(journal, planId);
        const open = lines?.filter(({ isClosed }) => isClosed !== true)
          .map(({ operationId }) => operationId);
        if (open?.length === 0) return [];
        const rows = await entryRows(journal, await planPseudonym(journal.sealer, planId), open);
        return await Promise.all(rows.map((row) => openEntry(journal, row, planId)));
      }),
    countOthers: (planIds) =>
      use(async ({ blobs: { journal, owner }, sealer, schema }) => {
        const plans = await Promise.all(planIds.map((planId) => planPseudonym(sealer, planId)));
        const [row] = await journal.all(sql`
          SELECT count(*) AS count FROM ${schema}.entries
          WHERE owner = ${owner} AND plan NOT IN ${plans}`);
        return Number(row?.["count"]);
      }),
  };
}

/**
 * SQL that consumes a confirmation. It returns a row unless the confirmation was already used or
 * has expired.
 */
function spend({ journal: { schema, now }, owner }: BlobStore, { name, spentBy }: Spending): Sql {
  return sql`
    UPDATE ${schema}.confirmations SET spent_at = ${now}, spent_by = ${spentBy}
    WHERE owner = ${owner} AND code = ${name} AND spent_at IS NULL AND expires_at > ${now}
    RETURNING code`;
}

async function confirmationRow(
  { blobs: { journal, owner }, schema }: OpenJournal,
  name: string,
): Promise<Row | undefined> {
  const [row] = await journal.all(sql`
    SELECT expires_at <= ${journal.now} AS is_expired, spent_at, spent_by, body
    FROM ${schema}.confirmations WHERE owner = ${owner} AND code = ${name}`);
  return row;
}

/** Returns some or all of a plan's entries, newest first. */
async function entryRows(
  { blobs: { journal, owner }, schema }: OpenJournal,
  plan: string,
  operationIds?: readonly string[],
): Promise<Rows> {
  const some = operationIds === undefined ? sql`` : sql`AND operation_id IN ${operationIds}`;
  return await journal.all(sql`
    SELECT operation_id, at, body FROM ${schema}.entries
    WHERE owner = ${owner} AND plan = ${plan} ${some} ORDER BY place DESC`);
}

/** A change's id and when it started, in milliseconds since 1970. */
interface EntryKey {
  readonly operationId: string;
  readonly at: number;
}

function keyOf(row: Row): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

async function openEntry(
  { sealer }: OpenJournal,
  row: Row,
  planId: string,
): Promise<StoredEntry> {
  const key = keyOf(row);
  const associatedData = associatedWithEntry(planId, key.operationId);
  const body = await openJson<unknown>(sealer, bytesIn(row["body"]), associatedData)
    .catch(() => null);
  return { ...key, planId, body };
}

interface ContentsLine extends EntryKey {
  /** Whether the change's outcome is known. */
  readonly isClosed?: true;
}

/** A table of contents, which lists a plan's entries and marks the closed ones. */
interface Contents {
  /** The plan's entries, newest first; `null` if the table is unreadable or missing. */
  readonly lines: readonly ContentsLine[] | null;
  /** Number of times the row has been written; 0 if it doesn't exist. */
  readonly revision: number;
}

async function contentsOf(
  { blobs: { journal, owner }, sealer, schema }: OpenJournal,
  planId: string,
): Promise<Contents> {
  const [row] = await journal.all(sql`
    SELECT revision, body FROM ${schema}.entry_lists
    WHERE owner = ${owner} AND plan = ${await planPseudonym(sealer, planId)}`);
  if (row === undefined) return { revision: 0, lines: null };
  const lines = await openJson<readonly ContentsLine[]>(
    sealer,
    bytesIn(row["body"]),
    associatedWithContents(planId),
  ).catch(() => null);
  return { revision: Number(row["revision"]), lines };
}

/** Updates an entry's line in a table of contents, or inserts a line for the entry at the top. */
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
