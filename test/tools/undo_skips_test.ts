import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aLine, anAccount } from "../demo/_tiny_plan.ts";
import { apply, confirm, editRecord, leftAlone, rowOf } from "./_confirm.ts";
import { aRow, household, householdSchedules, idOf, ids } from "./_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const categorized = {
  assignments: [
    { transaction_id: "00000073", category_id: "Power" },
    { transaction_id: "00000075", category_id: "Power" },
  ],
};

Deno.test("if one transaction's old category has been deleted, undo_operation still restores the other transactions", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "apply_categories", categorized);
  editRecord(world, "categories", ids.dining, { deleted: true });
  const { preview } = await apply(world, "undo_operation");
  assertEquals(leftAlone(preview), [["00000073", "its former category has been deleted"]]);
  const categories = ["73", "75"].map((id) => rowOf(world, idOf(id))?.category_id);
  assertEquals(categories, [ids.power, ids.gifts]);
});

Deno.test("undo_operation skips a category whose old group was deleted", async () => {
  await using world = await aWorld({ write: true });
  const moved = { category_id: "Dining", group_id: "Bills" };
  await confirm(world, "update_category", moved);
  editRecord(world, "groups", ids.fun, { deleted: true });
  const undo = await world.call("undo_operation");
  assertEquals(undo.structured?.["status"], "nothing_to_do");
  assertEquals(leftAlone(undo).map(([, reason]) => reason), ["its former group has been deleted"]);
});

Deno.test("undo_operation doesn't restore a scheduled transfer until its original account is reopened", async () => {
  const plans = [household({ scheduled: [...householdSchedules] })];
  await using world = await aWorld({ write: true, profile: "complete", plans });
  const close = (closed: boolean): void => editRecord(world, "accounts", ids.savings, { closed });
  close(true);
  const elsewhere = { scheduled_id: "00000092", transfer_to_account_id: "Visa" };
  await confirm(world, "edit_scheduled_transaction", elsewhere);
  const undo = await world.call("undo_operation");
  assertEquals(undo.structured?.["status"], "nothing_to_do");
  const reason = "its account is closed or deleted: if closed, reopen it in the YNAB app first";
  assertEquals(leftAlone(undo), [["00000092", reason]]);
  close(false);
  await confirm(world, "undo_operation");
  const { scheduled = [] } = world.upstream.snapshot()[0] ?? {};
  const ours = scheduled.find(({ id }) => id === idOf("92"));
  assertEquals(ours?.transfer_account_id, ids.savings);
});

for (const [field, value] of [["amount", -21], ["date", "2026-03-09"], ["account_id", "Visa"]]) {
  Deno.test(`undo_operation skips the ${field} of a transaction that was split afterward, and explains why`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    const transaction_id = "00000078";
    const edited = { transaction_id, [String(field)]: value };
    const { applied } = await confirm(world, "edit_transaction", edited);
    const amount = (rowOf(world, idOf("78"))?.amount ?? 0) / 1000;
    const lines = [-5, amount + 5].map((part) => ({ amount: part, category_id: "Dining" }));
    await confirm(world, "split_transaction", { transaction_id, lines });
    const { operation_id } = applied.structured ?? {};
    const undo = await world.call("undo_operation", { operation_id });
    assertEquals(undo.structured?.["status"], "nothing_to_do", undo.text);
    const reason =
      "it was split later, and YNAB's API can't change the date, amount or account of " +
      "a split transaction";
    assertEquals(leftAlone(undo), [[transaction_id, reason]]);
  });
}

Deno.test("undo_operation's preview says how many transactions are skipped and why", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", {
    flags: ["72", "74", "75"].map((id) => ({ transaction_id: idOf(id), color: "red" })),
  });
  for (const id of ["72", "74"]) {
    editRecord(world, "transactions", idOf(id), { flag_color: "green" });
  }
  const { structured } = await world.call("undo_operation");
  assertEquals(
    structured?.["message"],
    'Undo "Change the flag of 3 transactions": 1 of 3 transactions; 2 skipped because they ' +
      "were changed later? Nothing has been written yet. When the user agrees, repeat the same " +
      "call with this confirmation",
  );
});

Deno.test("undo_operation skips transactions that the user may already have approved", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  world.pass(31);
  editRecord(world, "transactions", idOf("78"), { approved: true });
  const { structured } = await world.call("approve_transactions", {
    transaction_ids: [idOf("78"), idOf("79")],
  });
  assertEquals([structured?.["status"], structured?.["operation_id"]], ["applied", undefined]);
  assertStringIncludes(
    String(structured?.["message"]),
    "this server hadn't read the transactions immediately before this approval, so it is unknown which of them were already " +
      "approved",
  );
  const undo = await world.call("undo_operation");
  assertMatch(undo.text, /^invalid_input: "Approve 2 transactions" can't be undone: /);
  assertEquals(rowOf(world, idOf("78"))?.approved, true);
});

