import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Elicitation } from "../../server/change_binding.ts";
import { stateText } from "../tools/_confirm.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";
import { aSession } from "./_session.ts";

const none = /^rate_limited: this call would exceed YNAB's limit of 200 requests an hour/u;
const flag = { plan_id: ids.plan, flags: [{ transaction_id: idOf("73"), color: "blue" }] };
const assign = { plan_id: ids.plan, month: "2026-03", category_id: "Dining", amount: 1 };

Deno.test("requests are reserved for confirmed changes and their verification, but not for previews", async () => {
  await using world = await aWorld({ write: true, maxAgeMs: 0 });
  const codeOf = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
    (await world.call(tool, args)).structured?.["confirmation"];
  const flagged = { ...flag, confirmation: await codeOf("flag_transactions", flag) };
  const assigned = { ...assign, confirmation: await codeOf("set_category_budget", assign) };
  let last = "";
  for (let count = 0; count < 200 && !none.test(last); count++) {
    last = (await world.call("list_accounts", { plan_id: ids.plan })).text;
  }
  assertEquals(world.sent().length, 190, last);
  assertMatch((await world.call("flag_transactions", flag)).text, none);
  const applied = await world.call("flag_transactions", flagged);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const before = stateText(world);
  world.upstream.setFaults([{ operation: "updateMonthCategory", then: { cut: "after" } }]);
  const verified = await world.call("set_category_budget", assigned);
  assertEquals(verified.structured?.["status"], "applied", verified.text);
  assertNotEquals(stateText(world), before);
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
