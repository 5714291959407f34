import { assert, assertEquals } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { JournalEntry } from "../../changes/journal.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { asksFirst, isChanging } from "../../tools/_tool.ts";
import { household, householdSchedules, idOf, ids, TODAY } from "../tools/_plan.ts";
import { figuresOn } from "../demo/_figures.ts";
import { assertAsPreviewed, type PreviewRow, toldBy } from "./plans/_as_previewed.ts";
import { aChangeWorld, type Args, type ChangeWorld } from "./_change_world.ts";
import { assertAvailable } from "./plans/_told_available.ts";
import { assertJournalAgrees } from "./_journal_agrees.ts";
import { type PlanDifference, planDifference } from "./plans/_plan_difference.ts";
import { argumentsOf, otherRequest, ownerEdit, pick, type Step } from "./_random_changes.ts";

/** A world and what undoing everything won't restore. */
export interface Life {
  readonly world: ChangeWorld;
  /** The plan at the start. */
  readonly start: PlanRecords;
  /** What others have changed, or what can't be taken back. */
  readonly touched: Set<string>;
  /** What our own changes have touched that can't be undone. */
  readonly lasting: Set<string>;
  /** What moves of money hold together. */
  readonly moves: (readonly [string, string])[];
  /** How often what has happened. */
  readonly count: (what: string) => void;
}

const AT_ONCE: readonly string[] = tools
  .filter((tool) => isChanging(tool) && !asksFirst(tool))
  .map(({ name }) => name);
const OTHER_PLAN = idOf("a1");
const plan = { plan_id: ids.plan };

/** Begins a life. */
export function aLife(count: (what: string) => void): Life {
  const waiting = {
    account_id: ids.checking,
    date: TODAY,
    amount: -4_200,
    import_payee_name: "New Shop",
    import_payee_name_original: "NEW SHOP 12",
  };
  const other = { ...household(), id: OTHER_PLAN, name: "Other" };
  const own = household({ waiting_imports: [waiting], scheduled: [...householdSchedules] });
  const plans = [own, other];
  const world = aChangeWorld({ plans, today: TODAY });
  const start = world.records();
  return { world, start, touched: new Set(), lasting: new Set(), moves: transfersIn(start), count };
}

/** The two sides of a transfer go back together, or stay. */
function transfersIn({ transactions }: PlanRecords): [string, string][] {
  return transactions.flatMap(({ id, transfer_transaction_id: other }): [string, string][] =>
    other === null ? [] : [[id, other]]
  );
}

/** Takes a step. */
export async function live(step: Step, life: Life): Promise<void> {
  const { world } = life;
  world.pass(1200);
  switch (step.kind) {
    case "edit":
      return await byOthers(life, () => world.upstream.edit((records) => ownerEdit(step, records)));
    case "api":
      return await byOthers(life, () => world.write(...otherRequest(step, world.records())));
    case "read":
      return void await world.call("find_transactions", plan);
    case "wait":
      return world.pass(step.one);
    default:
      return await change(step, life);
  }
}

/** Takes one change back as far as it goes; what is left alone has its reason. */
export async function takeBack(operation_id: string, life: Life): Promise<void> {
  const { world } = life;
  world.pass(1200);
  const before = world.records();
  const args = { ...plan, operation_id };
  const preview = await world.call("undo_operation", args);
  assertEquals(preview.isError, false, preview.text);
  for (const id of leftAlone(preview)) {
    const isTouched = [...closed(life)].some((key) => key.startsWith(id));
    assert(isTouched, `nobody touched ${id}: ${preview.text}`);
  }
  const confirmation = preview.structured?.["confirmation"];
  if (confirmation === undefined) {
    return assertEquals(planDifference(before, world.records()), NONE);
  }
  const undone = await world.call("undo_operation", { ...args, confirmation });
  assertEquals(undone.structured?.["status"], "applied", undone.text);
  const after = world.records();
  const difference = assertAsPreviewed(toldBy(preview), { before, after });
  assertMoney(toldBy(preview).rows, { before, after, difference });
  noteAgain(toldBy(preview).rows, difference, life);
}

