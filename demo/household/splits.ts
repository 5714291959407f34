/**
 * Splits of every kind: two lines every month, several lines, a line that moves
 * money to another account, a deleted line, and one that was deleted whole.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays, addMonths } from "../_calendar.ts";
import { monthsFrom, onDay } from "../_months.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

/**
 * Drafts all splits.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(splitDrafts(setting).every(({ lines }) => lines !== undefined));
 * ```
 */
export function splitDrafts(setting: Setting): Draft[] {
  return [
    ...monthlyShopping(setting),
    ...cashBack(setting),
    fourLines(setting),
    withDeletedLine(setting),
    deletedWhole(setting),
  ].filter((draft) => draft.date <= setting.today);
}

function monthlyShopping(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).map((month) => {
    const draws = drawsFor(setting, `split/${month}`);
    const date = onDay(month, 10 + draws.integer(0, 4));
    const groceries = draws.integer(6_200, 12_800) * 10;
    const household = draws.integer(1_800, 5_400) * 10;
    return {
      source: "split/monthly",
      date,
      account: "visa",
      amount: -groceries - household,
      payee: "Bulkhaus",
      category: null,
      label: bankLabel("BULKHAUS WHSE #0{n3} | TIGARD OR", date, draws),
      lines: [
        { amount: -groceries, category: "groceries" },
        { amount: -household, category: "householdGoods", memo: "Paper, detergent" },
      ],
    };
  });
}

/** Cash handed out at the till: one line is a transfer. */
function cashBack(setting: Setting): Draft[] {
  return [3, 12, 19, 27, 34].map((monthsIn) => {
    const date = addDays(addMonths(setting.start, monthsIn), 16);
    const draws = drawsFor(setting, `cash back/${date}`);
    const groceries = draws.integer(3_000, 7_000) * 10;
    return {
      source: "split/cash back",
      date,
      account: "checking",
      amount: -groceries - 40_000,
      payee: "Fairview Market",
      category: null,
      label: bankLabel(
        "POS DEBIT XXXXXXXXXXXX4417 FAIRVIEW MARKET #{n4} | PORTLAND OR CASHBACK 40.00",
        date,
        draws,
      ),
      lines: [
        { amount: -groceries, category: "groceries" },
        { amount: -40_000, category: null, transferTo: "wallet", memo: "Cash back" },
      ],
    };
  });
}

function fourLines(setting: Setting): Draft {
  const date = addDays(addMonths(setting.thisMonth, -2), 11);
  return {
    source: "split/four lines",
    date,
    account: "visa",
    amount: -138_460,
    payee: "Amazon",
    category: null,
    label: bankLabel(
      "AMZN Mktp US*{a9} | Amzn.com/bill WA",
      date,
      drawsFor(setting, "split/four lines"),
    ),
    memo: "Order for everybody",
    lines: [
      { amount: -54_990, category: "toys", memo: "Building blocks" },
      { amount: -38_490, category: "householdGoods" },
      { amount: -29_990, category: "books", payee: "Powerline Books" },
      { amount: -14_990, category: "pets" },
    ],
  };
}

function withDeletedLine(setting: Setting): Draft {
  return {
    source: "split/deleted line",
    date: addDays(addMonths(setting.thisMonth, -4), 7),
    account: "checking",
    amount: -92_500,
    payee: "Lincoln PTA",
    category: null,
    memo: "Auction night",
    lines: [
      { amount: -52_500, category: "school" },
      { amount: -40_000, category: "charity" },
      { amount: -20_000, category: "activities", deleted: true },
    ],
  };
}

function deletedWhole(setting: Setting): Draft {
  return {
    source: "split/deleted",
    date: addDays(addMonths(setting.thisMonth, -3), 15),
    account: "visa",
    amount: -61_200,
    payee: "Harlow's",
    category: null,
    deleted: true,
    lines: [
      { amount: -41_200, category: "clothing", deleted: true },
      { amount: -20_000, category: "toys", deleted: true },
    ],
  };
}
