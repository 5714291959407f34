import { assertEquals, assertMatch } from "@std/assert";
import { aSplitLine, aTransaction } from "../_builders.ts";
import { appliedRows, confirm, rowOf } from "./_confirm.ts";
import { household, idOf, ids, transferToHouse } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, type World } from "./_world.ts";

const args = {
  transaction_id: "00000073",
  lines: [
    { amount: -60.25, category_id: "dining", memo: "cake *and* bread" },
    { amount: -25, category_id: ids.gifts },
    { amount: 4.75, category_id: "Rent" },
  ],
};

function linesOf(world: World, id: string): readonly unknown[] {
  return (rowOf(world, id)?.lines ?? [])
    .map(({ amount, category_id, memo }) => [amount, category_id, memo]);
}

Deno.test("for a transaction in another month, split_transaction doesn't warn about overspending", async () => {
  const plan = household();
  const older = plan.transactions.map((row) =>
    row.id === idOf("73") ? { ...row, date: "2026-02-05" } : row
  );
  await using world = await aWorld({ write: true, plans: [{ ...plan, transactions: older }] });
  const { structured } = await world.call("split_transaction", args);
  assertEquals(structured?.["status"], "confirmation_required");
  assertEquals(structured?.["warnings"], undefined);
});

Deno.test("split_transaction creates exactly the previewed split lines", async () => {
  await using world = await aWorld({ write: true });
  const { preview, applied } = await confirm(world, "split_transaction", args);
  assertEquals(applied.structured, {
    status: "applied",
    confirmed_by: "code",
    message:
      "Split Caf\u00e9 M\u00fcller, 5 Mar into 3 lines. Available now: Rent $4.75, Fun/Gifts " +
      "-$45.00, Dining -$15.25. This can't be undone: YNAB's API can't change or rejoin split " +
      "lines; you would have to delete the transaction in the YNAB app and enter it again.",
    changes: appliedRows(preview),
  });
  assertEquals(linesOf(world, idOf("73")), [
    [-60_250, ids.dining, "cake *and* bread"],
    [-25_000, ids.gifts, null],
    [4750, ids.rent, null],
  ]);
});

Deno.test("split_transaction sends only the split lines", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "split_transaction", args);
  const body = JSON.parse(world.upstream.requests.at(-1)?.body ?? "") as {
    readonly transactions: readonly Readonly<Record<string, unknown>>[];
  };
  assertEquals(body.transactions.map((row) => Object.keys(row)), [["id", "subtransactions"]]);
});

Deno.test("split_transaction splits the budget side of a transfer to a tracking account", async () => {
  const plan = household();
  const transactions = [...plan.transactions, ...transferToHouse];
  await using world = await aWorld({ write: true, plans: [{ ...plan, transactions }] });
  const lines = [{ amount: -400, category_id: "Rent" }, { amount: -100, category_id: "Power" }];
  await confirm(world, "split_transaction", { transaction_id: "0000007b", lines });
  assertEquals(linesOf(world, idOf("7b")).length, 2);
});

Deno.test("split_transaction reports all validation errors at once", async () => {
  const lines = [
    { amount: -80, category_id: "Visa" },
    { amount: -0.5, category_id: "Inflow: Ready to Assign" },
    { amount: 0, category_id: "Old hobby" },
    { amount: 0.5, category_id: "No such" },
  ];
  const { text } = await callIn(aWorld({ write: true }), "split_transaction", { ...args, lines });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 6 rows were refused: " +
    "correct the following and call again",
    '"00000073": the lines add up to -$80.00, but the transaction is -$80.50: ' +
    "add the remaining -$0.50 to the lines",
    'line 1: category "Visa" is a credit card payment category, which YNAB funds automatically: ' +
    "choose another",
    'line 2: category "Inflow: Ready to Assign" is YNAB\'s income category, which ' +
    "split_transaction doesn't accept: choose another, or split the transaction in the YNAB app",
    "line 3: its amount is zero: omit the line",
    'line 3: category "Old hobby" is hidden: unhide it in the YNAB app, or choose another',
    'line 4: this plan has no category "No such": see list_category_groups',
  ]);
});

const ofAmounts = (...amounts: readonly number[]): Readonly<Record<string, unknown>> => ({
  lines: amounts.map((amount) => ({ amount, category_id: "Rent" })),
});

testRefusals("split_transaction", { args }, [
  [
    "lines that exceed the amount",
    ofAmounts(-60, -30.5),
    /: change the lines so that their total is \$10\.00 closer to zero$/,
  ],
  [
    "lines a milliunit short",
    ofAmounts(-60, -20.499),
    /\n"00000073": the lines add up to -\$80\.499, but the transaction is -\$80\.50: add the remaining -\$0\.001 to the lines$/,
  ],
  [
    "lines with the opposite sign",
    ofAmounts(60, 20.5),
    /\n"00000073": the lines add up to \$80\.50, but the transaction is -\$80\.50: give the lines the same sign as the transaction$/,
  ],
  [{ transaction_id: "00000074" }, /\n"00000074": it is split, .*: choose another transaction\n/],
  [{ transaction_id: "0000007a" }, /\n"0000007a": it is in a tracking account/],
  [{ transaction_id: "00000076" }, /\n"00000076": it is a transfer between budget acc/],
  [{ transaction_id: "ffffffff" }, /\n"ffffffff": this plan has no trans/],
]);

Deno.test("split_transaction reports that YNAB created lines other than those requested", async () => {
  await using world = await aWorld({ write: true });
  const subtransactions = [aSplitLine({ id: "l", amount: -80_500, category_id: null })];
  const transactions = [aTransaction({ id: idOf("73"), subtransactions })];
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 200, body } }]);
  const { applied } = await confirm(world, "split_transaction", args);
  assertEquals([applied.structured?.["status"], applied.structured?.["warnings"]], [
    "applied",
    [
      "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking: YNAB split it into different lines than " +
      "requested",
    ],
  ]);
});

Deno.test("split_transaction reports failure when YNAB created no lines", async () => {
  await using world = await aWorld({ write: true });
  const transactions = [aTransaction({ id: idOf("73") })];
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 200, body } }]);
  const { applied } = await confirm(world, "split_transaction", args);
  assertEquals([applied.isError, applied.structured], [true, undefined]);
  assertMatch(
    applied.text,
    /^rejected: YNAB didn't apply any part of ".*\n.*: YNAB did not split it$/,
  );
});
