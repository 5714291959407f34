import { assertEquals, assertMatch } from "@std/assert";
import { type ApplyOptions, applySteps, type Writes } from "../../changes/apply_steps.ts";
import type { Step } from "../../changes/change.ts";
import type { JournalStep } from "../../changes/journal.ts";
import { UpstreamError } from "../../client/upstream_error.ts";

type Answer = number | UpstreamError;

/** Assigns money to a category that had 1, and back. */
function aStep(id: string, after: number): Step<"updateMonthCategory"> {
  const args = { planId: "p", month: "2026-03-01", categoryId: id };
  return {
    operation: "updateMonthCategory",
    args: { ...args, category: { budgeted: after } },
    targets: [{ id, label: id, before: { budgeted: 1 }, after: { budgeted: after } }],
    compensation: {
      operation: "updateMonthCategory",
      args: { ...args, category: { budgeted: 1 } },
    },
  };
}

/** Answers one write after another: the amount that upstream took, or an error. */
function upstreamThat(answers: readonly Answer[]): {
  readonly options: ApplyOptions;
  readonly sent: readonly string[];
  /** What the journal was told last, at each request. */
  readonly journaled: readonly (readonly string[])[];
} {
  const left = [...answers];
  const sent: string[] = [];
  const journaled: (readonly string[])[] = [];
  let told: readonly string[] = [];
  const updateMonthCategory: Writes["updateMonthCategory"] = ({ categoryId, category }) => {
    sent.push(`${categoryId}=${category.budgeted}`);
    journaled.push(told);
    const answer = left.shift();
    if (answer === undefined) throw new Error("Nobody asked for this write");
    if (answer instanceof UpstreamError) return Promise.reject(answer);
    const saved = { category: { id: categoryId, budgeted: answer }, server_knowledge: 1 };
    return Promise.resolve(saved as never);
  };
  const options = {
    planId: "p",
    writes: { updateMonthCategory },
    mayBegin: (): Promise<boolean> => Promise.resolve(true),
    onRequest: (): void => {},
    onStep: (steps: readonly JournalStep[]): Promise<void> => {
      told = outcomesIn(steps);
      return Promise.resolve();
    },
  };
  return { options, sent, journaled };
}

const refused = new UpstreamError("It was refused: correct it", { code: "rejected", status: 400 });
const lost = new UpstreamError("It is down: look", {
  code: "unavailable",
  status: 500,
  uncertain: true,
});
const steps = [aStep("from", 0), aStep("to", 2)];

const outcomesIn = (steps: readonly JournalStep[]): readonly string[] =>
  steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
const outcomesOf = ({ steps }: Awaited<ReturnType<typeof applySteps>>): readonly string[] =>
  outcomesIn(steps);
/** The same steps, each for itself. */
const single = steps.map(({ compensation: _, ...step }) => step);
const unknown = ["unknown", "unknown"];

Deno.test("applySteps() puts the first step back when the second is refused", async () => {
  const { options, sent } = upstreamThat([0, refused, 1]);
  const applied = await applySteps(steps, options);
  assertEquals(sent, ["from=0", "to=2", "from=1"]);
  assertEquals(outcomesOf(applied), ["not_done", "not_done"]);
  assertEquals(applied.failure, refused);
});

Deno.test("applySteps() leaves a first step that was refused and takes no other", async () => {
  const { options, sent } = upstreamThat([refused]);
  const applied = await applySteps(steps, options);
  assertEquals([sent, outcomesOf(applied)], [["from=0"], ["not_done", "not_done"]]);
});

/** Lets so many requests begin, and no further one. */
function letting(requests: number): () => Promise<boolean> {
  let left = requests;
  return () => Promise.resolve(left-- > 0);
}

Deno.test("applySteps() begins no step once the lease may be over, and tells what stands", async () => {
  const { options, sent } = upstreamThat([0]);
  const applied = await applySteps(single, { ...options, mayBegin: letting(1) });
  assertEquals([sent, outcomesOf(applied)], [["from=0"], ["done", "not_done"]]);
  const { code, uncertain, message } = applied.failure ?? {};
  assertEquals([code, uncertain, applied.failedAt], ["unavailable", false, 1]);
  assertEquals(
    message,
    "This server stood still, or was without its store, for so long that another one may be " +
      "changing the plan, so what was left was not sent: look at the plan before trying again",
  );
});

Deno.test("applySteps() puts nothing back either once the lease may be over", async () => {
  const { options, sent } = upstreamThat([0]);
  const applied = await applySteps(steps, { ...options, mayBegin: letting(1) });
  assertEquals([sent, outcomesOf(applied)], [["from=0"], ["done", "not_done"]]);
  assertEquals(applied.deviations, ["from could not be put back"]);
  const refusing = upstreamThat([0, refused]);
  const left = await applySteps(steps, { ...refusing.options, mayBegin: letting(2) });
  assertEquals(outcomesOf(left), ["done", "not_done"]);
  assertEquals(refusing.sent, ["from=0", "to=2"]);
});

