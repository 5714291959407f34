import { assertEquals } from "@std/assert";
import type { PlanNews } from "../../../sync/plan/plan_news.ts";
import {
  aCategory,
  aGroup,
  aMonth,
  anAccount,
  aPayee,
  aSchedule,
  aTransaction,
} from "../../_builders.ts";
import { aCopy, MAX_AGE_MS, PLAN_ID, settle, type TestCopy } from "../_copy.ts";

/** A copy, and all that it tells. */
function aTellingCopy(maxAgeMs = MAX_AGE_MS): TestCopy & { readonly heard: PlanNews[] } {
  const heard: PlanNews[] = [];
  const copied = aCopy({
    maxAgeMs,
    onNews: (planId, news) => {
      assertEquals(planId, PLAN_ID);
      heard.push(news);
    },
  });
  return { ...copied, heard };
}

/** Of what kinds of records news tell, besides when they were asked for. */
function kinds(news: PlanNews | undefined): readonly string[] {
  const { added: _, askedAt: __, isAfterChange: ___, ...told } = news ?? {} as PlanNews;
  return Object.keys(told).sort();
}

Deno.test("payees are told once for each time that they were found to be as they are", async () => {
  const { upstream, clock, plan, heard } = aTellingCopy();
  const cafe = aPayee({ id: "p", name: "Cafe" });
  upstream.answer("getPayees", { payees: [cafe], server_knowledge: 5 });
  await plan.payees();
  await plan.payees();
  assertEquals(heard.map(kinds), [["payees"]]);
  assertEquals([heard[0]?.payees?.get("p")?.name, heard[0]?.payees?.get("q")], ["Cafe", undefined]);
  assertEquals([heard[0]?.added, heard[0]?.askedAt], [null, clock.now()]);
  // Another list shows that the plan stands where it stood: nobody has asked for payees since.
  clock.advance(MAX_AGE_MS);
  upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
  await plan.accounts();
  await plan.payees();
  await plan.payees();
  assertEquals(heard.map(kinds), [["payees"], ["payees"]]);
  assertEquals(heard[1]?.askedAt, clock.now());
  clock.advance(MAX_AGE_MS);
  upstream.answer("getPayees", { payees: [{ ...cafe, deleted: true }], server_knowledge: 6 });
  await plan.payees();
  assertEquals([heard.length, heard[2]?.payees?.get("p")], [3, undefined]);
});

Deno.test("schedules are told once for each time that they were found to be as they are", async () => {
  const { upstream, clock, plan, heard } = aTellingCopy();
  const gym = aSchedule({ id: "s", memo: "gym" });
  const answer = (...all: readonly typeof gym[]): void =>
    upstream.answer("getScheduledTransactions", {
      scheduled_transactions: all,
      server_knowledge: 5,
    });
  answer(gym, aSchedule({ id: "gone", deleted: true }));
  await plan.scheduledTransactions();
  await plan.scheduledTransactions();
  assertEquals(heard.map(kinds), [["allSchedules", "schedules"]]);
  const [{ schedules, allSchedules, added } = {} as PlanNews] = heard;
  assertEquals([schedules?.get("s")?.memo, schedules?.get("gone"), added], [
    "gym",
    undefined,
    null,
  ]);
  assertEquals(allSchedules?.().map(({ id }) => id), ["s"]);
  clock.advance(MAX_AGE_MS);
  upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
  await plan.accounts();
  await plan.scheduledTransactions();
  clock.advance(MAX_AGE_MS);
  answer();
  await plan.scheduledTransactions();
  assertEquals(heard.length, 3);
});

Deno.test("categories are told by id and one after another, groups apart from them", async () => {
  const { upstream, plan, heard } = aTellingCopy();
  const food = aCategory({ id: "food", category_group_id: "living" });
  const gone = aCategory({ id: "gone", category_group_id: "living", deleted: true });
  upstream.answer("getCategories", {
    category_groups: [aGroup({ id: "living", categories: [food, gone] })],
    server_knowledge: 5,
  });
  await plan.categories();
  const [{ categories, allCategories, allGroups, added, ...others } = {} as PlanNews] = heard;
  assertEquals([heard.length, Object.keys(others).sort()], [1, ["askedAt", "isAfterChange"]]);
  assertEquals(["food", "gone", "living"].map((id) => categories?.get(id)?.id), [
    "food",
    undefined,
    undefined,
  ]);
  assertEquals([allCategories?.(), allGroups?.().map(({ id }) => id), added], [
    [food],
    ["living"],
    null,
  ]);
});

Deno.test("a month is told with its categories, and not again when it is read from the copy", async () => {
  const { upstream, plan, heard } = aTellingCopy();
  const food = aCategory({ id: "food", budgeted: 7 });
  upstream.answer("getPlanMonth", { month: aMonth({ month: "2024-03-01", categories: [food] }) });
  await plan.month("2024-03-01");
  await plan.month("2024-03-01");
  assertEquals(heard.map(kinds), [["month"]]);
  const { month, added } = heard[0] ?? {} as PlanNews;
  assertEquals([month?.month, month?.categories.get("food")?.budgeted, added], [
    "2024-03-01",
    7,
    null,
  ]);
  assertEquals(month?.categories.get("rent"), undefined);
});

Deno.test("accounts and totals of months are not told", async () => {
  const { upstream, plan, heard } = aTellingCopy();
  upstream.answer("getAccounts", { accounts: [anAccount()], server_knowledge: 5 });
  upstream.answer("getPlanMonths", { months: [], server_knowledge: 5 });
  await plan.accounts();
  await plan.monthSummaries();
  assertEquals(heard, []);
});

Deno.test("news say when they were asked for, and whether our last change came before", async () => {
  const { upstream, clock, plan, heard } = aTellingCopy();
  const began = clock.now();
  const held = upstream.hold("getTransactions");
  const reading = plan.transactions();
  await settle();
  clock.advance(5_000);
  held.give({ transactions: [aTransaction({ id: "t" })], server_knowledge: 5 });
  await reading;
  const [news] = heard;
  assertEquals([news?.askedAt, news?.isAfterChange(), news?.rows?.get("t")?.id], [
    began,
    true,
    "t",
  ]);
  await plan.takeWritten([]);
  assertEquals(news?.isAfterChange(), false);
  upstream.answer("getTransactions", { transactions: [], server_knowledge: 6 });
  await plan.transactions();
  assertEquals(heard.at(-1)?.isAfterChange(), true);
});

Deno.test("of a delta the rows are told that were not there before, and were not deleted", async () => {
  const { upstream, plan, heard } = aTellingCopy(0);
  const [known, written] = [aTransaction({ id: "known" }), aTransaction({ id: "written" })];
  const answer = (knowledge: number, ...rows: readonly typeof known[]): void =>
    upstream.answer("getTransactions", { transactions: rows, server_knowledge: knowledge });
  answer(5, known);
  await plan.transactions();
  await plan.takeWritten([{ transactions: [written] }]);
  answer(7, known, written, aTransaction({ id: "new" }), aTransaction({ id: "x", deleted: true }));
  await plan.transactions();
  answer(9);
  await plan.transactions();
  assertEquals(
    heard.map(({ added }) => added && { ...added, rows: added.rows.map(({ id }) => id) }),
    [null, { rows: ["new"], from: 5, to: 7 }, { rows: [], from: 7, to: 9 }],
  );
});
