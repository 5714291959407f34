import type { EntryState, JournalEntry, JournalTarget, Outcome } from "../../../changes/journal.ts";
import type { FaultCase } from "./_fault_cases.ts";
import type { FaultKind } from "./_fault_kinds.ts";
import type { Ending, Moment } from "./_fault_run.ts";
import type { EndedRequest } from "./_fault_upstream.ts";

/** The facts that a run's outcome is checked against. */
export interface Expected {
  readonly faultCase: FaultCase;
  readonly kind: FaultKind;
  /** Whether only one request failed. */
  readonly isOnce: boolean;
  /** Whether the first failed request was a read. */
  readonly isFirstRead: boolean;
  /** The plan before the change and after each of its steps, from a run without faults. */
  readonly stages: readonly string[];
}

type Say = (complaint: string) => void;

/** Returns a description of each false statement that the server made. */
export function untruths(ending: Ending, expected: Expected): readonly string[] {
  const found: string[] = [];
  const say: Say = (complaint) => found.push(complaint);
  checkStage(ending, expected, say);
  checkPutBack(ending, expected, say);
  checkAnswer(ending, expected, say);
  checkEntry(ending, expected, say);
  checkOpen(ending, expected, say);
  checkNeedless(ending, expected, say);
  checkAgain(ending, expected, say);
  checkLater(ending, expected, say);
  return found;
}

/** The change's state in the journal, or `none` if the journal has no entry. */
export function stateOf({ entry }: Moment): EntryState | "none" {
  return entry?.state ?? "none";
}

/** Each step of a change must be applied fully or not at all; partial changes must be reported. */
function checkStage(ending: Ending, { stages }: Expected, say: Say): void {
  const stage = stages.indexOf(ending.plan);
  if (ending.before !== stages[0]) {
    say("the plan before the change differs from the run without faults");
  }
  if (stage < 0) return say("the plan matches no stage of the change");
  const state = stateOf(ending);
  const isHalf = stage > 0 && stage < stages.length - 1;
  if (isHalf && state !== "partly" && state !== "uncertain") say(`partially applied, but ${state}`);
  if (state === "applied" && stage !== stages.length - 1) {
    say("applied, but upstream has only a part");
  }
  if ((state === "failed" || state === "none") && stage !== 0) {
    say(`${state}, but upstream has a part`);
  }
}

/**
 * If only one request failed and the call can verify that request's outcome, a partly applied
 * change must be rolled back.
 */
function checkPutBack(ending: Ending, { faultCase, kind, isOnce }: Expected, say: Say): void {
  const isPossible = faultCase.hasReread && isOnce && kind.isLost;
  if (isPossible && stateOf(ending) === "partly") say("a partial change was not rolled back");
}

/** The response's status, error and rows must agree with the journal. */
function checkAnswer({ reply, entry, requests }: Ending, _: Expected, say: Say): void {
  const status = reply.structured?.["status"];
  const state = entry?.state ?? "none";
  const isClean = state === "applied";
  const isUnclean = state === "partly" || state === "uncertain";
  if (isClean && (status !== "applied" || reply.isError)) say(`applied is reported as ${status}`);
  if (isUnclean && (status !== state || !reply.isError)) say(`${state} is reported as ${status}`);
  if (!isClean && !isUnclean && (reply.structured !== null || !reply.isError)) {
    say(`${state} is reported as ${status}`);
  }
  if (state === "intended") say("the entry stayed intended");
  // When one of several concurrent reads fails, the call ends while the other reads continue.
  if (entry !== null && reply.upstreamRequests !== requests.length) {
    say(`${requests.length} requests are reported as ${reply.upstreamRequests}`);
  }
  if (entry !== null && reply.structured !== null) checkRows(reply.structured, entry, say);
}

function checkRows(
  structured: Readonly<Record<string, unknown>>,
  entry: JournalEntry,
  say: Say,
): void {
  const rows = (structured["changes"] ?? []) as readonly {
    readonly id: string;
    readonly outcome?: Outcome;
  }[];
  const targets = entry.steps.flatMap((step) => step.targets);
  // Several steps may have the same outcome for a record, so use sets to ignore duplicates.
  const pairs = (list: readonly { readonly id: string; readonly outcome?: Outcome }[]): string[] =>
    list.map(({ id, outcome }) => `${id}: ${outcome}`);
  const [reported, stored] = [new Set(pairs(rows)), new Set(pairs(targets))];
  for (const row of reported) {
    if (!stored.has(row)) say(`row ${row} is reported, but not in the journal`);
  }
  for (const target of targets) {
    const isReported = reported.has(`${target.id}: ${target.outcome}`);
    if (target.outcome !== "done" && !isReported) {
      say(`row ${target.id} is ${target.outcome}, but not reported`);
    }
  }
}

