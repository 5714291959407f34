import { assertEquals } from "@std/assert";
import { readsOf } from "../../../sync/plan/reads.ts";
import { aCopy, PLAN_ID } from "../_copy.ts";
import { assertEveryRead } from "../_every_read.ts";

const of = { planId: PLAN_ID };

Deno.test("readsOf() answers each covered read from the plan's copy", async () => {
  const { upstream, copy } = aCopy();
  await assertEveryRead(readsOf(copy, {}), upstream, PLAN_ID);
});

Deno.test("readsOf() makes every read as it was told to", async () => {
  const { upstream, copy } = aCopy();
  let requests = 0;
  const reads = readsOf(copy, { isFreshOnly: true, onRequest: () => requests++ });
  for (const knowledge of [5, 6]) {
    upstream.answer("getAccounts", { accounts: [], server_knowledge: knowledge });
    await reads.getAccounts(of);
  }
  assertEquals(requests, 2);
});