Deno.test("undo_operation can unapprove transactions that were read right before the approval, even if they were read for a different change", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "apply_categories", {
    assignments: [{ transaction_id: idOf("78"), category_id: "Power" }],
  });
  const args = { transaction_ids: [idOf("78")] };
  const { structured } = await world.call("approve_transactions", args);
  assertEquals(typeof structured?.["operation_id"], "string");
  await confirm(world, "undo_operation");
  assertEquals(rowOf(world, idOf("78"))?.approved, false);
});

const movedElsewhere: readonly (readonly [
  where: string,
  change: Partial<PlanRecords["transactions"][number]>,
  reason: string | null,
])[] = [
  ["in another budget account", { account_id: ids.savings }, null],
  [
    "in a tracking account",
    { account_id: ids.house },
    "it is now in a tracking account, where it can't have a category",
  ],
  ["a transfer to a tracking account", {
    ...{ payee_id: ids.toHouse, transfer_account_id: ids.house },
    transfer_transaction_id: idOf("7a"),
  }, null],
  ["a transfer between budget accounts", {
    ...{ payee_id: ids.toSavings, transfer_account_id: ids.savings },
    transfer_transaction_id: idOf("77"),
  }, "it is now a transfer between budget accounts, so it can't have a category"],
];

for (const [where, change, reason] of movedElsewhere) {
  const verb = reason === null ? "restores" : "doesn't restore";
  Deno.test(`undo_operation ${verb} the category of a transaction that is now ${where}`, async () => {
    await using world = await aWorld({ write: true });
    const assignments = categorized.assignments.map((one) => ({ ...one, category_id: null }));
    await confirm(world, "apply_categories", { assignments });
    editRecord(world, "transactions", idOf("73"), change);
    const { preview } = await apply(world, "undo_operation");
    assertEquals(leftAlone(preview), reason === null ? [] : [["00000073", reason]]);
    const restored = [idOf("73"), idOf("75")].map((id) => rowOf(world, id)?.category_id);
    assertEquals(restored, [reason === null ? ids.dining : null, ids.gifts]);
  });
}

Deno.test("undo_operation doesn't restore the category of a transaction that was moved to a new tracking account", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  const assignments = categorized.assignments.map((one) => ({ ...one, category_id: null }));
  await confirm(world, "apply_categories", { assignments });
  const id = idOf("acc9");
  world.upstream.edit((plan) => {
    plan.accounts.push(anAccount({ id, name: "Stocks", type: "otherAsset", on_budget: false }));
  });
  editRecord(world, "transactions", idOf("73"), { account_id: id });
  const { preview } = await apply(world, "undo_operation");
  const reason = "it is now in a tracking account, where it can't have a category";
  assertEquals(leftAlone(preview), [["00000073", reason]]);
});

const entered = {
  account_id: "Checking",
  transactions: [
    { date: "2026-03-14", amount: -5, payee_name: "Baker" },
    { date: "2026-03-14", amount: -6, payee_name: "Butcher" },
  ],
};

const edits: readonly (readonly [
  change: Partial<PlanRecords["transactions"][number]>,
  reason: string,
])[] = [
  [{ flag_color: "blue" }, "flag changed later"],
  [{ memo: "mine" }, "memo changed later"],
  [{ category_id: ids.power }, "category changed later"],
  [{ payee_id: ids.cafe }, "payee changed later"],
  [{ approved: true }, "approved changed later"],
  [{ date: "2026-03-13" }, "date changed later"],
  [{ amount: -5_500 }, "amount changed later"],
  [{ cleared: "cleared" }, "cleared changed later"],
  [{ account_id: ids.savings }, "account changed later"],
  [
    {
      lines: [-2_000, -3_000].map((amount) => aLine({ amount, category_id: ids.power })),
    },
    "split lines, category changed later",
  ],
];

Deno.test("undo_operation keeps created transactions that the user has edited since", async () => {
  await using world = await aWorld({ write: true, fullIds: true });
  const transactions = [...edits, null].map((_, at) => ({ date: "2026-03-14", amount: -5 - at }));
  const { applied } = await confirm(world, "create_transactions", { ...entered, transactions });
  const created = [...new Set(rowsOf<{ readonly id: string }>(applied).map(({ id }) => id))];
  for (const [at, [change]] of edits.entries()) {
    editRecord(world, "transactions", created[at] ?? "", change);
  }
  const undone = await apply(world, "undo_operation");
  assertEquals(
    leftAlone(undone.preview).map(([id, reason]) => [created.indexOf(String(id)), reason]),
    edits.map(([, reason], at) => [at, reason]),
  );
  const deleted = created.filter((id) => rowOf(world, id)?.deleted === true);
  assertEquals(deleted, created.slice(edits.length));
});

