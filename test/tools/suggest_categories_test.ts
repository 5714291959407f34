import { assertEquals, assertMatch } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

/** Ten dinners at the cafe and two uncategorized transactions. */
function history(): readonly StoredTransaction[] {
  const uses = Array.from({ length: 10 }, (_, at) =>
    aRow({
      id: idOf(`3${at}`),
      date: `2026-02-${String(at + 10)}`,
      amount: -20_000 - at * 100,
      payee_id: ids.cafe,
      category_id: ids.dining,
    }));
  return [
    ...uses,
    aRow({
      id: idOf("41"),
      date: "2026-03-10",
      amount: -20_500,
      payee_id: ids.cafe,
      memo: "lunch",
    }),
    aRow({
      id: idOf("42"),
      date: "2026-03-12",
      amount: -999_000,
      payee_id: ids.landlord,
      category_id: ids.uncategorized,
    }),
  ];
}

const cafeRow = {
  transaction_id: "00000041",
  date: "2026-03-10",
  amount: -20.5,
  payee: "Caf\u00e9 M\u00fcller",
  memo: "lunch",
  account: "Checking",
};

Deno.test("suggest_categories returns pending transactions, newest first, with suggestions from history", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [...history()] })] });
  const { structured } = await world.call("suggest_categories");
  const { pending, ...rest } = structured ?? {};
  const [rent, cafe] = pending as readonly Record<string, Record<string, unknown>>[];
  assertEquals(rent, {
    transaction_id: "00000042",
    date: "2026-03-12",
    amount: -999,
    payee: "Landlord",
    account: "Checking",
  } as never);
  const { confidence, ...suggestion } = cafe?.["suggestion"] ?? {};
  assertEquals({ ...cafe, suggestion } as unknown, {
    ...cafeRow,
    suggestion: {
      category_id: "000000c4",
      category: "Dining",
      uses: 10,
      last_used: "2026-02-19",
      because: "this payee, 10 times",
    },
  });
  assertEquals(Number(confidence) >= 0.9 && Number(confidence) < 1, true);
  assertEquals(rest, {
    pending_count: 2,
    suggested_count: 1,
    categories: [
      { category_id: "000000c1", name: "Rent", group: "Bills" },
      { category_id: "000000c2", name: "Power", group: "Bills" },
      { category_id: "000000c5", name: "Gifts", group: "Bills" },
      { category_id: "000000c3", name: "Gifts", group: "Fun" },
      { category_id: "000000c4", name: "Dining", group: "Fun" },
    ],
  });
});

Deno.test("only the first page from suggest_categories includes the list of possible categories", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [...history()] })] });
  const query = { limit: 1 };
  const first = await world.call("suggest_categories", query);
  const cursor = first.structured?.["next_cursor"];
  const second = await world.call("suggest_categories", { ...query, cursor });
  const rows = rowsOf(second, "pending");
  assertEquals(rows.map(({ transaction_id: id }) => id), ["00000041"]);
  assertEquals(second.structured?.["categories"], undefined);
});

Deno.test("suggest_categories omits suggestions below the requested confidence", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [...history()] })] });
  const args = { min_confidence: 1 };
  const { structured } = await world.call("suggest_categories", args);
  assertEquals([structured?.["pending_count"], structured?.["suggested_count"]], [2, 0]);
});

Deno.test("suggest_categories identifies the other side of a likely transfer", async () => {
  const sides = [
    aRow({ id: idOf("51"), date: "2026-03-01", amount: -300_000 }),
    aRow({ id: idOf("52"), date: "2026-03-03", amount: 300_000, account_id: ids.savings }),
  ];
  await using world = await aWorld({ plans: [household({ transactions: sides })] });
  const { structured } = await world.call("suggest_categories");
  const pending = rowsOf({ structured }, "pending");
  assertEquals(pending.map((row) => [row["transaction_id"], row["transfer_with"]]), [
    ["00000052", "00000051"],
    ["00000051", "00000052"],
  ]);
  assertEquals(structured?.["categories"], undefined);
});

const reasons: readonly (readonly [
  because: string,
  past: readonly Partial<StoredTransaction>[],
  waiting: Partial<StoredTransaction>,
])[] = [
  ["this payee, once", [{ payee_id: ids.cafe }], { payee_id: ids.cafe }],
  ["this payee, 2 of 3 times", [
    { payee_id: ids.cafe },
    { payee_id: ids.cafe },
    { payee_id: ids.cafe, category_id: ids.gifts },
  ], { payee_id: ids.cafe }],
  ["same bank description, once", [{ payee_id: ids.cafe, import_payee_name: "ACME SHOP" }], {
    import_payee_name: "ACME SHOP",
  }],
  ["paid to this payee, once", [{ payee_id: ids.cafe }], { payee_id: ids.cafe, amount: 20_000 }],
];
for (const [because, past, waiting] of reasons) {
  Deno.test(`suggest_categories explains a suggestion with "${because}"`, async () => {
    const transactions = [
      ...past.map((row, at) =>
        aRow({ id: idOf(`6${at}`), amount: -20_000, category_id: ids.dining, ...row })
      ),
      aRow({ id: idOf("71"), date: "2026-03-10", amount: -20_000, ...waiting }),
    ];
    await using world = await aWorld({ plans: [household({ transactions })] });
    const { structured, text } = await world.call("suggest_categories", { min_confidence: 0 });
    const [row] = rowsOf({ structured }, "pending");
    assertEquals((row?.suggestion as { readonly because: string }).because, because);
    assertMatch(text, new RegExp(`\\|${because}`));
  });
}

Deno.test("suggest_categories reports a count of 0 if no transactions need a category", async () => {
  await using world = await aWorld({ plans: [household({ transactions: [] })] });
  const { structured, text } = await world.call("suggest_categories");
  assertEquals([structured?.["pending_count"], structured?.["pending"]], [0, undefined]);
  assertMatch(text, /\npending: none$/);
});
