import { assertEquals } from "@std/assert";
import type { Step, Target } from "../../../changes/change.ts";
import { type DoubtReads, verifyDoubting } from "../../../changes/doubts.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";

const flagged: Target = {
  id: "t",
  label: "one",
  before: { flag_color: null },
  after: { flag_color: "red" },
};
const gone: Target = { ...flagged, before: { amount: 1 }, after: null };

function aStep(operation: Step["operation"], target: Target): Step {
  return { operation, args: { planId: "p" }, targets: [target] } as unknown as Step;
}

const update = aStep("updateTransactions", flagged);
const asBefore = { transactions: [{ id: "t", flag_color: null }] };

async function outcomes(step: Step, answer: unknown, reads: DoubtReads): Promise<unknown> {
  const { targets, isContradicted } = await verifyDoubting(step, answer, reads);
  return [targets.map(({ outcome }) => outcome), isContradicted];
}

function reading(flag_color: string | null): DoubtReads["readTargets"] {
  return () => Promise.resolve(new Map([["t", { flag_color }]]));
}

Deno.test("verifyDoubting() reads once more what was answered as before", async () => {
  assertEquals(await outcomes(update, asBefore, { readTransactions: reading("red") }), [
    ["done"],
    true,
  ]);
  assertEquals(await outcomes(update, asBefore, { readTransactions: reading(null) }), [
    ["not_done"],
    false,
  ]);
});

Deno.test("verifyDoubting() goes by the answer where nobody can read, or nothing is found", async () => {
  const failed = new Error("no");
  const faults: unknown[] = [];
  const reads: readonly DoubtReads[] = [
    {},
    { readTransactions: () => Promise.resolve(new Map()) },
    {
      readTransactions: () => Promise.reject(failed),
      onFault: (fault) => void faults.push(fault),
    },
    {
      // That is no fault of our own.
      readTransactions: () => Promise.reject(new UpstreamError("Later", { code: "rate_limited" })),
      onFault: (fault) => void faults.push(fault),
    },
  ];
  for (const one of reads) {
    assertEquals(await outcomes(update, asBefore, one), [["not_done"], false]);
  }
  assertEquals(faults, [failed]);
});

Deno.test("verifyDoubting() reads nothing where the answer is as asked, and no transactions for others", async () => {
  const never = (): Promise<never> => Promise.reject(new Error("It was read"));
  const onFault = (fault: unknown): never => {
    throw fault;
  };
  const reads = { readTransactions: never, onFault };
  const done = { transactions: [{ id: "t", flag_color: "red" }] };
  assertEquals(await outcomes(update, done, reads), [["done"], false]);
  const payee = aStep("updatePayee", { ...flagged, before: { name: "A" }, after: { name: "B" } });
  assertEquals(await outcomes(payee, { payee: { id: "t", name: "A" } }, reads), [
    ["not_done"],
    false,
  ]);
});

Deno.test("verifyDoubting() calls a schedule kept that is still there, and gone where it is not", async () => {
  const step = aStep("deleteScheduledTransaction", gone);
  const answer = { scheduled_transaction: { id: "t", deleted: true } };
  const readTargets =
    (found: { readonly amount: number } | null): DoubtReads["readTargets"] => () =>
      Promise.resolve(new Map([["t", found]]));
  const kept = { readTargets: readTargets({ amount: 2 }) };
  assertEquals(await outcomes(step, answer, kept), [["not_done"], true]);
  assertEquals(await outcomes(step, answer, { readTargets: readTargets(null) }), [["done"], false]);
});

Deno.test("verifyDoubting() tells of several what came of each, by what is known of it", async () => {
  const targets = ["t", "u"].map((id) => ({
    ...flagged,
    id,
    before: { flag_color: null, memo: `memo of ${id}` },
    after: { flag_color: "red", memo: "new" },
  }));
  const step = { ...update, targets } as unknown as Step;
  const [first, second] = targets.map(({ id, before }) => ({ id, ...before }));
  // What is read tells the flag alone: the memo is as was answered.
  const readTransactions: DoubtReads["readTransactions"] = () =>
    Promise.resolve(
      new Map([["t", { flag_color: null }], ["u", { flag_color: "red" }]]),
    );
  const told = async (...transactions: readonly unknown[]): Promise<unknown> => {
    const verified = await verifyDoubting(step, { transactions }, { readTransactions });
    return verified.targets.map(({ outcome, after }) => [outcome, after?.["memo"]]);
  };
  assertEquals(await told(first, second), [["not_done", "new"], ["done", "memo of u"]]);
  const taken = { id: "t", flag_color: "red", memo: "new" };
  assertEquals(await told(taken, second), [["done", "new"], ["done", "memo of u"]]);
});