for (
  const [isLost, reason] of [[false, "cleared changed later"], [true, "it is reconciled"]] as const
) {
  const what = isLost ? "created without a response" : "created";
  Deno.test(`undo_operation keeps a transfer that was ${what} and whose other side was reconciled`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    const then = { cut: "after" } as const;
    world.upstream.setFaults(isLost ? [{ operation: "createTransaction", then }] : []);
    await confirm(world, "create_transfer", {
      ...{ from_account_id: "Checking", to_account_id: "Savings" },
      ...{ date: "2026-03-14", amount: 5 },
    });
    world.upstream.setFaults([]);
    world.upstream.edit(({ transactions }) => {
      for (const row of transactions) if (row.amount === 5_000) row.cleared = "reconciled";
    });
    const undo = await world.call("undo_operation");
    assertEquals(undo.structured?.["status"], "nothing_to_do", undo.text);
    assertEquals(leftAlone(undo).map(([, reason]) => reason), [
      "it can be undone only together with another part of this change, which can't be undone now",
      reason,
    ]);
  });
}

const old = aRow({ id: idOf("61"), date: "2021-03-15", amount: -1_000, category_id: ids.rent });

/** Starts a server whose plan has a transaction that will be over 5 years old tomorrow. */
function anAgingWorld(): Promise<World> {
  const plans = [household({ transactions: [...household().transactions, old] })];
  return aWorld({ write: true, profile: "complete", plans, today: undefined });
}

/**
 * What happened after a change, and the reason that undo gives for skipping the transaction ("" if
 * it isn't skipped).
 */
const later: readonly (readonly [
  what: string,
  change: readonly [tool: string, args: object],
  happen: (world: World) => void,
  reason: string,
])[] = [
  [
    "deleted",
    ["apply_categories", { assignments: [{ transaction_id: "00000078", category_id: "Power" }] }],
    (world) => editRecord(world, "transactions", idOf("78"), { deleted: true }),
    "it no longer exists",
  ],
  [
    "reconciled after its approval",
    ["edit_transaction", { transaction_id: "00000078", approved: true }],
    (world) => editRecord(world, "transactions", idOf("78"), { cleared: "reconciled" }),
    "it is reconciled",
  ],
  [
    "moved from a date that is now over 5 years ago",
    ["edit_transaction", { transaction_id: "00000061", date: "2026-03-01" }],
    (world) => world.pass(86_400),
    "its date is over 5 years ago, which YNAB doesn't accept",
  ],
  [
    "split into a category that was deleted",
    ["delete_transactions", { transaction_ids: ["00000074"] }],
    (world) => editRecord(world, "categories", ids.gifts, { deleted: true }),
    "its former category has been deleted",
  ],
];

for (const [what, [tool, args], happen, reason] of later) {
  Deno.test(`undoing ${tool} skips a transaction that was ${what}`, async () => {
    await using world = await anAgingWorld();
    await confirm(world, tool, args);
    happen(world);
    const undo = await world.call("undo_operation");
    assertEquals(leftAlone(undo).map(([, reason]) => reason), [reason]);
    assertEquals(undo.structured?.["status"], "nothing_to_do");
    assertEquals(undo.text.includes("earlier"), false);
  });
}

for (const isFlagged of [false, true]) {
  const verb = isFlagged ? "keeps the flag" : "sets the flag and cleared status";
  Deno.test(`if the first undo re-created a transaction but couldn't update it, a second undo ${verb}`, async () => {
    await using world = await anAgingWorld();
    editRecord(world, "transactions", idOf("76"), { flag_color: "red" });
    editRecord(world, "transactions", idOf("77"), { cleared: "cleared" });
    const { applied } = await confirm(world, "delete_transactions", {
      transaction_ids: ["00000061", "00000077"],
    });
    const { operation_id } = applied.structured ?? {};
    world.upstream.setFaults([{ operation: "updateTransactions", then: { status: 400 } }]);
    const undo = { operation_id };
    const half = await confirm(world, "undo_operation", undo);
    assertEquals(half.applied.structured?.["status"], "partly", half.applied.text);
    world.upstream.setFaults([]);
    // Flags and the cleared status can be changed no matter how old a transaction is.
    world.pass(86_400);
    const live = (): PlanRecords["transactions"] =>
      (world.upstream.snapshot()[0]?.transactions ?? []).filter((row) =>
        !row.deleted && row.date === "2026-03-08"
      );
    for (const { id } of isFlagged ? live() : []) {
      editRecord(world, "transactions", id, { flag_color: "blue" });
    }
    const { structured } = await world.call("undo_operation", undo);
    const { confirmation } = structured ?? {};
    assertEquals(confirmation === undefined, isFlagged);
    await world.call("undo_operation", { ...undo, confirmation });
    assertEquals(live().map(({ cleared, flag_color }) => [cleared, flag_color]).toSorted(), [
      ...(isFlagged
        ? [["cleared", "blue"], ["uncleared", "blue"]]
        : [["cleared", null], ["cleared", "red"]]),
    ]);
  });
}

