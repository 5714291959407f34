/**
 * Rows that belong together without being one: a matched pair, a link to a row
 * that is gone, and a transfer that arrived as two ordinary rows.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays, monthOf } from "../_calendar.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, idFor, type Setting } from "./setting.ts";

/**
 * Drafts all such rows.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(pairDrafts(setting).some(({ matchedId }) => matchedId !== undefined));
 * ```
 */
export function pairDrafts(setting: Setting): Draft[] {
  return [...matchedPair(setting), ...staleMatch(setting), ...transferAsTwoRows(setting)];
}

/** The row that was entered by hand counts, the imported one repeats it. */
function matchedPair(setting: Setting): Draft[] {
  const entered = idFor(setting, "row/matched/entered");
  const imported = idFor(setting, "row/matched/imported");
  const shared = {
    account: "visa",
    amount: -38_500,
    payee: "Little Anvil Pizza",
    category: "dining",
  } as const;
  const date = addDays(setting.today, -1);
  const label = bankLabel(
    "SQ *LITTLE ANVIL PIZZA | Portland OR",
    date,
    drawsFor(setting, "matched"),
  );
  return [
    {
      ...shared,
      source: "matched/entered",
      id: entered,
      date: addDays(setting.today, -2),
      memo: "Pizza night",
      matchedId: imported,
    },
    {
      ...shared,
      source: "matched/imported",
      id: imported,
      date,
      approved: false,
      label,
      matchedId: entered,
    },
  ];
}

/** The imported half was deleted; the other still names it. */
function staleMatch(setting: Setting): Draft[] {
  const kept = idFor(setting, "row/stale match/kept");
  const gone = idFor(setting, "row/stale match/gone");
  const date = addDays(setting.today, -74);
  const shared = {
    account: "visa",
    amount: -27_450,
    payee: "Powerline Books",
    category: "books",
    date,
  } as const;
  const label = bankLabel("POWERLINE BOOKS {n3} | PORTLAND OR", date, drawsFor(setting, "stale"));
  return [
    { ...shared, source: "stale match/kept", id: kept, matchedId: gone },
    { ...shared, source: "stale match/gone", id: gone, matchedId: kept, label, deleted: true },
  ];
}

/** Both in one month, so that they cancel out in its figures. */
function transferAsTwoRows(setting: Setting): Draft[] {
  const arrived = addDays(setting.today, -4);
  const left = addDays(arrived, -2);
  const isSameMonth = monthOf(left) === monthOf(arrived);
  const [from, to] = isSameMonth ? [left, arrived] : [addDays(left, -2), left];
  const shared = { payee: null, category: null, approved: false } as const;
  const draws = drawsFor(setting, "two rows");
  return [
    {
      ...shared,
      source: "two rows/out",
      date: from,
      account: "checking",
      amount: -650_000,
      payee: "Online Transfer",
      label: bankLabel("ONLINE TRANSFER TO SAV ...8831 | CONF {a9}", from, draws),
    },
    {
      ...shared,
      source: "two rows/in",
      date: to,
      account: "savings",
      amount: 650_000,
      payee: "Transfer From Checking",
      label: bankLabel("ONLINE TRANSFER FROM CHK ...4417 | CONF {a9}", to, draws),
    },
  ];
}
