import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { spreadAmount } from "../../../domain/base/money.ts";

Deno.test("spreadAmount() loses no milliunit, wherever it begins", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.integer({ min: 28, max: 31 }),
      fc.integer({ min: 1, max: 31 }),
      (amount, days, from) => {
        const whole = spreadAmount(amount, days, 1);
        assertEquals(whole.reduce((sum, share) => sum + share, 0), amount);
        assert(Math.max(...whole) - Math.min(...whole) <= 1);
        if (from <= days) assertEquals(spreadAmount(amount, days, from), whole.slice(from - 1));
      },
    ),
  );
});
