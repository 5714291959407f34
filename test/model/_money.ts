import type { PlanRecords } from "../../demo/model/records.ts";
import { figuresOn } from "../demo/_plan_integrity.ts";
import { balancesIn } from "../processes/_plan_state.ts";
import { TODAY } from "../tools/_plan.ts";

export interface Money {
  /** Total assigned. */
  readonly assigned: number;
  /** Total assigned through the current month, plus Ready to Assign. */
  readonly assignable: number;
  /** Total balance of all accounts. */
  readonly banked: number;
  /** Balances of accounts with transactions, by account id. */
  readonly balances: ReadonlyMap<string, number>;
}

const counted = new WeakMap<PlanRecords, Money>();

/**
 * Computes a plan's totals and balances with YNAB's arithmetic. Results are cached for unchanged
 * records.
 */
export function moneyIn(records: PlanRecords): Money {
  const known = counted.get(records) ?? count(records);
  counted.set(records, known);
  return known;
}

function count(records: PlanRecords): Money {
  const { months, currentMonth } = figuresOn(structuredClone(records), TODAY);
  const balances = balancesIn(records);
  const ready = months.find(({ month }) => month === currentMonth)?.readyToAssign ?? 0;
  const inMonths = [...records.assignments].map(([month, amounts]) => ({
    month,
    assigned: sum([...amounts.values()]),
  }));
  const upToNow = inMonths.filter(({ month }) => month <= currentMonth);
  return {
    assigned: sum(inMonths.map(({ assigned }) => assigned)),
    assignable: ready + sum(upToNow.map(({ assigned }) => assigned)),
    banked: sum([...balances.values()]),
    balances,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
