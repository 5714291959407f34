import { assertEquals } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { type Args, ModelWorld } from "../model/_world.ts";
import { assertApplied, assertRepeated } from "../model/_truth.ts";
import { assertRestored } from "./plans/_restored_plan.ts";

const TODAY = "2026-11-20";
const whole = householdPlan({ today: TODAY });
const plan = { plan_id: whole.id };
const live = whole.transactions.filter(({ deleted, date }) => !deleted && date > "2026-01-01");
const linesOf = (row: StoredTransaction): StoredTransaction["lines"] =>
  row.lines.filter(({ deleted }) => !deleted);
const isTransferTo = (type: string) => ({ transfer_account_id: id }: StoredTransaction): boolean =>
  whole.accounts.some((account) => account.id === id && account.type === type);
const hasTransferLine = (row: StoredTransaction): boolean =>
  linesOf(row).some(({ transfer_account_id: id }) => id !== null);

/** Transactions of kinds that the small test plan doesn't have. */
const RARE: readonly (readonly [what: string, row: StoredTransaction | undefined])[] = [
  ["a transfer to a credit card", live.find(isTransferTo("creditCard"))],
  ["a transfer to a tracking account", live.find(isTransferTo("otherAsset"))],
  ["a split", live.find((row) => linesOf(row).length > 0 && !hasTransferLine(row))],
  [
    "a split with a transfer",
    whole.transactions.find((row) => !row.deleted && hasTransferLine(row)),
  ],
];

/** Ids of the transactions in `RARE`, including both sides of each transfer. */
const kept = new Set(
  RARE.flatMap(([, row]) => row === undefined ? [] : [row, ...row.lines])
    .flatMap(({ id, transfer_transaction_id: other }) => [id, other]),
);
const records = {
  ...whole,
  // Keep all income: without it, there would be no money to assign.
  transactions: whole.transactions.filter((row) =>
    kept.has(row.id) || row.date > "2026-10-15" || row.amount > 0 && !row.transfer_account_id
  ),
};

for (const [what, row] of RARE) {
  Deno.test(`undo restores ${what} in the household plan`, async () => {
    if (row === undefined) throw new Error("The household has no such transaction");
    const { id: transaction_id } = row;
    await undone("edit_transaction", { transaction_id, memo: "a\nb", flag: "blue" });
    await undone("delete_transactions", { transaction_ids: [transaction_id] });
  });
}

Deno.test("undo restores the assigned amounts and targets of the household plan", async () => {
  await undone("assign_month", { month: "2026-11", mode: "underfunded" });
  await undone("set_category_budget", { month: "2026-11", category_id: "Coffee", amount: -3 });
  for (const category_id of ["Coffee", "Haircuts", "Kitchen Remodel", "Home Maintenance"]) {
    await undone("set_category_target", { category_id, amount: 42, by_date: "2027-12-31" });
  }
});

const world = new ModelWorld({ plans: [records], today: TODAY });
Deno.test.afterAll(() => world[Symbol.asyncDispose]());

/** Makes a change, compares it with its preview, and undoes it. */
async function undone(tool: string, args: Args): Promise<void> {
  world.pass(3600);
  const before = world.records();
  const confirm = async (name: string, asked: Args): Promise<unknown> => {
    const start = world.records();
    const preview = await world.call(name, { ...plan, ...asked });
    const confirmation = preview.structured?.["confirmation"];
    const applied = await world.call(name, { ...plan, ...asked, confirmation });
    assertEquals(applied.structured?.["status"], "applied", applied.text);
    assertApplied(preview, { before: start, after: world.records() });
    if (name === tool) assertRepeated(applied, preview);
    return applied.structured?.["operation_id"];
  };
  const operation_id = await confirm(tool, args);
  if (operation_id === undefined) return;
  await confirm("undo_operation", { operation_id });
  assertRestored(world.records(), before, {
    payees: new Set(before.payees.map(({ id }) => id)),
    isAnew: tool === "delete_transactions",
    isTargetRenewed: tool === "set_category_target",
  });
}
