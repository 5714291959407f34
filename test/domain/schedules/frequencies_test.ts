import { assertEquals } from "@std/assert";
import { FREQUENCIES, isCompound } from "../../../domain/schedules/frequencies.ts";

Deno.test("isCompound() names the frequencies that YNAB has been seen to refuse", () => {
  const plain = ["never", "daily", "weekly", "monthly", "yearly"];
  assertEquals(FREQUENCIES.filter((one) => !isCompound(one)), plain);
  assertEquals(["everyOtherWeek", "twiceAMonth", "every3Months"].map(isCompound), [
    ...[true, true, true],
  ]);
});
