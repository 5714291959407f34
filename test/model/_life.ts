import { assert, assertEquals } from "@std/assert";
import type { JournalEntry } from "../../changes/journal.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { asksFirst, isChanging } from "../../tools/_tool.ts";
import type { Args } from "./_world.ts";
import { keysOf, type PlanDifference, planDifference } from "../changes/plans/_plan_difference.ts";
import { moneyIn } from "./_money.ts";
import { household, householdSchedules, ids } from "../tools/_plan.ts";
import { completed, confirming, isLatest, OTHER_PLAN } from "./_calls.ts";
import { bankRow, otherRequest, ownerEdit } from "./_edits.ts";
import type { Step } from "./_steps.ts";
import * as truth from "./_truth.ts";
import { ModelWorld, type Place, type WorldOptions } from "./_world.ts";

/**
 * A simulated world, its initial plan, and the records that may still differ after all changes are
 * undone.
 */
export interface Life {
  readonly world: ModelWorld;
  readonly start: PlanRecords;
  /** Keys of records that other clients changed or that can't be restored. */
  readonly touched: Set<string>;
  /** Keys of records that the test's own irreversible changes wrote. */
  readonly lasting: Set<string>;
  /** Pairs of record keys. An undo reverts both records of a pair or neither. */
  readonly moves: (readonly [string, string])[];
  readonly count: (what: string) => void;
}

const AT_ONCE: readonly string[] = tools
  .filter((tool) => isChanging(tool) && !asksFirst(tool))
  .map(({ name }) => name);
const plan = { plan_id: ids.plan };

/** Options for the start of a run. */
export type Start = Place & Pick<WorldOptions, "timeZone">;

export function aLife(place: Start, count: (what: string) => void): Life {
  const { timeZone } = place;
  const other = { ...household(), id: OTHER_PLAN, name: "Other" };
  const own = household({ waiting_imports: [bankRow(0)], scheduled: [...householdSchedules] });
  const world = new ModelWorld({ place, plans: [own, other], timeZone });
  const start = world.records();
  const moves = truth.transfersIn(start);
  return { world, start, touched: new Set(), lasting: new Set(), moves, count };
}

/**
 * Lets time pass before a step. On a new day, YNAB first enters the scheduled transactions that are
 * due.
 */
async function passTime(life: Life): Promise<void> {
  const { world } = life;
  world.pass(1200);
  if (world.isNearMidnight) await byOthers(life, () => world.passMidnight());
}

export async function live(step: Step, life: Life): Promise<void> {
  const { world, count } = life;
  await passTime(life);
  const { kind, one } = step;
  if (!AT_ONCE.includes(kind) && !tools.some(({ name }) => name === kind)) count(kind);
  switch (kind) {
    case "edit":
      return await byOthers(life, () => world.upstream.edit((records) => ownerEdit(step, records)));
    case "bank":
      return await byOthers(life, () => {
        world.upstream.edit(({ waiting_imports: waiting }) => void waiting.push(bankRow(one)));
      });
    case "api":
      return await byOthers(life, () => world.write(...otherRequest(step, world.records())));
    case "read":
      return await truth.assertReadsHold(world);
    case "wait":
      return world.pass(one);
    case "days":
      return await byOthers(life, () => world.passDays(1 + one % 9));
    case "turn":
      return world.turnTo(one);
    case "restart":
      return await world.restart(one % 2 === 0);
    case "back up":
      return world.backUp();
    case "put back":
      return await putBack(life);
    default:
      return await change(step, life);
  }
}

/**
 * Restores the backup, then immediately makes every MCP server read the plan. Once later changes
 * bring YNAB's server knowledge back to its old value, an MCP server that hasn't read the plan
 * since it was restored can no longer detect the restore.
 */
async function putBack(life: Life): Promise<void> {
  const { world } = life;
  await byOthers(life, () => void world.putBack());
  for (let nth = 0; nth < world.size; nth++) {
    world.turnTo(nth);
    await truth.assertReadsHold(world);
  }
}