/** What was deleted and is there once more has another id. */
function noteAgain(
  rows: readonly PreviewRow[],
  { createdRows, createdSchedules }: PlanDifference,
  life: Life,
): void {
  const again = rows.filter(({ before }) => before === "deleted");
  if (again.length === 0) return;
  const created = [...createdRows, ...createdSchedules].map(({ id }) => id);
  for (const id of created) life.touched.add(id);
  // Which of them is which does not show.
  const asked = again.map(({ id }) => id);
  if (asked.some((id) => life.lasting.has(id))) noteLasting([...asked, ...created], life);
}

const NONE: PlanDifference = {
  changed: [],
  createdRows: [],
  createdCategories: [],
  createdGroups: [],
  createdSchedules: [],
  createdPayees: [],
};

/** What is touched, with the other halves of moved money. */
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

/** Names everything that differs. */
export function keysOf(
  { changed, createdRows, createdCategories, createdGroups, createdSchedules }: PlanDifference,
): string[] {
  return [
    ...changed.map(({ id, field }) =>
      field.startsWith("assigned") || id === ids.plan ? `${id} ${field}` : id
    ),
    ...createdRows.filter(({ deleted }) => !deleted).map(({ id }) => id),
    ...createdCategories.map(({ id }) => id),
    ...createdGroups.map(({ id }) => id),
    ...createdSchedules.filter(({ deleted }) => !deleted).map(({ id }) => id),
  ];
}

async function byOthers({ world, touched }: Life, edit: () => void | Promise<void>): Promise<void> {
  const before = world.records();
  await edit();
  for (const key of keysOf(planDifference(before, world.records()))) touched.add(key);
}

async function change(step: Step, life: Life): Promise<void> {
  const { world, count } = life;
  const args = await completed(step, life);
  const before = world.records();
  const isInOrder = await isLatest(args, life);
  const preview = await world.call(step.kind, args);
  const operation = preview.structured?.["operation_id"];
  if (AT_ONCE.includes(step.kind) && operation !== undefined) {
    return await settle(step, { life, args, before, preview, applied: preview, isInOrder });
  }
  const confirmation = preview.structured?.["confirmation"];
  if (preview.structured?.["status"] === "applied") {
    noteLasting(keysOf(planDifference(before, world.records())), life);
    return count(step.kind);
  }
  assertEquals(world.records(), before, preview.text);
  if (typeof confirmation !== "string") return count(`${step.kind} refused`);
  const now = await answered(step, { life, args, confirmation });
  if (now === null) return;
  await settle(step, { life, args, before: now.before, preview, applied: now.applied, isInOrder });
}

function noteLasting(keys: readonly string[], { touched, lasting }: Life): void {
  for (const key of keys) {
    touched.add(key);
    lasting.add(key);
  }
}

/** Arguments with what only the plan as it is can tell. */
async function completed(step: Step, { world }: Life): Promise<Args> {
  const args = { ...plan, ...argumentsOf(step, world.records()) };
  if (step.kind === "undo_operation") {
    const entries = await world.journal.entries(ids.plan);
    const entry = step.two % 2 === 0
      ? entries.find(({ state, undoes }) => state === "applied" && undoes === null)
      : pick(entries, step.one);
    const named = step.two % 2 === 0 ? {} : { operation_id: entry?.operationId ?? "none" };
    return { ...args, ...named, ...partOf(entry, step) };
  }
  // What an approval can be taken back from has to have been read just before.
  if (step.kind === "approve_transactions" && step.two % 2 === 0) {
    await world.call("find_transactions", plan);
  }
  if (!Number.isNaN((args as Args)["bank_balance"])) return args;
  const { structured } = await world.call(step.kind, {
    ...args,
    bank_balance: 987_654,
    adjust: false,
  });
  return { ...args, bank_balance: structured?.["cleared_balance"] ?? 987_654 };
}

/** Sometimes undoes only one record. */
function partOf(entry: JournalEntry | undefined, { one, two }: Step): Args {
  const targets = entry?.steps.flatMap((step) => step.targets) ?? [];
  const target = pick(targets, one);
  return target === undefined || two % 3 > 0 ? {} : { only: [target.id] };
}

