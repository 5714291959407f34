import type { Clock } from "./_terminal.ts";

/** Messages that a client waits for at a start: the answer to `initialize`, and the tools. */
const ANSWERS_OF_A_START = 2;

/** How long a client may take to ask for the tools, in milliseconds. */
const LONGEST_WAIT_MS = 50;

/** What messages go out through. */
export interface Sending<Message extends readonly unknown[]> {
  send(...message: Message): Promise<void>;
}

/**
 * Has a transport tell once when a start is over: when the second message is sent, or 50
 * milliseconds after the first.
 */
export function tellingStart<
  Message extends readonly unknown[],
  Transport extends Sending<Message>,
>(
  transport: Transport & Sending<Message>,
  clock: Clock,
  onStarted: () => void,
): Transport {
  const send = transport.send.bind(transport);
  let answers = 0;
  let stopWaiting: (() => void) | null = null;
  const start = (): void => {
    if (stopWaiting === null) return;
    stopWaiting();
    stopWaiting = null;
    onStarted();
  };
  transport.send = async (...message) => {
    await send(...message);
    answers += 1;
    if (answers === 1) stopWaiting = clock.every(LONGEST_WAIT_MS, start);
    else if (answers === ANSWERS_OF_A_START) start();
  };
  return transport;
}
