/**
 * The body of a write. Deno's `fetch` sends a request again by itself when a kept
 * connection is cut, and reports the second answer: a row created twice would look
 * like one. It can't do that with a stream, so every write has one, also an empty one.
 *
 * @module
 */

/** A body that can be sent once. */
export interface WriteBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Refuses to be read from now on, and tells whether the request may have left. It
   * can't have if nobody began to read what the request needs.
   */
  readonly seal: () => boolean;
}

/**
 * Makes a body.
 *
 * @param text Body text; empty for a request without one.
 * @returns A stream that is read only when the request is sent.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const body = writeBody("{}");
 *
 * assertEquals(await new Response(body.stream).text(), "{}");
 * assertEquals(body.seal(), true);
 * assertEquals(writeBody("{}").seal(), false);
 * ```
 */
export function writeBody(text: string): WriteBody {
  // A request without a body needs no reading: its head is all of it.
  let mayHaveLeft = text === "";
  let isSealed = false;
  const pull = (controller: ReadableStreamDefaultController): void => {
    if (isSealed) return controller.error(new Error("The request was given up"));
    mayHaveLeft = true;
    if (text !== "") controller.enqueue(new TextEncoder().encode(text));
    controller.close();
  };
  // A mark of 0: the default would pull at once, whether or not anyone reads.
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull }, { highWaterMark: 0 });
  return {
    stream,
    seal(): boolean {
      isSealed = true;
      return mayHaveLeft;
    },
  };
}
