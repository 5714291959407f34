import { fewCases } from "./_fault_cases.ts";
import { faultKinds } from "./_fault_kinds.ts";
import { runFaults } from "./_fault_plan.ts";
import { judge } from "./_fault_verdict.ts";

for (const faultCase of fewCases) {
  Deno.test(`${faultCase.name} confirmed in its card reports the truth under any fault`, async () => {
    const spans = ["once", "and all that follow"] as const;
    const results = await runFaults({ faultCase, way: "in the card", kinds: faultKinds, spans });
    judge(results, { least: 1 + faultKinds.length * spans.length });
  });
}
