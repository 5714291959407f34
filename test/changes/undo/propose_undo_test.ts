import { assertEquals, assertRejects } from "@std/assert";
import type { ChangeDraft, Proposal } from "../../../changes/change.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import { proposeUndo, type UndoRequest } from "../../../changes/propose_undo.ts";
import { UNDO_WRITES, type UndoWriteId } from "../../../changes/revert.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget, unknownStep } from "../_journal_entry.ts";

/** A plan in which everything is as the change left it. */
function requestOf(
  entries: readonly JournalEntry[],
  change: Partial<UndoRequest> = {},
): { readonly request: UndoRequest; readonly asked: string[] } {
  const asked: string[] = [];
  const reading = (where: string): never => {
    const answering = (name: string, answer: unknown) => (args: unknown): Promise<unknown> => {
      asked.push(`${where} ${name} ${JSON.stringify(args)}`);
      return Promise.resolve(answer);
    };
    const red = { flag_color: "red", date: "2026-03-02" };
    return {
      getTransactions: answering("transactions", {
        live: [{ id: "t1", ...red }, { id: "t2", ...red }],
        deletedIds: new Set(),
      }),
      getPlanMonth: answering("month", {
        month: "2026-03-01",
        to_be_budgeted: 1_000,
        categories: [{ id: "t1", name: "Fun", budgeted: 9, balance: 4_000 }],
      }),
    } as never;
  };
  const request: UndoRequest = {
    planId: "p",
    journal: {
      entries: () => Promise.resolve(entries),
      unreadable: () => Promise.resolve([]),
      isKept: () => Promise.resolve(true),
    },
    undoWrites: UNDO_WRITES.complete,
    only: undefined,
    warnings: [],
    fresh: reading("fresh"),
    uncached: reading("uncached"),
    format: () => ({ symbol: "$", isSymbolFirst: true, decimals: 2 }),
    knowledge: () => 7,
    freeRequests: () => Promise.resolve(10),
    ...change,
  };
  return { request, asked };
}

async function draftOf(...asked: Parameters<typeof requestOf>): Promise<ChangeDraft<UndoWriteId>> {
  const { draft }: Proposal<UndoWriteId> = await proposeUndo(requestOf(...asked).request);
  if (draft === undefined) throw new Error("Something is proposed");
  return draft;
}

const moved = { before: { date: "2026-03-01" }, after: { date: "2026-03-02" } };
const edit = anEntry({
  kind: "edit_transaction",
  steps: [
    aStep("updateTransaction", [
      aTarget(moved),
      aTarget({ ...moved, id: "t2", isFollower: true }),
    ]),
  ],
});
const assigned = anEntry({
  steps: [
    aStep("updateMonthCategory", [aTarget({ before: { budgeted: 5 }, after: { budgeted: 9 } })]),
  ],
});

Deno.test("proposeUndo() proposes the latest change back, by what was read just now", async () => {
  const { request, asked } = requestOf([anEntry()], { warnings: ["mind"] });
  const { draft } = await proposeUndo(request);
  assertEquals(draft?.summary, 'Undo "A change"');
  assertEquals(draft?.warnings, ["mind", "undoing it costs 1 request"]);
  assertEquals(asked, ['fresh transactions {"planId":"p"}']);
});

Deno.test("proposeUndo() undoes only the records that are named", async () => {
  const entry = anEntry({
    steps: [aStep("updateTransactions", [aTarget(), aTarget({ id: "t2" })])],
  });
  const { steps, undo } = await draftOf([entry], { only: ["t2"] });
  assertEquals(steps.flatMap(({ targets }) => targets.map(({ id }) => id)), ["t2"]);
  assertEquals(undo, { isPart: true });
});

Deno.test("proposeUndo() shows amounts and names as people read them", async () => {
  const { preview } = await draftOf([assigned]);
  assertEquals(preview.map(({ before, after }) => [before, after]), [[0.009, 0.005]]);
  const named = await draftOf([assigned], { only: ["fun"] });
  assertEquals(named.steps.length, 1);
});

