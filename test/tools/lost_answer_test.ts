import { assertEquals, assertNotEquals } from "@std/assert";
import { faultCases } from "../changes/faults/_fault_cases.ts";
import { prepared } from "../changes/faults/_fault_run.ts";
import { aFaultWorld } from "../changes/faults/_fault_world.ts";
import { stateOf } from "./_confirm.ts";

/** Its correction can't be verified: a matching transaction may be someone else's. */
const ENTERS_A_ROW = "reconcile_account with a correction";

const seen = faultCases.filter(({ name, hasLook, isUndo }) =>
  hasLook && isUndo !== true && name !== ENTERS_A_ROW
);

Deno.test("some tools can verify a change after a lost response", () => {
  assertEquals(seen.length, 15);
});

for (const faultCase of seen) {
  Deno.test(`${faultCase.name} verifies that it was applied after a lost response`, async () => {
    await using world = await aFaultWorld("in process");
    const call = await prepared(world, faultCase);
    const before = stateOf(world);
    world.upstream.setFaults(["POST", "PATCH", "PUT", "DELETE"].map((method) => ({
      ...{ method, times: 99 },
      then: { cut: "after" },
    })));
    const { structured } = await world.call(call);
    assertEquals(structured?.["status"], "applied");
    assertNotEquals(stateOf(world), before);
  });
}