/** Taking back out of order need not lead back: an older change may have been built upon. */
async function isLatest(args: Args, { world }: Life): Promise<boolean> {
  const { operation_id } = args;
  if (operation_id === undefined) return true;
  const entries = await world.journal.entries(ids.plan);
  const latest = entries.find(({ state, undoes }) => state === "applied" && undoes === null);
  return latest?.operationId === operation_id;
}

interface Answering {
  readonly life: Life;
  readonly args: Args;
  readonly confirmation: string;
}

/** Brings the code back in the step's manner; `null` when that must write nothing. */
async function answered(
  step: Step,
  { life, args, confirmation }: Answering,
): Promise<{ readonly before: PlanRecords; readonly applied: ToolReply } | null> {
  const { world, count } = life;
  const { kind, manner } = step;
  if (manner === "no") return null;
  if (manner === "justInTime") world.pass(599);
  if (manner === "late") world.pass(600);
  if (manner === "moved") {
    await byOthers(life, () => world.upstream.edit((records) => ownerEdit(step, records, args)));
  }
  const before = world.records();
  const state = world.state();
  const [name, sent] = call(step, args);
  const code = manner === "unknownCode" ? `${confirmation.slice(0, -1)}!` : confirmation;
  const applied = await world.call(name, { ...sent, confirmation: code });
  count(`${manner} ${applied.isError ? "refused" : "taken"}`);
  const isSame = name === kind && JSON.stringify(sent) === JSON.stringify(args);
  const isGood = isSame && manner !== "late" && manner !== "unknownCode";
  const isStopped = applied.isError || applied.structured?.["status"] === "nothing_to_do";
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

/** The call that comes with the code: in some manners another one than was previewed. */
function call({ kind, manner, one }: Step, args: Args): readonly [name: string, args: Args] {
  switch (manner) {
    case "otherPlan":
      return [kind, { ...args, plan_id: OTHER_PLAN }];
    case "otherArguments":
      return [kind, altered(args, one)];
    case "otherTool":
      return kind === "flag_transactions"
        ? ["create_category", { ...plan, group_id: "Fun", name: "Another" }]
        : [
          "flag_transactions",
          { ...plan, flags: [{ transaction_id: idOf("75"), color: "yellow" }] },
        ];
    default:
      return [kind, args];
  }
}

/** Changes one argument a little. */
function altered(args: Args, number: number): Args {
  const names = Object.keys(args).filter((name) => name !== "plan_id");
  const name = pick(names.length === 0 ? ["operation_id"] : names, number);
  const value = args[name];
  if (typeof value === "number") return { ...args, [name]: value + 1 };
  if (typeof value === "boolean") return { ...args, [name]: !value };
  if (Array.isArray(value)) return { ...args, [name]: [...value, value[0]] };
  return { ...args, [name]: name === "month" ? "2026-02" : `${value} x` };
}

interface Settling {
  readonly life: Life;
  readonly args: Args;
  readonly before: PlanRecords;
  readonly preview: ToolReply;
  readonly applied: ToolReply;
  readonly isInOrder: boolean;
}

/** Checks an applied change, and takes note of what of it can't be taken back. */
async function settle(step: Step, settling: Settling): Promise<void> {
  const { life: { world, touched, moves, count }, args, before, preview, isInOrder } = settling;
  count(step.kind);
  const after = world.records();
  const isApproval = step.kind === "approve_transactions";
  const told = isApproval ? approvals(args, before) : toldBy(preview);
  const difference = assertAsPreviewed(told, { before, after });
  assertMoney(told.rows, { before, after, difference });
  const [entry] = await world.journal.entries(ids.plan);
  if (entry === undefined) throw new Error("The journal is empty");
  noteAgain(told.rows, difference, settling.life);
  // What is deleted comes back under another id.
  for (const { id, before, after } of entry.steps.flatMap(({ targets }) => targets)) {
    if (before !== null && after === null && entry.undoes === null) touched.add(id);
  }
  moves.push(...transfersIn(after));
  assertEquals([entry.kind, entry.state], [step.kind, "applied"]);
  assertJournalAgrees(entry, after);
  if (!isApproval) await assertAvailable(settling.applied, entry, world);
  const keys = keysOf(difference);
  if (!entry.isUndoable && entry.undoes === null) noteLasting(keys, settling.life);
  const unread = entry.steps.flatMap(({ targets }) =>
    targets.filter((one) => one.before !== null && Object.keys(one.before).length === 0)
  );
  for (const { id } of unread) touched.add(id);
  if (step.kind === "move_money") {
    assertEquals(assignedIn(after), assignedIn(before), "moved money stays the same");
    moves.push([keys[0] ?? "", keys[1] ?? ""]);
  }
  if (entry.undoes !== null && !isInOrder) {
    for (const key of [...keys, ...leftAlone(preview)]) touched.add(key);
    const undone = await world.journal.find(ids.plan, entry.undoes);
    for (const { month, targets } of undone?.steps ?? []) {
      for (const { id } of targets) {
        touched.add(month === null ? id : `${id} assigned, ${month.slice(0, 7)}`);
      }
    }
  }
  if (!isApproval) await assertCopyHasIt(world);
}

/** A change is built from fresh data: with what was answered the copy is all there is. */
async function assertCopyHasIt(world: ChangeWorld): Promise<void> {
  const all = { ...plan, limit: 200 };
  const [own, full] = [
    await world.call("find_transactions", all),
    await world.readAnew("find_transactions", all),
  ];
  assertEquals(own.text, full.text);
}

function approvals(args: Args, before: PlanRecords): ReturnType<typeof toldBy> {
  const asked = args["transaction_ids"] as readonly string[];
  const rows = before.transactions
    .filter(({ id, approved, deleted }) => asked.includes(id) && !approved && !deleted)
    .map(({ id }): PreviewRow => ({ id, label: "", field: "approved", after: true }));
  return { message: "", rows };
}

function leftAlone({ structured }: ToolReply): readonly string[] {
  const rows = (structured?.["left_alone"] ?? []) as readonly { readonly id: string }[];
  return rows.map(({ id }) => id);
}

interface MoneyPassage {
  readonly before: PlanRecords;
  readonly after: PlanRecords;
  readonly difference: PlanDifference;
}

/** No money appears or vanishes but what the preview said. */
function assertMoney(
  rows: readonly PreviewRow[],
  { before, after, difference }: MoneyPassage,
): void {
  const assigned = rows.filter(({ field }) => field === "assigned")
    .reduce((sum, row) => sum + Math.round((Number(row.after) - Number(row.before)) * 1000), 0);
  assertEquals(assignedIn(after) - assignedIn(before), assigned);
  const [was, is] = [balances(before), balances(after)];
  const moved = movedBy(rows, before);
  for (const { id } of before.accounts) {
    const created = difference.createdRows.filter(({ account_id }) => account_id === id);
    const wanted = created.reduce((sum, { amount }) => sum + amount, moved.get(id) ?? 0);
    assertEquals((is.get(id) ?? 0) - (was.get(id) ?? 0), wanted, `balance of ${id}`);
  }
}

/** What the lines say that moves out of accounts and into them, of rows that were there. */
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
    const told = new Map(lines.map(({ field, after }) => [field, after]));
    add(row.account_id, -row.amount);
    if (told.get("transaction") === "deleted") continue;
    const account = accounts.find(({ name }) => name === told.get("account"));
    const amount = told.has("amount") ? Math.round(Number(told.get("amount")) * 1000) : row.amount;
    add(account?.id ?? row.account_id, amount);
  }
  return moved;
}

function assignedIn({ assignments }: PlanRecords): number {
  return [...assignments.values()].flatMap((amounts) => [...amounts.values()])
    .reduce((sum, amount) => sum + amount, 0);
}

/** Cleared and uncleared money of each account, as upstream computes it. */
function balances(records: PlanRecords): ReadonlyMap<string, number> {
  const { accounts } = figuresOn(structuredClone(records), TODAY);
  return new Map([...accounts].map(([id, { cleared, uncleared }]) => [id, cleared + uncleared]));
}
