import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appliedRows, confirm, rowOf, stateOf } from "./_confirm.ts";
import { aTransaction } from "../_builders.ts";
import { aRow, idOf, ids, transferToHouse, withRows } from "./_plan.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

Deno.test("apply_categories categorizes the budget side of a transfer to a tracking account", async () => {
  await using world = await aWorld({ write: true, plans: [withRows(...transferToHouse)] });
  const assignments = [{ transaction_id: "0000007b", category_id: "Rent" }];
  await confirm(world, "apply_categories", { assignments });
  assertEquals(rowOf(world, idOf("7b"))?.category_id, ids.rent);
});

const applied: readonly (readonly [
  changes: readonly (readonly [row: string, category: string | null])[],
  previewed: RegExp,
  message: string,
])[] = [
  [
    [["72", null], ["73", null]],
    /Remove the category of 2 transactions\?[^]*\n0{6}72\|2026-03-02 Landlord -\$1000\.00 Checking\|category\|Rent\|\(none\)\n/,
    "Removed the category of 2 transactions. Available now: Rent $1000.00, Dining $45.00.",
  ],
  [
    [["75", "Inflow: Ready to Assign"]],
    /\|Fun\/Gifts\|Inflow: Ready to Assign$/,
    "Changed the category of 1 transaction. Available now: Fun/Gifts -$30.00. " +
    "Ready to Assign has changed: get_monthly_summary shows the new amount.",
  ],
];

for (const [changes, previewed, message] of applied) {
  Deno.test(`apply_categories reports "${message}" and can be undone`, async () => {
    await using world = await aWorld({ write: true });
    const before = stateOf(world);
    const assignments = changes.map(([row, category_id]) => ({
      transaction_id: idOf(row),
      category_id,
    }));
    const { preview, applied } = await confirm(world, "apply_categories", { assignments });
    assertMatch(preview.text, previewed);
    const stays = "You can undo this until the server stops.";
    assertEquals(applied.structured?.["message"], `${message} ${stays}`);
    await confirm(world, "undo_operation");
    assertEquals(stateOf(world), before);
  });
}

Deno.test("apply_categories has nothing to do if there is no category to remove", async () => {
  // The second transaction's category is Uncategorized.
  const assignments = ["00000078", "00000079"]
    .map((transaction_id) => ({ transaction_id, category_id: null }));
  const { structured } = await callIn(aWorld({ write: true }), "apply_categories", { assignments });
  assertEquals(structured, {
    status: "nothing_to_do",
    message: "None of these transactions has a category",
  });
});

Deno.test("apply_categories lists the first 20 of many transactions and counts the rest", async () => {
  const many = Array.from(
    { length: 25 },
    (_, at) => aRow({ id: idOf(`9${10 + at}`), date: "2026-03-12", amount: -1_000 }),
  );
  await using world = await aWorld({ write: true, plans: [withRows(...many)] });
  const assignments = many.map(({ id }, at) => ({
    transaction_id: id,
    category_id: at < 22 ? "Rent" : "Dining",
  }));
  const { preview, applied } = await confirm(world, "apply_categories", { assignments });
  assertEquals(applied.structured?.["changes"], (appliedRows(preview) as unknown[]).slice(0, 20));
  assertStringIncludes(
    applied.text,
    "Only the first 20 of 25 are listed; the rest: category \u2192 Dining: 3 transactions, -$3.00; category " +
      "\u2192 Rent: 2 transactions, -$2.00.",
  );
});

Deno.test("apply_categories reports all validation errors at once", async () => {
  const inflows = [
    aRow({ id: idOf("91"), amount: 0 }),
    aRow({ id: idOf("92"), amount: 5_000, account_id: ids.visa }),
  ];
  const plans = [withRows(...transferToHouse, ...inflows)];
  await using world = await aWorld({ write: true, plans });
  const assignments = [
    ["ffffffff", "Rent"],
    ["00000072", "Gifts"],
    ["00000072", "Dining"],
    ["00000074", "Rent"],
    ["00000076", "Rent"],
    ["0000007a", "Rent"],
    ["0000007c", "Rent"],
    ["00000071", "Visa"],
    ["00000073", "Inflow: Ready to Assign"],
    ["00000075", "Uncategorized"],
    ["00000078", "Old hobby"],
    ["00000079", "No such"],
    ["00000091", ids.inflow],
    ["00000092", ids.inflow],
  ].map(([transaction_id, category_id]) => ({ transaction_id, category_id }));
  const { text } = await world.call("apply_categories", { assignments });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 14 rows were refused: " +
    "correct the following and call again",
    '"ffffffff": this plan has no transaction "ffffffff": see find_transactions',
    '"00000072": "Gifts" matches 2 category records: pass one of these ids; ' +
    "000000c5 Bills/Gifts; 000000c3 Fun/Gifts",
    '"00000072": it is listed twice: list it once',
    '"00000074": it is split, and split lines can only be changed in the YNAB app: ' +
    "omit it",
    `"00000076": it is a transfer between budget accounts, so it can't have a category: omit it`,
    `"0000007a": it is in a tracking account, whose transactions can't have a category: omit it`,
    `"0000007c": it is in a tracking account, whose transactions can't have a category: omit it`,
    '"00000071": category "Visa" is a credit card payment category, which YNAB funds automatically: ' +
    "choose another",
    '"00000073": it is an outflow, and "Inflow: Ready to Assign" is for inflows: ' +
    "omit it",
    '"00000075": category "Uncategorized" is a YNAB system category: choose another',
    '"00000078": category "Old hobby" is hidden: unhide it in the YNAB app, or choose another',
    '"00000079": this plan has no category "No such": see list_category_groups',
    '"00000091": its amount is zero, and "Inflow: Ready to Assign" is for inflows: omit it',
    '"00000092": its account is not a cash account, and "Inflow: Ready to Assign" is only for cash ' +
    "accounts: omit it",
  ]);
});

Deno.test("apply_categories reports transactions that YNAB silently left unchanged", async () => {
  await using world = await aWorld({ write: true });
  const assignments = ["78", "79"]
    .map((id) => ({ transaction_id: idOf(id), category_id: "Dining" }));
  const preview = await world.call("apply_categories", { assignments });
  const transactions = [
    aTransaction({ id: idOf("78"), category_id: ids.dining }),
    aTransaction({ id: idOf("79"), category_id: null }),
  ];
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 200, body } }]);
  const confirmation = preview.structured?.["confirmation"];
  const args = { assignments, confirmation };
  const { structured, isError } = await world.call("apply_categories", args);
  assertEquals([structured?.["status"], isError], ["partly", true]);
  assertEquals(rowsOf({ structured }).map(({ outcome }) => outcome), ["done", "not_done"]);
  assertEquals(structured?.["warnings"], [
    "2024-01-10 Amazon -$7.00 Checking: YNAB did not apply the new category",
  ]);
});
