import { assertEquals } from "@std/assert";
import type { CurrentRecord } from "../../../changes/outcome/evidence.ts";
import { scheduleReads } from "../../../changes/steps/schedule_creation.ts";
import { aTarget } from "../_journal_entry.ts";

const rent = { amount: -5, frequency: "monthly" };

async function foundAs(
  live: readonly CurrentRecord[],
  lookedAlike: readonly string[],
): Promise<readonly unknown[]> {
  const read = scheduleReads(() => Promise.resolve({ live }));
  const target = { ...aTarget({ id: "new 1", before: null, after: rent }), lookedAlike };
  return [...await read([target as never])].map(([id, record]) => [id, record?.["id"]]);
}

const one: CurrentRecord = { id: "one", ...rent };
const two: CurrentRecord = { id: "two", ...rent };
const dearer = { ...rent, amount: -6 };
const other: CurrentRecord = { id: "other", ...dearer };

Deno.test("a schedule that was created is found by its fields", async () => {
  assertEquals(await foundAs([one, other], []), [["new 1", "one"]]);
});

Deno.test("a schedule that was there before is not taken for the new one", async () => {
  assertEquals(await foundAs([one, other], ["one"]), []);
  assertEquals(await foundAs([one, two], ["one"]), [["new 1", "two"]]);
});

Deno.test("of two that might be the new schedule neither is taken for it", async () => {
  assertEquals(await foundAs([one, two], []), []);
});
