import { assertEquals } from "@std/assert";
import type { OperationId } from "../../client/operations.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aCategory, aGroup, aLine, aPayee } from "../demo/_tiny_plan.ts";
import { apply, confirm } from "./_confirm.ts";
import { aRow, household, householdSchedules, idOf, ids } from "./_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const other = idOf("e4");

const namesakes: readonly (readonly [
  what: string,
  tool: string,
  args: object,
  enter: (records: PlanRecords) => void,
  warnings: readonly string[] | undefined,
])[] = [
  [
    "a payee's old name if another payee now has it",
    "rename_payees",
    { renames: [{ payee_id: "Amazon", name: "Amazon EU" }] },
    ({ payees }) => void payees.push(aPayee({ id: other, name: "amazon" })),
    ['another payee is now called "amazon", so both will have the same name'],
  ],
  [
    "a group's old name if another group now has it",
    "rename_category_group",
    { group_id: "Fun", name: "Leisure" },
    ({ groups }) => void groups.push(aGroup({ id: other, name: "Fun" })),
    ['another group is now called "Fun", so both will have the same name'],
  ],
  [
    "a category's old name if another category in its group now has it",
    "update_category",
    { category_id: "Dining", name: "Eating out" },
    ({ categories }) =>
      void categories.push(
        aCategory({ id: other, name: "Dining", category_group_id: ids.fun }),
      ),
    ['another category in the same group is now called "Dining", so both will have the same name'],
  ],
  [
    "a category's old group if another category there now has the same name",
    "update_category",
    { category_id: "Dining", group_id: "Bills" },
    ({ categories }) =>
      void categories.push(
        aCategory({ id: other, name: "Dining", category_group_id: ids.fun }),
      ),
    ['another category in the same group is now called "Dining", so both will have the same name'],
  ],
  [
    "nothing if only a category in another group has the old name",
    "update_category",
    { category_id: "Dining", name: "Eating out" },
    ({ categories }) =>
      void categories.push(
        aCategory({ id: other, name: "Dining", category_group_id: ids.bills }),
      ),
    undefined,
  ],
];

for (const [what, tool, args, enter, warnings] of namesakes) {
  Deno.test(`undo_operation warns about ${what}`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    await confirm(world, tool, args);
    world.upstream.edit(enter);
    const { preview } = await apply(world, "undo_operation");
    assertEquals(preview.structured?.["warnings"], warnings);
  });
}

/** Deletes payees as a user does in the app. */
function deletePayee(world: World, name: string): void {
  world.upstream.edit(({ payees }) => {
    for (const one of payees) if (one.name === name) one.deleted = true;
  });
}

const CAFE = "Caf\u00e9 M\u00fcller";
const CREATES = `the payee "${CAFE}" has been deleted: undo will create a new payee with this name`;
const USES =
  `the payee "${CAFE}" has been deleted: undo will use the existing payee with this name`;

/** Transactions and schedules that aren't deleted, and the split lines of both. */
function rowsIn(
  records: PlanRecords | undefined,
): readonly { readonly amount: number; readonly payee_id: string | null }[] {
  const { transactions = [], scheduled = [] } = records ?? {};
  return [...transactions, ...scheduled].filter(({ deleted }) => !deleted)
    .flatMap((row) => [row, ...row.lines]);
}

/** The amount and payee name of each record that isn't deleted. */
function payeesIn({ upstream }: World): readonly string[] {
  const [records] = upstream.snapshot();
  const names = new Map(records?.payees.map(({ id, name }) => [id, name]));
  return rowsIn(records).map(({ amount, payee_id }) => `${amount} ${names.get(payee_id ?? "")}`)
    .toSorted();
}

/**
 * Returns the ids of the payees with this name and, for each payee, whether any record uses it.
 * Ignores deleted payees and deleted records.
 */
