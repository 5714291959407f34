import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { aLine, anAccount } from "../demo/_tiny_plan.ts";
import { apply, confirm, editRecord, leftAlone } from "./_confirm.ts";
import { aRow, household, idOf, ids, transferToHouse, withRows } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

/**
 * The household with transactions whose deletion can't be undone: an old transaction, a matched
 * transaction, and transactions in a closed account and a loan account.
 */
function aDeletionWorld(): Promise<World> {
  const plan = household();
  const loan = anAccount({
    id: idOf("acc6"),
    name: "Car loan",
    type: "autoLoan",
    on_budget: false,
  });
  const rows = [
    aRow({ id: idOf("61"), date: "2020-03-02", amount: -1_000 }),
    aRow({ id: idOf("62"), account_id: ids.oldAccount, amount: -2_000 }),
    {
      ...aRow({ id: idOf("63"), account_id: loan.id, amount: -3_000 }),
      debt_transaction_type: "interest" as const,
    },
    aRow({ id: idOf("65"), amount: -5_000, matched_transaction_id: idOf("66") }),
    aRow({
      ...{ id: idOf("66"), amount: -5_000, matched_transaction_id: idOf("65") },
      ...{ import_id: "YNAB:-5000:2026-03-02:1", approved: false },
    }),
    aRow({ id: idOf("64"), amount: -4_000, cleared: "reconciled", category_id: ids.rent }),
  ];
  const plans = [{
    ...plan,
    accounts: [...plan.accounts, loan],
    transactions: [...plan.transactions, ...rows],
  }];
  return aWorld({ write: true, profile: "complete", plans });
}

function liveIn(world: World): readonly StoredTransaction[] {
  return (world.upstream.snapshot()[0]?.transactions ?? []).filter(({ deleted }) => !deleted);
}

Deno.test("delete_transactions deletes a transfer only once even if the call names both sides", async () => {
  await using world = await aDeletionWorld();
  const both = { transaction_ids: ["00000076", "00000077"] };
  await apply(world, "delete_transactions", both);
  assertEquals(world.sent().filter((line) => line === "deleteTransaction").length, 1);
});

Deno.test("undo_operation restores the split lines of a transfer whose unsplit side was deleted", async () => {
  const plans = [withRows(...transferToHouse)];
  await using world = await aWorld({ write: true, profile: "complete", plans });
  const lines = [{ amount: -300, category_id: "Rent" }, { amount: -200, category_id: "Power" }];
  await apply(world, "split_transaction", { transaction_id: idOf("7b"), lines });
  await apply(world, "delete_transactions", { transaction_ids: [idOf("7c")] });
  await apply(world, "undo_operation");
  const [restored] = liveIn(world).filter(({ account_id, date }) =>
    account_id === ids.checking && date === "2026-03-12"
  );
  assertEquals(
    restored?.lines.map(({ amount, category_id }) => [amount, category_id]),
    [[-300_000, ids.rent], [-200_000, ids.power]],
  );
});

Deno.test("undo_operation skips a deleted transaction that is now over 5 years old", async () => {
  const plans = [withRows(aRow({ id: idOf("61"), date: "2021-03-15", amount: -1_000 }))];
  await using world = await aWorld({ write: true, profile: "complete", plans, today: undefined });
  const some = { transaction_ids: ["00000061", "00000072"] };
  await confirm(world, "delete_transactions", some);
  world.pass(86_400);
  const { applied } = await apply(world, "undo_operation");
  assertEquals(leftAlone(applied), [
    ["00000061", "its date is over 5 years ago, which YNAB doesn't accept"],
  ]);
});

Deno.test("undo_operation names the rejected transaction even if the deleted records also include a transfer", async () => {
  await using world = await aDeletionWorld();
  const some = { transaction_ids: ["00000076", "00000073"] };
  await confirm(world, "delete_transactions", some);
  const { structured } = await world.call("undo_operation");
  const error = { id: "400", name: "bad_request", detail: "memo is too long (index: 1)" };
  const then = { status: 400, body: { error } };
  world.upstream.setFaults([{ operation: "createTransaction", then }]);
  const confirmation = structured?.["confirmation"];
  const { text } = await world.call("undo_operation", { confirmation });
  assertMatch(text, /\n2026-03-05 Caf\u00e9 M\u00fcller -\$80\.50 Checking \(00000073\)$/u);
});

const lost: readonly (readonly [id: string, why: string])[] = [
  ["00000061", "it is over 5 years old"],
  ["00000062", "its account is closed"],
  ["00000066", "it is matched with another transaction"],
  ["00000063", "it is an automatic loan entry (interest)"],
];

