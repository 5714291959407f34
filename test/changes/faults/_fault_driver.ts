// deno-lint-ignore-file no-console
import { fewCases } from "./_fault_cases.ts";
import { type FaultResult, overHttp, runFaults } from "./_fault_plan.ts";

const results: FaultResult[] = [];
for (const faultCase of fewCases) results.push(...await runFaults(overHttp(faultCase)));
console.log(JSON.stringify(results));
