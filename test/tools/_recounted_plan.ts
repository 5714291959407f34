import fc from "fast-check";
import type {
  PlanRecords,
  StoredScheduled,
  StoredSplitLine,
  StoredTransaction,
} from "../../demo/model/records.ts";
import { openApi } from "../demo/_api.ts";
import { take } from "../demo/_random_life.ts";
import { aCategory, aLine, anAccount, aPayee, aSchedule, ids, uuid } from "../demo/_tiny_plan.ts";
import { dueDays, EVERY_DAYS, EVERY_MONTHS } from "../domain/schedules/_due_days.ts";
import { TODAY } from "./_plan.ts";

export type Part = StoredTransaction | StoredSplitLine;

const loan = uuid(16);
const toLoan = uuid(30);
const hobby = uuid(49);

export const milliunits = (amount: unknown): number => Math.round(Number(amount ?? 0) * 1000);
export const sum = (amounts: Iterable<number>): number => [...amounts].reduce((a, b) => a + b, 0);

/** Rows and their split lines, except deleted ones. */
export function rowsIn(
  plan: PlanRecords,
): readonly { row: StoredTransaction; parts: readonly Part[] }[] {
  return plan.transactions.filter(({ deleted }) => !deleted).map((row) => {
    const lines = row.lines.filter(({ deleted }) => !deleted);
    return { row, parts: lines.length > 0 ? lines : [row] };
  });
}

const FREQUENCIES = [
  "never",
  "twiceAMonth",
  ...Object.keys(EVERY_DAYS),
  ...Object.keys(EVERY_MONTHS),
];

export const anySchedule: fc.Arbitrary<StoredScheduled> = fc.record({
  account: fc.constantFrom(ids.checking, ids.visa, ids.house, loan),
  ahead: fc.integer({ min: 0, max: 60 }),
  first: fc.option(
    fc.oneof(
      fc.integer({ min: -380, max: -1 }).map(dayAt),
      // Dates whose day of the month doesn't exist in some of the months that follow.
      fc.constantFrom("2025-08-31", "2025-10-31", "2025-12-30"),
    ),
    { nil: null },
  ),
  frequency: fc.constantFrom(...FREQUENCIES),
  amount: fc.integer({ min: -90, max: 40 }).filter((one) => one !== 0),
  other: fc.constantFrom(null, null, null, ids.savings, ids.amex, ids.house, loan),
  category: fc.constantFrom(ids.food, ids.rent, hobby, ids.inflow, null),
  isSplit: fc.boolean(),
}).map(({ account, ahead, first, frequency, amount, other, category, isSplit }) => {
  const [began, next] = [first ?? dayAt(ahead), dayAt(ahead)];
  const life = { date_first: began, date_next: began, frequency };
  const due = dueDays(life, next, dayAt(800))[0];
  const transfer = other === account ? null : other;
  const whole = {
    ...{ date_first: due === undefined ? next : began, date_next: due ?? next },
    ...{ frequency, account_id: account },
    amount: amount * 1000,
  };
  if (!isSplit) {
    return aSchedule({ ...whole, category_id: category, transfer_account_id: transfer });
  }
  return aSchedule({
    ...whole,
    lines: [
      aLine({ amount: amount * 400, category_id: category }),
      aLine({ amount: amount * 600, category_id: ids.rent, transfer_account_id: transfer }),
      aLine({ amount: 77_000, category_id: ids.rent, deleted: true }),
    ],
  });
});

export function dayAt(ahead: number): string {
  return new Date(Date.parse(TODAY) + ahead * 86_400_000).toISOString().slice(0, 10);
}

/** Creates a plan from random rows and schedules, with a loan and a hidden category. */
export async function aRandomPlan(
  life: Parameters<typeof take>[0][],
  scheduled: readonly StoredScheduled[],
): Promise<PlanRecords> {
  const api = openApi();
  api.upstream.edit((plan) => {
    const car = { id: loan, name: "Car loan", type: "autoLoan", on_budget: false } as const;
    plan.accounts.push(anAccount({ ...car, transfer_payee_id: toLoan }));
    plan.payees.push(
      aPayee({ id: toLoan, name: "Transfer : Car loan", transfer_account_id: loan }),
    );
    plan.categories.push(aCategory({ id: hobby, name: "Hobby", hidden: true }));
  });
  for (const step of life) await take(step, api);
  const [plan] = api.upstream.snapshot();
  if (plan === undefined) throw new Error("no plan");
  plan.scheduled = scheduled.map((one) => ({ ...one, id: crypto.randomUUID() }));
  return plan;
}

export function isOnBudget({ accounts }: PlanRecords, id: string | null): boolean {
  return accounts.find((one) => one.id === id)?.on_budget === true;
}

export function isStart({ payees }: PlanRecords, { payee_id }: StoredTransaction): boolean {
  return payees.find(({ id }) => id === payee_id)?.name === "Starting Balance";
}

/** The amount that a scheduled transaction adds to the combined balance of checking and savings. */
export function cashFlowOf({ account_id: own, ...schedule }: StoredScheduled): number {
  const lines = schedule.lines.filter(({ deleted }) => !deleted);
  const isCash = (id: string | null): boolean => id === ids.checking || id === ids.savings;
  return sum(
    (lines.length > 0 ? lines : [schedule]).map(({ amount, transfer_account_id: other }) =>
      (isCash(own) ? amount : 0) - (isCash(other) ? amount : 0)
    ),
  );
}

interface Due {
  readonly date: string;
  readonly amount: number;
  readonly category: string | null;
}

/** The scheduled amounts that flow into or out of the budget. */
export function duesOf(plan: PlanRecords): readonly Due[] {
  const typeOf = (id: string | null): string =>
    plan.accounts.find((one) => one.id === id)?.type ?? "";
  const isCash = (id: string | null): boolean =>
    isOnBudget(plan, id) && ["checking", "savings", "cash"].includes(typeOf(id));
  return plan.scheduled.flatMap((schedule) => {
    const lines = schedule.lines.filter(({ deleted }) => !deleted);
    return (lines.length > 0 ? lines : [schedule]).flatMap((part): readonly Due[] => {
      const { transfer_account_id: other, category_id: category } = part;
      const own = schedule.account_id;
      const dues = dueDays(schedule, TODAY, "2026-04-30");
      if (isOnBudget(plan, own) && isOnBudget(plan, other)) {
        const [from, to] = part.amount < 0 ? [own, other] : [other, own];
        if (!isCash(from) || isCash(to)) return [];
        const name = plan.accounts.find(({ id }) => id === to)?.name;
        const [payment = null, ...more] = plan.categories.filter((one) =>
          one.category_group_id === ids.cardGroup && one.name === name
        );
        const paid = more.length > 0 ? null : payment?.id ?? null;
        return dues.map((date) => ({ date, amount: -Math.abs(part.amount), category: paid }));
      }
      if (!isOnBudget(plan, own) && !isOnBudget(plan, other)) return [];
      const budget = isOnBudget(plan, own) ? own : other;
      if (category === ids.inflow && !isCash(budget)) return [];
      const amount = isOnBudget(plan, own) ? part.amount : -part.amount;
      return dues.map((date) => ({ date, amount, category }));
    });
  });
}