Deno.test("proposeUndo() says why a change can't be undone, and of what kind it never heard", async () => {
  const old = anEntry({ operationId: "old" });
  const why = async (entry: JournalEntry): Promise<string | undefined> =>
    (await proposeUndo(requestOf([entry, old]).request)).stop?.message.split(". ")[0];
  assertEquals(await why(anEntry({ isUndoable: false })), '"A change" can\'t be undone');
  assertEquals(await why(anEntry({ steps: [unknownStep] })), '"A change" can\'t be undone');
  const error = await assertRejects(
    () => proposeUndo(requestOf([anEntry({ isUndoable: false })]).request),
    ToolError,
  );
  assertEquals(error.code, "invalid_input");
});

Deno.test("proposeUndo() says when nothing is left, and needs no requests for it", async () => {
  const entry = anEntry({
    steps: [aStep("updateTransactions", [aTarget({ before: { flag_color: "red" } })])],
  });
  const freeRequests = (): Promise<number> => Promise.resolve(0);
  const { stop } = await proposeUndo(requestOf([entry], { freeRequests }).request);
  assertEquals(stop?.message, 'Nothing left to undo of "A change"');
});

Deno.test("proposeUndo() begins nothing that this hour's requests do not hold", async () => {
  const entry = anEntry({
    kind: "create_transactions",
    steps: [
      aStep(
        "createTransaction",
        ["t1", "t2"].map((id) =>
          aTarget({ id, before: null, after: { date: "2026-03-02", flag_color: "red" } })
        ),
      ),
    ],
  });
  const free = (count: number): Partial<UndoRequest> => ({
    freeRequests: () => Promise.resolve(count),
  });
  const error = await assertRejects(() => draftOf([entry], free(1)), ToolError);
  assertEquals([error.code, error.message], [
    "rate_limited",
    "undoing this needs 2 requests and 1 of this hour's are free: call again later",
  ]);
  assertEquals((await draftOf([entry], free(2))).steps.length, 2);
});

Deno.test("proposeUndo() looks past the copy at what has become of amounts, and not of rows", async () => {
  const { request, asked } = requestOf([assigned]);
  const { draft } = await proposeUndo(request);
  asked.length = 0;
  const found = await draft?.readTargets?.(draft.steps[0]?.targets ?? []);
  assertEquals(found?.get("t1")?.["budgeted"], 9);
  assertEquals(asked, ['uncached month {"planId":"p","month":"2026-03-01"}']);
  assertEquals("readTargets" in await draftOf([anEntry()]), false);
});

Deno.test("proposeUndo() reads the other side of what moves back, since the plan was read last", async () => {
  const { request, asked } = requestOf([edit]);
  const { draft } = await proposeUndo(request);
  asked.length = 0;
  await draft?.readFollowers?.(draft.steps[0]?.targets ?? []);
  assertEquals(asked, ['uncached transactions {"planId":"p","knowledge":7}']);
});

Deno.test("proposeUndo() reads no other side of what is entered or deleted, or moves alone", async () => {
  const created = anEntry({
    kind: "create_transfer",
    steps: [
      aStep("createTransaction", [
        aTarget({ before: null, after: { date: "2026-03-02", flag_color: "red" } }),
        aTarget({
          ...{ id: "t2", before: null, after: { date: "2026-03-02", flag_color: "red" } },
          isFollower: true,
        }),
      ]),
    ],
  });
  const deleted = anEntry({
    kind: "delete_transactions",
    steps: [
      aStep("deleteTransaction", [
        aTarget({ id: "x", before: { amount: 1 }, after: null }),
        aTarget({ id: "y", before: { amount: -1 }, after: null, isFollower: true }),
      ]),
    ],
  });
  const alone = anEntry({
    kind: "edit_transaction",
    steps: [aStep("updateTransaction", [aTarget(moved)])],
  });
  for (const entry of [created, deleted, alone]) {
    assertEquals("readFollowers" in await draftOf([entry]), false);
  }
});

Deno.test("proposeUndo() tells afterwards what the month has then", async () => {
  const { request, asked } = requestOf([assigned]);
  const { draft } = await proposeUndo(request);
  asked.length = 0;
  assertEquals(
    await draft?.afterwards?.(),
    "Available in 2026-03: Fun $4.00. Ready to Assign in 2026-03 is now $1.00.",
  );
  assertEquals(asked, ['fresh month {"planId":"p","month":"2026-03-01"}']);
});
