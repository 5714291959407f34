import { assertEquals } from "@std/assert";
import { type Movement, movementsOf } from "../../changes/available_now.ts";

const march = "2026-03-04";
const april = "2026-04-01";
const plain = { category_id: "a", amount: -9, date: march, subtransactions: [] };
const lines = [["b", -5, false], ["c", -4, false], ["d", -9, true]] as const;
const split = {
  ...plain,
  subtransactions: lines.map(([category_id, amount, deleted]) => ({
    category_id,
    amount,
    deleted,
  })) as never,
};
const matched = { ...plain, matched_transaction_id: "t2" };
const moved = { category_id: "e", amount: -9, date: april };

const cases: readonly (readonly [
  what: string,
  args: Parameters<typeof movementsOf>,
  movements: readonly (readonly [Movement["category_id"], number, Movement["date"]])[],
])[] = [
  ["a deleted transaction", [plain], [["a", 9, march]]],
  ["a deleted split", [split], [["b", 5, march], ["c", 4, march]]],
  ["a transaction without its category", [plain, [{ amount: -9 }]], [
    ["a", 9, march],
    [undefined, -9, march],
  ]],
  ["a transaction with a new date", [plain, [moved]], [["a", 9, march], ["e", -9, april]]],
  ["a matched transaction", [matched, [moved]], [["a", 9, null], ["e", -9, null]]],
];

Deno.test("movementsOf() reverses the old amounts, and omits the date of a matched transaction", () => {
  for (const [what, args, movements] of cases) {
    const found = movementsOf(...args);
    assertEquals(found.map((one) => [one.category_id, one.amount, one.date]), movements, what);
  }
});
