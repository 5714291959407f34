/**
 * An incremental parser of a list of transactions: reads each record as soon as it has come.
 * Records that are written like those before are read straight into numbers; of any other one
 * `JSON.parse` makes a record, which is checked.
 *
 * @module
 */

import { TransactionChecks, UnreadableAnswer } from "./_answer.ts";
import { isRecord, parseJson } from "./_json.ts";
import { bracketsEnd, type JsonBytes, jsonRoom, ZEROS_BEHIND } from "./scan/json_bytes.ts";
import { RecordScanner } from "./scan/record_scanner.ts";
import type { Transaction } from "./wire/transaction.ts";
import type { TransactionIntake } from "./wire/transaction_intake.ts";

/** Room for what has come and is not read yet, at first. */
const FIRST_ROOM = 512 * 1_024;
/** A shorter list is parsed as one: to read it otherwise, code would have to be compiled first. */
const SHORT_LIST = 2_000_000;
/** Bytes that are read in one go, when more have been waiting. */
const AT_ONCE = 512 * 1_024;
/** A record of more bytes is not waited for: then the text is parsed as one. */
const LARGEST_RECORD = 1_000_000;
/** The list may begin later than this; then the text is parsed as one. */
const LONGEST_HEAD = 1_000;
/** Records that are handed out at once. */
const MOST_RECORDS = 256;

