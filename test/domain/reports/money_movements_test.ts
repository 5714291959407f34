import { assertEquals } from "@std/assert";
import { movementOverview, type MovementRecord } from "../../../domain/reports/money_movements.ts";

const names = new Map([
  ["food", "Food"],
  ["fun", "Fun"],
  ["alike", "Food"],
  ["called", "ready to assign"],
]);

function overview(
  movements: readonly MovementRecord[],
  categoryId?: string | null,
): ReturnType<typeof movementOverview> {
  const groups = [{ id: "g", note: "Month start" }, { id: "empty", note: "" }, { id: "none" }];
  const categoryName = (id: string): string | null => names.get(id) ?? null;
  return movementOverview({ movements, groups, categoryName, categoryId });
}

const move = (change: Partial<MovementRecord>): MovementRecord => ({
  ...{ id: "m", amount: 5_000, from_category_id: "fun", to_category_id: "food" },
  ...change,
});

Deno.test("movementOverview() reverses negative moves", () => {
  const { movements, net } = overview([move({ amount: -5_000 })]);
  assertEquals(movements.map(({ from, to, amount }) => [from, to, amount]), [
    ["Food", "Fun", 5_000],
  ]);
  assertEquals(net, [{ category: "Fun", amount: 5_000 }, { category: "Food", amount: -5_000 }]);
});

Deno.test("movementOverview() distinguishes a category named Ready to Assign", () => {
  const { movements, net } = overview([move({ from_category_id: null, to_category_id: "called" })]);
  assertEquals(movements.map(({ from, to }) => [from, to]), [
    ["Ready to Assign", "ready to assign (category)"],
  ]);
  assertEquals(net, [
    { category: "ready to assign (category)", amount: 5_000 },
    { category: "Ready to Assign", amount: -5_000 },
  ]);
});

Deno.test("movementOverview() totals deleted categories together", () => {
  const moves = [
    move({ to_category_id: "gone" }),
    move({ id: "n", amount: 2_000, to_category_id: "gone too" }),
  ];
  assertEquals(overview(moves).net, [
    { category: "(deleted category)", amount: 7_000 },
    { category: "Fun", amount: -7_000 },
  ]);
});

Deno.test("movementOverview() omits sums of zero", () => {
  const back = move({ id: "b", from_category_id: "food", to_category_id: "fun" });
  assertEquals(overview([move({}), back]).net, []);
  assertEquals(overview([move({}), { ...back, amount: 2_000 }]).net, [
    { category: "Food", amount: 3_000 },
    { category: "Fun", amount: -3_000 },
  ]);
  const { movements } = overview([move({ amount: 0 })]);
  assertEquals(movements.map(({ from, to, amount }) => [from, to, amount]), [["Fun", "Food", 0]]);
});