function payeesNamed(
  { upstream }: World,
  name: string,
): readonly (readonly [id: string, used: boolean])[] {
  const [records] = upstream.snapshot();
  const used = new Set(rowsIn(records).map(({ payee_id }) => payee_id));
  return (records?.payees ?? []).filter((one) => one.name === name && !one.deleted)
    .map(({ id }) => [id, used.has(id)]);
}

const split = aRow({
  id: idOf("a1"),
  amount: -9_000,
  lines: [-4_000, -5_000].map((amount, at) =>
    aLine({ id: idOf(`a${at + 2}`), amount, payee_id: ids.cafe, category_id: ids.dining })
  ),
});

const withoutPayee: readonly (readonly [
  what: string,
  tool: string,
  args: object,
  undoneBy: OperationId,
])[] = [
  ["a deletion", "delete_transactions", { transaction_ids: ["00000073"] }, "createTransaction"],
  [
    "a split's deletion",
    "delete_transactions",
    { transaction_ids: [idOf("a1")] },
    "createTransaction",
  ],
  [
    "an edit",
    "edit_transaction",
    { transaction_id: "00000073", payee: "Amazon" },
    "updateTransaction",
  ],
  [
    "a schedule's deletion",
    "delete_scheduled_transaction",
    { scheduled_id: idOf("a9") },
    "createScheduledTransaction",
  ],
  [
    "an edit to a schedule",
    "edit_scheduled_transaction",
    { scheduled_id: idOf("a9"), payee: "Amazon" },
    "updateScheduledTransaction",
  ],
];

function aPayeeWorld(): Promise<World> {
  const records = household();
  const [schedule] = householdSchedules;
  const scheduled = schedule === undefined
    ? []
    : [{ ...schedule, id: idOf("a9"), payee_id: ids.cafe }];
  const transactions = [...records.transactions, split];
  const plans = [{ ...records, transactions, scheduled }];
  return aWorld({ write: true, profile: "complete", plans });
}

for (const [what, tool, args, undoneBy] of withoutPayee) {
  for (
    const [payee, entered, warning] of [
      ["re-creates a payee that has been deleted since", [], CREATES],
      ["uses another payee with a deleted payee's name", [other], USES],
    ] as const
  ) {
    Deno.test(`undoing ${what} ${payee}`, async () => {
      await using world = await aPayeeWorld();
      const before = payeesIn(world);
      await confirm(world, tool, args);
      deletePayee(world, CAFE);
      world.upstream.edit(({ payees }) => {
        payees.push(...entered.map((id) => aPayee({ id, name: CAFE })));
      });
      const { preview, applied } = await apply(world, "undo_operation");
      const warnings = preview.structured?.["warnings"] as readonly string[];
      assertEquals(warnings.filter((one) => one.includes("payee")), [warning], preview.text);
      assertEquals(applied.structured?.["warnings"], undefined);
      assertEquals(payeesIn(world), before);
      const named = payeesNamed(world, CAFE);
      assertEquals(named, [[entered[0] ?? named[0]?.[0] ?? "", true]]);
    });
  }

  Deno.test(`undoing ${what} re-creates a deleted payee only once, even after a lost response`, async () => {
    await using world = await aPayeeWorld();
    const before = payeesIn(world);
    const { applied: { structured } } = await confirm(world, tool, args);
    deletePayee(world, CAFE);
    world.upstream.setFaults([{ operation: undoneBy, then: { cut: "after" } }]);
    const undo = { operation_id: structured?.["operation_id"] };
    await confirm(world, "undo_operation", undo);
    world.upstream.setFaults([]);
    const again = await world.call("undo_operation", undo);
    assertEquals(again.structured?.["confirmation"], undefined, again.text);
    assertEquals(payeesIn(world), before);
    assertEquals(payeesNamed(world, CAFE).map(([, used]) => used), [true]);
  });
}