/** Undoes one change, and checks that the undo gives a reason for every skipped record. */
export async function takeBack(operation_id: string, life: Life): Promise<void> {
  const { world } = life;
  await passTime(life);
  const preview = await undone(operation_id, life);
  assertEquals(preview.isError, false, preview.text);
  const entry = await (await world.journal()).find(ids.plan, operation_id);
  const targets = entry?.steps.flatMap((step) => step.targets) ?? [];
  for (const { id, reason } of truth.leftAlone(preview)) {
    // `own` is empty for a restored record, because the record has a new id. The function
    // `noteAgain` has marked the new id as touched.
    const own = targets.filter((one) => one.id === id);
    if (own.length > 0 && /already .* before this change/.test(reason)) {
      truth.assertNoEffect(own, world.records());
      continue;
    }
    if (truth.isOfPastSchedule(entry, id, world.utcDay)) life.touched.add(id);
    // Only other clients close accounts, so a record in a closed account counts as changed by
    // another client.
    const isClosed = reason.startsWith("its account is closed") &&
      truth.wasInClosedAccount(entry, id, world.records());
    if (isClosed) life.touched.add(id);
    const isTouched = [...closed(life)].some((key) => key.startsWith(id));
    assert(isTouched, `no client touched ${id}: ${preview.text}`);
  }
}

/** Undoes as much of a change as possible, and returns the undo's preview. */
async function undone(operation_id: string, life: Life): Promise<ToolReply> {
  const { world } = life;
  const before = world.records();
  const args = { ...plan, operation_id };
  const preview = await world.call("undo_operation", args);
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) {
    assertEquals(keysOf(planDifference(before, world.records())), []);
    return preview;
  }
  const { structured, text } = await world.call("undo_operation", { ...args, confirmation });
  assertEquals(structured?.["status"], "applied", text);
  noteAgain(preview, truth.assertApplied(preview, { before, after: world.records() }), life);
  return preview;
}

/** Keeps track of restored records, which get new ids. */
function noteAgain(
  preview: ToolReply,
  { createdRows, createdSchedules }: PlanDifference,
  life: Life,
): void {
  const again = truth.rowsOf(preview).filter(({ before }) => before === "deleted");
  if (again.length === 0) return;
  const created = [...createdRows, ...createdSchedules].map(({ id }) => id);
  for (const id of created) life.touched.add(id);
  // The preview doesn't say which new id belongs to which record.
  const asked = again.map(({ id }) => id);
  if (asked.some((id) => life.lasting.has(id))) noteLasting([...asked, ...created], life);
}

/** Keys of the touched records and of the records that change together with them. */
export function closed({ touched, moves }: Life): ReadonlySet<string> {
  const all = new Set(touched);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const pair of moves) {
      if (pair.some((key) => all.has(key))) { for (const key of pair) all.add(key); }
    }
  }
  return all;
}

async function byOthers({ world, touched }: Life, edit: () => void | Promise<void>): Promise<void> {
  const before = world.records();
  await edit();
  for (const key of keysOf(planDifference(before, world.records()))) touched.add(key);
}

function noteLasting(keys: readonly string[], { touched, lasting }: Life): void {
  for (const key of keys) {
    touched.add(key);
    lasting.add(key);
  }
}

/** A change with its preview and its outcome. */
interface Asked {
  readonly step: Step;
  readonly args: Args;
  /** The plan as it was when the confirming call was sent. */
  readonly before: PlanRecords;
  readonly preview: ToolReply;
  readonly applied: ToolReply;
  /** `false` if this change undoes an operation other than the latest one in the journal. */
  readonly isInOrder: boolean;
}

async function change(step: Step, life: Life): Promise<void> {
  const { world, count } = life;
  const args = await completed(step, world);
  const before = world.records();
  const isInOrder = await isLatest(args, world);
  if (AT_ONCE.includes(step.kind)) return await atOnce({ step, args, before, isInOrder }, life);
  const preview = await world.call(step.kind, args);
  assertEquals(world.records(), before, preview.text);
  const confirmation = preview.structured?.["confirmation"];
  if (typeof confirmation !== "string") return count(`${step.kind} refused`);
  const asked = { step, args: { ...args, confirmation }, preview, isInOrder };
  if (step.manner === "yes" && step.mishap !== null) {
    return await underMishap({ ...asked, before }, life);
  }
  const now = await answered({ ...asked, args }, { life, confirmation });
  if (now !== null) await settle({ ...asked, ...now }, life);
}

