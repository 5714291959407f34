/**
 * Rows that wait for a category: a dozen recent ones and some that were
 * forgotten long ago.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays } from "../_calendar.ts";
import type { AccountKey } from "./accounts.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

interface Waiting {
  readonly daysAgo: number;
  readonly account: AccountKey;
  readonly payee: string | null;
  /** Absent where nobody imported the row. */
  readonly label?: string;
  /** Dollars spent. */
  readonly spent: number;
  readonly approved?: boolean;
  readonly memo?: string;
  /** The internal category instead of none. */
  readonly isMarked?: boolean;
}

const RECENT: readonly Waiting[] = [
  card(0, "Blue Door Coffee", "SQ *BLUE DOOR COFFEE | Portland OR", 6.75),
  card(1, "Amazon", "AMZN Mktp US*2K4LM8QX3 | Amzn.com/bill WA", 34.99),
  card(2, "Fairview Market", "FAIRVIEW MARKET #{n4} | PORTLAND OR", 71.36),
  card(3, "Pho Lantern", "TST* PHO LANTERN | Portland OR", 37.8),
  card(4, "Cascade Fuel", "CASCADE FUEL {n8} | PORTLAND OR", 44.12),
  card(5, "Amazon", "AMZN Mktp US*{a9} | Amzn.com/bill WA", 18.49),
  { ...card(6, "Bulkhaus", "BULKHAUS WHSE #0{n3} | TIGARD OR", 126.4), isMarked: true },
  {
    ...card(
      7,
      "Rosewood Pharmacy",
      "POS DEBIT XXXXXXXXXXXX4417 ROSEWOOD PHARMACY | PORTLAND OR",
      19.99,
    ),
    account: "checking",
  },
  card(9, "Zenith Imports", "PAYPAL *ZENITHIMPO | 402-935-7733 CA", 58.2),
  { ...card(10, "Check 1042", "CHECK 1042", 85), account: "checking", memo: "?" },
  card(12, "Northbound Roasters", "TST* NORTHBOUND ROASTERS | Portland OR", 14.5),
  card(13, "Harlow's", "HARLOWS {n8} | PORTLAND OR", 42.99),
  { daysAgo: 8, account: "wallet", payee: null, spent: 12, approved: true },
];

const FORGOTTEN: readonly Waiting[] = [
  { ...card(47, "Maple Hardware", "MAPLE HARDWARE {n3} | PORTLAND OR", 31.49), approved: true },
  card(418, "Powerline Books", "POWERLINE BOOKS {n3} | PORTLAND OR", 24.95),
  { ...card(611, "Corner Pantry", "SQ *CORNER PANTRY | Portland OR", 11.27), approved: true },
  {
    ...card(702, "City Transit", "CITYTRANSIT HOP {n8} | PORTLAND OR", 5.6),
    account: "checking",
  },
];

/**
 * Drafts all rows that wait for a category.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(pendingDrafts(setting).some(({ category }) => category === "uncategorized"));
 * ```
 */
export function pendingDrafts(setting: Setting): Draft[] {
  return [
    ...[...RECENT, ...FORGOTTEN].map((waiting) => pendingDraft(setting, waiting)),
    unsplit(setting),
    neverApproved(setting),
  ];
}

function pendingDraft(setting: Setting, waiting: Waiting): Draft {
  const { daysAgo, account, payee, label, spent, memo } = waiting;
  const date = addDays(setting.today, -daysAgo);
  const draws = drawsFor(setting, `pending/${payee}/${daysAgo}`);
  return {
    source: `pending/${daysAgo}`,
    date,
    account,
    amount: -Math.round(spent * 100) * 10,
    payee,
    category: waiting.isMarked === true ? "uncategorized" : null,
    approved: waiting.approved ?? false,
    ...(label === undefined ? {} : { label: bankLabel(label, date, draws) }),
    ...(memo === undefined ? {} : { memo }),
  };
}

/** Split by mistake: its lines are deleted, so that it waits again. */
function unsplit(setting: Setting): Draft {
  const date = addDays(setting.today, -11);
  return {
    source: "pending/unsplit",
    date,
    account: "visa",
    amount: -54_980,
    payee: "Amazon",
    category: null,
    label: bankLabel(
      "AMZN Mktp US*{a9} | Amzn.com/bill WA",
      date,
      drawsFor(setting, "pending/unsplit"),
    ),
    lines: [
      { amount: -30_000, category: "toys", deleted: true },
      { amount: -24_980, category: "gifts", deleted: true },
    ],
  };
}

/** Has its category, but nobody has looked at it for more than a year. */
function neverApproved(setting: Setting): Draft {
  const date = addDays(setting.today, -503);
  return {
    source: "straggler",
    date,
    account: "visa",
    amount: -63_400,
    payee: "Paws & Company",
    category: "pets",
    approved: false,
    label: bankLabel("PAWS & COMPANY #{n3} | PORTLAND OR", date, drawsFor(setting, "straggler")),
  };
}

function card(daysAgo: number, payee: string, label: string, spent: number): Waiting {
  return { daysAgo, account: "visa", payee, label, spent };
}
