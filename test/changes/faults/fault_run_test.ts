import { assert } from "@std/assert";
import { OPERATIONS } from "../../../changes/operations.ts";
import { casesPerOperation, type FaultCase, fewCases } from "./_fault_cases.ts";
import { faultKinds } from "./_fault_kinds.ts";
import { judge, runFaults, spans } from "./_fault_plan.ts";
import { runUnder } from "./_fault_run.ts";

/** The write operations of some cases, without the calls made before them. */
async function operationsOf(cases: readonly FaultCase[]): Promise<ReadonlySet<string>> {
  const endings = cases.map((faultCase) => runUnder([], { faultCase, way: "in process" }));
  const steps = (await Promise.all(endings)).flatMap(({ entry }) => entry?.steps ?? []);
  return new Set(steps.map(({ operation }) => operation));
}

Deno.test("every write operation and its undo have fault cases", async () => {
  const isUndo = (one: FaultCase): boolean => one.isUndo === true;
  const made = await operationsOf(casesPerOperation.filter((one) => !isUndo(one)));
  const undone = await operationsOf(casesPerOperation.filter(isUndo));
  for (const [operation, { revert }] of Object.entries(OPERATIONS)) {
    assert(made.has(operation), operation);
    if (revert !== null) assert(undone.has(revert.operation), `undo of ${operation}`);
  }
});

// In process, the client treats a page with an error status like any other error status.
const kinds = faultKinds.filter(({ name }) => name !== "HTML");
/** The faults of reads: one that the client retries, and one that it doesn't. */
const fewKinds = kinds.filter(({ name }) => ["cut before", "429"].includes(name));
/**
 * The faults of writes in most cases: for the engine of changes, the other faults look like one of
 * these.
 */
const someKinds = kinds.filter(({ name }) =>
  ["cut before", "cut after", "429", "503 after"].includes(name)
);

for (const faultCase of casesPerOperation) {
  Deno.test(`${faultCase.name} reports the truth under any fault at any request`, async () => {
    const used = fewCases.includes(faultCase) ? kinds : someKinds;
    const faults = { way: "in process", kinds: used, readKinds: fewKinds, spans } as const;
    judge(await runFaults({ faultCase, ...faults }), { least: 1 + 2 * used.length });
  });
}
