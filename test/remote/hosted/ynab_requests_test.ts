import { assert, assertEquals, assertRejects } from "@std/assert";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { SignedOutError } from "../../../remote/hosted/vault_tokens.ts";
import {
  sharedGate,
  vaultFetch,
  type VaultFetchOptions,
} from "../../../remote/hosted/ynab_requests.ts";

const ACCOUNTS = new URL("https://api.ynab.com/v1/plans/some/accounts");
const ALL = new URL("https://api.ynab.com/v1/plans/some/transactions?since_date=1990-01-01");
const DELTA = new URL("https://api.ynab.com/v1/plans/some/transactions?last_knowledge_of_server=7");

interface TestedGate {
  readonly clock: { ms: number };
  readonly asked: (
    user: string,
    of?: { readonly url?: URL; readonly signal?: AbortSignal },
  ) => Promise<Response>;
  readonly answers: ((response: Response | Error) => void)[];
  readonly answered: (user: string, end: Response | Error) => Promise<string>;
  readonly turn: () => Promise<void>;
  readonly running: () => number;
}

/** Creates a request gate, a fake clock, and requests that the test answers. */
function aGate(): TestedGate {
  const clock = { ms: 0 };
  const gate = sharedGate(() => clock.ms);
  let running = 0;
  const answers: ((response: Response | Error) => void)[] = [];
  const asked = async (user: string, { url = ACCOUNTS, signal }: {
    readonly url?: URL;
    readonly signal?: AbortSignal;
  } = {}): Promise<Response> => {
    const request = { user, url, method: "GET", signal: signal ?? null };
    return await gate(request, () => {
      running += 1;
      const { promise, resolve } = Promise.withResolvers<Response | Error>();
      answers.push(resolve);
      return promise.then((end) => {
        running -= 1;
        if (end instanceof Error) throw end;
        return end;
      });
    });
  };
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  /** Sends a request, and immediately simulates YNAB's response or failure. */
  const answered = async (user: string, end: Response | Error): Promise<string> => {
    const asking = asked(user).then(({ status }) => `${status}`, ({ message }) => message);
    await turn();
    answers.pop()?.(end);
    return await asking;
  };
  return { clock, asked, answers, answered, turn, running: (): number => running };
}

Deno.test("a user whose requests stall occupies only 8 of the 64 request slots, and other users are served", async () => {
  const { asked, answers, turn, running, answered } = aGate();
  const all = Array.from({ length: 200 }, () => asked("slow"));
  await turn();
  assertEquals(running(), 8);
  assertEquals(await answered("other", new Response(null)), "200");
  all.push(...Array.from({ length: 100 }, (_, at) => asked(`user ${at}`)));
  await turn();
  assertEquals(running(), 64);
  while (answers.length > 0) {
    answers.pop()?.(new Response(null));
    await turn();
    assert(running() <= 64);
  }
  await Promise.all(all);
});

Deno.test("four users load all their transactions concurrently, each loading one plan at a time", async () => {
  const { asked, answers, turn, running } = aGate();
  const loads = ["a", "a", "b", "c", "d", "e"].map((user) => asked(user, { url: ALL }));
  await turn();
  assertEquals(running(), 4);
  const delta = asked("e", { url: DELTA });
  await turn();
  assertEquals(running(), 5);
  for (const answer of answers.splice(0)) answer(new Response("a plan"));
  await delta;
  await turn();
  // The next loads don't start, because the first loads' responses haven't been read yet.
  assertEquals(running(), 0);
  const [first, , third] = loads;
  await (await first)?.text();
  await (await third)?.body?.cancel();
  await turn();
  assertEquals(running(), 2);
  for (const answer of answers.splice(0)) answer(new Response(null));
  await Promise.all(loads);
});

Deno.test("a canceled request frees its slot or its place in the queue", async () => {
  const { asked, answers, turn, running } = aGate();
  const [cancel, cancelWaiting] = [new AbortController(), new AbortController()];
  const load = asked("a", { url: ALL, signal: cancel.signal });
  const waiting = asked("a", { url: ALL, signal: cancelWaiting.signal });
  const next = asked("a", { url: ALL });
  await turn();
  answers.pop()?.(new Response("a plan"));
  // The body of this response is never read.
  await load;
  await turn();
  assertEquals(running(), 0);
  cancelWaiting.abort();
  cancel.abort();
  await assertRejects(() => waiting, DOMException);
  await turn();
  assertEquals(running(), 1);
  answers.pop()?.(new Response(null));
  await next;
});

