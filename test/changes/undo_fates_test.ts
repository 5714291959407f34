import { assertEquals, assertRejects } from "@std/assert";
import type { Fields, WriteId } from "../../changes/change.ts";
import type { JournalEntry, JournalTarget } from "../../changes/journal.ts";
import { proposeUndo, type UndoRequest } from "../../changes/propose_undo.ts";
import { UNDO_WRITES } from "../../changes/revert.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget, unknownStep } from "./_journal_entry.ts";

function requestOf(
  entries: readonly JournalEntry[],
  rows: readonly Fields[],
  change: Partial<UndoRequest> = {},
): UndoRequest {
  const answering = (answer: unknown) => () => Promise.resolve(answer);
  const reads = {
    getAccounts: answering({ live: [{ id: "open", closed: false }, { id: "shut", closed: true }] }),
    getCategories: answering({ live: [{ id: "food" }], groups: [] }),
    getTransactions: answering({ live: rows, deletedIds: new Set() }),
    getPlanMonth: answering({ month: "2026-03-01", categories: rows }),
  } as never;
  return {
    planId: "p",
    journal: {
      read: () => Promise.resolve({ entries, unreadable: [] }),
      isDurable: () => Promise.resolve(true),
    },
    undoWrites: UNDO_WRITES.complete,
    operationId: "o1",
    only: undefined,
    utcToday: "2026-03-15",
    fresh: reads,
    format: () => ({ symbol: "$", isSymbolFirst: true, decimals: 2 }),
    freeRequests: () => Promise.resolve(10),
    ...change,
  };
}

interface Fates {
  readonly reverted: readonly string[];
  readonly skipped: readonly (readonly [id: string, reason: string])[];
}

async function fatesOf(...asked: Parameters<typeof requestOf>): Promise<Fates> {
  const { draft, stop } = await proposeUndo(requestOf(...asked));
  const { left_alone: skipped = [] } = (draft ?? stop)?.extra as {
    readonly left_alone?: readonly { readonly id: string; readonly reason: string }[];
  };
  return {
    reverted: (draft?.steps ?? []).flatMap(({ targets }) => targets.map(({ id }) => id)),
    skipped: skipped.map(({ id, reason }) => [id, reason]),
  };
}

const changeOf = (
  operation: WriteId,
  ...targets: readonly Partial<JournalTarget>[]
): JournalEntry => anEntry({ steps: [aStep(operation, targets.map(aTarget))] });
const row = (fields: Fields = {}): Fields => ({ id: "t1", flag_color: "red", ...fields });
const entered = { before: null, after: { account_id: "open", date: "2026-03-02", amount: -5 } };
const deleted = { before: { account_id: "open", amount: -5, category_id: "food" }, after: null };

const undoOf = (...steps: JournalEntry["steps"]): JournalEntry =>
  anEntry({ operationId: "o2", undoes: "o1", isPart: true, steps });
Deno.test("a repeated undo skips a record that may have been re-created", async () => {
  const again = aTarget({
    ...{ recreates: "t1", before: null, after: { amount: -5 }, outcome: "unknown" },
  });
  const undo = undoOf(aStep("createTransaction", [again]));
  const found = await fatesOf([undo, changeOf("deleteTransaction", deleted)], []);
  assertEquals([found.reverted, found.skipped], [[], [
    ["t1", "it may have been entered again: look for it before retrying"],
  ]]);
});

Deno.test("undo of a creation also undoes later steps of the same change", async () => {
  const entry = anEntry({
    steps: [
      aStep("createTransaction", [aTarget(entered)]),
      aStep("updateTransactions", [
        aTarget({ before: { cleared: "uncleared" }, after: { cleared: "cleared" } }),
      ]),
    ],
  });
  const now = { id: "t1", ...entered.after, flag_color: null };
  assertEquals((await fatesOf([entry], [{ ...now, cleared: "cleared" }])).reverted, ["t1"]);
  assertEquals((await fatesOf([entry], [{ ...now, cleared: "uncleared" }])).skipped, [
    ["t1", "cleared changed later"],
  ]);
});

Deno.test("an impossible undo is rejected, and the error names the latest change that can be undone", async () => {
  const old = anEntry({ operationId: "old" });
  const why = async (entry: JournalEntry, change: Partial<UndoRequest> = {}): Promise<unknown> => {
    const { stop } = await proposeUndo(requestOf([entry, old], [row()], change));
    return stop?.message;
  };
  const reduced = { undoWrites: UNDO_WRITES.reduced };
  const other = ". To undo another change, pass one of the operation_ids in earlier";
  assertEquals(await why(anEntry({ steps: [unknownStep] })), `"A change" can't be undone${other}`);
  assertEquals(
    await why(changeOf("updateTransaction", {}), reduced),
    `"A change" can't be undone in this profile${other}`,
  );
  const done = anEntry({ state: "undone" });
  assertEquals(await why(done), `"A change" was already undone${other}`);
  await assertRejects(() => proposeUndo(requestOf([done], [])), ToolError, "no earlier change");
});

Deno.test("undo of an interrupted move is rejected until its second request can no longer arrive", async () => {
  const amounts = ["a", "b"].map((id) =>
    aTarget({ id, before: { budgeted: 5 }, after: { budgeted: 9 }, outcome: "unknown" })
  );
  const steps = amounts.map((one) => aStep("updateMonthCategory", [one]));
  const now = [row({ id: "a", name: "a", budgeted: 9 }), row({ id: "b", name: "b", budgeted: 5 })];
  const soon = await fatesOf([anEntry({ state: "intended", steps })], now);
  assertEquals([soon.reverted, soon.skipped], [[], [
    ["b", "it hasn't changed yet, but the change may still arrive: call again in a minute"],
    ["a", "it can only be undone together with another part, which can't be undone now"],
  ]]);
  const resolved = amounts.map((one, at) =>
    aStep("updateMonthCategory", [{ ...one, outcome: at === 0 ? "done" : "not_done" }])
  );
  const later = await fatesOf([anEntry({ state: "partly", steps: resolved })], now);
  assertEquals([later.reverted, later.skipped], [["a"], []]);
});
