import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appliedRows, confirm, rowOf, stateOf } from "./_confirm.ts";
import { aTransaction } from "../_builders.ts";
import { aRow, household, idOf, ids, transferToHouse } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const args = {
  plan_id: ids.plan,
  assignments: [
    { transaction_id: "00000078", category_id: "dining" },
    { transaction_id: idOf("79"), category_id: ids.gifts },
    { transaction_id: "00000075", category_id: "000000c5" },
  ],
};

Deno.test("apply_categories categorizes the budget side of a transfer to a tracking account", async () => {
  const plan = household();
  const transactions = [...plan.transactions, ...transferToHouse];
  await using world = await aWorld({ write: true, plans: [{ ...plan, transactions }] });
  const assignments = [{ transaction_id: "0000007b", category_id: "Rent" }];
  await confirm(world, "apply_categories", { plan_id: ids.plan, assignments });
  assertEquals(rowOf(world, idOf("7b"))?.category_id, ids.rent);
});

Deno.test("apply_categories removes categories, shows available amounts and can be undone", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const assignments = [
    { transaction_id: "00000072", category_id: null },
    { transaction_id: "00000073", category_id: null },
  ];
  const { preview, applied } = await confirm(world, "apply_categories", {
    plan_id: ids.plan,
    assignments,
  });
  assertMatch(preview.text, /message: Remove the category of 2 transactions\?/);
  assertMatch(
    preview.text,
    /\n0{6}72\|2026-03-02 Landlord -\$1000\.00 Checking\|category\|Rent\|\(none\)\n/,
  );
  assertEquals(
    String(applied.structured?.["message"]),
    "Removed the category of 2 transactions. Available now: Rent $1000.00, Dining $45.00. " +
      "You can undo this until the server stops.",
  );
  assertEquals(applied.structured?.["changes"], appliedRows(preview));
  assertEquals([idOf("72"), idOf("73")].map((id) => rowOf(world, id)?.category_id), [null, null]);
  await confirm(world, "undo_operation", { plan_id: ids.plan });
  assertEquals(stateOf(world), before);
});

Deno.test("apply_categories has nothing to do if there is no category to remove", async () => {
  await using world = await aWorld({ write: true });
  // The second transaction is in Uncategorized.
  const assignments = ["00000078", "00000079"]
    .map((transaction_id) => ({ transaction_id, category_id: null }));
  const { structured } = await world.call("apply_categories", { plan_id: ids.plan, assignments });
  assertEquals(structured, {
    status: "nothing_to_do",
    message: "None of these transactions has a category",
  });
});

Deno.test("apply_categories categorizes inflows as income and can be undone", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { preview, applied } = await confirm(world, "apply_categories", {
    plan_id: ids.plan,
    assignments: [{ transaction_id: "00000075", category_id: "Inflow: Ready to Assign" }],
  });
  assertMatch(preview.text, /\|Fun\/Gifts\|Inflow: Ready to Assign$/);
  assertEquals(
    String(applied.structured?.["message"]),
    "Changed the category of 1 transaction. Available now: Fun/Gifts -$30.00. " +
      "Ready to Assign has changed: get_monthly_summary shows the new amount. " +
      "You can undo this until the server stops.",
  );
  assertEquals(rowOf(world, idOf("75"))?.category_id, ids.inflow);
  await confirm(world, "undo_operation", { plan_id: ids.plan });
  assertEquals(stateOf(world), before);
});

Deno.test("apply_categories rejects income on outflows, zero amounts, cards and tracking accounts", async () => {
  const noIncome = [
    [{ amount: -5_000 }, "it is an outflow, and Inflow"],
    [{ amount: 0 }, "its amount is zero, and Inflow"],
    [{ amount: 5_000, account_id: ids.visa }, "its account is not a cash account, and Inflow"],
    [{ amount: 5_000, account_id: ids.house }, "it is in a tracking account, whose transactions"],
  ] as const;
  const rows = noIncome.map(([row], at) => aRow({ id: idOf(`9${at}`), ...row }));
  await using world = await aWorld({ write: true, plans: [household({ transactions: rows })] });
  const assignments = rows.map(({ id }) => ({ transaction_id: id, category_id: ids.inflow }));
  const { text } = await world.call("apply_categories", { plan_id: ids.plan, assignments });
  for (const [at, [, why]] of noIncome.entries()) {
    assertStringIncludes(text, `"${idOf(`9${at}`)}": ${why}`);
  }
});

