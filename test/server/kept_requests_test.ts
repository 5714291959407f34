import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Elicitation } from "../../server/change_binding.ts";
import { stateText } from "../tools/_confirm.ts";
import { aRow, idOf, ids, withRows } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";
import { aSession } from "./_session.ts";

const none = /^rate_limited: this call would exceed YNAB's limit of 200 requests an hour/u;
const flag = { plan_id: ids.plan, flags: [{ transaction_id: idOf("73"), color: "blue" }] };
const assign = { plan_id: ids.plan, month: "2026-03", category_id: "Dining", amount: 1 };

Deno.test("some of the requests that YNAB allows per hour are reserved for applying and verifying confirmed changes; they can't be used for previews", async () => {
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

Deno.test("the amounts available after a change are read at most once, without using reserved YNAB requests", async () => {
  const rows = ["61", "62"].map((id) =>
    aRow({ id: idOf(id), date: "2026-02-10", amount: -1_000, category_id: ids.dining })
  );
  const plans = [withRows(...rows)];
  await using world = await aWorld({ write: true, profile: "complete", maxAgeMs: 0, plans });
  const { requests } = world.upstream;
  const readsOf = async (tool: string, args: object): Promise<readonly unknown[]> => {
    const count = requests.length;
    const { structured } = await world.call(tool, args);
    const { status, message } = structured ?? {};
    const ids = requests.slice(count).map(({ operationId }) => operationId);
    return [
      status,
      /Available now: Dining/u.test(String(message)),
      ids.slice(ids.findIndex((id) => id?.startsWith("delete"))),
    ];
  };
  const [one, other] = await Promise.all(rows.map(async ({ id }) => {
    const args = { plan_id: ids.plan, transaction_ids: [id] };
    const { structured } = await world.call("delete_transactions", args);
    return { ...args, confirmation: structured?.["confirmation"] };
  }));
  assertEquals(await readsOf("delete_transactions", one ?? {}), [
    "applied",
    true,
    ["deleteTransaction", "getCategories"],
  ]);
  while (requests.length < 190) await world.call("list_accounts", { plan_id: ids.plan });
  assertEquals(await readsOf("delete_transactions", other ?? {}), [
    "applied",
    false,
    ["deleteTransaction"],
  ]);
});

Deno.test("some of the requests that YNAB allows per hour are reserved for applying a change confirmed in a form; they can't be used to show the form", async () => {
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
