/**
 * An incremental parser of a list of transactions: cuts the text into batches of whole records
 * and parses each with `JSON.parse`. A batch that parses ends where a record ends, as no other
 * cut leaves the brackets and quotes of JSON even: so no character needs to be looked at here.
 *
 * @module
 */

import { TransactionChecks, UnreadableAnswer } from "./_answer.ts";
import { isRecord, parseJson } from "./_json.ts";
import type { Transaction } from "./wire/transaction.ts";

/** Some 300 transactions, which are parsed and laid out within a few milliseconds. */
export const BATCH_CHARACTERS = 96 * 1_024;
/** Text that can't be cut for so many batches is parsed as one. */
const MOST_UNCUT = 16;
/** The list may begin later than this; then the text is parsed as one. */
const LONGEST_HEAD = 1_000;
/** Places that are tried for one cut: behind them may be lines of a split, or a text like one. */
const MOST_CUTS = 4;

/** All that comes before the first record, as upstream writes it. */
const HEAD =
  /^\s*\{\s*"data"\s*:\s*\{\s*(?:"server_knowledge"\s*:\s*\d+\s*,\s*)?"transactions"\s*:\s*\[\s*(?=\{)/u;
/** A second list would take the place of the first. */
const SECOND_LIST = /"transactions"\s*:/u;

/** How a list is read. */
export interface ListReading {
  /** Takes records that have passed the checks. */
  readonly take: (transactions: readonly Transaction[]) => void;
  readonly batchCharacters?: number;
}

/** Reads the text of an answer piece by piece. */
export class StreamedList {
  readonly #take: ListReading["take"];
  readonly #batch: number;
  readonly #checks = new TransactionChecks();
  /** What comes before the list; `null` while it has not come, or where it is not as expected. */
  #head: string | null = null;
  #isWhole = false;
  /** Text that waits: with a head it begins where a record does. */
  #rest = "";

  /** Makes a reader of one answer. */
  constructor({ take, batchCharacters = BATCH_CHARACTERS }: ListReading) {
    this.#take = take;
    this.#batch = batchCharacters;
  }

  /** Takes the next piece of the text, and hands out the records that are complete. */
  push(text: string): void {
    this.#rest += text;
    if (this.#isWhole) return;
    if (this.#head === null) this.#findHead();
    if (this.#head !== null && this.#rest.length >= this.#batch) this.#cutBatch();
  }

  /**
   * Ends the text.
   *
   * @returns The data of the answer, with the transactions that have not been handed out.
   * @throws {UnreadableAnswer} When the whole of it is not what the operation answers.
   */
  end(): unknown {
    const body = parseJson((this.#head ?? "") + this.#rest);
    const isSecond = this.#head !== null && SECOND_LIST.test(this.#rest);
    if (!isRecord(body) || !isRecord(body.data) || isSecond) throw new UnreadableAnswer(null);
    return this.#checks.end(body.data);
  }

  #findHead(): void {
    const [head] = HEAD.exec(this.#rest) ?? [];
    if (head === undefined) {
      this.#isWhole = this.#rest.length > LONGEST_HEAD;
      return;
    }
    this.#head = head;
    this.#rest = this.#rest.slice(head.length);
  }

  #cutBatch(): void {
    let cut = this.#rest.length;
    for (let tried = 0; tried < MOST_CUTS; tried++) {
      cut = placeOfCut(this.#rest, cut);
      if (cut < 0) break;
      const records = parseJson(`[${this.#rest.slice(0, cut)}]`);
      if (!Array.isArray(records)) continue;
      this.#rest = this.#rest.slice(cut + 1);
      if (this.#checks.pass(records)) this.#take(records as Transaction[]);
      return;
    }
    // Of what is no list of records nothing is handed out any more; the end tells what it is.
    this.#isWhole = this.#rest.length > this.#batch * MOST_UNCUT;
  }
}

/** A place between two objects before another one, most likely between two records; or -1. */
function placeOfCut(text: string, before: number): number {
  const cut = text.lastIndexOf(`},{"`, before - 2);
  if (cut < 0) return -1;
  const [opened, closed] = [text.lastIndexOf(`[{"`, cut), text.lastIndexOf("}]", cut)];
  // Among the lines of a split: the list of them begins behind the record before it.
  if (opened <= closed) return cut + 1;
  const outer = text.lastIndexOf(`},{"`, opened);
  return outer < 0 ? -1 : outer + 1;
}