/** Every outcome in the journal must match the simulated YNAB's data. */
function checkEntry(moment: Moment, { stages }: Expected, say: Say): void {
  const { entry, plan, liveIds, undone } = moment;
  const stage = stages.indexOf(plan);
  for (const [at, { targets }] of entry?.steps.entries() ?? []) {
    for (const { id, outcome, before, after } of targets) {
      const isDone = stage > at;
      if (outcome === "done" && !isDone) say(`${id} is done, but upstream has the old value`);
      if (outcome === "not_done" && isDone) say(`${id} is not done, but upstream has it`);
      if (outcome !== "done") continue;
      if (after !== null && !liveIds.has(id)) say(`upstream has no ${id}`);
      if (before !== null && after === null && liveIds.has(id)) say(`upstream still has ${id}`);
    }
  }
  if (entry === null) return;
  const outcomes = entry.steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
  const isAll = outcomes.every((outcome) => outcome === "done");
  if (entry.state === "applied" && !isAll) say("applied with open outcomes");
  if (entry.state === "failed" && outcomes.some((outcome) => outcome !== "not_done")) {
    say("failed with outcomes other than not_done");
  }
  if (entry.state === "partly" && outcomes.includes("unknown")) {
    say("partly, but an outcome is unknown");
  }
  if ((entry.state === "applied" && entry.undoes !== null) !== (undone?.state === "undone")) {
    say(`the undo is ${entry.state}, but its change is ${undone?.state}`);
  }
}

/**
 * An outcome may be unknown only if the fault made it so, for example because a write may still
 * arrive after the re-read.
 */
function checkOpen(ending: Ending, { faultCase, stages }: Expected, say: Say): void {
  if (stateOf(ending) !== "uncertain") return;
  const { requests, entry } = ending;
  const at = requests.findLastIndex(({ isWrite, isAnswered }) => isWrite && !isAnswered);
  const last = requests[at];
  // Some records, such as a transfer's other side, are missing from a step's response, and their
  // outcomes need a separate read. If that read fails, these outcomes stay unknown, but the change
  // still sends its later steps.
  const isOfFollowers = entry?.steps.every(({ targets }) =>
    targets.every(({ outcome, isFollower }) => outcome !== "unknown" || isFollower === true)
  );
  const written = isOfFollowers === true
    ? requests.findIndex(({ isWrite }) => isWrite)
    : requests.findLastIndex(({ isWrite }) => isWrite);
  const isUnread = requests.slice(written + 1)
    .some(({ isAnswered, isRefused }) => !isAnswered || isRefused);
  if (last === undefined) {
    return isUnread ? undefined : say("uncertain although every request was answered");
  }
  const isCreation = CREATIONS.includes(last.operation ?? "");
  const wasReread = requests.slice(at + 1).some(({ isAnswered }) => isAnswered);
  const isShown = ending.plan === stages.at(-1);
  if (faultCase.hasReread && wasReread && isShown && !isCreation) {
    say("uncertain after a successful re-read");
  }
  if (isSeen(last, ending) && wasReread && isThere(ending)) {
    say("uncertain although the re-read showed it");
  }
}

const CREATIONS: readonly string[] = [
  "createCategory",
  "createCategoryGroup",
  "createScheduledTransaction",
  "createTransaction",
  "importTransactions",
];

/**
 * Operations that create a record. A re-read can show, by the new record's name or fields, that the
 * operation took effect.
 */
const SEEN: readonly (string | null)[] = [
  "createCategory",
  "createCategoryGroup",
  "createScheduledTransaction",
];

function isSeen({ operation }: EndedRequest, { entry }: Ending): boolean {
  if (operation !== "createTransaction") return SEEN.includes(operation);
  const created = entry?.steps.filter((step) => step.operation === operation) ?? [];
  return !created.some(({ targets }) => targets.some(isUnidentified));
}

