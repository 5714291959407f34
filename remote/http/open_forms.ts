import type { AskInCall } from "../../server/asker.ts";

/** The most forms of one principal at once: an answer needs a free place among its calls. */
const MOST_OF_ONE = 8;

/** How long an answer is waited for, in milliseconds: as long as a preview holds. */
const MOST_WAIT_MS = 600_000;

/** Who is asked. */
export interface AskedCaller {
  readonly principal: string;
  readonly session: string;
}

interface OpenForm extends AskedCaller {
  readonly callId: string | number;
  readonly settle: (result: unknown) => void;
}

/** The forms that are open. */
export class OpenForms {
  readonly #open = new Map<string, OpenForm>();
  #isClosed = false;

  /** Shows a form. */
  async ask(
    caller: AskedCaller,
    { callId, signal, send }: Parameters<AskInCall>[0],
  ): Promise<unknown> {
    const ofOne = [...this.#open.values()].filter((one) => one.principal === caller.principal);
    if (this.#isClosed || signal.aborted || ofOne.length >= MOST_OF_ONE) return undefined;
    const id = crypto.randomUUID();
    const { promise, resolve: settle } = Promise.withResolvers<unknown>();
    const giveUp = (): void => settle(undefined);
    const timer = setTimeout(giveUp, MOST_WAIT_MS);
    signal.addEventListener("abort", giveUp, { once: true });
    this.#open.set(id, { ...caller, callId, settle });
    try {
      await send(id);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      this.#open.delete(id);
    }
  }

  /** Takes an answer. */
  answer(principal: string, id: unknown, result: unknown): boolean {
    const form = this.#open.get(String(id));
    if (form?.principal !== principal) return false;
    form.settle(result);
    return true;
  }

  /** Ends the forms of a call that its client has given up. */
  cancel({ principal, session }: AskedCaller, callId: unknown): void {
    for (const form of this.#open.values()) {
      const isMeant = form.principal === principal && form.session === session &&
        form.callId === callId;
      if (isMeant) form.settle(undefined);
    }
  }

  /** Ends all forms without an answer, and opens none any more. */
  close(): void {
    this.#isClosed = true;
    for (const { settle } of this.#open.values()) settle(undefined);
  }
}
