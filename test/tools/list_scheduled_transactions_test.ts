import { assert, assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords, StoredScheduled } from "../../demo/model/records.ts";
import { aLine, aSchedule } from "../demo/_tiny_plan.ts";
import { household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

function scheduled(change: Partial<StoredScheduled>): StoredScheduled {
  return aSchedule({ account_id: ids.checking, date_first: "2026-03-20", ...change });
}

const LINES = [
  aLine({ amount: -60_000, category_id: ids.gifts }),
  aLine({ amount: -30_000, category_id: ids.dining }),
];

const SCHEDULES: readonly (readonly [next: string, amount: number, Partial<StoredScheduled>])[] = [
  ["2026-03-31", -1_000_000, {
    ...{ date_first: "2026-01-31", payee_id: ids.landlord, category_id: ids.rent, memo: "Flat 3" },
  }],
  ["2026-03-16", 1_500_000, {
    ...{ date_first: "2026-03-01", frequency: "twiceAMonth" },
    ...{ payee_id: ids.employer, category_id: ids.inflow },
  }],
  ["2026-03-20", -200_000, { payee_id: ids.toSavings, transfer_account_id: ids.savings }],
  ["2026-04-02", -90_000, { frequency: "never", payee_id: ids.amazon, lines: LINES }],
  ["2026-04-14", -12_345, {
    ...{ account_id: ids.visa, frequency: "yearly", category_id: ids.uncategorized },
  }],
  ["2026-04-15", -1_000, {}],
];

/**
 * Schedules: rent on the 31st, a paycheck twice a month, a transfer, a split, and one without a
 * category.
 */
function withSchedules(): PlanRecords {
  return household({
    scheduled: SCHEDULES.map(([date_next, amount, more], at) =>
      scheduled({ id: idOf(`e${at}`), date_next, amount, ...structuredClone(more) })
    ),
  });
}

async function answerFor(args: Args): Promise<Answer> {
  return await callIn(aWorld({ plans: [withSchedules()] }), "list_scheduled_transactions", args);
}

Deno.test("list_scheduled_transactions lists the next 30 days, one row per schedule, with totals that exclude transfers", async () => {
  const { text } = await answerFor({});
  assertEquals(text.split("\n"), [
    "total_in: $3000.00 | total_out: -$1102.35",
    "occurrences ($): dates|amount|payee|memo|account|category|frequency|transfer",
    "2026-03-16,2026-04-01|1500.00|Employer||Checking|Inflow: Ready to Assign|twiceAMonth",
    "2026-03-20|-200.00|Transfer : Savings||Checking||monthly|yes",
    "2026-03-31|-1000.00|Landlord|Flat 3|Checking|Rent|monthly",
    "2026-04-02|-90.00|Amazon||Checking||never",
    "2026-04-14|-12.35|||Visa||yearly",
  ]);
});

Deno.test("list_scheduled_transactions shows a transfer from the perspective of the requested account", async () => {
  const { text } = await answerFor({ account_ids: ["Savings"] });
  assertEquals(text.split("\n"), [
    "total_in: $0.00 | total_out: $0.00",
    "occurrences ($): dates|amount|payee|account|frequency|transfer",
    "2026-03-20|200.00|Transfer : Checking|Savings|monthly|yes",
  ]);
});

Deno.test("list_scheduled_transactions for an account includes split lines that transfer money to or from that account, except deleted lines", async () => {
  const lines = [
    aLine({ amount: 2_500_000, category_id: ids.rent }),
    aLine({ amount: 500_000, transfer_account_id: ids.savings }),
    aLine({ amount: 1, transfer_account_id: ids.savings, deleted: true }),
  ];
  const salary = scheduled({ id: idOf("e1"), date_next: "2026-03-20", amount: 3_000_000, lines });
  await using world = await aWorld({ plans: [household({ scheduled: [salary] })] });
  const seenFrom = async (args: Args): Promise<readonly unknown[]> => {
    const more = { ...args };
    const { structured = {} } = await world.call("list_scheduled_transactions", more);
    const [seen, ...others] = structured["occurrences"] as readonly Args[];
    return [seen?.["amount"], seen?.["payee"], others, structured["total_in"]];
  };
  assertEquals(await seenFrom({ account_ids: ["Savings"] }), [-500, "Transfer : Checking", [], 0]);
  // The total excludes the split line that transfers money.
  assertEquals(await seenFrom({}), [3_000, undefined, [], 2_500]);
});

Deno.test("list_scheduled_transactions includes overdue dates only if the requested period begins before today", async () => {
  const rent = { payee_id: ids.landlord, amount: -1_000_000 };
  const overdue = scheduled({ ...rent, date_first: "2025-12-12", date_next: "2026-03-12" });
  await using world = await aWorld({
    profile: "complete",
    plans: [household({ scheduled: [overdue] })],
  });
  const dates = async (args: Args = {}): Promise<readonly unknown[]> => {
    const { structured = {} } = await world.call("list_scheduled_transactions", args);
    const due = rowsOf({ structured }, "occurrences").flatMap((one) => one["dates"]);
    return [due, structured["total_out"]];
  };
  assertEquals(await dates(), [["2026-04-12"], -1_000]);
  const since = { since: "2026-03-01", until: "2026-04-14" };
  assertEquals(await dates(since), [["2026-03-12", "2026-04-12"], -2_000]);
  // get_upcoming_needs lists the overdue rent as a bill that is due today.
  const needs = await world.call("get_upcoming_needs", { month: "current" });
  assertEquals(rowsOf(needs, "bills").map(({ date }) => date), ["2026-03-15"]);
});

Deno.test("list_scheduled_transactions reports that nothing is due", async () => {
  const { structured, text } = await answerFor({ account_ids: ["House"] });
  assertEquals(structured, { total_in: 0, total_out: 0 });
  assertMatch(text, /\noccurrences: none$/);
});

testRefusals("list_scheduled_transactions", { world: () => aWorld({ plans: [withSchedules()] }) }, [
  [
    "until before since",
    { since: "2026-05-01", until: "2026-04-30" },
    /^invalid_input: `until` \(2026-04-30\) is before `since` \(2026-05-01\): swap them$/,
  ],
  [
    { until: "2026-03-14" },
    /^invalid_input: `until` \(2026-03-14\) is before `since` \(2026-03-15\)/,
  ],
  [
    "more than five years",
    { until: "2031-03-16" },
    /^invalid_input: `until` \(2031-03-16\) is more than 5 years after `since` \(2026-03-15\)/,
  ],
]);

Deno.test("list_scheduled_transactions accepts a range of five years, and dates up to 9999-12-31", async () => {
  const due = async (args: Args): Promise<readonly unknown[]> =>
    rowsOf(await answerFor(args), "occurrences").map(({ dates }) => dates);
  assert((await due({ until: "2031-03-15" })).length > 5);
  assertEquals(await due({ since: "9999-12-31" }), [["9999-12-31"]]);
  assertEquals(await due({ since: "9999-12-19", until: "9999-12-31", account_ids: ["Savings"] }), [
    ["9999-12-20"],
  ]);
});
