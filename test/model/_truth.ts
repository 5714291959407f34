import { assert, assertEquals, AssertionError } from "@std/assert";
import type { JournalEntry, JournalTarget } from "../../changes/journal.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { addDays } from "../../domain/base/day.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import type { Args } from "./_world.ts";
import { assertAsPreviewed, previewIn, type PreviewRow } from "../changes/plans/_as_previewed.ts";
import { type PlanDifference, planDifference } from "../changes/plans/_plan_difference.ts";
import { untrueReads } from "../processes/_reads_truth.ts";
import { moneyIn } from "./_money.ts";
import { type Extent, falseClaims, said } from "../processes/_claims.ts";
import { ids } from "../tools/_plan.ts";
import { assertJournalAgrees } from "./_journal_agrees.ts";
import type { Step } from "./_steps.ts";
import type { ModelWorld } from "./_world.ts";

/** The plan before and after a change. */
interface Passage {
  readonly before: PlanRecords;
  readonly after: PlanRecords;
}

const plan = { plan_id: ids.plan };

/** Until payees are read, rows may show a renamed payee's old name, so read payees first. */
const READS = [
  ["list_payees", {}],
  ["find_transactions", { limit: 200 }],
  ["find_transactions", { group_by: "category" }],
  ["list_accounts", {}],
  ["list_scheduled_transactions", { until: "2026-12-31" }],
  ["list_category_groups", {}],
  ["get_category_balances", {}],
] as const;

/** Checks that a cache that received every delta returns the same data as a full download. */
export async function assertCopyIsWhole(world: ModelWorld): Promise<void> {
  const afresh = world.afresh();
  const reads: { readonly tool: string; readonly args: Args; readonly full: ToolReply }[] = [];
  for (const [tool, more] of READS) {
    const args = { ...plan, ...more };
    reads.push({ tool, args, full: await afresh({ tool, args }) });
  }
  for (let nth = 0; nth < world.size; nth++) {
    world.turnTo(nth);
    world.pass(31);
    for (const { tool, args, full } of reads) {
      const own = await world.call(tool, args);
      assertEquals(own.isError, false, own.text);
      assertEquals(linesOf(own.text), linesOf(full.text), `${tool} of server ${nth}`);
    }
  }
}

/** Sorts lines, because the position of a moved category doesn't matter. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").sort();
}

/** Checks that rows, assigned amounts and balances match the upstream's arithmetic. */
export async function assertReadsHold(world: ModelWorld): Promise<void> {
  world.pass(31);
  const ask = ({ tool, args }: { readonly tool: string; readonly args: Args }) =>
    world.call(tool, args);
  assertEquals(await untrueReads(ask, world.planState()), []);
}

/** Reads the records that a change touched. Only these reads can resolve an unknown outcome. */
export async function readTouched({ steps }: JournalEntry, world: ModelWorld): Promise<void> {
  const months = new Set(steps.flatMap(({ month }) => month?.slice(0, 7) ?? []));
  const reads: readonly (readonly [tool: string, args: Args])[] = [
    ...[...months].map((month) => ["get_category_balances", { month }] as const),
    ["list_payees", {}],
    ["list_scheduled_transactions", {}],
  ];
  for (const [tool, args] of reads) {
    const { isError, text } = await world.call(tool, { ...plan, ...args });
    assertEquals(isError, false, text);
  }
}

/** Checks that the plan changed as previewed and that no other money moved. */
export function assertApplied(preview: ToolReply, passage: Passage): PlanDifference {
  const shown = previewIn(preview);
  const difference = assertAsPreviewed(shown, passage);
  assertMoney(shown.rows, { ...passage, difference });
  return difference;
}

/** Checks an applied change's journal entry, and that the cache contains the change. */
export async function assertRecorded(
  entry: JournalEntry,
  { step, after, world }: {
    readonly step: Step;
    readonly after: PlanRecords;
    readonly world: ModelWorld;
  },
): Promise<void> {
  assertEquals([entry.kind, entry.state], [step.kind, "applied"]);
  assertJournalAgrees(entry, after);
  if (step.kind === "approve_transactions") return;
  const all = { ...plan, limit: 200 };
  if (world.size > 1) {
    // If another server has renamed a payee, the new name is visible only after a read of payees.
    world.pass(31);
    await world.call("list_payees", plan);
  }
  // Every change starts from fresh data, so the cache is complete once it includes the response.
  const own = await world.call("find_transactions", all);
  const full = await world.afresh()({ tool: "find_transactions", args: all });
  assertEquals(own.text, full.text);
}

