/**
 * What a household's records get wrong without moving its figures: a shop under a bank's
 * label beside its name, and a purchase that stands there twice.
 *
 * @module
 */

import { addDays } from "../_calendar.ts";
import type { StoredTransaction } from "../_records.ts";
import { payeeIdOf } from "./payees.ts";
import type { Setting } from "./setting.ts";

/** The shop, and the label that no rename rule caught at first. */
const SPELLED = { shop: "Amazon", label: "AMZN Mktp US*K71LD1NUV" };

/** How many of its first rows have the label for a payee. */
const SPELLED_ROWS = 4;

/** Where a purchase stands twice: nobody eats the same meal for the same price two days on. */
const SHOPS = ["Pho Lantern", "Grand Wok Delivery", "Corner Pantry", "Green Basket Co-op"];

const DAYS_BACK = 85;

/** Names of payees that only slips have. */
export const SLIP_PAYEES: readonly string[] = [SPELLED.label];

/**
 * Puts the slips into rows. Sums of accounts, months and categories stay as they are.
 *
 * @param setting Whose rows.
 * @param rows All rows.
 * @returns The same rows with the slips.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * assertEquals(withSlips(settingOf({ today: "2026-11-20", seed: 1 }), []), []);
 * ```
 */
export function withSlips(
  setting: Setting,
  rows: readonly StoredTransaction[],
): StoredTransaction[] {
  const shop = payeeIdOf(setting, SPELLED.shop);
  const spelled = new Set(
    rows.filter(({ payee_id: payee }) => payee === shop).slice(0, SPELLED_ROWS).map(({ id }) => id),
  );
  const [one, other] = twice(setting, rows);
  return rows.map((row) => {
    if (spelled.has(row.id)) return { ...row, payee_id: payeeIdOf(setting, SPELLED.label) };
    if (one === undefined || other === undefined) return row;
    return row === one || row === other ? { ...row, amount: (one.amount + other.amount) / 2 } : row;
  });
}

/** Two purchases in one shop within days, which come to what both would at one price. */
function twice(
  setting: Setting,
  rows: readonly StoredTransaction[],
): readonly StoredTransaction[] {
  const shops = new Set(SHOPS.map((name) => payeeIdOf(setting, name)));
  const plain = rows.filter((row) =>
    shops.has(row.payee_id ?? "") && row.approved && !row.deleted && row.lines.length === 0 &&
    row.matched_transaction_id === null && row.import_id === null &&
    row.date > addDays(setting.today, -DAYS_BACK)
  );
  for (const [at, one] of plain.entries()) {
    const other = plain.slice(at + 1).find((two) =>
      two.payee_id === one.payee_id && two.account_id === one.account_id &&
      two.category_id === one.category_id && two.date.slice(0, 7) === one.date.slice(0, 7) &&
      two.date <= addDays(one.date, 3) && (one.amount + two.amount) % 20 === 0
    );
    if (other !== undefined) return [one, other];
  }
  return [];
}
