/**
 * What happens in a heavy plan on fixed days: accounts open and close, salaries
 * come in, cards and loans are paid, money is put away.
 *
 * @module
 */

import type { HeavyAccount } from "./accounts.ts";
import type { HeavyCategories } from "./categories.ts";
import type { HeavyLedger } from "./ledger.ts";
import type { HeavyPayees } from "./payees.ts";

const YEARLY_RATE = 0.0425;
const MORTGAGE_MONTHS = 360;

/** A heavy plan's parts, and how much its people earn. */
export interface HeavyWorld {
  readonly accounts: readonly HeavyAccount[];
  readonly categories: HeavyCategories;
  readonly payees: HeavyPayees;
  /** Milliunits, twice a month. */
  readonly salary: number;
  /** Days on which rows may lie. */
  readonly days: readonly string[];
}

/** Books one day's routine. */
export function bookRoutine(ledger: HeavyLedger, world: HeavyWorld, date: string): void {
  const main = mainAccount(world);
  openAccounts(ledger, world, date);
  const open = world.accounts.filter((account) => isOpenOn(account, date));
  const day = Number(date.slice(8));
  if (day === 1 || day === 15) {
    if (ledger.hasRoom(1)) bookSalary(ledger, world, date);
  }
  if (day === 5) payCards(ledger, open, { main, date });
  if (day === 8) payLoans(ledger, world, { open, main, date });
  if (day === 12) invest(ledger, world, { open, main, date });
  if (day === 20) save(ledger, open, { main, date });
  for (const account of open) {
    if (account.closedOn === date) close(ledger, world, { account, main, date });
  }
}

/**
 * Tells whether an account is in use on a day.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { heavyAccounts } from "./accounts.ts";
 * import { heavySpan } from "./span.ts";
 *
 * const [main] = heavyAccounts(1, heavySpan(1_000, "2026-11-20"));
 * assertEquals(main !== undefined && isOpenOn(main, "2026-11-20"), true);
 * ```
 */
export function isOpenOn({ openedOn, closedOn }: HeavyAccount, date: string): boolean {
  return openedOn <= date && (closedOn === null || closedOn >= date);
}

/** Gives the account that salaries come into. */
export function mainAccount({ accounts }: HeavyWorld): HeavyAccount {
  const [main] = accounts;
  if (main === undefined) throw new RangeError("Cannot run a plan without accounts");
  return main;
}

/** Where and when money is moved. */
interface Moment {
  readonly main: HeavyAccount;
  readonly date: string;
}

function openAccounts(ledger: HeavyLedger, world: HeavyWorld, date: string): void {
  for (const { stored, openedOn, opening } of world.accounts) {
    if (openedOn !== date) continue;
    const isCash = stored.on_budget && stored.payment_category_id === null;
    ledger.add({
      date,
      amount: opening,
      account_id: stored.id,
      payee_id: world.payees.startingBalance,
      category_id: isCash ? world.categories.inflow : null,
      cleared: "reconciled",
    });
  }
}

function bookSalary(ledger: HeavyLedger, world: HeavyWorld, date: string): void {
  const main = mainAccount(world);
  const row = {
    date,
    amount: world.salary,
    account_id: main.stored.id,
    payee_id: world.payees.employer,
    category_id: world.categories.inflow,
    import_payee_name: "GRANITE PEAK SYS DES:PAYROLL",
    import_payee_name_original: "GRANITE PEAK SYS DES:PAYROLL ID:9 INDN:SALARY PPD",
  };
  ledger.add({ ...row, import_id: ledger.importId(row) });
}

function payCards(
  ledger: HeavyLedger,
  open: readonly HeavyAccount[],
  { main, date }: Moment,
): void {
  for (const card of open) {
    if (card.stored.payment_category_id === null) continue;
    ledger.transfer({ date, from: main, to: card, amount: -ledger.balanceOf(card) });
  }
}

function payLoans(
  ledger: HeavyLedger,
  { categories, payees, days }: HeavyWorld,
  { open, main, date }: Moment & { readonly open: readonly HeavyAccount[] },
): void {
  for (const loan of open) {
    const owed = -ledger.balanceOf(loan);
    if (loan.stored.debt_interest_rates === null || owed <= 0 || !ledger.hasRoom(3)) continue;
    const interest = cents(owed * YEARLY_RATE / 12);
    ledger.add({
      date,
      amount: -interest,
      account_id: loan.stored.id,
      payee_id: payees.interest,
      debt_transaction_type: "interest",
    });
    const amount = interest + cents(-loan.opening / monthsToPay(loan, days));
    ledger.transfer({ date, from: main, to: loan, amount, category: categories.loans });
  }
}

function invest(
  ledger: HeavyLedger,
  { categories, payees }: HeavyWorld,
  { open, main, date }: Moment & { readonly open: readonly HeavyAccount[] },
): void {
  for (const asset of open) {
    if (asset.stored.type !== "otherAsset" || !ledger.hasRoom(3)) continue;
    const amount = 150_000;
    ledger.transfer({ date, from: main, to: asset, amount, category: categories.investing });
    ledger.add({
      date,
      amount: cents(ledger.balanceOf(asset) * 0.003),
      account_id: asset.stored.id,
      payee_id: payees.adjustment,
    });
  }
}

function save(ledger: HeavyLedger, open: readonly HeavyAccount[], { main, date }: Moment): void {
  for (const to of open) {
    if (to.stored.type === "savings") ledger.transfer({ date, from: main, to, amount: 50_000 });
    const isPurse = to !== main && (to.stored.type === "cash" || to.stored.type === "checking");
    if (isPurse && ledger.balanceOf(to) < 60_000) {
      ledger.transfer({ date, from: main, to, amount: 200_000 });
    }
  }
}

function close(
  ledger: HeavyLedger,
  { categories }: HeavyWorld,
  { account, main, date }: Moment & { readonly account: HeavyAccount },
): void {
  const left = ledger.balanceOf(account);
  const isLoan = account.stored.debt_interest_rates !== null;
  const category = isLoan ? categories.loans : categories.inflow;
  if (left > 0) ledger.transfer({ date, from: account, to: main, amount: left, category });
  else ledger.transfer({ date, from: main, to: account, amount: -left, category });
}

/** A loan that ends within the plan is paid off evenly. */
function monthsToPay({ openedOn, closedOn }: HeavyAccount, days: readonly string[]): number {
  if (closedOn === null) return MORTGAGE_MONTHS;
  return Math.max(1, Math.floor((days.indexOf(closedOn) - days.indexOf(openedOn)) / 30.4));
}

function cents(milliunits: number): number {
  return Math.round(milliunits / 10) * 10;
}