/** Checks that the response repeats the first 20 records of the confirmed preview. */
export function assertRepeated(applied: ToolReply, preview: ToolReply): void {
  const [done, asked] = [previewIn(applied).rows, previewIn(preview).rows];
  const known = new Set(asked.map(({ id }) => id));
  const first = [...known].slice(0, 20);
  const wanted = asked.filter(({ id }) => first.includes(id))
    .map(({ available_before: _, available_after: __, ...row }) => ({ ...row, outcome: "done" }));
  // Created records now have their final ids.
  const names = new Map(done.map(({ id }, at) => [id, wanted[at]?.id ?? ""]));
  assertEquals(done.map((row) => ({ ...row, id: names.get(row.id) })), wanted);
  assertEquals([...names].every(([id, name]) => id === name || !known.has(id)), true);
}

/** Checks that an applied change has an operation id, unless it can't be undone. */
export function assertUndoReported(applied: ToolReply, preview: ToolReply): void {
  const isUndoable = applied.structured?.["operation_id"] !== undefined;
  const message = String(preview.structured?.["message"]);
  assertEquals(message.includes("This can't be undone: "), !isUndoable, message);
}

/** Checks that a rejected call has no status and wrote nothing. */
export function assertRefused(reply: ToolReply, difference: PlanDifference): void {
  assertEquals(reply.isError, true, reply.text);
  if (reply.structured === null) assertNothing(difference, reply);
}

function assertNothing(difference: PlanDifference, reply: ToolReply): void {
  assertEquals(difference.changed, [], said(reply));
  assertEquals(difference.createdRows, [], said(reply));
}

/** Checks that a change touched only previewed records, regardless of its outcome. */
export function assertOnlyPreviewed(preview: ToolReply, { changed }: PlanDifference): void {
  const previewed = new Set(previewIn(preview).rows.map(({ id }) => id));
  assertEquals(changed.filter(({ id }) => !previewed.has(id)), []);
}

export function extentOf(preview: ToolReply, passage: Passage): Extent {
  const { createdPayees: _, ...lists } = planDifference(passage.before, passage.after);
  if (Object.values(lists).every(({ length }) => length === 0)) return "none";
  try {
    assertAsPreviewed(previewIn(preview), passage);
    return "all";
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return "part";
  }
}

/** For each journal state, how much of a change may have been written. */
const STATES: Readonly<Record<string, readonly Extent[]>> = {
  applied: ["all"],
  partly: ["part"],
  failed: ["none"],
  undone: ["none"],
  uncertain: ["none", "part", "all"],
};

/**
 * Checks that the journal has an entry with the right state for every change that wrote anything.
 */
export function assertJournalKnows(
  entry: JournalEntry | null,
  { kind, difference, extent }: {
    readonly kind: string;
    readonly difference: PlanDifference;
    /** How much of the change was written; `null` for a change without a preview. */
    readonly extent: Extent | null;
  },
): void {
  const isWritten = difference.changed.length > 0 || difference.createdRows.length > 0;
  const own = entry?.kind === kind ? entry : null;
  if (isWritten) assert(own !== null, `the journal has no ${kind}`);
  if (own === null) return;
  assert(own.state !== "intended" || !isShownByRecords(own), `nothing has resolved ${kind}`);
  if (!isWritten) return;
  const claimed = STATES[own.state] ?? [];
  const isTrue = extent === null ? own.state !== "failed" : claimed.includes(extent);
  assert(isTrue, `the journal says "${own.state}" of ${kind}, written: ${extent}`);
}

/**
 * Whether the current records prove a change's outcome. A change that creates records may have been
 * applied even if those records are missing now.
 */
function isShownByRecords({ steps }: JournalEntry): boolean {
  const targets = steps.flatMap((step) => step.targets);
  return targets.length > 0 && targets.every(({ before }) => before !== null);
}

/** Checks that a call with a code that was already used reports the change's true outcome. */
export function assertClaims(
  again: ToolReply,
  { kind, extent }: { readonly kind: string; readonly extent: Extent },
): void {
  const opposite = extent === "none" ? "all" : extent === "all" ? "none" : extent;
  const inEffect = kind === "undo_operation" ? opposite : extent;
  assertEquals(falseClaims(again, { written: extent, inEffect }), []);
}

/** Builds a preview of an approval, because the approval tool returns none. */
export function approvals(args: Args, { transactions }: PlanRecords): ToolReply {
  const asked = args["transaction_ids"] as readonly string[];
  const changes = transactions
    .filter(({ id, approved, deleted }) => asked.includes(id) && !approved && !deleted)
    .map(({ id }): PreviewRow => ({ id, label: "", field: "approved", after: true }));
  return { text: "", isError: false, structured: { message: "", changes }, upstreamRequests: 0 };
}

