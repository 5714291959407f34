import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Elicitation } from "../../server/change_binding.ts";
import { stateOf } from "../tools/_confirm.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aWorld, type World } from "../tools/_world.ts";
import { aSession } from "./_session.ts";

const none = /^rate_limited: this call would exceed YNAB's limit of 200 requests an hour/u;
const flag = { plan_id: ids.plan, flags: [{ transaction_id: idOf("73"), color: "blue" }] };
const assign = { plan_id: ids.plan, month: "2026-03", category_id: "Dining", amount: 1 };

/** Reads until no more requests are available for reads. */
async function readAll(world: World): Promise<void> {
  for (let count = 0; count < 200; count++) {
    const { text } = await world.call("list_accounts", { plan_id: ids.plan });
    if (none.test(text)) return;
  }
  assert(false, "reads never reached the rate limit");
}

Deno.test("requests are reserved for confirmed changes but not for previews", async () => {
  await using world = await aWorld({ write: true, maxAgeMs: 0 });
  const { structured } = await world.call("flag_transactions", flag);
  await readAll(world);
  assertEquals(world.sent().length, 190);
  assertMatch((await world.call("flag_transactions", flag)).text, none);
  const confirmed = { ...flag, confirmation: structured?.["confirmation"] };
  const applied = await world.call("flag_transactions", confirmed);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
});

Deno.test("a change whose response was lost is verified even at the rate limit", async () => {
  await using world = await aWorld({ write: true, maxAgeMs: 0 });
  const { structured, text } = await world.call("set_category_budget", assign);
  assertEquals(structured?.["status"], "confirmation_required", text);
  await readAll(world);
  const before = stateOf(world);
  world.upstream.setFaults([{ operation: "updateMonthCategory", then: { cut: "after" } }]);
  const confirmed = { ...assign, confirmation: structured?.["confirmation"] };
  const applied = await world.call("set_category_budget", confirmed);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  assert(stateOf(world) !== before);
});

Deno.test("requests are reserved for a change confirmed in a form, but not for the form itself", async () => {
  const { call } = aSession({ maxAgeMs: 0 });
  const answering = (response: Elicitation["response"]): ReturnType<typeof call> =>
    call("flag_transactions", flag, { elicitation: { isSupported: true, response } });
  const { question } = await answering(null);
  for (let count = 0; count < 200; count++) await call("list_accounts");
  assertMatch((await answering(null)).text, none);
  const applied = await answering({
    code: question?.code ?? "",
    answered: "confirmed",
    by: "form",
  });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
});