Deno.test("no requests are sent to YNAB for 30 seconds after ten failures in a row", async () => {
  const { clock, asked, answered } = aGate();
  for (let at = 0; at < 10; at++) {
    const end = at % 2 === 0 ? new Response(null, { status: 503 }) : new TypeError("refused");
    assertEquals(await answered(`user ${at % 3}`, end), at % 2 === 0 ? "503" : "refused");
  }
  const { message } = await assertRejects(() => asked("another"));
  assertEquals(message, "YNAB's API has failed repeatedly, so requests to it are suspended");
  clock.ms += 29_999;
  await assertRejects(() => asked("another"));
  const failedAt = clock.ms - 29_999;
  // The pause ends after 30 seconds, and also if the clock is set back to before the pause began.
  for (const ms of [failedAt - 1, failedAt + 30_000]) {
    clock.ms = ms;
    assertEquals(await answered("another", new Response(null)), "200");
  }
});

Deno.test("one user's failures and canceled calls don't block other users' requests", async () => {
  const { answered } = aGate();
  const canceled = new UpstreamError("The call was canceled", { code: "aborted" });
  for (let at = 0; at < 30; at++) {
    await answered("broken plan", new Response(null, { status: 500 }));
  }
  for (let at = 0; at < 30; at++) await answered(`user ${at}`, canceled);
  assertEquals(await answered("another", new Response(null)), "200");
});

const PLANS = "https://api.ynab.com/v1/plans";
const CHANGE = { method: "POST", body: "{}" };

type Tokens = VaultFetchOptions["tokens"];

const valid: Tokens = {
  current: () => Promise.resolve("token"),
  replace: () => Promise.resolve(),
};
const failing = (error: Error): Tokens => ({ ...valid, current: () => Promise.reject(error) });

/** Creates fetch functions for users who share a request gate, and records the tokens sent. */
function aFetch(answer: () => Response = () => new Response(null)): {
  readonly fetchOf: (user: string, tokens?: Tokens) => typeof globalThis.fetch;
  readonly sent: readonly (string | null)[];
} {
  const sent: (string | null)[] = [];
  const gate = sharedGate(() => 0);
  const fetch: typeof globalThis.fetch = (_, init) => {
    sent.push(new Headers(init?.headers).get("authorization"));
    return Promise.resolve(answer());
  };
  return { sent, fetchOf: (user, tokens = valid) => vaultFetch({ user, tokens, gate, fetch }) };
}

Deno.test("database failures and sign-ins that are no longer valid don't count as YNAB failures", async () => {
  const { fetchOf, sent } = aFetch();
  for (let nth = 0; nth < 20; nth++) {
    await assertRejects(() => fetchOf(`user ${nth}`, failing(new Error("no database")))(PLANS));
    const signedOut = await fetchOf(`user ${nth}`, failing(new SignedOutError("over")))(PLANS);
    assertEquals(signedOut.status, 401);
  }
  assertEquals((await fetchOf("another")(PLANS)).status, 200);
  assertEquals(sent, ["Bearer token"]);
});

Deno.test("requests that wait for a token don't occupy slots", async () => {
  const { fetchOf } = aFetch();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = Array.from(
    { length: 64 },
    (_, nth) => fetchOf(`user ${nth % 8}`, { ...valid, current: () => promise })(PLANS),
  );
  assertEquals((await fetchOf("another")(PLANS)).status, 200);
  resolve("token");
  await Promise.all(waiting);
});

Deno.test("replacing a rejected token doesn't occupy a slot or count as a YNAB failure, even if the replacement fails or has to wait", async () => {
  const { fetchOf, sent } = aFetch(() => new Response("expired", { status: 401 }));
  const rejecting = { ...valid, replace: () => Promise.reject(new Error("no database")) };
  for (let nth = 0; nth < 20; nth++) {
    await assertRejects(() => fetchOf(`user ${nth}`, rejecting)(PLANS));
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = [{}, CHANGE].flatMap((init) =>
    Array.from(
      { length: 8 },
      () => fetchOf("one", { ...valid, replace: () => promise })(PLANS, init),
    )
  );
  const change = await fetchOf("one", rejecting)(PLANS, CHANGE);
  assertEquals([change.status, await change.text()], [401, "expired"]);
  resolve();
  for (const response of await Promise.all(waiting)) await response.body?.cancel();
  assertEquals(new Set(sent), new Set(["Bearer token"]));
});

Deno.test("a request is sent with the token that is current when the request's turn comes, or with the last known token if the current one can't be read", async () => {
  const { fetchOf, sent } = aFetch();
  const left = ["expired", "newer", "last"];
  const current = (): Promise<string> => {
    const token = left.shift();
    return token === undefined ? Promise.reject(new Error("no database")) : Promise.resolve(token);
  };
  for (let nth = 0; nth < 2; nth++) await fetchOf("one", { ...valid, current })(PLANS);
  assertEquals(sent, ["Bearer newer", "Bearer last"]);
});
