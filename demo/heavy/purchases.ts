/**
 * What is bought in a heavy plan.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { daysBetween } from "../_calendar.ts";
import type { Random } from "../_random.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import type { HeavyAccount } from "./accounts.ts";
import type { HeavyLedger, HeavyRow } from "./ledger.ts";
import type { HeavyPayee } from "./payees.ts";
import { type HeavyWorld, isOpenOn, mainAccount } from "./routine.ts";

const MEMOS: readonly string[] = ["Birthday", "For work", "Weekend", "Sale", "Replacement"];
const FLAGS = [["red", "Reimburse"], ["blue", null], ["purple", null], ["", null]] as const;

/** Share of the plan's days on which the retired categories were in use. */
const EARLY_SHARE = 0.4;

/** How recent a row must be to wait for a category, to be unseen, to be uncleared. */
const WAITING_DAYS = 30;
const UNSEEN_DAYS = 10;
const UNCLEARED_DAYS = 3;

/** Where purchases of one day are booked. */
export interface ShoppingDay {
  readonly date: string;
  readonly daysAgo: number;
  /** Whether categories that are hidden by now were in use. */
  readonly isEarly: boolean;
  /** Accounts that may pay, cards twice, since they are used more. */
  readonly purses: readonly HeavyAccount[];
}

/** Prepares a day's purchases. */
export function shoppingDay(world: HeavyWorld, date: string, today: string): ShoppingDay {
  const purses = world.accounts.filter((account) =>
    isOpenOn(account, date) && account.closedOn !== date && account.stored.on_budget &&
    account.stored.type !== "savings"
  );
  const cards = purses.filter(({ stored }) => stored.payment_category_id !== null);
  const isEarly = date < (world.days[Math.floor(world.days.length * EARLY_SHARE)] ?? "");
  return { date, daysAgo: daysBetween(date, today), isEarly, purses: [...purses, ...cards] };
}

/** Books one purchase. */
export function bookPurchase(
  ledger: HeavyLedger,
  world: HeavyWorld,
  { day, draws }: { readonly day: ShoppingDay; readonly draws: Random },
): void {
  // A few payees are visited all the time, most of them hardly ever.
  const { merchants } = world.payees;
  const payee = merchants[Math.floor(merchants.length * draws.fraction() ** 2.4)] as HeavyPayee;
  const amount = -priceAt(payee, draws);
  const row: HeavyRow = {
    date: day.date,
    amount: draws.chance(0.015) ? -amount : amount,
    account_id: payingAccount(ledger, world, { day, draws, amount }).stored.id,
    payee_id: payee.stored.id,
    category_id: day.isEarly && draws.chance(0.08)
      ? draws.pick(world.categories.retired)
      : payee.categories[draws.chance(0.85) ? 0 : 1],
    deleted: draws.chance(0.005),
    memo: draws.chance(0.08) ? draws.pick(MEMOS) : null,
  };
  const imported = importOf(ledger, row, { payee, draws });
  const isWaiting = row.amount < 0 && draws.chance(day.daysAgo <= WAITING_DAYS ? 0.12 : 0.0015);
  const [flag_color, flag_name] = draws.chance(0.01) ? draws.pick(FLAGS) : [null, null];
  ledger.add({
    ...row,
    ...imported,
    flag_color,
    flag_name,
    ...confirmation(world, day, { row, isImported: imported !== null, draws }),
    ...(isWaiting ? { category_id: null } : draws.chance(0.02) ? split(row, world, draws) : {}),
  });
}

function priceAt({ price, isFixed }: HeavyPayee, draws: Random): number {
  return isFixed ? price : Math.round(price * (0.4 + 1.2 * draws.fraction()) / 10) * 10;
}

/** Cash that is not there is not spent. */
function payingAccount(
  ledger: HeavyLedger,
  world: HeavyWorld,
  { day, draws, amount }: {
    readonly day: ShoppingDay;
    readonly draws: Random;
    readonly amount: number;
  },
): HeavyAccount {
  const account = draws.pick(day.purses);
  const isCard = account.stored.payment_category_id !== null;
  return isCard || ledger.balanceOf(account) + amount > 0 ? account : mainAccount(world);
}

function importOf(
  ledger: HeavyLedger,
  row: HeavyRow,
  { payee, draws }: { readonly payee: HeavyPayee; readonly draws: Random },
): Partial<StoredTransaction> | null {
  if (draws.chance(0.2)) return null;
  const { name, original } = bankLabel(payee.label, row.date, draws);
  return {
    import_id: ledger.importId(row),
    import_payee_name: name,
    import_payee_name_original: original,
  };
}

function confirmation(
  { accounts }: HeavyWorld,
  { daysAgo, date }: ShoppingDay,
  { row, isImported, draws }: {
    readonly row: HeavyRow;
    readonly isImported: boolean;
    readonly draws: Random;
  },
): Pick<StoredTransaction, "approved" | "cleared"> {
  const account = accounts.find(({ stored }) => stored.id === row.account_id);
  const reconciledOn = account?.stored.last_reconciled_at ?? "9999";
  const approved = !draws.chance(isImported && daysAgo <= UNSEEN_DAYS ? 0.6 : 0.001);
  if (approved && date < reconciledOn) return { approved, cleared: "reconciled" };
  const isUncleared = !isImported && daysAgo <= UNCLEARED_DAYS;
  return { approved, cleared: isUncleared ? "uncleared" : "cleared" };
}

function split(
  row: HeavyRow,
  { categories }: HeavyWorld,
  draws: Random,
): Partial<StoredTransaction> {
  const first = Math.round(row.amount * draws.integer(20, 80) / 1_000) * 10;
  const line = (amount: number, category_id: string): StoredSplitLine => ({
    id: draws.uuid(),
    amount,
    memo: null,
    payee_id: null,
    category_id,
    transfer_account_id: null,
    transfer_transaction_id: null,
    deleted: row.deleted ?? false,
  });
  return {
    category_id: null,
    lines: [
      line(first, draws.pick(categories.spending)),
      line(row.amount - first, draws.pick(categories.spending)),
    ],
  };
}