Deno.test("the preview of delete_transactions says which transactions can't be restored, and why", async () => {
  await using world = await aDeletionWorld();
  for (const [id, why] of lost) {
    const alone = { transaction_ids: [id] };
    const { preview, applied } = await confirm(world, "delete_transactions", alone);
    assertStringIncludes(preview.text, `${why}, so it can't be entered again`);
    assertEquals(applied.structured?.["operation_id"], undefined);
  }
});

Deno.test("undo_operation restores deleted transactions even if others can't be restored", async () => {
  await using world = await aDeletionWorld();
  const some = { transaction_ids: ["00000061", "00000072"] };
  const { preview } = await confirm(world, "delete_transactions", some);
  assertMatch(preview.text, /undo can't restore 1 of them: it is over 5 years old/);
  const { applied } = await confirm(world, "undo_operation");
  const left = rowsOf(applied, "left_alone");
  assertEquals(left.map(({ reason }) => reason), ["it is over 5 years old"]);
  assert(liveIn(world).some(({ amount, date }) => amount === -1_000_000 && date === "2026-03-02"));
});

Deno.test("if several deleted transactions can't be restored for the same reason, undo_operation gives the reason only once", async () => {
  await using world = await aDeletionWorld();
  editRecord(world, "transactions", idOf("73"), { date: "2020-01-05" });
  const some = { transaction_ids: ["00000061", "00000072", "00000073"] };
  await confirm(world, "delete_transactions", some);
  const { text } = await world.call("undo_operation");
  assertStringIncludes(text, "2 skipped because in each case it is over 5 years old");
});

Deno.test("delete_transactions lists the transactions that it deleted before it hit a rate limit", async () => {
  await using world = await aDeletionWorld();
  world.upstream.setFaults([{
    operation: "deleteTransaction",
    nth: 2,
    times: 9,
    then: { status: 429, headers: { "retry-after": "60" } },
  }]);
  const { applied } = await confirm(world, "delete_transactions", {
    transaction_ids: ["00000072", "00000073", "00000075"],
  });
  assertEquals(applied.structured?.["status"], "partly");
  const rows = rowsOf<{ readonly id: string; readonly outcome: string }>(applied);
  assertEquals(rows.map(({ id, outcome }) => [id, outcome]), [
    ["00000072", "done"],
    ["00000073", "not_done"],
    ["00000075", "not_done"],
  ]);
});

Deno.test("delete_transactions accepts a split's id in uppercase, and also deletes the other side of the split's transfer line", async () => {
  const split = "abcdef12-0000-4000-8000-000000000000";
  const transferred = aLine({
    id: idOf("e1"),
    amount: -30_000,
    payee_id: ids.toSavings,
    transfer_account_id: ids.savings,
    transfer_transaction_id: idOf("65"),
  });
  const spent = aLine({ id: idOf("e2"), amount: -15_000, category_id: ids.dining });
  const rows = [
    aRow({ id: split, amount: -45_000, lines: [transferred, spent] }),
    aRow({
      id: idOf("65"),
      account_id: ids.savings,
      amount: 30_000,
      payee_id: ids.toChecking,
      transfer_account_id: ids.checking,
      transfer_transaction_id: idOf("e1"),
    }),
  ];
  const plans = [withRows(...rows)];
  await using world = await aWorld({ write: true, profile: "complete", plans });
  const both = { transaction_ids: ["ABCDEF12", "00000065"] };
  await apply(world, "delete_transactions", both);
  assertEquals(liveIn(world).length, household().transactions.length);
});

testRefusals("delete_transactions", { world: aDeletionWorld }, [
  [{ transaction_ids: ["ffffffff"] }, /this plan has no transaction "ffffffff"/],
  [{ transaction_ids: ["00000073", idOf("73")] }, /it is listed twice/],
]);

Deno.test("delete_transactions reports a transaction that was deleted concurrently", async () => {
  const world: World = await aWorld({
    write: true,
    profile: "complete",
    fetch: async (input, init) => {
      if (init?.method === "DELETE") {
        editRecord(world, "transactions", idOf("73"), { deleted: true });
      }
      return await world.upstream.fetch(input, init);
    },
  });
  await using _ = world;
  const { applied } = await confirm(world, "delete_transactions", {
    transaction_ids: ["00000073"],
  });
  assertMatch(applied.text, /^not_found: The record to change no longer exists in YNAB/);
});
