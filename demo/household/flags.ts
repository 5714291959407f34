/**
 * Rows with flags: with a label, without one, and with the empty colour.
 *
 * @module
 */

import { addDays } from "../_calendar.ts";
import type { Draft } from "./draft.ts";
import type { Setting } from "./setting.ts";

interface FlaggedRow extends Pick<Draft, "payee" | "category" | "memo" | "flag" | "amount"> {
  readonly daysAgo: number;
}

const REIMBURSE = { color: "red", name: "Reimburse" } as const;
const TAX = { color: "blue", name: "Tax" } as const;

const FLAGGED: readonly FlaggedRow[] = [
  {
    daysAgo: 18,
    amount: -54_200,
    payee: "Pho Lantern",
    category: "dining",
    memo: "Team lunch, claim back",
    flag: REIMBURSE,
  },
  {
    daysAgo: 52,
    amount: -14_000,
    payee: "City Transit",
    category: "transit",
    memo: "Way to the client",
    flag: REIMBURSE,
  },
  {
    daysAgo: 96,
    amount: -39_990,
    payee: "Harlow's",
    category: "householdGoods",
    memo: "Desk lamp for the office",
    flag: TAX,
  },
  {
    daysAgo: 240,
    amount: -18_490,
    payee: "Harlow's",
    category: "householdGoods",
    memo: "Printer paper",
    flag: TAX,
  },
  {
    daysAgo: 33,
    amount: -27_500,
    payee: "Orpheum Cinema",
    category: "samFun",
    memo: "Ask Sam",
    flag: { color: "green", name: null },
  },
  {
    daysAgo: 41,
    amount: -22_990,
    payee: "Maple Hardware",
    category: "homeMaintenance",
    memo: "Flag taken off again",
    flag: { color: "", name: null },
  },
];

/**
 * Drafts the rows with flags.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(flaggedDrafts(setting).some(({ flag }) => flag?.color === ""));
 * ```
 */
export function flaggedDrafts(setting: Setting): Draft[] {
  return FLAGGED.map(({ daysAgo, ...row }) => ({
    ...row,
    source: "flagged",
    date: addDays(setting.today, -daysAgo),
    account: "visa",
  }));
}
