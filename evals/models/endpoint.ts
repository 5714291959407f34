import type { Talk } from "./talk.ts";

/** Where a model answers. */
export interface Endpoint {
  /** Base address, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  /** Waits for some milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

const TRIES = 5;
const FIRST_WAIT_MS = 2_000;

/**
 * Sends a conversation and gives what came.
 *
 * @throws {Error} When the endpoint refuses, or is busy for too long.
 */
export async function post(endpoint: Endpoint, talk: Talk): Promise<unknown> {
  const body = JSON.stringify(talk.body());
  for (let attempt = 1;; attempt += 1) {
    const response = await endpoint.fetch(`${endpoint.url.replace(/\/$/u, "")}${talk.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...talk.headers(endpoint.key) },
      body,
    });
    if (response.ok) return await response.json();
    const told = (await response.text()).slice(0, 500);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === TRIES) {
      throw new Error(`The endpoint answered ${response.status}: ${told}`);
    }
    const seconds = Number(response.headers.get("retry-after"));
    await endpoint.wait(seconds > 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}
