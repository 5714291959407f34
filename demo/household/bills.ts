/**
 * Recurring bills at home: one of every rhythm.
 *
 * @module
 */

import type { Random } from "../_random.ts";
import type { Bill } from "./bill.ts";
import { RARE_BILLS } from "./bills_rare.ts";

/** Weekly to every four weeks. */
const BY_WEEKS: readonly Bill[] = [
  {
    payee: "Riverbend Farm Box",
    label: "SQ *RIVERBEND FARM BOX | Canby OR",
    category: "farmBox",
    account: "visa",
    cadence: { everyWeeks: 1, anchor: "2026-01-01" },
    amount: 34_500,
    jitter: 0,
  },
  {
    payee: "Bright Broom Cleaning",
    label: "ZELLE PAYMENT TO BRIGHT BROOM | CONF# {a9}",
    category: "cleaning",
    account: "checking",
    cadence: { everyWeeks: 2, anchor: "2026-01-06" },
    amount: 95_000,
    jitter: 1,
  },
  {
    payee: "Kibble Club",
    label: "KIBBLE CLUB*{a6} | 844-555-0171 CO",
    category: "pets",
    account: "visa",
    cadence: { everyWeeks: 4, anchor: "2026-01-12" },
    amount: 58_900,
  },
];

const BY_MONTH: readonly Bill[] = [
  {
    payee: "Little Explorers Daycare",
    label: "LITTLE EXPLORERS TUITION WEB PMT | ID {n7}",
    category: "childcare",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 1 },
    amount: 640_000,
  },
  {
    payee: "CloudNest",
    label: "CLOUDNEST STORAGE | CLOUDNEST.COM CA",
    category: "software",
    account: "visa",
    cadence: { everyMonths: 1, month: 1, day: 2 },
    amount: 9_990,
  },
  {
    payee: "Ironworks Gym",
    label: "IRONWORKS GYM CLUB FEES | PORTLAND OR",
    category: "gym",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 5 },
    amount: 44_000,
    jitter: 2,
  },
  {
    payee: "Moonreel",
    label: "MOONREEL.COM | 866-555-0142 CA",
    category: "streaming",
    account: "visa",
    cadence: { everyMonths: 1, month: 1, day: 6 },
    amount: 15_490,
    raise: { monthsAgo: 5, amount: 17_990 },
  },
  {
    payee: "Evergreen Fiber",
    label: "EVERGREEN FIBER DES:AUTOPAY ID:{n9}",
    category: "internet",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 8 },
    amount: 64_990,
  },
  {
    payee: "The Daily Ledger",
    label: "PAYPAL *DAILYLEDGER | 402-935-7733 CA",
    category: "news",
    account: "visa",
    cadence: { everyMonths: 1, month: 1, day: 12 },
    amount: 17_000,
  },
  {
    payee: "Cascadia Power & Light",
    label: "CASCADIA POWER DES:BILL PAY ID:{n9}",
    category: "electricity",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 12 },
    amount: (due, draws) => seasonal(due, draws, 78_000, 31_000),
    jitter: 2,
  },
  {
    payee: "Riverside Food Bank",
    label: "RIVERSIDE FOOD BANK DONATION | PORTLAND OR",
    category: "charity",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 15 },
    amount: 40_000,
  },
  {
    payee: "Spotify",
    label: "PAYPAL *SPOTIFY | 402-935-7733 CA",
    category: "streaming",
    account: "visa",
    cadence: { everyMonths: 1, month: 1, day: 17 },
    amount: 10_990,
  },
  {
    payee: "Northwest Gas",
    label: "NORTHWEST GAS CO DES:UTIL PMT ID:{n9}",
    category: "gas",
    account: "checking",
    cadence: { everyMonths: 1, month: 1, day: 19 },
    amount: (due, draws) => seasonal(due, draws, 58_000, 44_000),
    jitter: 2,
  },
  {
    payee: "Beacon Mobile",
    label: "BEACON MOBILE*AUTOPAY | 800-555-0134 TX",
    category: "phone",
    account: "visa",
    cadence: { everyMonths: 1, month: 1, day: 22 },
    amount: 91_980,
  },
];

/** All recurring bills at home. */
export const BILLS: readonly Bill[] = [
  ...BY_WEEKS,
  ...BY_MONTH,
  ...RARE_BILLS,
];

/** More in winter than in summer; milliunits. */
function seasonal(due: string, draws: Random, mean: number, swing: number): number {
  const month = Number(due.slice(5, 7)) - 1;
  const warmth = Math.cos(month / 12 * 2 * Math.PI);
  return Math.round((mean + swing * warmth + draws.integer(-6_000, 6_000)) / 10) * 10;
}
