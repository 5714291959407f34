import { assertEquals, assertStrictEquals } from "@std/assert";
import type { JournalStep, JournalTarget } from "../../../changes/journal.ts";
import type { CurrentRecord, Evidence, PlanNews } from "../../../changes/outcome/evidence.ts";
import { groupCreation } from "../../../changes/steps/group_creation.ts";
import { groupUpdate } from "../../../changes/steps/group_update.ts";
import { payeeUpdate } from "../../../changes/steps/payee_update.ts";
import { scheduleCreation } from "../../../changes/steps/schedule_creation.ts";
import { scheduleDeletion } from "../../../changes/steps/schedule_deletion.ts";
import { scheduleUpdate } from "../../../changes/steps/schedule_update.ts";
import { transactionCreation, withoutLost } from "../../../changes/steps/transaction_creation.ts";
import { transactionDeletion } from "../../../changes/steps/transaction_deletion.ts";
import { aStep, aTarget } from "../_journal_entry.ts";

function evidence(news: Partial<PlanNews>, change: Partial<Evidence> = {}): Evidence {
  return {
    news: { added: null, askedAt: 0, ...news },
    sinceAbsent: null,
    mayComeLate: false,
    mayBeTakenBack: false,
    ...change,
  };
}

const byId = (...records: readonly CurrentRecord[]): ReadonlyMap<string, CurrentRecord> =>
  new Map(records.map((one) => [one.id, one]));

function fates({ targets }: JournalStep): readonly unknown[] {
  return targets.map(({ id, outcome }) => [id, outcome]);
}

const open = (change: Partial<JournalTarget>): JournalTarget =>
  aTarget({ outcome: "unknown", ...change });
const named = (id: string, name: string): CurrentRecord => ({ id, name } as CurrentRecord);

Deno.test("a new name of a group or a payee is seen by its id", () => {
  const renamed = open({ id: "a", before: { name: "Old" }, after: { name: "New" } });
  const groups = aStep("updateCategoryGroup", [renamed]);
  const payees = aStep("updatePayee", [renamed]);
  for (
    const [name, outcome] of [["New", "done"], ["Old", "not_done"], ["Else", "unknown"]] as const
  ) {
    const records = [named("b", "New"), named("a", name)];
    const allGroups = (): readonly CurrentRecord[] => records;
    assertEquals(fates(groupUpdate.resolve(groups, evidence({ allGroups }))), [["a", outcome]]);
    const news = { payees: byId(...records) };
    assertEquals(fates(payeeUpdate.resolve(payees, evidence(news))), [["a", outcome]]);
  }
  assertStrictEquals(groupUpdate.resolve(groups, evidence({})), groups);
  assertStrictEquals(payeeUpdate.resolve(payees, evidence({})), payees);
});

Deno.test("a new group is the only one of its name, in whatever letter case", () => {
  const step = aStep("createCategoryGroup", [
    open({ id: "new 1", before: null, after: { name: "Trips" } }),
  ]);
  const found = (...groups: readonly CurrentRecord[]): JournalStep =>
    groupCreation.resolve(step, evidence({ allGroups: () => groups }));
  const other = named("b", "Living");
  assertEquals(fates(found(other, named("a", "TRIPS"), { id: "c" })), [["a", "done"]]);
  assertStrictEquals(found(other), step);
  assertStrictEquals(found(named("a", "Trips"), named("d", "trips")), step);
  assertStrictEquals(groupCreation.resolve(step, evidence({})), step);
});

Deno.test("of several new groups none is known until all are", () => {
  const asked = (name: string): JournalTarget => open({ id: name, before: null, after: { name } });
  const step = aStep("createCategoryGroup", [asked("Trips"), asked("Pets")]);
  const allGroups = (): readonly CurrentRecord[] => [named("a", "Trips")];
  assertStrictEquals(groupCreation.resolve(step, evidence({ allGroups })), step);
});

Deno.test("a schedule that is gone was deleted, and one that is there was not", () => {
  const step = aStep("deleteScheduledTransaction", [
    open({ id: "a", after: null }),
    open({ id: "b", after: null }),
  ]);
  const schedules = byId({ id: "b" });
  const news = evidence({ schedules });
  assertEquals(fates(scheduleDeletion.resolve(step, news)), [["a", "done"], ["b", "not_done"]]);
  const late = evidence({ schedules }, { mayComeLate: true });
  assertEquals(fates(scheduleDeletion.resolve(step, late)), [["a", "done"], ["b", "unknown"]]);
  assertStrictEquals(scheduleDeletion.resolve(step, evidence({})), step);
});

Deno.test("a transaction that is gone was deleted, and one that is there was not", () => {
  const step = aStep("deleteTransaction", [
    open({ id: "a", after: null }),
    open({ id: "b", after: null }),
  ]);
  const news = evidence({ rows: byId({ id: "b" }) });
  assertEquals(fates(transactionDeletion.resolve(step, news)), [["a", "done"], ["b", "not_done"]]);
  assertStrictEquals(transactionDeletion.resolve(step, evidence({})), step);
});

