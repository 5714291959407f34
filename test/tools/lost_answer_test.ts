import { assertEquals, assertNotEquals } from "@std/assert";
import { faultCases } from "../changes/faults/_fault_cases.ts";
import { prepared } from "../changes/faults/_fault_run.ts";
import { aFaultWorld } from "../changes/faults/_fault_world.ts";
import { stateOf } from "./_confirm.ts";

/** They create transactions without an import id: a matching one may be another program's. */
const ENTER_ROWS = [
  "reconcile_account with a correction",
  "import_statement with and without import ids",
];

const seen = faultCases.filter(({ name, hasLook, isUndo }) =>
  hasLook && isUndo !== true && !ENTER_ROWS.includes(name)
);

Deno.test("some tools can verify a change after a lost response", () => {
  assertEquals(seen.length, 17);
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