/** Runs a tool that needs no confirmation. */
async function atOnce(
  asked: Pick<Asked, "step" | "args" | "before" | "isInOrder">,
  life: Life,
): Promise<void> {
  const { world, count } = life;
  const { step, args, before } = asked;
  const applied = step.mishap === null
    ? await world.call(step.kind, args)
    : await world.callUnder(step, { tool: step.kind, args });
  const difference = planDifference(before, world.records());
  if (applied?.structured?.["status"] !== "applied") {
    count(`${step.kind}, ${step.mishap}`);
    if (applied !== null) truth.assertRefused(applied, difference);
    return await afterMishap({ ...asked, preview: null, difference }, life);
  }
  if (applied.structured["operation_id"] !== undefined) {
    return await settle({ ...asked, preview: applied, applied }, life);
  }
  truth.assertUndoReported(applied, applied);
  noteLasting(keysOf(difference), life);
  count(step.kind);
}

/** Confirms a change and makes one of its writes fail. */
async function underMishap(asked: Omit<Asked, "applied">, life: Life): Promise<void> {
  const { step, args, before, preview } = asked;
  const { world, count } = life;
  const call = { tool: step.kind, args };
  const applied = await world.callUnder(step, call);
  const status = applied === null ? "no answer" : applied.structured?.["status"] ?? "refused";
  count(`${step.mishap}: ${status}`);
  if (applied?.structured?.["status"] === "applied") {
    return await settle({ ...asked, applied }, life);
  }
  if (applied?.structured?.["status"] === "nothing_to_do") {
    return assertEquals(world.records(), before, applied.text);
  }
  const difference = planDifference(before, world.records());
  if (applied !== null) truth.assertRefused(applied, difference);
  await afterMishap({ ...asked, difference }, life);
  const extent = truth.extentOf(preview, { before, after: world.records() });
  world.pass(61);
  const state = world.state();
  const again = await world.call(call.tool, call.args);
  assertEquals(world.state(), state, `a used code wrote: ${again.text}`);
  truth.assertClaims(again, { kind: step.kind, extent });
  await takenBackAfter(asked, life);
}

/**
 * Checks the results of reads, and the journal, after a change that the server didn't report as
 * applied.
 */
async function afterMishap(
  { step, before, preview, difference }: {
    readonly step: Step;
    readonly before: PlanRecords;
    readonly preview: ToolReply | null;
    readonly difference: PlanDifference;
  },
  life: Life,
): Promise<void> {
  const { world, touched } = life;
  if (preview !== null) truth.assertOnlyPreviewed(preview, difference);
  for (const key of keysOf(difference)) touched.add(key);
  world.pass(61);
  await truth.assertReadsHold(world);
  const [open] = await (await world.journal()).entries(ids.plan);
  if (open !== undefined) await truth.readTouched(open, world);
  const [entry] = await (await world.journal()).entries(ids.plan);
  const extent = preview === null
    ? null
    : truth.extentOf(preview, { before, after: world.records() });
  truth.assertJournalKnows(entry ?? null, { kind: step.kind, difference, extent });
  for (const { id } of entry?.steps.flatMap(({ targets }) => targets) ?? []) touched.add(id);
  if (entry?.isUndoable !== true) noteLasting(keysOf(difference), life);
  await noteUndone(entry, life);
  world.pass(3600);
}

/**
 * Sometimes undoes a change with an unknown outcome. After the undo, all money must be where it was
 * before the change.
 */
async function takenBackAfter({ step, before }: Omit<Asked, "applied">, life: Life): Promise<void> {
  const { world } = life;
  if (step.two % 2 > 0 || step.kind === "undo_operation") return;
  const [entry] = await (await world.journal()).entries(ids.plan);
  const isOpen = entry?.state === "applied" || entry?.state === "partly" ||
    entry?.state === "uncertain";
  if (entry === undefined || !entry.isUndoable || !isOpen || entry.kind !== step.kind) return;
  const preview = await undone(entry.operationId, life);
  const isLeft = truth.leftAlone(preview).length > 0;
  life.count(`mishap taken back${isLeft ? " in part" : ""}`);
  const after = world.records();
  if (preview.isError || isLeft) return;
  assertEquals(moneyIn(after), moneyIn(before), preview.text);
}

