import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { carryOut } from "../../changes/carry_out.ts";
import type { ChangeDraft } from "../../changes/change.ts";
import type { ChangeEnvironment, ChangeRequest, Writes } from "../../changes/change_request.ts";
import { InFlightChanges } from "../../changes/in_flight_changes.ts";
import { Journal, type JournalEntry } from "../../changes/journal.ts";
import type { ChangeReply } from "../../changes/reply.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ChangeStore } from "../../sync/store/change_records.ts";
import { journalError, UnansweredCommitError } from "../../sync/store/store_errors.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { aDraft, anEnvironment, flagLine as row, flagStep as step } from "./_change_environment.ts";

const request: ChangeRequest = {
  kind: "flag_transactions",
  planId: "p",
  asked: {},
  build: () => Promise.reject(new Error("No proposal was expected")),
};

/** Parts of the environment and the draft that a test can replace. */
interface Replaced {
  readonly environment?: Partial<ChangeEnvironment>;
  readonly draft?: Partial<ChangeDraft>;
  /** Time left on the lease, in milliseconds. */
  readonly leaseMs?: number;
}

interface CarriedOut {
  readonly reply: ChangeReply;
  readonly entry: JournalEntry | undefined;
  readonly faults: readonly string[];
}

async function carriedOut(
  { environment = {}, draft: changed = {}, leaseMs = 90_000 }: Replaced = {},
): Promise<CarriedOut> {
  const faults: string[] = [];
  const updateTransactions: Writes["updateTransactions"] = () =>
    Promise.resolve({ transactions: [{ id: "t", flag_color: "red" }] } as never);
  const used = anEnvironment({
    writes: { updateTransactions },
    onFault: (error) => void faults.push((error as Error).name),
    ...environment,
  });
  const draft = aDraft({ preview: [row], steps: [step], ...changed });
  const lease = { holdsFor: (ms: number): Promise<boolean> => Promise.resolve(ms < leaseMs) };
  const reply = await carryOut(request, { draft, preview: null, lease }, used);
  const [entry] = await new Journal(used.store).entries("p");
  return { reply, entry, faults };
}

/** A journal that fails after it has saved the intent and a given number of entries. */
function fullAfter(saves: number): ChangeStore {
  const store = createMemoryStore(Date.now).changes;
  let count = 0;
  return {
    ...store,
    saveEntry: (entry) =>
      count++ < saves ? store.saveEntry(entry) : Promise.reject(new Error("disk full")),
  };
}

/** A plan that uses the given function to pause reads while a change is written. */
function holding(
  holdingReads: ChangeEnvironment["plan"]["holdingReads"],
): ChangeEnvironment["plan"] {
  return { ...anEnvironment().plan, holdingReads };
}

function outcomesOf(entry: JournalEntry | undefined): readonly string[] {
  return entry?.steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome)) ?? [];
}

Deno.test("carryOut() sends nothing if saving the intent fails, and closes the intent if it was saved but the database's response was lost", async () => {
  const unanswered = new UnansweredCommitError({ cause: new Error("connection reset") });
  for (
    const [cause, isStored, change, state] of [
      [unanswered, true, {}, "failed"],
      [unanswered, true, { touchedAt: 6 }, "intended"],
      [unanswered, true, { state: "applied" }, "applied"],
      [unanswered, false, {}, undefined],
      [new Error("disk full"), true, {}, "intended"],
    ] as const
  ) {
    const store = createMemoryStore(Date.now).changes;
    const inFlight = new InFlightChanges();
    const environment: Partial<ChangeEnvironment> = {
      inFlight,
      store: {
        ...store,
        begin: async ({ entry }) => {
          const body = { ...entry.body as JournalEntry, ...change };
          if (isStored) await store.saveEntry({ ...entry, body });
          throw journalError(cause, "see to it");
        },
      },
      writes: { updateTransactions: () => Promise.reject(new Error("No request was expected")) },
    };
    const error = await assertRejects(() => carriedOut({ environment }), ToolError);
    assertEquals(error.code, "unavailable");
    await inFlight.end();
    const [entry] = await new Journal(store).entries("p");
    assertEquals([entry?.state, new Set(outcomesOf(entry))], [
      state,
      new Set(state === undefined ? [] : [state === "failed" ? "not_done" : "unknown"]),
    ]);
  }
});

Deno.test("if the journal entry can't be closed, carryOut() warns that the entry still lists every step as unknown", async () => {
  const { reply, entry } = await carriedOut({ environment: { store: fullAfter(0) } });
  assertEquals([reply.status, entry?.state, outcomesOf(entry)], ["applied", "intended", [
    "unknown",
  ]]);
  assertMatch(
    reply.warnings.join(),
    /the journal could not be updated, so it lists this change/,
  );
});

Deno.test("carryOut() continues even if a journal write between steps fails, and records every change that may have been made", async () => {
  const draft = { steps: [step, step, step] };
  const { entry } = await carriedOut({ environment: { store: fullAfter(1) }, draft });
  assertEquals([entry?.state, outcomesOf(entry)], ["intended", ["done", "unknown", "unknown"]]);
});

Deno.test("carryOut() reports an uncertain outcome, not a failure, when an internal error interrupts the steps", async () => {
  const plan = holding(() => Promise.reject(new TypeError("x is null")));
  const { reply, entry, faults } = await carriedOut({ environment: { plan } });
  assertEquals([reply.status, entry?.state, outcomesOf(entry)], [
    "uncertain",
    "uncertain",
    ["unknown"],
  ]);
  assertEquals(faults, ["TypeError"]);
  assertEquals(reply.operation_id, entry?.operationId);
});

Deno.test("if an internal error occurs after the steps, carryOut() reports what was applied", async () => {
  const plan = holding(async (run) => {
    await run();
    throw new TypeError("x is null");
  });
  const onWritten = (): Promise<never> => Promise.reject(new TypeError("x is null"));
  const { reply, entry, faults } = await carriedOut({ environment: { plan, onWritten } });
  assertEquals([reply.status, entry?.state], ["applied", "applied"]);
  assertEquals(faults, ["TypeError", "TypeError"]);
});

Deno.test("carryOut() reports success even if the response can't be rendered", async () => {
  const told = (): never => {
    throw new TypeError("x is null");
  };
  const { reply, faults } = await carriedOut({ draft: { describeResult: told } });
  assertEquals([reply.status, faults], ["applied", ["TypeError"]]);
});

Deno.test("carryOut() sends a step only if the lease outlasts the longest possible request", async () => {
  for (const leaseMs of [0, 35_000]) {
    const refusal = await assertRejects(() => carriedOut({ leaseMs }), UpstreamError);
    assertEquals([refusal.code, refusal.uncertain], ["unavailable", false]);
  }
  assertEquals((await carriedOut({ leaseMs: 35_001 })).reply.status, "applied");
});

Deno.test("carryOut() sends nothing and reports a conflict if the journal rejects the intent", async () => {
  const store = createMemoryStore(Date.now).changes;
  const environment = { store: { ...store, begin: () => Promise.resolve(false) } };
  const error = await assertRejects(() => carriedOut({ environment }), ToolError);
  assertEquals([error.code, error.message], [
    "conflict",
    "the change could not be started, so nothing was written: try again",
  ]);
});