Deno.test("an edit of a schedule is seen by its fields", () => {
  const step = aStep("updateScheduledTransaction", [open({ id: "a" })]);
  const schedules = byId({ id: "a", flag_color: "red" } as CurrentRecord);
  assertEquals(fates(scheduleUpdate.resolve(step, evidence({ schedules }))), [["a", "done"]]);
  assertStrictEquals(scheduleUpdate.resolve(step, evidence({})), step);
});

const rent = { amount: -5, frequency: "monthly" };
const creating = (change: Partial<JournalTarget> = {}): JournalStep =>
  aStep("createScheduledTransaction", [
    open({ id: "new 1", before: null, after: rent, ...change }),
  ]);

function seen(step: JournalStep, schedules: readonly CurrentRecord[], isLate = false): JournalStep {
  const allSchedules = (): readonly CurrentRecord[] => schedules;
  return scheduleCreation.resolve(step, evidence({ allSchedules }, { mayComeLate: isLate }));
}

Deno.test("a new schedule is the only one with its fields that was not there before", () => {
  const [one, two] = [{ id: "a", ...rent }, { id: "b", ...rent }];
  const other = { id: "c", ...rent, amount: -6 };
  assertEquals(fates(seen(creating(), [one, other])), [["a", "done"]]);
  const step = creating();
  assertStrictEquals(seen(step, [one, two]), step);
  assertStrictEquals(seen(step, [other]), step);
  assertEquals(fates(seen(creating({ lookedAlike: ["a"] }), [one, two])), [["b", "done"]]);
  assertStrictEquals(scheduleCreation.resolve(step, evidence({})), step);
  const known = creating({ outcome: "done", id: "x" });
  assertStrictEquals(seen(known, [one]), known);
});

Deno.test("a schedule that was to be entered again and has not come in time did not come", () => {
  const again = creating({ recreates: "old" });
  assertEquals(fates(seen(again, [])), [["new 1", "not_done"]]);
  assertStrictEquals(seen(again, [], true), again);
  const alike = [{ id: "a", ...rent }, { id: "b", ...rent }];
  assertStrictEquals(seen(again, alike), again);
  const plain = creating();
  assertStrictEquals(seen(plain, []), plain);
});

const lost = (id: string, change: Partial<JournalTarget> = {}): JournalTarget =>
  open({ id, before: null, after: { amount: -5 }, recreates: id, ...change });

Deno.test("withoutLost() gives up what one request was to enter only where all of it is lost", () => {
  const outcome = (...targets: readonly JournalTarget[]): readonly unknown[] =>
    withoutLost(aStep("createTransaction", targets)).targets.map(({ outcome }) => outcome);
  assertEquals(outcome(lost("a"), lost("b")), ["not_done", "not_done"]);
  assertEquals(outcome(lost("a"), lost("b", { outcome: "done" })), ["not_done", "done"]);
  assertEquals(outcome(lost("a"), lost("b", { lookAlikes: ["x"] })), ["unknown", "unknown"]);
  const { recreates: _, ...isNew } = lost("b");
  assertEquals(outcome(lost("a"), isNew), ["unknown", "unknown"]);
  const done = aStep("createTransaction", [lost("a", { outcome: "done" })]);
  assertStrictEquals(withoutLost(done), done);
});

const entering = aStep("createTransaction", [
  open({
    id: "new 1",
    before: null,
    after: { account_id: "c", date: "2026-03-01", amount: -5, memo: "m" },
  }),
  open({
    id: "new 2",
    before: null,
    after: { account_id: "c", date: "2026-03-01", amount: -6, memo: "m" },
  }),
]);
const come = (id: string, amount: number, memo = "m"): CurrentRecord =>
  ({ id, account_id: "c", date: "2026-03-01", amount, memo }) as CurrentRecord;

function entered(...sinceAbsent: readonly CurrentRecord[]): JournalStep {
  return transactionCreation.resolve(entering, evidence({}, { sinceAbsent }));
}

Deno.test("new transactions are ours where just those have come that were asked", () => {
  assertEquals(fates(entered(come("b", -6), come("a", -5), come("c", -7))), [
    ["a", "done"],
    ["b", "done"],
  ]);
  assertStrictEquals(transactionCreation.resolve(entering, evidence({})), entering);
});

Deno.test("what looks like a new transaction is noted where another like it has come", () => {
  const { targets } = entered(come("a", -5), come("b", -6), come("c", -6));
  assertEquals(targets.map(({ outcome, lookAlikes }) => [outcome, lookAlikes]), [
    ["unknown", ["a"]],
    ["unknown", ["b", "c"]],
  ]);
});

Deno.test("what looks like a new transaction is known by account, date and amount", () => {
  const { targets } = entered(come("a", -5, "other"), { id: "z" });
  assertEquals(targets.map(({ lookAlikes }) => lookAlikes), [["a"], undefined]);
  assertEquals("lookAlikes" in (targets[1] ?? {}), false);
  const noted = { ...entering, targets };
  const again = evidence({}, { sinceAbsent: [come("a", -5, "other")] });
  assertStrictEquals(transactionCreation.resolve(noted, again), noted);
  const gone = evidence({}, { sinceAbsent: [] });
  const [first] = transactionCreation.resolve(noted, gone).targets;
  assertEquals("lookAlikes" in (first ?? {}), false);
});
