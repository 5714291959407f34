/**
 * What every server is asked, and what an answer has to show.
 *
 * @module
 */

import { figuresIn } from "../../evals/figures_in.ts";
import type { Household } from "../../evals/household.ts";
import type { Words } from "./server_config.ts";

/** A question that is put to every server. */
export interface ComparedQuestion {
  readonly id: string;
  readonly asks: string;
  /** What an answer must hold so that nobody has to add up: amounts in milliunits, or words. */
  readonly shows: (household: Household, words: Words) => readonly (number | string)[];
}

/** The payee that is searched for. */
export const PAYEE = "Blue Door Coffee";

/** The questions, in the order in which they are asked. */
export const comparedQuestions: readonly ComparedQuestion[] = [
  {
    id: "accounts",
    asks: "What is on each account?",
    shows: (household) =>
      household.accountsWhere(({ closed }) => !closed).map((name) => household.balance(name)),
  },
  {
    id: "balances",
    asks: "What is left in each category this month?",
    shows: (household, { month = "" }) => [
      ...new Set(household.visibleFigures(month).map(({ available }) => available)),
    ],
  },
  {
    id: "since",
    asks: "What are the 25 latest transactions since the first of last month?",
    shows: (household) =>
      household.transactions.toSorted((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
        .slice(-5).map(({ amount }) => amount),
  },
  {
    id: "payee",
    asks: `When were the last 20 payments at ${PAYEE}?`,
    shows: (household) => household.find({ payee: PAYEE }).slice(-20).map(({ date }) => date),
  },
  {
    id: "spending",
    asks: "What did each category take last month?",
    shows: (household, { since = "", until = "" }) =>
      ["Groceries", "Dining Out", "Fuel", "Household Goods", "Coffee"].map((category) =>
        household.spent({ category, since, until })
      ),
  },
  {
    id: "month",
    asks: "How is this month going?",
    shows: (household, { month = "" }) => [household.readyToAssign(month)],
  },
];

/**
 * Tells whether an answer shows all that was asked for. Amounts may be written in units
 * or in milliunits.
 *
 * @param answer All that the model sees.
 * @param shown What it must hold.
 */
export function isShown(answer: string, shown: readonly (number | string)[]): boolean {
  const figures = figuresIn(answer);
  const has = (wanted: number): boolean =>
    figures.some((figure) => Math.abs(figure - wanted) < 0.005);
  return shown.every((one) =>
    typeof one === "string" ? answer.includes(one) : has(Math.abs(one) / 1000) || has(Math.abs(one))
  );
}