/** All that comes before the first record, as upstream writes it. */
const HEAD =
  /^\s*\{\s*"data"\s*:\s*\{\s*(?:"server_knowledge"\s*:\s*\d+\s*,\s*)?"transactions"\s*:\s*\[\s*(?=\{)/u;
/** A second list would take the place of the first. */
const SECOND_LIST = /"transactions"\s*:/u;
const [COMMA, OPEN_RECORD] = [0x2c, 0x7b];
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** How a list is read. */
export interface ListReading extends Pick<TransactionIntake, "take" | "takeRows"> {
  /** A list of fewer bytes is parsed as one; all that is longer is read as it comes. */
  readonly shortBytes?: number;
}

/** What has come; there may be room behind it. */
interface Come extends JsonBytes {
  until: number;
}

/** Reads the bytes of an answer piece by piece. */
export class StreamedList {
  readonly #intake: ListReading;
  readonly #checks = new TransactionChecks();
  readonly #scanner: RecordScanner | null;
  /** What comes before the list; `null` while it has not come, or where it is not as expected. */
  #head: string | null = null;
  #isWhole = false;
  #isBroken = false;
  #isBegun = false;
  /** What has come and was not read, with zeros behind it. */
  #json: Come = roomFor(FIRST_ROOM);
  #from = 0;
  #isLong = false;
  #records: Transaction[] = [];

  /** Makes a reader of one answer. */
  constructor(intake: ListReading) {
    this.#intake = intake;
    const areLinesSound = (lines: readonly unknown[]): boolean => this.#checks.areLinesSound(lines);
    this.#scanner = intake.takeRows === undefined ? null : new RecordScanner(areLinesSound);
  }

  /** Takes the next piece of the body, and hands out the records that are complete. */
  push(piece: Uint8Array): void {
    this.#append(piece);
    if (this.#isWhole) return;
    this.#isLong ||= this.#json.until >= (this.#intake.shortBytes ?? SHORT_LIST);
    if (!this.#isLong) return;
    if (this.#head === null) this.#findHead();
    if (this.#head !== null) this.#readRecords(AT_ONCE);
  }

  /**
   * Ends the body.
   *
   * @returns The data of the answer, with the transactions that have not been handed out.
   * @throws {UnreadableAnswer} When the whole of it is not what the operation answers.
   */
  end(): unknown {
    if (this.#head !== null && !this.#isWhole) this.#readRecords(Infinity);
    const rest = decoded(
      this.#json.bytes.subarray(this.#from, this.#json.until),
      this.#head !== null,
    );
    // A record that was read leaves a value in its place: behind it must stand what is allowed.
    const body = parseJson((this.#head ?? "") + (this.#isBegun ? "null" : "") + rest);
    const isSecond = this.#head !== null && SECOND_LIST.test(rest);
    if (!isRecord(body) || !isRecord(body.data) || isSecond || this.#isBroken) {
      throw new UnreadableAnswer(null);
    }
    const { transactions } = body.data;
    if (!this.#isBegun || !Array.isArray(transactions)) return this.#checks.end(body.data);
    const data = this.#checks.end({ ...body.data, transactions: transactions.slice(1) });
    this.#handOut();
    return data;
  }

  #append(piece: Uint8Array): void {
    const { bytes } = this.#json;
    if (this.#json.until + piece.length + ZEROS_BEHIND > bytes.length) {
      const waiting = bytes.subarray(this.#from, this.#json.until);
      const needed = waiting.length + piece.length;
      if (2 * needed > bytes.length) this.#json = roomFor(2 * needed);
      this.#json.bytes.set(waiting);
      [this.#from, this.#json.until] = [0, waiting.length];
    }
    const json = this.#json;
    json.bytes.set(piece, json.until);
    json.until += piece.length;
    json.bytes.fill(0, json.until, json.until + ZEROS_BEHIND);
  }

  #findHead(): void {
    const bytes = this.#json.bytes.subarray(this.#from, this.#json.until);
    const marks = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)
      ? BYTE_ORDER_MARK.length
      : 0;
    const text = String.fromCharCode(...bytes.subarray(marks, marks + LONGEST_HEAD));
    const [head] = HEAD.exec(text) ?? [];
    if (head === undefined) {
      this.#isWhole = bytes.length > LONGEST_HEAD;
      return;
    }
    this.#head = head;
    this.#from += marks + head.length;
  }

  #readRecords(mostBytes: number): void {
    const stop = this.#from + mostBytes;
    while (this.#from < stop) {
      const at = this.#nextRecord();
      if (at < 0) break;
      const end = this.#scanned(at);
      const after = end >= 0 ? end : this.#parsed(at);
      if (after < 0) break;
      this.#isBegun = true;
      this.#from = after;
    }
  }

  /** Where the next record begins; -1 where that has not come, or where no other one follows. */
  #nextRecord(): number {
    const bytes = this.#json.bytes;
    let at = this.#from;
    // As nearly all are written.
    if (this.#isBegun && bytes[at] === COMMA && bytes[at + 1] === OPEN_RECORD) return at + 1;
    if (this.#isBegun) {
      while (SPACES.has(bytes[at])) at++;
      if (bytes[at] !== COMMA) return -1;
      at += 1;
      while (SPACES.has(bytes[at])) at++;
    }
    return bytes[at] === OPEN_RECORD ? at : -1;
  }

  #scanned(at: number): number {
    const scanner = this.#scanner;
    if (scanner === null || !this.#checks.areSound) return -1;
    if (scanner.isFull) this.#handOut();
    const end = scanner.read(this.#json, at);
    if (end >= 0 && this.#records.length > 0) this.#handOutRecords();
    return end;
  }

  #parsed(at: number): number {
    const end = bracketsEnd(this.#json.bytes, at, this.#json.until);
    if (end < 0) {
      this.#isWhole = this.#json.until - at > LARGEST_RECORD;
      return -1;
    }
    const record = parseJson(decoded(this.#json.bytes.subarray(at, end), true));
    if (!isRecord(record)) {
      this.#isBroken = true;
      this.#isWhole = true;
      return -1;
    }
    const scanner = this.#scanner;
    if (scanner !== null && this.#checks.areSound) {
      this.#handOutRows();
      if (scanner.learn(record)) {
        const scanned = this.#scanned(at);
        if (scanned >= 0) return scanned;
      }
    }
    if (!this.#checks.pass([record])) return end;
    this.#records.push(record as unknown as Transaction);
    if (this.#records.length === MOST_RECORDS) this.#handOutRecords();
    return end;
  }

  #handOut(): void {
    this.#handOutRows();
    this.#handOutRecords();
  }

  #handOutRows(): void {
    const scanner = this.#scanner;
    if (scanner !== null && scanner.count > 0) this.#intake.takeRows?.(scanner.taken());
  }

  #handOutRecords(): void {
    if (this.#records.length === 0) return;
    this.#intake.take(this.#records);
    this.#records = [];
  }
}

function roomFor(length: number): Come {
  return { ...jsonRoom(length), until: 0 };
}

function decoded(bytes: Uint8Array, isWithin: boolean): string {
  return new TextDecoder("utf-8", { ignoreBOM: isWithin }).decode(bytes);
}
