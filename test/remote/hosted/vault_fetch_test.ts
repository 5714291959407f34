import { assertEquals, assertRejects } from "@std/assert";
import { sharedGate } from "../../../remote/hosted/shared_gate.ts";
import { vaultFetch, type VaultFetchOptions } from "../../../remote/hosted/vault_fetch.ts";
import { SignedOutError } from "../../../remote/hosted/vault_tokens.ts";

const PLANS = "https://api.ynab.com/v1/plans";
const CHANGE = { method: "POST", body: "{}" };

type Tokens = VaultFetchOptions["tokens"];

const valid: Tokens = {
  current: () => Promise.resolve("token"),
  fresh: "token",
  replace: () => Promise.resolve(),
};
const failing = (error: Error): Tokens => ({ ...valid, current: () => Promise.reject(error) });

/** Fetches of users who share a gate, and the tokens sent to YNAB. */
function aFetch(answer: () => Response = () => new Response(null)): {
  readonly fetchOf: (user: string, tokens?: Tokens) => typeof globalThis.fetch;
  readonly sent: readonly (string | null)[];
} {
  const sent: (string | null)[] = [];
  const gate = sharedGate({ now: () => 0 });
  const fetch: typeof globalThis.fetch = (_, init) => {
    sent.push(new Headers(init?.headers).get("authorization"));
    return Promise.resolve(answer());
  };
  return { sent, fetchOf: (user, tokens = valid) => vaultFetch({ user, tokens, gate, fetch }) };
}

Deno.test("database failures and ended sign-ins don't count as YNAB failures", async () => {
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

Deno.test("replacing a token doesn't occupy slots or count as YNAB's failure, even if it fails or has to wait", async () => {
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

Deno.test("a request uses the token that is valid when its turn comes", async () => {
  const { fetchOf, sent } = aFetch();
  await fetchOf("one", { ...valid, fresh: "newer" })(PLANS);
  let nth = 0;
  const current = (): Promise<string> => Promise.resolve(`token ${++nth}`);
  // A token that is always about to expire is sent after the second attempt.
  await fetchOf("one", { ...valid, current, fresh: null })(PLANS);
  assertEquals(sent, ["Bearer newer", "Bearer token 2"]);
});
