import { assertEquals, assertRejects } from "@std/assert";
import { mapBounded } from "../../tools/get_spending_trends.ts";

const later = (): Promise<void> => new Promise((done) => queueMicrotask(done));

Deno.test("mapBounded() limits concurrent tasks and keeps the order", async () => {
  let running = 0;
  let most = 0;
  const results = await mapBounded([5, 1, 4, 2, 3], 2, async (ticks) => {
    running += 1;
    most = Math.max(most, running);
    for (let tick = 0; tick < ticks; tick++) await later();
    running -= 1;
    return ticks * 10;
  });
  assertEquals([results, most], [[50, 10, 40, 20, 30], 2]);
});

Deno.test("mapBounded() rethrows a failure and starts no further tasks", async () => {
  const begun: number[] = [];
  await assertRejects(
    () =>
      mapBounded([1, 2, 3, 4], 1, async (item) => {
        begun.push(item);
        await later();
        if (item === 2) throw new Error("two");
      }),
    Error,
    "two",
  );
  assertEquals(begun, [1, 2]);
});

Deno.test("mapBounded() returns an empty list for an empty list", async () => {
  assertEquals(await mapBounded([], 6, () => Promise.reject(new Error("called"))), []);
});
