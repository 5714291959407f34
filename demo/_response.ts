import { untilAborted } from "./_abort.ts";
import type { Answer, Outcome } from "./_answer.ts";

const NO_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Gives the response of an outcome.
 *
 * @throws {TypeError} For a cut connection, as `fetch` does.
 */
export async function responseOf(outcome: Outcome, signal: AbortSignal | null): Promise<Response> {
  switch (outcome.kind) {
    case "answer":
      return fullResponse(outcome.answer);
    case "cut":
      throw new TypeError("error sending request: connection closed before message completed");
    case "stall":
      return outcome.headersOf === null
        ? await untilAborted(new Promise<never>(() => {}), signal)
        : silentResponse(outcome.headersOf, signal);
  }
}

function fullResponse({ status, headers, body }: Answer): Response {
  return new Response(NO_BODY_STATUSES.has(status) ? null : streamOf(body), { status, headers });
}

/** One chunk when it is asked for: from a text, Deno makes a response of its own server at once. */
function streamOf(body: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller): void {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  }, { highWaterMark: 0 });
}

function silentResponse({ status, headers }: Answer, signal: AbortSignal | null): Response {
  const body = new ReadableStream({
    start(controller): void {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { status, headers });
}
