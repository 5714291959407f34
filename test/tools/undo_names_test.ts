import { assertEquals } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aCategory, aGroup, aPayee } from "../demo/_tiny_plan.ts";
import { confirm } from "./_confirm.ts";
import { idOf, ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const plan = { plan_id: ids.plan };
const other = idOf("e4");

const namesakes: readonly (readonly [
  what: string,
  tool: string,
  args: object,
  enter: (records: PlanRecords) => void,
  warnings: readonly string[] | undefined,
])[] = [
  [
    "a payee's old name that another payee has by now",
    "rename_payees",
    { renames: [{ payee_id: "Amazon", name: "Amazon EU" }] },
    ({ payees }) => void payees.push(aPayee({ id: other, name: "amazon" })),
    ['another payee is called "amazon" now: there will be two'],
  ],
  [
    "a group's old name that another group has by now",
    "rename_category_group",
    { group_id: "Fun", name: "Leisure" },
    ({ groups }) => void groups.push(aGroup({ id: other, name: "Fun" })),
    ['another group is called "Fun" now: there will be two'],
  ],
  [
    "a category's old name that another one in its group has by now",
    "update_category",
    { category_id: "Dining", name: "Eating out" },
    ({ categories }) =>
      void categories.push(
        aCategory({ id: other, name: "Dining", category_group_id: ids.fun }),
      ),
    ['another category in the same group is called "Dining" now: there will be two'],
  ],
  [
    "a category's old group that has another one with its name by now",
    "update_category",
    { category_id: "Dining", group_id: "Bills" },
    ({ categories }) =>
      void categories.push(
        aCategory({ id: other, name: "Dining", category_group_id: ids.fun }),
      ),
    ['another category in the same group is called "Dining" now: there will be two'],
  ],
  [
    "nothing about a category's name that is only in another group",
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
  Deno.test(`undo_operation warns of ${what}`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    await confirm(world, tool, { ...plan, ...args });
    world.upstream.edit(enter);
    const { preview, applied } = await confirm(world, "undo_operation", plan);
    assertEquals(preview.structured?.["warnings"], warnings);
    assertEquals(applied.structured?.["status"], "applied", applied.text);
  });
}
