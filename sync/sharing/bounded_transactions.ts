/**
 * A bounded read on an empty copy: a question about the last months is answered from a read of
 * these months alone, and the whole set is read behind the answer. What a bounded read has
 * brought is no copy: it is given to those who ask for no more, and is never stored.
 *
 * @module
 */

import { addDays } from "../../domain/calendar/day.ts";
import type { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../domain/transactions/transaction_chunks.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { beginRead, type CollectionContext, type ReadOptions } from "../collection_context.ts";
import type { ChunkPart } from "../columns/chunk_part.ts";
import { TransactionLoad } from "../columns/transaction_load.ts";
import { isFreshEnough } from "../freshness.ts";
import type { Moment } from "../moment.ts";
import type { TransactionSet } from "../record_set.ts";
import { inTurns } from "./in_turns.ts";
import { SharedRead } from "./shared_read.ts";

/** Of more than the last thirteen months a read is hardly shorter than the whole one. */
const MOST_DAYS = 400;

/** Of a matched pair, of which one transaction counts, upstream lets the days be so far apart. */
const PAIR_DAYS = 10;

/** What bounded reads work with. */
export interface BoundedOptions {
  readonly context: CollectionContext;
  /** Takes note of transactions that will be shown. */
  readonly onRead: (parts: readonly ChunkPart[]) => void;
  /** Reads the whole set, unless nobody else waits for it when the signal fires. */
  readonly readWhole: (signal: AbortSignal) => Promise<unknown>;
}

interface BoundedRead {
  readonly since: string;
  readonly began: Moment;
  readonly read: SharedRead<TransactionSet | null>;
  /** Whether it has brought what it was made for. */
  readonly isDone: boolean;
}

/** Bounded reads of one plan: at most one is made before the whole set is read. */
export class BoundedTransactions {
  readonly #options: BoundedOptions;
  #last: BoundedRead | null = null;
  /** The whole read behind the answer; `null` while none has been called for. */
  #behind: Promise<void> | null = null;
  #startBehind: () => void = () => {};
  readonly #closing = new AbortController();

  /** Makes the reads of a plan; nothing is read yet. */
  constructor(options: BoundedOptions) {
    this.#options = options;
    options.context.knowledge.onForget(() => {
      this.#last = null;
    });
  }

  /**
   * Gives the transactions since a day, where nothing is known of the plan's so far.
   *
   * @returns `null` where the whole set has to be read: for an older day, after a first bounded
   * read that does not hold any more, when the plan was restored, or where the other one of a
   * matched pair is missing.
   */
  async read(since: string, options: ReadOptions): Promise<TransactionSet | null> {
    const { moments, maxAgeMs, knowledge } = this.#options.context;
    const asked = moments.next();
    if (options.isFreshOnly === true || since < addDays(asked.utcDay, -MOST_DAYS)) return null;
    const last = this.#last;
    if (last === null || last.read.isAbandoned) {
      return await this.#start(since < asked.utcDay ? since : asked.utcDay, options);
    }
    const need = { asked, maxAgeMs, isFreshOnly: false };
    const isValid = last.since <= since && knowledge.isValidAfterWrites(last.began) &&
      (!last.isDone || isFreshEnough(last.began, need));
    return isValid ? await last.read.join(options.signal) : null;
  }

  /** Lets go of what was read: the whole set is known. */
  forget(): void {
    this.#last = null;
  }

  /** Resolves when the whole read behind an answer has ended, well or not. */
  async written(): Promise<void> {
    this.#startBehind();
    await this.#behind;
  }

  /** Ends the whole read behind an answer, and has none begin: it may take minutes. */
  close(): void {
    this.#closing.abort();
  }

  async #start(
    since: string,
    { signal, ...options }: ReadOptions,
  ): Promise<TransactionSet | null> {
    const began = this.#options.context.moments.next();
    const read: BoundedRead["read"] = new SharedRead((ended) =>
      this.#ask(since, { ...options, signal: ended }).then((found) => {
        if (found === null) return null;
        if (this.#last?.read === read) this.#last = { ...this.#last, isDone: true };
        this.#readBehind();
        return found;
      }, (error) => {
        // Whoever waited for it hears why; the next one asks again.
        if (this.#last?.read === read) this.#last = null;
        throw error;
      })
    );
    this.#last = { since, began, read, isDone: false };
    return await read.join(signal);
  }

  async #ask(since: string, options: ReadOptions): Promise<TransactionSet | null> {
    const { context, onRead } = this.#options;
    const { client, planId, knowledge, nextTurn } = context;
    const { isFreshOnly: _, areNamesEnough: __, ...how } = options;
    const { signal } = how;
    const began = await beginRead(context, signal);
    const seenBefore = knowledge.last;
    const load = new TransactionLoad();
    const sinceDate = addDays(since, -PAIR_DAYS);
    const answer = await client.getTransactions({ planId, sinceDate }, { ...how, intake: load });
    // Restored to an earlier state: the whole read sees to that.
    if (answer.server_knowledge < (seenBefore ?? 0)) return null;
    knowledge.validate(answer.server_knowledge, began);
    load.take(answer.transactions);
    const { parts } = await inTurns(load.laidOut(), { nextTurn, signal });
    onRead(parts);
    const chunks = parts.map(({ chunk }) => chunk);
    const list = new TransactionList(chunks);
    // Without its partner nobody can tell whether it counts.
    if (isPairParted(chunks, since)) return null;
    return {
      list,
      deletedIds: new Set(),
      get live(): readonly Transaction[] {
        return list.all;
      },
    };
  }

  /** Reads the whole set once the call has been answered. */
  #readBehind(): void {
    const { context, readWhole } = this.#options;
    const { over, end } = context.calls.whenNone();
    this.#startBehind = end;
    // One that fails leaves all as it was: whoever needs the whole set asks for it.
    this.#behind = over.then(() => readWhole(this.#closing.signal))
      .then(() => this.forget(), () => {});
  }
}

/** Whether a transaction since a day is matched to one that is not among these. */
function isPairParted(
  chunks: readonly TransactionChunk<Transaction>[],
  since: string,
): boolean {
  return chunks.some((chunk) => {
    const partners = chunk.column("matched_transaction_id");
    return partners.places.some((nth, place) => {
      const id = partners.value(nth);
      return typeof id === "string" && id !== "" && chunk.at(place).date >= since &&
        chunks.every((other) => other.placeOf(id) < 0);
    });
  });
}
