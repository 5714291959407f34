import { assertEquals, assertMatch } from "@std/assert";
import { aLine } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids, withRows } from "./_plan.ts";
import { type Answer, aWorld } from "./_world.ts";

/** A plan with a reimbursement and expenses marked for reimbursement by memo, flag or category. */
function withClaims(): ReturnType<typeof household> {
  const plan = household();
  const rows = [
    aRow({ id: idOf("f1"), date: "2026-01-10", amount: -90_000, memo: "Work trip" }),
    aRow({
      id: idOf("f2"),
      date: "2026-01-20",
      amount: -70_000,
      payee_id: ids.cafe,
      lines: [
        aLine({ id: idOf("f3"), amount: -25_000, memo: "work lunch", category_id: ids.dining }),
        aLine({ id: idOf("f4"), amount: -45_000, category_id: ids.power }),
      ],
    }),
    aRow({ id: idOf("f5"), date: "2026-02-01", amount: 90_000, memo: "from WORK" }),
  ];
  return { ...plan, transactions: [...plan.transactions, ...rows] };
}

async function answerFor(mark: string): Promise<Answer> {
  await using world = await aWorld({ profile: "complete", plans: [withClaims()] });
  return await world.call("list_reimbursements", { mark });
}

Deno.test("list_reimbursements matches words in memos, including the memos of a split transaction's lines", async () => {
  const { structured } = await answerFor("work");
  assertEquals(structured, {
    marked_by: "memo",
    totals: { out: 115, back: 90, open: 25, ahead: 0 },
    open: [{
      transaction_id: "000000f2",
      date: "2026-01-20",
      amount: 25,
      open: 25,
      payee: "Caf\u00e9 M\u00fcller",
      days: 54,
    }],
    settled: [{ transaction_ids: ["000000f1"], repaid_by: "000000f5", by: "exact" }],
  });
});

Deno.test("list_reimbursements matches by flag color and by category", async () => {
  const red = await answerFor("Red");
  assertEquals(red.structured?.["totals"], { out: 80.5, back: 0, open: 80.5, ahead: 0 });
  assertEquals(red.structured?.["marked_by"], "flag");
  const power = await answerFor("power");
  assertEquals(power.structured?.["totals"], { out: 45, back: 0, open: 45, ahead: 0 });
  assertEquals(power.structured?.["marked_by"], "category");
  const none = await answerFor("blue");
  assertEquals(none.structured?.["totals"], { out: 0, back: 0, open: 0, ahead: 0 });
});

Deno.test("list_reimbursements says how to see the rest of a long list", async () => {
  const lent = Array.from(
    { length: 900 },
    (_, at) =>
      aRow({ id: idOf(`e${at.toString().padStart(3, "0")}`), amount: -1000 - at, memo: "lent" }),
  );
  await using world = await aWorld({ profile: "complete", plans: [withRows(...lent)] });
  const { text } = await world.call("list_reimbursements", { mark: "lent" });
  assertMatch(
    text,
    /\nopen lists only \d+ of 900: use a flag, category or memo text that matches fewer transactions$/,
  );
});

Deno.test("list_reimbursements rejects an ambiguous category, and a memo or flag that no transaction has", async () => {
  const unknown = await answerFor("holiday");
  assertMatch(
    unknown.text,
    /^not_found: "holiday" is not a flag color or category, and no memo contains it: ask the user/,
  );
  assertMatch((await answerFor("Gifts")).text, /^invalid_input: .*Gifts/);
  assertMatch(
    (await answerFor("\u200b")).text,
    /^invalid_input: the mark has no visible characters/,
  );
  assertMatch((await answerFor("\u00b4")).text, /^not_found: "\u00b4" is not a flag color/);
});
