// deno-lint-ignore-file no-console
import { faultCases } from "./_fault_cases.ts";
import { type FaultResult, overHttp, runFaults } from "./_fault_plan.ts";

const results: FaultResult[] = [];
for (const faultCase of faultCases) results.push(...await runFaults(overHttp(faultCase)));
console.log(JSON.stringify(results));