Deno.test("apply_categories lists the first 20 of many transactions and counts the rest", async () => {
  const plan = household();
  const many = Array.from(
    { length: 25 },
    (_, at) =>
      aRow({ id: idOf(`9${String(at).padStart(2, "0")}`), date: "2026-03-12", amount: -1_000 }),
  );
  const transactions = [...plan.transactions, ...many];
  await using world = await aWorld({ write: true, plans: [{ ...plan, transactions }] });
  const assignments = many.map(({ id }, at) => ({
    transaction_id: id,
    category_id: at < 22 ? "Rent" : "Dining",
  }));
  const { preview, applied } = await confirm(world, "apply_categories", {
    plan_id: ids.plan,
    assignments,
  });
  assertEquals(applied.structured?.["changes"], (appliedRows(preview) as unknown[]).slice(0, 20));
  assertStringIncludes(
    applied.text,
    "The first 20 of 25; the rest: category \u2192 Dining: 3 transactions, -$3.00; category " +
      "\u2192 Rent: 2 transactions, -$2.00.",
  );
});

Deno.test("apply_categories reports all validation errors at once", async () => {
  const plan = household();
  const gone = aRow({ id: idOf("7d"), deleted: true });
  const transactions = [...plan.transactions, ...transferToHouse, gone];
  await using world = await aWorld({ write: true, plans: [{ ...plan, transactions }] });
  const assignments = [
    { transaction_id: "ffffffff", category_id: "Rent" },
    { transaction_id: "00000072", category_id: "Gifts" },
    { transaction_id: "00000072", category_id: "Dining" },
    { transaction_id: "00000074", category_id: "Rent" },
    { transaction_id: "00000076", category_id: "Rent" },
    { transaction_id: "0000007a", category_id: "Rent" },
    { transaction_id: "0000007c", category_id: "Rent" },
    { transaction_id: "00000071", category_id: "Visa" },
    { transaction_id: "00000073", category_id: "Inflow: Ready to Assign" },
    { transaction_id: "00000075", category_id: "Uncategorized" },
    { transaction_id: "00000078", category_id: "Old hobby" },
    { transaction_id: "00000079", category_id: "No such" },
  ];
  const { text } = await world.call("apply_categories", { plan_id: ids.plan, assignments });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 12 rows were refused: " +
    "correct the following and call again",
    '"ffffffff": this plan has no transaction "ffffffff": see find_transactions',
    '"00000072": "Gifts" matches 2 category records: pass one of these ids; ' +
    "000000c5 Bills/Gifts; 000000c3 Fun/Gifts",
    '"00000072": it is listed twice: keep one',
    '"00000074": it is split, and split lines can only be changed in the YNAB app: ' +
    "omit it",
    `"00000076": it is a transfer between budget accounts, which can't have a category: omit it`,
    `"0000007a": it is in a tracking account, whose transactions can't have a category: omit it`,
    `"0000007c": it is in a tracking account, whose transactions can't have a category: omit it`,
    '"00000071": category "Visa" is a credit card payment category, which YNAB funds automatically: ' +
    "choose another",
    '"00000073": it is an outflow, and Inflow: Ready to Assign is for inflows: ' +
    "omit it",
    '"00000075": category "Uncategorized" is YNAB\'s own: choose another',
    '"00000078": category "Old hobby" is hidden: unhide it in the YNAB app, or choose another',
    '"00000079": this plan has no category "No such": see list_category_groups',
  ]);
});

Deno.test("apply_categories reports transactions that YNAB silently left unchanged", async () => {
  await using world = await aWorld({ write: true });
  const assignments = args.assignments.slice(0, 2);
  const preview = await world.call("apply_categories", { plan_id: ids.plan, assignments });
  const transactions = [
    aTransaction({ id: idOf("78"), category_id: ids.dining }),
    aTransaction({ id: idOf("79"), category_id: null }),
  ];
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 200, body } }]);
  const confirmation = preview.structured?.["confirmation"];
  const { structured, isError } = await world.call("apply_categories", {
    plan_id: ids.plan,
    assignments,
    confirmation,
  });
  const changes = structured?.["changes"] as readonly { readonly outcome?: string }[];
  assertEquals([structured?.["status"], isError], ["partly", true]);
  assertEquals(changes.map(({ outcome }) => outcome), ["done", "not_done"]);
  assertEquals(structured?.["warnings"], [
    "2024-01-10 Amazon -$7.00 Checking: YNAB did not apply the new category",
  ]);
});