/** Operations whose outcome is visible in months, categories, schedules or payees. */
const SHOWN: readonly string[] = [
  "deleteScheduledTransaction",
  "updateCategory",
  "updateCategoryGroup",
  "updateMonthCategory",
  "updatePayee",
  "updateScheduledTransaction",
];

function isThere({ plan, before }: Ending): boolean {
  return plan !== before;
}

/** A single transient fault must not stop a change whose requests can be retried. */
function checkNeedless(ending: Ending, expected: Expected, say: Say): void {
  const { faultCase, kind, isOnce, isFirstRead } = expected;
  if (!isOnce || kind.isTransient === false) return;
  const isReadLost = ending.requests.some(({ isWrite, isAnswered }) => !isWrite && !isAnswered);
  if (kind.isTransient === "for writes" && isReadLost) return;
  const isCreation = ending.requests.some(isLostCreation);
  if (!isFirstRead && (!faultCase.isRepeatable && isCreation)) return;
  if (stateOf(ending) !== "applied") {
    say(`a transient fault stopped the change: ${stateOf(ending)}`);
  }
}

function isLostCreation({ operation, isAnswered, isWrite }: EndedRequest): boolean {
  const isOnce = CREATIONS.includes(operation ?? "") || operation === "updateTransactions";
  return isWrite && !isAnswered && isOnce;
}

/** Used confirmation codes must be rejected, and unused ones must still work. */
function checkAgain(ending: Ending, expected: Expected, say: Say): void {
  const { stages } = expected;
  const { again, entry, plan } = ending;
  if (again === null) return;
  if (entry === null) {
    if (again.reply.structured?.["status"] !== "applied") {
      say(`an unused code was not applied: ${again.reply.text}`);
    }
    if (again.plan !== stages.at(-1)) say("the second call did not apply it");
    return;
  }
  // A repeated undo may also fail because the change is already undone.
  const isRefused = expected.faultCase.isUndo === true
    ? again.reply.isError || again.reply.structured?.["status"] === "nothing_to_do"
    : /^invalid_input: .*already used/.test(again.reply.text);
  if (!isRefused) say(`a used code was accepted: ${again.reply.text}`);
  if (again.plan !== plan) say("a used code changed the plan");
}

/** Later reads must resolve unknown outcomes, agree with the plan, and not change the plan. */
function checkLater(ending: Ending, expected: Expected, say: Say): void {
  const { later, reads, plan, entry } = ending;
  if (later.plan !== plan) say("reads changed the plan");
  if (later.entry?.operationId !== entry?.operationId) {
    say("later: the latest entry is another one");
  }
  checkEntry(later, expected, (complaint) => say(`later: ${complaint}`));
  checkSettled(ending, expected, say);
  for (const [kept, afresh] of reads) {
    if (JSON.stringify(kept) !== JSON.stringify(afresh)) {
      say(`the cache has ${JSON.stringify(kept)}, upstream ${JSON.stringify(afresh)}`);
    }
  }
}

/**
 * Whether a record was to be created without an import id, in which case no read can prove that it
 * wasn't created.
 */
function isUnidentified({ before, after }: JournalTarget): boolean {
  return before === null && (after?.["import_id"] ?? null) === null;
}

function checkSettled({ later, entry }: Ending, { faultCase, stages }: Expected, say: Say): void {
  if (entry?.state !== "uncertain" && stateOf(later) !== (entry?.state ?? "none")) {
    say(`${entry?.state} became ${stateOf(later)}`);
  }
  const isOpen = later.entry?.steps.some(({ operation, targets }) =>
    SHOWN.includes(operation) && targets.some(({ outcome }) => outcome === "unknown")
  );
  if (isOpen === true) say("an outcome is still unknown after later reads that show it");
  if (!faultCase.isSettledByRows) return;
  const [last] = stages.flatMap((stage, at) => (stage === later.plan ? [at] : [])).slice(-1);
  const open = later.entry?.steps.filter(({ targets }, at) => {
    const isAbsent = targets.some(isUnidentified) && (last ?? 0) <= at;
    return !isAbsent && targets.some(({ outcome }) => outcome === "unknown");
  });
  if ((open?.length ?? 0) > 0) say("an outcome is still unknown after a read of transactions");
}
