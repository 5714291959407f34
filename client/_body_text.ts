/**
 * Reads the body of an answer, up to a size that no honest one has: a packed megabyte
 * may hold gigabytes.
 *
 * @module
 */

import type { LoadProgress } from "./load_progress.ts";

/** Three times the list of 100,000 transactions, in bytes after unpacking. */
export const MOST_BODY_BYTES = 256_000_000;
/** So much has to come before it is told again. */
const PROGRESS_BYTES = 1_000_000;
/** Read at once, at most. */
const READ_BYTES = 256 * 1_024;
/** A piece of a long list: some 300 transactions. */
const PIECE_BYTES = 192 * 1_024;

/**
 * A body that is too large to be read.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(new OversizedBody().name, "OversizedBody");
 * ```
 */
export class OversizedBody extends Error {
  override readonly name = "OversizedBody";

  /** Makes the error. */
  constructor() {
    super("The body is too large to be read");
  }
}

/** How a body is read. */
export interface BodyReading {
  /** Hears how much has come. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly mostBytes?: number;
}

/**
 * Reads a body as text.
 *
 * @param response The answer.
 * @param reading Who hears of it, and the size limit.
 * @returns The text.
 * @throws {OversizedBody} As soon as more has come; the rest is not asked for.
 *
 * @example
 * ```ts
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * assertEquals(await bodyText(new Response("four")), "four");
 * await assertRejects(() => bodyText(new Response("four"), { mostBytes: 3 }), OversizedBody);
 * ```
 */
export async function bodyText(response: Response, reading: BodyReading = {}): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of bodyPieces(response, { ...reading, ...IN_ONE_PIECE })) {
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** A reader is far cheaper than a stream that counts: most answers are short, and each pays it. */
const IN_ONE_PIECE = { pieceBytes: Infinity, nextTurn: (): Promise<void> => Promise.resolve() };

/** How a body is read piece by piece. */
export interface PieceReading extends BodyReading {
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Lets go of the event loop: awaited after each piece. */
  readonly nextTurn: () => Promise<void>;
  readonly pieceBytes?: number;
}

/**
 * Reads a body as it comes, and lets others have their turn after each piece.
 *
 * @param response The answer.
 * @param reading Who hears of it, the size limit, and what ends it.
 * @returns The bytes, no more of them at once than make a piece.
 * @throws {OversizedBody} As soon as more has come; the rest is not asked for.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const reading = { nextTurn: () => Promise.resolve(), pieceBytes: 3 };
 * const pieces = await Array.fromAsync(bodyPieces(new Response("four"), reading));
 * assertEquals(pieces.map(({ length }) => length), [3, 1]);
 * ```
 */
export async function* bodyPieces(
  response: Response,
  { onProgress, signal, nextTurn, mostBytes = MOST_BODY_BYTES, pieceBytes = PIECE_BYTES }:
    PieceReading,
): AsyncGenerator<Uint8Array> {
  const total = lengthOf(response);
  const reader = response.body === null ? null : pieceReader(response.body, pieceBytes);
  let bytes = 0;
  let toldAt = 0;
  let since = 0;
  try {
    for (;;) {
      const value = await reader?.read() ?? null;
      if (value === null) break;
      bytes += value.length;
      if (bytes > mostBytes) throw new OversizedBody();
      for (let from = 0; from < value.length; from += pieceBytes) {
        const part = value.subarray(from, from + pieceBytes);
        yield part;
        since += part.length;
        if (since < pieceBytes) continue;
        since = 0;
        await nextTurn();
        signal?.throwIfAborted();
      }
      if (bytes - toldAt < PROGRESS_BYTES) continue;
      toldAt = bytes;
      onProgress?.({ bytes, total });
    }
  } finally {
    // Of one that was read to its end nothing is left; of any other no more is asked for.
    reader?.cancel();
  }
}

/** Reads what has come of a body. */
interface PieceReader {
  /** The next piece, which holds until the one after it; `null` at the end. */
  read(): Promise<Uint8Array | null>;
  cancel(): void;
}

/** Reads a long answer into the same memory again and again, where it can be read so. */
function pieceReader(body: ReadableStream<Uint8Array>, pieceBytes: number): PieceReader {
  if (pieceBytes === Infinity) return plainReader(body);
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    return plainReader(body);
  }
  let room = new ArrayBuffer(READ_BYTES);
  return {
    async read(): Promise<Uint8Array | null> {
      const { done, value } = await reader.read(new Uint8Array(room));
      if (done || value === undefined) return null;
      room = value.buffer as ArrayBuffer;
      return value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function plainReader(body: ReadableStream<Uint8Array>): PieceReader {
  const reader = body.getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** How many bytes will come; `null` where that is not known. */
function lengthOf(response: Response): number | null {
  const length = Number(response.headers.get("content-length") ?? 0);
  // The length of a packed body is not that of what comes out of it.
  return length > 0 && !response.headers.has("content-encoding") ? length : null;
}
