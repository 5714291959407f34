import { assertEquals, assertMatch } from "@std/assert";
import { aSchedule } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

/** The household with a duplicate payment and an unapproved payment. */
function aReviewedWorld(): Promise<World> {
  const records = household();
  const lunch = { payee_id: ids.cafe, category_id: ids.dining, approved: false };
  return aWorld({
    profile: "complete",
    plans: [{
      ...records,
      transactions: [
        ...records.transactions,
        aRow({ id: idOf("e5"), date: "2026-03-06", amount: -80_500, ...lunch }),
        aRow({ id: idOf("e6"), date: "2026-03-12", amount: -9_000, ...lunch }),
      ],
    }],
  });
}

Deno.test("review_transactions lists transactions with possible problems, most serious first, and counts those without problems", async () => {
  const { text } = await callIn(aReviewedWorld(), "review_transactions");
  assertEquals(text.split("\n"), [
    "count: 2 | clear_count: 1",
    "rows ($): transaction_id|date|amount|payee|account|category",
    "  reasons: code|detail",
    "000000e5|2026-03-06|-80.50|Caf\u00e9 M\u00fcller|Checking|Dining",
    "  possible_duplicate|same amount, payee and account as 00000073 on 2026-03-05",
    "00000078|2026-03-10|-20.00|Amazon|Checking",
    "  uncategorized|needs a category",
  ]);
});

Deno.test("review_transactions includes approved and older transactions when requested", async () => {
  const args = { unapproved_only: false, since: "2024-01-01" };
  const { structured } = await callIn(aReviewedWorld(), "review_transactions", args);
  const rows = rowsOf({ structured }, "rows");
  assertEquals(rows.some(({ transaction_id: id }) => id === "00000079"), true);
});

Deno.test("review_transactions lists each schedule on only one page, even if several have the same date and payee", async () => {
  const late = (id: string, amount: number): ReturnType<typeof aSchedule> =>
    aSchedule({
      ...{ id: idOf(id), account_id: ids.checking, payee_id: ids.landlord, amount },
      ...{ date_first: "2026-02-10", date_next: "2026-03-10" },
    });
  const scheduled = [late("e3", -3_000), late("e1", -1_000), late("e2", -2_000)];
  await using world = await aWorld({
    profile: "complete",
    plans: [household({ transactions: [], scheduled })],
  });
  const amounts: unknown[] = [];
  let cursor: unknown;
  do {
    const args = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const { structured } = await world.call("review_transactions", args);
    const rows = rowsOf({ structured }, "rows");
    amounts.push(...rows.map(({ amount }) => amount));
    cursor = structured?.["next_cursor"];
  } while (cursor !== undefined);
  assertEquals(amounts.toSorted(), [-1, -2, -3]);
});

Deno.test("review_transactions rejects a start date in the future", async () => {
  const { text } = await callIn(aReviewedWorld(), "review_transactions", { since: "2026-04-01" });
  assertMatch(text, /^invalid_input: `since` \(2026-04-01\) is after today \(2026-03-15\)/);
});

Deno.test("review_transactions doesn't compare payments with each other if they have no payee", async () => {
  const parking = Array.from({ length: 14 }, (_, at) =>
    aRow({
      id: idOf(`e${at}`),
      date: `2026-02-${String(at + 10)}`,
      amount: -30_000 - 500 * at,
      category_id: ids.gifts,
    }));
  const odd = { category_id: ids.dining, approved: false, amount: -4_500 };
  const again = { category_id: ids.gifts, approved: false, amount: parking[13]?.amount ?? 0 };
  const rowsFor = async (payee_id: string | null): Promise<unknown> => {
    const transactions = [
      ...parking.map((row) => ({ ...row, payee_id })),
      aRow({ id: idOf("f1"), date: "2026-03-10", ...odd, payee_id }),
      aRow({ id: idOf("f2"), date: "2026-02-24", ...again, payee_id }),
    ];
    await using world = await aWorld({
      profile: "complete",
      plans: [household({ transactions })],
    });
    const { structured } = await world.call("review_transactions");
    const rows = structured?.["rows"] as
      | undefined
      | readonly {
        readonly reasons: readonly { readonly code: string }[];
      }[];
    return rows?.map(({ reasons }) => reasons.map(({ code }) => code));
  };
  assertEquals(await rowsFor(ids.cafe), [
    ["possible_duplicate"],
    ["unusual_amount", "category_differs"],
  ]);
  assertEquals(await rowsFor(null), undefined);
});
