import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { tools } from "../../tools/_manifest.ts";
import { asksFirst, isChanging, type Tool } from "../../tools/_tool.ts";
import { faultPlan } from "../changes/faults/_fault_cases.ts";
import { ModelWorld } from "../model/_world.ts";
import { drawnArguments } from "../model/_drawn_arguments.ts";
import { argumentsOf } from "../model/_arguments.ts";
import { aStep } from "../model/_steps.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import { damaged, damages } from "./_odd_values.ts";
import { runs } from "../_runs.ts";

const records = faultPlan();
const world = new ModelWorld({ plans: [faultPlan()], today: TODAY });

for (const tool of tools) {
  Deno.test(`${tool.name} accepts or rejects any arguments without crashing`, async () => {
    await fc.assert(
      fc.asyncProperty(aStep, fc.boolean(), damages, async (step, isSensible, wrong) => {
        const drawn = isSensible && isChanging(tool)
          ? argumentsOf({ ...step, kind: tool.name }, records)
          : drawnArguments(tool, step, records);
        await holds(tool, damaged({ plan_id: ids.plan, ...drawn }, wrong));
      }),
      runs(25),
    );
  });
}

async function holds(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = asksFirst(tool) || !isChanging(tool) ? world.state() : null;
  const { text, isError, structured } = await world.call(tool.name, args);
  assert(text !== "", "The response is empty");
  assert(!text.startsWith("internal:"), text);
  if (isError && structured === null) assertMatch(text, /^[a-z_]+: \S/u);
  if (before !== null) assertEquals(world.state(), before, "It wrote without confirmation");
}
