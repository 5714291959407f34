import { UpstreamError } from "../../client/upstream_error.ts";

/** Concurrent requests to YNAB of a process, and of one user. */
const REQUESTS = { most: 64, mostOfUser: 8 } as const;
/** Concurrent reads of all transactions, which take the most memory and time. */
const FIRST_LOADS = { most: 4, mostOfUser: 1 } as const;
/** Failures in a row after which YNAB counts as away. */
const FAILURES = 10;
/** How long it then isn't asked, in milliseconds. */
const AWAY_MS = 30_000;

/** A request to YNAB and the user it is for. */
export interface GatedRequest {
  readonly user: string;
  readonly url: URL;
  readonly method: string;
  readonly signal: AbortSignal | null;
}

/** What all vaults of a process share on their way to YNAB. */
export interface SharedGate {
  /** Runs a request in its turn, or rejects at once while YNAB is away. */
  readonly request: (request: GatedRequest, send: () => Promise<Response>) => Promise<Response>;
}

/** Limits concurrent requests, and stops asking while YNAB fails. */
export function sharedGate({ now }: { readonly now: () => number }): SharedGate {
  const requests = new Places(REQUESTS);
  const firstLoads = new Places(FIRST_LOADS);
  let failures = 0;
  /** Users whose requests failed: a plan that YNAB can't read says nothing about other plans. */
  const failing = new Set<string>();
  let awayUntil = 0;
  const refuseWhileAway = (): void => {
    if (now() < awayUntil) throw new TypeError("YNAB has failed repeatedly and isn't asked now");
  };
  const noteEnd = (user: string, isFailure: boolean): void => {
    if (!isFailure) {
      failures = 0;
      failing.clear();
      return;
    }
    failures += 1;
    failing.add(user);
    if (failures < FAILURES || failing.size < 2) return;
    awayUntil = now() + AWAY_MS;
    failures = 0;
    failing.clear();
  };
  return {
    async request(request, send): Promise<Response> {
      const { user, signal } = request;
      refuseWhileAway();
      const leaves = isFirstLoad(request) ? [await firstLoads.take(user, signal)] : [];
      leaves.push(await requests.take(user, signal));
      const leave = (): void => leaves.forEach((one) => one());
      let isSent = false;
      try {
        signal?.throwIfAborted();
        refuseWhileAway();
        isSent = true;
        const response = await send();
        noteEnd(user, response.status >= 500);
        return untilRead(response, leave);
      } catch (error) {
        leave();
        // A call that its user canceled says nothing about YNAB.
        if (isSent && !isCanceled(error)) noteEnd(user, true);
        throw error;
      }
    },
  };
}

function isFirstLoad({ url, method }: GatedRequest): boolean {
  return method === "GET" && url.pathname.endsWith("/transactions") &&
    !url.searchParams.has("last_knowledge_of_server");
}

/** The client aborts its requests with its own error, which tells a user from a timeout. */
function isCanceled(error: unknown): boolean {
  return error instanceof UpstreamError && error.code === "aborted";
}

/** Calls `done` when the response's body was read or dropped. */
function untilRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({ flush: done, cancel: done });
  return new Response(response.body.pipeThrough(passing), response);
}

interface Waiter {
  readonly user: string;
  readonly go: () => void;
}

/** Places that users wait for; no user can hold all of them. */
export class Places {
  readonly #most: number;
  readonly #mostOfUser: number;
  readonly #heldBy = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #held = 0;

  constructor({ most, mostOfUser }: { readonly most: number; readonly mostOfUser: number }) {
    this.#most = most;
    this.#mostOfUser = mostOfUser;
  }

  /**
   * Waits for a place, and returns what gives it back; calling that again has no effect. A signal
   * that is aborted later gives it back, too.
   */
  async take(user: string, signal?: AbortSignal | null): Promise<() => void> {
    if (this.#isFreeFor(user)) this.#hold(user);
    else await new Promise<void>((go) => this.#waiting.push({ user, go }));
    let isHeld = true;
    const leave = (): void => {
      signal?.removeEventListener("abort", leave);
      if (isHeld) this.#giveBack(user);
      isHeld = false;
    };
    signal?.addEventListener("abort", leave);
    return leave;
  }

  #isFreeFor(user: string): boolean {
    return this.#held < this.#most && (this.#heldBy.get(user) ?? 0) < this.#mostOfUser;
  }

  #hold(user: string): void {
    this.#held += 1;
    this.#heldBy.set(user, (this.#heldBy.get(user) ?? 0) + 1);
  }

  #giveBack(user: string): void {
    this.#held -= 1;
    const left = (this.#heldBy.get(user) ?? 1) - 1;
    if (left === 0) this.#heldBy.delete(user);
    else this.#heldBy.set(user, left);
    const at = this.#waiting.findIndex((one) => this.#isFreeFor(one.user));
    if (at < 0) return;
    const [next] = this.#waiting.splice(at, 1);
    if (next === undefined) return;
    // Before it goes on, so that no other user takes the place.
    this.#hold(next.user);
    next.go();
  }
}
