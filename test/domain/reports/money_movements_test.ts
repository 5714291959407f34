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

Deno.test("movementOverview() tells a move with all that YNAB knows of it, and with nothing else", () => {
  const whole = move({
    ...{ month: "2026-03-01", moved_at: "2026-03-05T10:00:00Z", note: "more guests" },
    money_movement_group_id: "g",
  });
  const bare = { id: "n", amount: 1_000 };
  const emptied = move({ id: "e", note: "", money_movement_group_id: "empty" });
  assertEquals(overview([whole, bare, emptied]).movements, [
    {
      ...{ id: "m", moved_at: "2026-03-05T10:00:00Z", month: "2026-03", amount: 5_000 },
      ...{ from: "Fun", to: "Food", note: "more guests", group: "Month start" },
    },
    {
      ...{ id: "n", moved_at: null, month: null, amount: 1_000 },
      ...{ from: "Ready to Assign", to: "Ready to Assign", note: null, group: null },
    },
    {
      ...{ id: "e", moved_at: null, month: null, amount: 5_000 },
      ...{ from: "Fun", to: "Food", note: null, group: null },
    },
  ]);
});

Deno.test("movementOverview() turns round what YNAB tells backwards", () => {
  const { movements, net } = overview([move({ amount: -5_000 })]);
  assertEquals(movements.map(({ from, to, amount }) => [from, to, amount]), [
    ["Food", "Fun", 5_000],
  ]);
  assertEquals(net, [{ category: "Fun", amount: 5_000 }, { category: "Food", amount: -5_000 }]);
});

Deno.test("movementOverview() takes the moves of one category, of Ready to Assign, or of any", () => {
  const all = [
    move({ id: "a" }),
    move({ id: "b", from_category_id: null }),
    move({ id: "c", to_category_id: "gone" }),
  ];
  const found = (categoryId?: string | null): readonly string[] =>
    overview(all, categoryId).movements.map(({ id }) => id);
  assertEquals(found(), ["a", "b", "c"]);
  assertEquals(found("food"), ["a", "b"]);
  assertEquals(found("fun"), ["a", "c"]);
  assertEquals(found(null), ["b"]);
});

Deno.test("movementOverview() sums by category, the largest gain first, and leaves out what evens out", () => {
  const moves = [
    move({ amount: 3_000 }),
    move({ amount: 2_000, to_category_id: "alike" }),
    move({ amount: 1_000, from_category_id: null, to_category_id: "gone" }),
    move({ amount: 4_000, from_category_id: null, to_category_id: "fun" }),
    move({ amount: 4_000, from_category_id: "fun", to_category_id: null }),
  ];
  assertEquals(overview(moves).net, [
    { category: "Food", amount: 3_000 },
    { category: "Food", amount: 2_000 },
    { category: "(deleted category)", amount: 1_000 },
    { category: "Ready to Assign", amount: -1_000 },
    { category: "Fun", amount: -5_000 },
  ]);
  const equal = [
    move({ amount: 1_000, to_category_id: "fun", from_category_id: null }),
    move({ amount: 1_000, to_category_id: "food", from_category_id: null }),
  ];
  assertEquals(overview(equal).net.map(({ category }) => category), [
    "Food",
    "Fun",
    "Ready to Assign",
  ]);
});

Deno.test("movementOverview() tells a category called Ready to Assign from Ready to Assign", () => {
  const { movements, net } = overview([move({ from_category_id: null, to_category_id: "called" })]);
  assertEquals(movements.map(({ from, to }) => [from, to]), [
    ["Ready to Assign", "ready to assign (category)"],
  ]);
  assertEquals(net, [
    { category: "ready to assign (category)", amount: 5_000 },
    { category: "Ready to Assign", amount: -5_000 },
  ]);
});

Deno.test("movementOverview() takes categories that are no more together", () => {
  const moves = [
    move({ to_category_id: "gone" }),
    move({ id: "n", amount: 2_000, to_category_id: "gone too" }),
  ];
  assertEquals(overview(moves).net, [
    { category: "(deleted category)", amount: 7_000 },
    { category: "Fun", amount: -7_000 },
  ]);
});

Deno.test("movementOverview() leaves out of the sums what came back whole, and turns no move of nothing", () => {
  const back = move({ id: "b", from_category_id: "food", to_category_id: "fun" });
  assertEquals(overview([move({}), back]).net, []);
  assertEquals(overview([move({}), { ...back, amount: 2_000 }]).net, [
    { category: "Food", amount: 3_000 },
    { category: "Fun", amount: -3_000 },
  ]);
  const { movements } = overview([move({ amount: 0 })]);
  assertEquals(movements.map(({ from, to, amount }) => [from, to, amount]), [["Fun", "Food", 0]]);
});