Deno.test("undo_operation keeps an adjustment that the user has flagged", async () => {
  await using world = await aWorld({ write: true });
  const gap = { account_id: "Checking", bank_balance: 1667.5, adjust: true };
  await confirm(world, "reconcile_account", gap);
  const correction = world.upstream.snapshot()[0]?.transactions.at(-1);
  editRecord(world, "transactions", correction?.id ?? "", { flag_color: "red" });
  const { preview } = await confirm(world, "undo_operation");
  assertEquals(leftAlone(preview).map(([, reason]) => reason), ["flag changed later"]);
  assertEquals(rowOf(world, correction?.id ?? "")?.deleted, false);
});

Deno.test("if the latest change has been overwritten, undo_operation names an earlier one that can be undone", async () => {
  await using world = await aWorld({ write: true });
  const budget = { month: "2026-03", category_id: "Power", amount: 75 };
  const { applied: first } = await confirm(world, "set_category_budget", budget);
  world.pass(90);
  await confirm(world, "flag_transactions", {
    flags: [{ transaction_id: idOf("75"), color: "red" }],
  });
  editRecord(world, "transactions", idOf("75"), { flag_color: "green" });
  const { structured, text } = await world.call("undo_operation");
  const operationId = first.structured?.["operation_id"];
  const [earlier, ...others] = structured?.["earlier"] as readonly unknown[];
  assertEquals([earlier, others], [{
    operation_id: operationId,
    at: "2026-03-15T12:00:00Z",
    summary: "Set the amount assigned to Power in 2026-03 to $75.00",
  }, []]);
  assertMatch(text, new RegExp(String(operationId)));
  assertStringIncludes(text, "2026-03-15T12:00:00Z");
  assertStringIncludes(String(structured?.["message"]), "pass an operation_id");
});

Deno.test("if the latest change can't be undone, undo_operation names an older one that can", async () => {
  await using world = await aWorld({ write: true });
  const flag = { flags: [{ transaction_id: idOf("75"), color: "red" }] };
  const { applied: first } = await confirm(world, "flag_transactions", flag);
  await confirm(world, "create_category", { group_id: "Fun", name: "Games" });
  const { structured } = await world.call("undo_operation");
  assertEquals(structured?.["status"], "nothing_to_do");
  const earlier = structured?.["earlier"] as readonly { readonly operation_id: string }[];
  assertEquals(earlier.map((one) => one.operation_id), [first.structured?.["operation_id"]]);
});

Deno.test("undo_operation reverts hundreds of transactions in several requests and reports the count and total amount of the transactions that it doesn't list", async () => {
  const rows = Array.from({ length: 708 }, (_, at) =>
    aRow({
      id: idOf(`e${at.toString(16).padStart(4, "0")}`),
      account_id: ids.savings,
      amount: 1_000 * (at + 1),
    }));
  const records = household();
  const transactions = [...records.transactions, ...rows];
  await using world = await aWorld({ write: true, plans: [{ ...records, transactions }] });
  const agreed = { account_id: "Savings", bank_balance: 708 * 709 / 2 };
  await confirm(world, "reconcile_account", agreed);
  const undo = await world.call("undo_operation");
  assertEquals(undo.structured?.["warnings"], undefined);
  world.sent();
  const confirmation = undo.structured?.["confirmation"];
  const undone = await world.call("undo_operation", { confirmation });
  assertStringIncludes(
    String(undone.structured?.["message"]),
    "the rest: cleared \u2192 cleared: 688 transactions, $250776.00.",
  );
  const writes = world.sent().filter((line) => line === "updateTransactions");
  assertEquals(writes.length, 2);
  const marks = world.upstream.snapshot()[0]?.transactions
    .filter((row) => row.account_id === ids.savings).map((row) => row.cleared);
  assertEquals(new Set(marks), new Set(["uncleared", "cleared"]));
});
