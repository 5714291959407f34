import { assert, assertEquals, assertMatch } from "@std/assert";
import { aRow, household, idOf, ids } from "../tools/_plan.ts";
import { aCategory, aLine, aSchedule } from "../demo/_tiny_plan.ts";
import { aWorld } from "../tools/_world.ts";

Deno.test("suggest_categories truncates its long list of categories but still returns a full page of transactions and a cursor", async () => {
  const plan = household();
  for (let at = 0; at < 700; at++) {
    const name = `Category number ${at} with a name that is rather long`;
    plan.categories.push(aCategory({ id: idOf(`e${at}`), name, category_group_id: ids.fun }));
  }
  for (let at = 0; at < 40; at++) plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -at }));
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { structured = {} } = await world.call("suggest_categories", { limit: 10 });
  assertEquals((structured["pending"] as readonly unknown[]).length, 10);
  assertMatch(
    String(structured["note"]),
    /^categories lists only \d+ of 7\d\d: list_category_groups/,
  );
  const cursor = structured["next_cursor"];
  const next = await world.call("suggest_categories", { limit: 10, cursor });
  assertEquals((next.structured?.["pending"] as readonly unknown[]).length, 10);
});

Deno.test("find_transactions truncates its page, and its cursor leads to the omitted transactions", async () => {
  const plan = household();
  const memo = "memo ".repeat(20);
  for (let at = 0; at < 300; at++) {
    const lines = [1, 2, 3].map((line) =>
      aLine({ id: idOf(`e${at}${line}`), amount: -1_000, memo, category_id: ids.dining })
    );
    plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -3_000, memo, lines }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan, fullIds: true });
  const seen: string[] = [];
  let cursor: unknown;
  do {
    const { structured = {} } = await world.call("find_transactions", { limit: 200, cursor });
    const page = structured["transactions"] as readonly { readonly transaction_id: string }[];
    if (cursor === undefined) {
      assertMatch(
        String(structured["note"]),
        /^transactions lists only \d+ of 200: pass next_cursor as cursor for the rest$/,
      );
    }
    seen.push(...page.map(({ transaction_id: id }) => id));
    cursor = structured["next_cursor"];
  } while (cursor !== undefined);
  assertEquals([seen.length, new Set(seen).size], Array(2).fill(plan.transactions.length));
});

Deno.test("list_scheduled_transactions suggests a shorter period when its response is too long", async () => {
  const plan = household();
  const schedule = { account_id: ids.checking, amount: -5_000, frequency: "daily" } as const;
  for (const id of ["e1", "e2", "e3"]) {
    plan.scheduled.push(aSchedule({ ...schedule, id: idOf(id), date_next: "2026-03-16" }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { text } = await world.call("list_scheduled_transactions", { until: "2031-03-01" });
  assertMatch(text, /occurrences lists only 1 of 3: use a shorter range$/);
});

Deno.test("a preview of many transactions shows the number and total of the omitted transactions", async () => {
  const plan = household();
  for (let at = 0; at < 700; at++) {
    plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -2_500, payee_id: ids.amazon }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan, write: true, fullIds: true });
  const { structured: found } = await world.call("list_accounts");
  const accounts = found?.["accounts"] as readonly Readonly<Record<string, unknown>>[];
  const checking = accounts.find(({ name }) => name === "Checking");
  const bank_balance = checking?.["cleared_balance"];
  const args = { account_id: "Checking", bank_balance };
  const { structured, text } = await world.call("reconcile_account", args);
  const note = String(structured?.["note"]);
  assertMatch(note, /^changes lists only \d+ of \d+: the rest are of the same kind: \d+ trans/);
  const shown = new Set(
    (structured?.["changes"] as readonly { readonly id: string }[]).map(({ id }) => id),
  );
  const rest = plan.transactions.filter(({ id, account_id, cleared }) =>
    account_id === ids.checking && cleared === "cleared" && !shown.has(id)
  );
  const sum = rest.reduce((all, { amount }) => all + amount, 0);
  const [, count, total] = /: (\d+) transactions, total -\$([\d.]+)$/.exec(note) ?? [];
  assertEquals([Number(count), Number(total) * -1000], [rest.length, sum]);
  assert(text.includes(note) && structured?.["confirmation"] !== undefined);
});

Deno.test("amounts near a trillion can be searched for and are shown to the cent", async () => {
  const plan = household();
  const amount = -899_999_999_999_990;
  plan.transactions.push(aRow({ id: "00000099-0000-4000-8000-000000000000", amount }));
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { structured } = await world.call("find_transactions", { amount: -899_999_999_999.99 });
  const [row] = structured?.["transactions"] as readonly { readonly amount: number }[];
  assertEquals([structured?.["count"], row?.amount], [1, -899_999_999_999.99]);
  const { text } = await world.call("find_transactions", { min_amount: -1e12, max_amount: -1e11 });
  assertEquals(text.includes("-899999999999.99"), true);
});
