import { assertEquals } from "@std/assert";
import { tools } from "../../../tools/_manifest.ts";
import { faultCases } from "./_fault_cases.ts";
import { faultKinds } from "./_fault_kinds.ts";
import { runFaults, spans } from "./_fault_plan.ts";
import { judge } from "./_fault_verdict.ts";

Deno.test("every tool that changes a plan meets faults", () => {
  const changing = tools.filter(({ writes }) => writes.complete.length > 0);
  const met = new Set(faultCases.map(({ tool }) => tool));
  assertEquals([...met].toSorted(), changing.map(({ name }) => name).toSorted());
});

for (const faultCase of faultCases) {
  Deno.test(`${faultCase.name} tells the truth under any fault at any request`, async () => {
    const results = await runFaults({ faultCase, way: "in process", kinds: faultKinds, spans });
    judge(results, { least: 1 + faultKinds.length * spans.length });
  });
}
