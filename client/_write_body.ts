/** A body that can be sent once. */
export interface WriteBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Refuses to be read from now on, and tells whether the request may have left. It
   * can't have if nobody began to read what the request needs.
   */
  readonly seal: () => boolean;
}

/** Makes a body. */
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
