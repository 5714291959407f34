import { assert, assertEquals } from "@std/assert";
import { OPERATIONS } from "../../../changes/operations.ts";
import { caseNamed, casesPerOperation, type FaultCase, fewCases } from "./_fault_cases.ts";
import { faultKinds } from "./_fault_kinds.ts";
import { faultsOf, isSameRun, judge, runFaults, spans } from "./_fault_plan.ts";
import { type Ending, type Moment, runUnder } from "./_fault_run.ts";

/** Returns the write operations of the given cases, except those in preparatory calls. */
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

// In these in-process runs, an HTML page with an error status is treated like any other error.
const kinds = faultKinds.filter(({ name }) => name !== "HTML");
/** The read faults that most cases use: one that the client retries, and one that it doesn't. */
const fewKinds = kinds.filter(({ name }) => ["cut before", "429"].includes(name));

for (const faultCase of casesPerOperation) {
  Deno.test(`${faultCase.name} reports its actual outcome under any fault in any request`, async () => {
    const readKinds = fewCases.includes(faultCase) ? kinds : fewKinds;
    const results = await runFaults({ faultCase, way: "in process", kinds, readKinds, spans });
    judge(results, { least: 1 + kinds.length * spans.length });
  });
}

for (const faultCase of fewCases) {
  Deno.test(`${faultCase.name}, when confirmed on a confirmation card, reports its actual outcome whatever the fault`, async () => {
    const spans = ["once", "and all that follow"] as const;
    const ways = { way: "in the card", kinds, readKinds: fewKinds, spans } as const;
    const results = await runFaults({ faultCase, ...ways });
    judge(results, { least: 1 + kinds.length * spans.length });
  });
}

// Uses move_money as an example, because it sends two reads and two writes.
Deno.test("isSameRun() treats runs of move_money as the same only if they have the same outcome", async () => {
  const faultCase = caseNamed("move_money");
  const way = "in process" as const;
  const { requests } = await runUnder([], { faultCase, way });
  let same = 0;
  for (const at of requests.keys()) {
    const faults = faultsOf(requests, { at, kinds, spans });
    const runs = await Promise.all(faults.map(async ({ rule }) => {
      const ending = await runUnder([rule], { faultCase, way });
      return { rule, ending, requests: ending.requests };
    }));
    for (const [nth, one] of runs.entries()) {
      for (const other of runs.slice(0, nth)) {
        if (!isSameRun(one.rule, other)) continue;
        same += 1;
        assertEquals(outlineOf(one.ending), outlineOf(other.ending), JSON.stringify(one.rule));
      }
    }
  }
  assert(same > 0);
});

/** Returns a run's outcome as text, without random operation ids. */
function outlineOf(ending: Ending): readonly string[] {
  const { before, requests, reads, again, later } = ending;
  const reported = again === null ? [ending] : [ending, again];
  const parts = [
    before,
    requests,
    reads,
    ...reported.map(({ reply }) => [reply.isError, reply.text, reply.structured]),
    ...reported.map(({ reply }) => reply.upstreamRequests),
    ...[...reported, later].map(momentOutline),
  ];
  const made = reported.flatMap(({ entry }) => entry?.operationId ?? []);
  return parts.map((part) =>
    made.reduce((text, id) => text.replaceAll(id, "its operation"), JSON.stringify(part))
  );
}

function momentOutline({ plan, entry, undone, liveIds }: Moment): unknown {
  const steps = entry?.steps.map(({ operation, targets }) => [operation, targets]);
  return [plan, entry?.state, steps, undone?.state, [...liveIds]];
}