/**
 * Uses the preview's confirmation code in the way that the step's `manner` specifies. Returns
 * `null` if the server must not write anything.
 */
async function answered(
  { step, args }: Pick<Asked, "step" | "args">,
  { life, confirmation }: { readonly life: Life; readonly confirmation: string },
): Promise<Pick<Asked, "before" | "applied"> | null> {
  const { world, count } = life;
  const { kind, manner } = step;
  if (manner === "no") return null;
  if (manner === "justInTime") world.pass(590);
  if (manner === "late") world.pass(600);
  if (manner === "moved") {
    await byOthers(life, () => world.upstream.edit((records) => ownerEdit(step, records, args)));
  }
  const before = world.records();
  const state = world.state();
  const [name, sent] = confirming(step, args);
  const code = manner === "unknownCode" ? `${confirmation.slice(0, -1)}!` : confirmation;
  const applied = await world.call(name, { ...sent, confirmation: code });
  count(`${manner} ${applied.isError ? "refused" : "taken"}`);
  const isSame = name === kind && JSON.stringify(sent) === JSON.stringify(args);
  const isGood = isSame && manner !== "late" && manner !== "unknownCode";
  const isStopped = applied.isError ||
    ["nothing_to_do", "difference_found"].includes(String(applied.structured?.["status"]));
  if (!isGood || (manner === "moved" && isStopped)) {
    assertEquals(isStopped && (isGood || applied.isError), true, `${manner}: ${applied.text}`);
    assertEquals(world.state(), state, `${manner}: ${applied.text}`);
    return null;
  }
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  if (manner !== "twice") return { before, applied };
  const after = world.state();
  const again = await world.call(kind, { ...args, confirmation });
  assertEquals(again.isError, true, again.text);
  assertEquals(world.state(), after);
  return { before, applied };
}

/** Checks an applied change, and keeps track of the records that an undo can't restore. */
async function settle(asked: Asked, life: Life): Promise<void> {
  const { step, args, before, preview, applied, isInOrder } = asked;
  const { world, touched, moves, count } = life;
  count(step.kind);
  const after = world.records();
  const isApproval = step.kind === "approve_transactions";
  const expected = isApproval ? truth.approvals(args, before) : preview;
  const difference = truth.assertApplied(expected, { before, after });
  const [entry] = await (await world.journal()).entries(ids.plan);
  if (entry === undefined) throw new Error("The journal is empty");
  if (entry.undoes === null) truth.assertUndoReported(applied, preview);
  if (entry.undoes === null && !isApproval && step.mishap === null) {
    truth.assertRepeated(applied, preview);
  }
  noteAgain(expected, difference, life);
  for (const { id, before, after } of entry.steps.flatMap(({ targets }) => targets)) {
    // Undoing a deletion creates a record with a new id.
    const isDeleted = before !== null && after === null && entry.undoes === null;
    const isUnread = before !== null && Object.keys(before).length === 0;
    if (isDeleted || isUnread) touched.add(id);
  }
  moves.push(...truth.transfersIn(after));
  const keys = keysOf(difference);
  await truth.assertRecorded(entry, { step, after, world });
  if (!entry.isUndoable && entry.undoes === null) noteLasting(keys, life);
  if (step.kind === "move_money") {
    assertEquals(moneyIn(after).assigned, moneyIn(before).assigned);
  }
  // Amounts assigned together are reverted together.
  const assigned = keys.filter((key) => key.includes(" assigned, "));
  moves.push(...assigned.slice(1).map((key): [string, string] => [assigned[0] ?? "", key]));
  if (entry.undoes !== null && !isInOrder) {
    for (const key of [...keys, ...truth.leftAlone(preview).map(({ id }) => id)]) touched.add(key);
    await noteUndone(entry, life);
  }
}

/** If an entry is an undo, adds to `life.touched` everything that the undone change wrote. */
async function noteUndone(entry: JournalEntry | undefined, life: Life): Promise<void> {
  if (entry === undefined || entry.undoes === null) return;
  const undone = await (await life.world.journal()).find(ids.plan, entry.undoes);
  for (const { month, targets } of undone?.steps ?? []) {
    for (const { id } of targets) {
      life.touched.add(month === null ? id : `${id} assigned, ${month.slice(0, 7)}`);
    }
  }
}