Deno.test("applySteps() says when a step could not be put back", async () => {
  const { options } = upstreamThat([0, refused, refused]);
  const applied = await applySteps(steps, options);
  assertEquals(outcomesOf(applied), ["done", "not_done"]);
  assertEquals(applied.deviations, ["from could not be put back"]);
});

Deno.test("applySteps() puts both steps back when upstream takes another amount than asked", async () => {
  const { options, sent } = upstreamThat([0, 5, 1, 1]);
  const applied = await applySteps(steps, options);
  assertEquals(sent, ["from=0", "to=2", "to=1", "from=1"]);
  assertEquals(outcomesOf(applied), ["not_done", "not_done"]);
  assertMatch(applied.failure?.message ?? "", /did not take the change as it was asked/);
});

Deno.test("applySteps() knows nothing of a deviating step that can't be put back", async () => {
  const { options } = upstreamThat([0, 5, refused, 1]);
  assertEquals(outcomesOf(await applySteps(steps, options)), ["not_done", "unknown"]);
});

Deno.test("applySteps() puts nothing back while it does not know what came of a step", async () => {
  const { options, sent } = upstreamThat([0, lost]);
  const applied = await applySteps(steps, options);
  assertEquals(sent, ["from=0", "to=2"]);
  assertEquals(outcomesOf(applied), ["done", "unknown"]);
  assertEquals(applied.failure, lost);
});

Deno.test("applySteps() tries again to put a step back while a look shows that it stands", async () => {
  const { options, sent } = upstreamThat([0, refused, lost, lost, 1]);
  const readTargets = (): Promise<ReadonlyMap<string, { readonly budgeted: number }>> =>
    Promise.resolve(new Map([["from", { budgeted: 0 }]]));
  const applied = await applySteps(steps, { ...options, readTargets });
  assertEquals(sent, ["from=0", "to=2", "from=1", "from=1", "from=1"]);
  assertEquals(outcomesOf(applied), ["not_done", "not_done"]);
});

Deno.test("applySteps() goes on after a step that a look shows to be done", async () => {
  const { options, sent } = upstreamThat([lost, 2]);
  const readTargets = (): Promise<ReadonlyMap<string, { readonly budgeted: number }>> =>
    Promise.resolve(new Map([["from", { budgeted: 0 }]]));
  const applied = await applySteps(steps, { ...options, readTargets });
  assertEquals([sent, outcomesOf(applied)], [["from=0", "to=2"], ["done", "done"]]);
  assertEquals(applied.failure, null);
});

Deno.test("applySteps() tells of no later step before it is sent that it was not done", async () => {
  const { options, journaled } = upstreamThat([0, 2, 3]);
  await applySteps([...single, ...single.slice(0, 1)], options);
  assertEquals(journaled, [[], ["done", "unknown", "unknown"], ["done", "done", "unknown"]]);
});

Deno.test("applySteps() calls every part of what belongs together unknown until its end", async () => {
  const { options, journaled } = upstreamThat([0, refused, 1]);
  await applySteps(steps, options);
  assertEquals(journaled, [[], unknown, unknown]);
});

Deno.test("applySteps() does not take it for final that a look does not show a lost step", async () => {
  const { options, sent } = upstreamThat([0, lost, 1]);
  const readTargets = (): Promise<ReadonlyMap<string, { readonly budgeted: number }>> =>
    Promise.resolve(new Map([["to", { budgeted: 1 }]]));
  const applied = await applySteps(steps, { ...options, readTargets });
  assertEquals(sent, ["from=0", "to=2", "from=1"]);
  assertEquals(outcomesOf(applied), ["not_done", "unknown"]);
  assertEquals(applied.failure?.uncertain, true);
  assertEquals(applied.isAwaited, true);
});

Deno.test("applySteps() does not take it for final that a lost step back has not come yet", async () => {
  const { options } = upstreamThat([0, refused, lost, lost, lost]);
  const readTargets = (): Promise<ReadonlyMap<string, { readonly budgeted: number }>> =>
    Promise.resolve(new Map([["from", { budgeted: 0 }]]));
  const applied = await applySteps(steps, { ...options, readTargets });
  assertEquals(outcomesOf(applied), ["unknown", "not_done"]);
});

Deno.test("applySteps() knows nothing of a step whose answer it can't make out", async () => {
  const faults: unknown[] = [];
  const { options } = upstreamThat([0, 2]);
  const writes = { updateMonthCategory: (): Promise<never> => Promise.resolve(null as never) };
  const onFault = (error: unknown): void => void faults.push(error);
  const applied = await applySteps(single, { ...options, writes, onFault });
  assertEquals(outcomesOf(applied), ["unknown", "not_done"]);
  assertEquals([applied.failure?.uncertain, faults.length], [true, 1]);
});
