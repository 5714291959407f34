import { assertEquals } from "@std/assert";
import { bundled } from "../../_bundle.ts";
import { findNode } from "../../_node.ts";
import { fewCases } from "./_fault_cases.ts";
import { type FaultResult, judge, overHttp, runFaults } from "./_fault_plan.ts";
import { outputOf } from "../../_output_of.ts";

for (const faultCase of fewCases) {
  Deno.test(`${faultCase.name} reports its actual outcome when its connection fails`, async () => {
    judge(await runFaults(overHttp(faultCase)), { least: 11 });
  });
}

const node = await findNode();

Deno.test({
  name: "on Node, a change reports its actual outcome when its connection fails",
  ignore: node === null,
  fn: async () => judge(await resultsOnNode(node ?? ""), { least: 11 * fewCases.length }),
});

async function resultsOnNode(executable: string): Promise<readonly FaultResult[]> {
  const driver = await bundled("test/changes/faults/_fault_driver.ts");
  const cwd = new URL("../../", import.meta.url);
  const { code, out, err } = await outputOf(executable, [driver], { cwd });
  assertEquals(code, 0, err);
  return JSON.parse(out);
}
