import { assertEquals } from "@std/assert";
import { otherThanUsual } from "../../../domain/review/category_habit.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

const inCategory = (category_id: string | null, count: number): ReturnType<typeof aTransaction>[] =>
  Array.from(
    { length: count },
    (_, at) => aTransaction({ id: `${category_id}${at}`, category_id }),
  );
const odd = aTransaction({ id: "odd", category_id: "rent" });

Deno.test("otherThanUsual() sees a habit in six transactions, and in none fewer", () => {
  assertEquals(otherThanUsual(odd, [...inCategory("food", 6), odd]), {
    categoryId: "food",
    uses: 6,
  });
  assertEquals(otherThanUsual(odd, [...inCategory("food", 5), odd]), null);
  // What has no category shows none.
  assertEquals(otherThanUsual(odd, [...inCategory("food", 5), ...inCategory(null, 5)]), null);
});

Deno.test("otherThanUsual() asks that nine of ten agree", () => {
  assertEquals(otherThanUsual(odd, [...inCategory("fun", 1), ...inCategory("food", 9)]), {
    categoryId: "food",
    uses: 9,
  });
  assertEquals(otherThanUsual(odd, [...inCategory("food", 8), ...inCategory("fun", 1)]), null);
});

Deno.test("otherThanUsual() takes what was done before for no mistake", () => {
  assertEquals(otherThanUsual(odd, [...inCategory("food", 30), ...inCategory("rent", 1)]), null);
});

Deno.test("otherThanUsual() says nothing of splits, and learns nothing from them", () => {
  const split = { ...odd, subtransactions: [aSplitLine({})] };
  assertEquals(otherThanUsual(split, inCategory("food", 6)), null);
  const joined = { ...odd, subtransactions: [aSplitLine({ deleted: true })] };
  assertEquals(otherThanUsual(joined, inCategory("food", 6))?.categoryId, "food");
  const splits = inCategory("food", 6).map((one) => ({
    ...one,
    subtransactions: [aSplitLine({})],
  }));
  assertEquals(otherThanUsual(odd, splits), null);
});

Deno.test("otherThanUsual() says nothing of what has no category", () => {
  assertEquals(otherThanUsual({ ...odd, category_id: null }, inCategory("food", 6)), null);
});

Deno.test("otherThanUsual() counts no payments that have no category", () => {
  const others = Array.from(
    { length: 12 },
    (_, at) => aTransaction({ id: `${at}`, category_id: at % 2 === 0 ? "food" : null }),
  );
  assertEquals(otherThanUsual(aTransaction({ category_id: "fun" }), others), {
    categoryId: "food",
    uses: 6,
  });
});
