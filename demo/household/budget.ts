/**
 * What the household assigns to each category in an ordinary month.
 *
 * @module
 */

import type { CategoryKey } from "./category_table.ts";

/** How a category is funded. */
export interface FundingRule {
  /** Milliunits a month. */
  readonly monthly: number;
  /** `refill` tops up what is left, `setAside` adds the amount every month. */
  readonly style: "refill" | "setAside";
  /** Share of it that the current month has got so far; 1 where absent. */
  readonly thisMonth?: number;
}

/** Rules by category, most urgent first; other categories get what they spend. */
export const FUNDING_RULES: Readonly<Partial<Record<CategoryKey, FundingRule>>> = {
  mortgage: { monthly: 1_612_440, style: "refill" },
  carLoan: { monthly: 318_270, style: "refill" },
  childcare: { monthly: 640_000, style: "refill" },
  electricity: { monthly: 110_000, style: "refill" },
  gas: { monthly: 85_000, style: "refill" },
  water: { monthly: 48_000, style: "setAside" },
  internet: { monthly: 64_990, style: "refill" },
  phone: { monthly: 92_000, style: "refill" },
  homeInsurance: { monthly: 99_000, style: "setAside" },
  carInsurance: { monthly: 107_000, style: "setAside" },
  registration: { monthly: 15_500, style: "setAside" },
  groceries: { monthly: 820_000, style: "refill", thisMonth: 0.6 },
  farmBox: { monthly: 149_500, style: "refill" },
  fuel: { monthly: 175_000, style: "refill" },
  transit: { monthly: 45_000, style: "refill" },
  health: { monthly: 90_000, style: "refill" },
  householdGoods: { monthly: 220_000, style: "refill" },
  cleaning: { monthly: 206_000, style: "refill" },
  pets: { monthly: 150_000, style: "refill" },
  haircuts: { monthly: 60_000, style: "refill" },
  dining: { monthly: 340_000, style: "refill" },
  coffee: { monthly: 80_000, style: "refill" },
  streaming: { monthly: 28_980, style: "refill" },
  software: { monthly: 13_000, style: "setAside" },
  news: { monthly: 17_000, style: "refill" },
  memberships: { monthly: 17_000, style: "setAside" },
  gym: { monthly: 44_000, style: "refill" },
  activities: { monthly: 95_000, style: "refill" },
  school: { monthly: 40_000, style: "refill" },
  toys: { monthly: 45_000, style: "refill" },
  clothing: { monthly: 130_000, style: "refill", thisMonth: 0.5 },
  lyonFlat: { monthly: 250_000, style: "refill" },
  cologne: { monthly: 100_000, style: "refill" },
  homeMaintenance: { monthly: 110_000, style: "setAside", thisMonth: 0.4 },
  carRepairs: { monthly: 80_000, style: "refill" },
  gifts: { monthly: 70_000, style: "refill" },
  charity: { monthly: 46_000, style: "setAside", thisMonth: 0.75 },
  alexFun: { monthly: 60_000, style: "refill" },
  samFun: { monthly: 60_000, style: "refill" },
  hobbies: { monthly: 45_000, style: "refill" },
  books: { monthly: 45_000, style: "refill" },
  investments: { monthly: 300_000, style: "setAside" },
  storeCardPayment: { monthly: 138_000, style: "setAside" },
  vacation: { monthly: 190_000, style: "setAside", thisMonth: 0.5 },
  holidayGifts: { monthly: 35_000, style: "setAside", thisMonth: 0 },
  hosting: { monthly: 9_000, style: "setAside" },
  taxes: { monthly: 20_000, style: "setAside" },
  kitchen: { monthly: 180_000, style: "setAside", thisMonth: 0 },
};