export function rowsOf(preview: ToolReply): readonly PreviewRow[] {
  return previewIn(preview).rows;
}

/** The records that an undo skipped. */
export function leftAlone(
  { structured }: ToolReply,
): readonly { readonly id: string; readonly reason: string }[] {
  return (structured?.["left_alone"] ?? []) as ReturnType<typeof leftAlone>;
}

/** Checks that a change had no effect: each field already had its new value and still has it. */
export function assertNoEffect(
  targets: readonly JournalTarget[],
  { transactions }: PlanRecords,
): void {
  for (const { id, before, after, lines } of targets) {
    const record = transactions.find((one) => one.id === id);
    assert(before !== null && Object.keys(before).length > 0, `${id} has no values before`);
    assertEquals([after, lines], [before, undefined]);
    assertEquals({ ...record, ...before }, record);
  }
}

/**
 * Whether undoing would set a schedule's date to a day more than a week in the past, which YNAB
 * rejects.
 */
export function isOfPastSchedule(
  entry: JournalEntry | null,
  id: string,
  utcDay: string,
): boolean {
  const targets = entry?.steps.flatMap((step) => step.targets) ?? [];
  const date = targets.find((one) => one.id === id)?.before?.["date_next"];
  return typeof date === "string" && date < addDays(utcDay, -7);
}

/** Whether undoing would restore a record's link to an account that is now closed. */
export function wasInClosedAccount(
  entry: JournalEntry | null,
  id: string,
  { accounts }: PlanRecords,
): boolean {
  const targets = entry?.steps.flatMap((step) => step.targets) ?? [];
  const before = Object.values(targets.find((one) => one.id === id)?.before ?? {});
  return accounts.some((one) => one.closed && before.includes(one.id));
}

/** Ids of the two sides of each transfer, as a pair. */
export function transfersIn({ transactions }: PlanRecords): [string, string][] {
  return transactions.flatMap(({ id, transfer_transaction_id: other }): [string, string][] =>
    other === null ? [] : [[id, other]]
  );
}

/** Field for the amount assigned in the current month, which reduces Ready to Assign. */
const THIS_MONTH = "assigned, 2026-03";

/** Checks that money appears or disappears only as previewed. */
function assertMoney(
  rows: readonly PreviewRow[],
  { before, after, difference }: Passage & { readonly difference: PlanDifference },
): void {
  const [was, is] = [moneyIn(before), moneyIn(after)];
  const assigned = rows.filter(({ field }) => field === "assigned")
    .reduce((sum, row) => sum + Math.round((Number(row.after) - Number(row.before)) * 1000), 0);
  assertEquals(is.assigned - was.assigned, assigned);
  const isOnlyAssigned = difference.createdRows.length === 0 &&
    difference.changed.every(({ field }) => field === THIS_MONTH);
  if (isOnlyAssigned) assertEquals(is.assignable, was.assignable);
  const moved = movedBy(rows, before);
  for (const { id } of before.accounts) {
    const created = difference.createdRows.filter(({ account_id }) => account_id === id);
    const wanted = created.reduce((sum, { amount }) => sum + amount, moved.get(id) ?? 0);
    const balance = (is.balances.get(id) ?? 0) - (was.balances.get(id) ?? 0);
    assertEquals(balance, wanted, `balance of ${id}`);
  }
}

/** How changes to existing rows affect each account's balance, according to the preview. */
function movedBy(
  rows: readonly PreviewRow[],
  { transactions, accounts }: PlanRecords,
): ReadonlyMap<string, number> {
  const moved = new Map<string, number>();
  const add = (id: string, amount: number): void =>
    void moved.set(id, (moved.get(id) ?? 0) + amount);
  for (const [id, lines = []] of Object.entries(Object.groupBy(rows, (row) => row.id))) {
    const row = transactions.find((one) => one.id === id && !one.deleted);
    if (row === undefined) continue;
    const after = new Map(lines.map((line) => [line.field, line.after]));
    add(row.account_id, -row.amount);
    if (after.get("transaction") === "deleted") continue;
    const account = accounts.find(({ name }) => name === after.get("account"));
    const amount = after.has("amount")
      ? Math.round(Number(after.get("amount")) * 1000)
      : row.amount;
    add(account?.id ?? row.account_id, amount);
  }
  return moved;
}