Deno.test("undo_operation's preview lists a re-created payee after the edit's other fields", async () => {
  await using world = await aPayeeWorld();
  const edit = { transaction_id: "00000073", amount: -1, memo: "new", payee: "Amazon" };
  await confirm(world, "edit_transaction", edit);
  deletePayee(world, CAFE);
  const preview = await world.call("undo_operation");
  assertEquals(rowsOf(preview).map(({ field }) => field), ["amount", "memo", "payee"]);
});

const payeeRow = { date: "2026-03-14", amount: -5, payee_name: "Baker" };
const entered = { account_id: "Checking", transactions: [payeeRow] };
const scheduled = {
  ...{ account_id: "Checking", date: "2026-03-20", amount: -5, frequency: "monthly" },
  payee: "Baker",
};
const rescheduled = { scheduled_id: idOf("a9"), payee: "Baker" };
const edited = (payee: string): object => ({ transaction_id: "00000073", payee });

const withNewPayee: readonly (readonly [tool: string, args: object, by: OperationId])[] = [
  ["create_transactions", entered, "createTransaction"],
  ["edit_transaction", edited("Baker"), "updateTransaction"],
  ["create_scheduled_transaction", scheduled, "createScheduledTransaction"],
  ["edit_scheduled_transaction", rescheduled, "updateScheduledTransaction"],
];

for (const [tool, args, operation] of withNewPayee) {
  for (const isLost of [false, true]) {
    const what = isLost ? `${tool} without a response` : tool;
    Deno.test(`undo_operation undoes ${what} even after its new payee has been renamed`, async () => {
      await using world = await aPayeeWorld();
      const before = payeesIn(world);
      const then = { cut: "after" } as const;
      world.upstream.setFaults(isLost ? [{ operation, then }] : []);
      await confirm(world, tool, args);
      world.upstream.setFaults([]);
      await world.call("undo_operation");
      world.upstream.edit(({ payees }) => {
        for (const one of payees) if (one.name === "Baker") one.name = "Bakery";
      });
      const { preview } = await apply(world, "undo_operation");
      assertEquals(preview.structured?.["left_alone"], undefined);
      assertEquals(payeesIn(world), before);
    });
  }
}

const merged = { into_payee_id: "Landlord", payee_ids: ["Baker"] };

const deletingSchedule = [
  "delete_scheduled_transaction",
  (id: unknown): object => ({ scheduled_id: id }),
] as const;

const changedTwice: readonly (readonly [
  tool: string,
  args: object,
  payee: string,
  then: string,
  argsOf: (id: unknown) => object,
])[] = [
  ["create_transactions", entered, "Baker", "delete_transactions", deleting],
  ["create_transactions", entered, "Baker", "merge_payees", () => merged],
  ["edit_transaction", edited("Landlord"), "Landlord", "delete_transactions", deleting],
  ["edit_transaction", edited("Baker"), "Baker", "delete_transactions", deleting],
  ["create_scheduled_transaction", scheduled, "Baker", ...deletingSchedule],
  ["edit_scheduled_transaction", rescheduled, "Baker", ...deletingSchedule],
];

function deleting(id: unknown): object {
  return { transaction_ids: [id] };
}

for (const [tool, args, payee, then, argsOf] of changedTwice) {
  Deno.test(`undo_operation undoes ${then} and ${tool} after the payee ${payee} was deleted and entered again`, async () => {
    await using world = await aPayeeWorld();
    const before = payeesIn(world);
    const { applied: { structured } } = await confirm(world, tool, args);
    const [row] = rowsOf({ structured });
    await confirm(world, then, { ...argsOf(row?.["id"]) });
    deletePayee(world, payee);
    for (const what of [then, tool]) {
      const { preview, applied } = await confirm(world, "undo_operation");
      assertEquals(preview.structured?.["left_alone"], undefined, preview.text);
      assertEquals(applied.structured?.["status"], "applied", `${what}: ${applied.text}`);
    }
    assertEquals(payeesIn(world), before);
  });
}
