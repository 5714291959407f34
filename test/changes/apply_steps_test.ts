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

Deno.test("applySteps() keeps what is stored of a deviating step that can't be put back", async () => {
  const { options } = upstreamThat([0, 5, refused, 1]);
  const applied = await applySteps(steps, options);
  assertEquals(outcomesOf(applied), ["not_done", "done"]);
  assertEquals(applied.steps[1]?.targets[0]?.after, { budgeted: 5 });
  assertEquals(applied.deviations, [
    "to: YNAB stored assigned otherwise",
    "to could not be put back",
  ]);
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

Deno.test("applySteps() says of a step that YNAB answered to have left, or made another, that it stands", async () => {
  for (const stored of [0, 7]) {
    const { options, sent } = upstreamThat([0, refused, stored]);
    const applied = await applySteps(steps, options);
    assertEquals(sent, ["from=0", "to=2", "from=1"]);
    assertEquals(outcomesOf(applied), ["done", "not_done"]);
    assertEquals(applied.steps[0]?.targets[0]?.after, { budgeted: stored });
    assertEquals(applied.deviations, ["from could not be put back"]);
  }
});

Deno.test("applySteps() leaves open a step back whose answer does not name it", async () => {
  const { options } = upstreamThat([0, refused]);
  const { updateMonthCategory } = options.writes;
  const nameless: Writes["updateMonthCategory"] = async (args, how) =>
    args.category.budgeted === 1
      ? { category: { id: "another", budgeted: 1 }, server_knowledge: 1 } as never
      : await updateMonthCategory?.(args, how) as never;
  const writes = { updateMonthCategory: nameless };
  const applied = await applySteps(steps, { ...options, writes });
  assertEquals(outcomesOf(applied), ["unknown", "not_done"]);
  assertEquals(applied.deviations, ["from could not be put back"]);
});

Deno.test("applySteps() says nothing of steps that were put back as they were", async () => {
  const { options } = upstreamThat([0, refused, 1]);
  const { deviations, failedAt, isAwaited, answers } = await applySteps(steps, options);
  assertEquals([deviations, failedAt, isAwaited], [[], 1, false]);
  assertEquals(answers.map((one) => (one as { category: unknown }).category), [
    { id: "from", budgeted: 0 },
  ]);
});

Deno.test("applySteps() says nothing of a change that went as asked, and gives all answers", async () => {
  const { options } = upstreamThat([0, 2]);
  const { answers, ...rest } = await applySteps(single, options);
  assertEquals({ ...rest, steps: [] }, {
    steps: [],
    deviations: [],
    failure: null,
    failedAt: null,
    isAwaited: false,
  });
  const ids = answers.map((one) => (one as { category: { id: string } }).category.id);
  assertEquals(ids, ["from", "to"]);
});

Deno.test("applySteps() writes down of which month a step is, where it is of one", async () => {
  const { options } = upstreamThat([0]);
  const [month] = (await applySteps(single.slice(0, 1), options)).steps;
  assertEquals(month?.month, "2026-03-01");
  const [none] = (await applySteps([anImport], withImport(() => Promise.resolve({})))).steps;
  assertEquals([none?.operation, none?.month], ["importTransactions", null]);
});

Deno.test("applySteps() tells the journal between steps, and not once there is no further one", async () => {
  const told: number[] = [];
  const count = async (steps: readonly Step[], answers: readonly Answer[]): Promise<number> => {
    const { options } = upstreamThat(answers);
    told.length = 0;
    const onStep = (): Promise<void> => Promise.resolve(void told.push(1));
    await applySteps(steps, { ...options, onStep });
    return told.length;
  };
  assertEquals(await count(single, [0, 2]), 1);
  assertEquals(await count(single.slice(0, 1), [0]), 0);
  assertEquals(await count(single, [refused]), 0);
  assertEquals(await count(steps, [refused]), 0);
  assertEquals(await count(steps, [0, lost]), 1);
  assertEquals(await count(steps, [0, refused, 1]), 2);
});

const anImport: Step<"importTransactions"> = {
  operation: "importTransactions",
  args: { planId: "p" },
  targets: [],
};

function withImport(call: () => Promise<unknown>): ApplyOptions {
  return { ...upstreamThat([]).options, writes: { importTransactions: call as never } };
}

Deno.test("applySteps() does not wait for what nobody can look at", async () => {
  const applied = await applySteps([anImport], withImport(() => Promise.reject(lost)));
  assertEquals([applied.failure, applied.isAwaited], [lost, false]);
  assertEquals(applied.steps, [{ operation: "importTransactions", month: null, targets: [] }]);
});

/** Flags rows in one request. */
function flagging(...ids: readonly string[]): Step<"updateTransactions"> {
  return {
    operation: "updateTransactions",
    args: { planId: "p", transactions: ids.map((id) => ({ id, flag_color: "red" })) },
    targets: ids.map((id) => ({
      id,
      label: id,
      before: { flag_color: null },
      after: { flag_color: "red" },
    })),
  };
}

/** What a look shows after the answer to flagging two rows was lost. */
async function lookedAt(flags: Readonly<Record<string, string | null>>): Promise<unknown> {
  const applied = await applySteps([flagging("a", "b")], {
    ...upstreamThat([]).options,
    writes: { updateTransactions: () => Promise.reject(lost) },
    readTargets: () =>
      Promise.resolve(
        new Map(Object.entries(flags).map(([id, flag_color]) => [id, { flag_color }])),
      ),
  });
  return [outcomesOf(applied), applied.failure === null, applied.isAwaited];
}

Deno.test("applySteps() takes of a lost answer what a look shows, and waits for the rest", async () => {
  assertEquals(await lookedAt({ a: "red", b: "red" }), [["done", "done"], true, false]);
  assertEquals(await lookedAt({ a: "red", b: null }), [["done", "unknown"], false, true]);
  assertEquals(await lookedAt({ a: null, b: null }), [["unknown", "unknown"], false, true]);
});

Deno.test("applySteps() waits for nothing where a look can't tell what came of all", async () => {
  assertEquals(await lookedAt({ a: "red", b: "green" }), [["done", "unknown"], false, false]);
  assertEquals(await lookedAt({ a: null }), [["unknown", "unknown"], false, false]);
});

Deno.test("applySteps() completes a step by what was answered before it, for the journal too", async () => {
  const told: (readonly JournalStep[])[] = [];
  const sent: unknown[] = [];
  const seen: unknown[] = [];
  const later = (id: string): Step<"updateTransactions"> => ({
    ...flagging(id),
    completed: (answers) => {
      seen.push(answers.length);
      const { args, targets } = flagging(`${id} of ${answers.length}`);
      return { args, targets };
    },
  });
  const applied = await applySteps([flagging("a"), later("b"), later("c")], {
    ...upstreamThat([]).options,
    writes: {
      updateTransactions: ({ transactions }) => {
        sent.push(transactions.map(({ id }) => id));
        return Promise.resolve({ transactions, server_knowledge: 1 } as never);
      },
    },
    onStep: (steps) => Promise.resolve(void told.push(steps)),
  });
  assertEquals(sent, [["a"], ["b of 1"], ["c of 2"]]);
  const ids = (steps: readonly JournalStep[]): readonly string[] =>
    steps.flatMap(({ targets }) => targets.map(({ id }) => id));
  assertEquals(told.map(ids), [["a", "b of 1", "c"], ["a", "b of 1", "c of 2"]]);
  assertEquals(ids(applied.steps), ["a", "b of 1", "c of 2"]);
  assertEquals(Math.min(...seen as number[]), 1);
});

Deno.test("applySteps() reserves the room for each request, and tells of it when it is sent", async () => {
  const calls: unknown[] = [];
  const onRequest = (): void => {};
  const { options } = upstreamThat([]);
  const updateTransactions = (_: unknown, how: unknown): Promise<never> => {
    calls.push(how);
    return Promise.resolve({ transactions: [] } as never);
  };
  await applySteps([flagging("a")], { ...options, onRequest, writes: { updateTransactions } });
  assertEquals(calls, [{ reserve: true, onRequest }]);
});

Deno.test("applySteps() sends each step to the plan that it was given", async () => {
  const calls: unknown[] = [];
  const updateTransactions = (args: unknown): Promise<never> => {
    calls.push(args);
    return Promise.resolve({ transactions: [] } as never);
  };
  const { options } = upstreamThat([]);
  await applySteps([flagging("a")], { ...options, planId: "q", writes: { updateTransactions } });
  assertEquals(calls, [{ planId: "q", transactions: [{ id: "a", flag_color: "red" }] }]);
});

Deno.test("applySteps() leaves a step that nothing puts back, and puts back those around it", async () => {
  const { options, sent } = upstreamThat([0, 2, refused, 1]);
  const [first, second] = steps;
  if (first === undefined || second === undefined) throw new Error("There are two steps");
  const { compensation: _, ...alone } = second;
  const applied = await applySteps([first, alone, aStep("more", 3)], options);
  assertEquals(sent, ["from=0", "to=2", "more=3", "from=1"]);
  assertEquals(outcomesOf(applied), ["not_done", "done", "not_done"]);
  assertEquals(applied.deviations, []);
});

/** How often a step back is sent whose answer is lost each time, and what is told then. */
async function stepsBack(failure: UpstreamError, budgeted: number): Promise<unknown> {
  const { options, sent } = upstreamThat([0, refused, failure, failure, failure]);
  const readTargets = (): Promise<ReadonlyMap<string, { readonly budgeted: number }>> =>
    Promise.resolve(new Map([["from", { budgeted }]]));
  const applied = await applySteps(steps, { ...options, readTargets });
  return [sent.length - 2, outcomesOf(applied), applied.deviations];
}

Deno.test("applySteps() tries three times to put a step back that is seen to stand", async () => {
  const unsure = [["unknown", "not_done"], ["from could not be put back"]];
  assertEquals(await stepsBack(lost, 0), [3, ...unsure]);
});

Deno.test("applySteps() tries no more once a step is seen to be back, or to be something else", async () => {
  assertEquals(await stepsBack(lost, 1), [1, ["not_done", "not_done"], []]);
  assertEquals(await stepsBack(lost, 7), [
    1,
    ["unknown", "not_done"],
    ["from could not be put back"],
  ]);
});

Deno.test("applySteps() does not wait a second time for an answer that did not come", async () => {
  const silent = new UpstreamError("It did not answer: look", {
    code: "unavailable",
    uncertain: true,
  });
  assertEquals(await stepsBack(silent, 0), [
    1,
    ["unknown", "not_done"],
    ["from could not be put back"],
  ]);
});

Deno.test("applySteps() says nothing of a step back that is about no record", async () => {
  const { options } = upstreamThat([0, refused, refused]);
  const [first, second] = steps;
  if (first === undefined || second === undefined) throw new Error("There are two steps");
  const applied = await applySteps([{ ...first, targets: [] }, second], options);
  assertEquals(applied.deviations, []);
});

Deno.test("applySteps() tells of a fault of our own that it may have been applied", async () => {
  const { options } = upstreamThat([]);
  const { failure } = await applySteps([flagging("a")], { ...options, writes: {} });
  assertEquals([failure?.code, failure?.uncertain], ["unavailable", true]);
  assertEquals(
    failure?.message,
    "What came back could not be used: look at the plan before trying again",
  );
  assertEquals((failure?.cause as Error).message, "updateTransactions was not declared");
});

Deno.test("applySteps() says that what YNAB took otherwise was put back", async () => {
  const { options } = upstreamThat([0, 5, 1, 1]);
  const { failure, deviations } = await applySteps(steps, options);
  assertEquals(failure?.code, "rejected");
  assertEquals(
    failure?.message,
    "YNAB did not take the change as it was asked: it was put back, so look at the plan before " +
      "trying again",
  );
  assertEquals(deviations, ["to: YNAB stored assigned otherwise"]);
});
