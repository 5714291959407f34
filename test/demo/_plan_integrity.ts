import { assertEquals } from "@std/assert";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";

/** Lists references to records that are missing, or deleted while the reference lives. */
export function brokenReferences(plan: PlanRecords): string[] {
  const accounts = index(plan.accounts);
  const groups = index(plan.groups);
  const categories = index(plan.categories);
  const payees = index(plan.payees);
  const broken: string[] = [];
  const check = (
    known: ReadonlyMap<string, boolean>,
    id: string | null,
    { at, isLive }: { readonly at: string; readonly isLive: boolean },
  ): void => {
    if (id === null) return;
    const isKnownLive = known.get(id);
    if (isKnownLive === undefined || (isLive && !isKnownLive)) broken.push(`${at} -> ${id}`);
  };
  for (const category of plan.categories) {
    const from = { at: `category ${category.name}`, isLive: !category.deleted };
    check(groups, category.category_group_id, from);
  }
  for (const account of plan.accounts) {
    const from = { at: `account ${account.name}`, isLive: !account.deleted };
    check(payees, account.transfer_payee_id, from);
    check(categories, account.payment_category_id, from);
  }
  for (const payee of plan.payees) {
    const from = { at: `payee ${payee.name}`, isLive: !payee.deleted };
    check(accounts, payee.transfer_account_id, from);
  }
  for (const row of [...plan.transactions, ...plan.scheduled]) {
    for (const part of [row, ...row.lines]) {
      const from = { at: `row ${row.id}`, isLive: !row.deleted && !part.deleted };
      check(payees, part.payee_id, from);
      check(categories, part.category_id, from);
      check(accounts, part.transfer_account_id, from);
    }
    check(accounts, row.account_id, { at: `row ${row.id}`, isLive: !row.deleted });
  }
  for (const [month, assigned] of plan.assignments) {
    for (const id of assigned.keys()) check(categories, id, { at: month, isLive: true });
  }
  for (const { account_id } of plan.waiting_imports) {
    check(accounts, account_id, { at: "waiting import", isLive: true });
  }
  for (const move of plan.money_movements) {
    const from = { at: `movement ${move.id}`, isLive: true };
    check(categories, move.from_category_id ?? null, from);
    check(categories, move.to_category_id ?? null, from);
    check(index(plan.money_movement_groups), move.money_movement_group_id ?? null, from);
  }
  for (const { payee_id } of plan.payee_locations) {
    check(payees, payee_id, { at: "location", isLive: true });
  }
  return broken;
}

/** Lists transfers whose two sides do not mirror each other. */
export function unpairedTransfers(plan: PlanRecords): string[] {
  const sides = new Map<string, Side>();
  for (const row of plan.transactions) {
    if (row.deleted) continue;
    for (const part of [row, ...row.lines.filter((line) => !line.deleted)]) {
      if (part.transfer_account_id === null && part.transfer_transaction_id === null) continue;
      sides.set(part.id, { ...part, date: row.date, account_id: row.account_id });
    }
  }
  const payees = new Map(plan.payees.map((payee) => [payee.id, payee]));
  return [...sides.values()].filter((side) => {
    const other = sides.get(side.transfer_transaction_id ?? "");
    return other === undefined || other.transfer_transaction_id !== side.id ||
      other.amount !== -side.amount || other.date !== side.date ||
      other.account_id !== side.transfer_account_id ||
      side.account_id !== other.transfer_account_id ||
      payees.get(side.payee_id ?? "")?.transfer_account_id !== other.account_id;
  }).map(({ id }) => id);
}

/** Lists splits whose live lines don't add up or that have their own category. */
export function unevenSplits(plan: PlanRecords): string[] {
  return [...plan.transactions, ...plan.scheduled].filter((row) => {
    const live = row.lines.filter((line) => !line.deleted);
    const sum = live.reduce((total, { amount }) => total + amount, 0);
    return live.length > 0 && (sum !== row.amount || row.category_id !== null);
  }).map(({ id }) => id);
}

/** Lists rows that lie outside the plan's months or in the future. */
export function misdatedRows(plan: PlanRecords, today: string): string[] {
  return plan.transactions
    .filter(({ date }) => date < plan.first_month || date > today || !isDate(date))
    .map(({ id, date }) => `${id} on ${date}`);
}

/** Lists ids that occur more than once. */
export function repeatedIds(plan: PlanRecords): string[] {
  const seen = new Set<string>();
  return [
    ...plan.accounts,
    ...plan.groups,
    ...plan.categories,
    ...plan.payees,
    ...plan.transactions,
    ...plan.transactions.flatMap(({ lines }) => lines),
    ...plan.scheduled,
    ...plan.scheduled.flatMap(({ lines }) => lines),
    ...plan.money_movements,
  ].map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id));
}

/** Lists import ids that are too long or occur twice in an account. */
export function badImportIds(plan: PlanRecords): string[] {
  const seen = new Set<string>();
  return plan.transactions.flatMap(({ account_id, import_id }) => {
    if (import_id === null) return [];
    const key = `${account_id}/${import_id}`;
    const isBad = import_id.length > 36 || seen.has(key);
    seen.add(key);
    return isBad ? [import_id] : [];
  });
}

/** Lists amounts that are not whole milliunits of the currency's smallest coin. */
export function oddAmounts(plan: PlanRecords): string[] {
  const smallest = 10 ** (3 - (plan.currency_format?.decimal_digits ?? 2));
  return plan.transactions.flatMap((row) => [row, ...row.lines])
    .filter(({ amount }) => !Number.isSafeInteger(amount) || amount % smallest !== 0)
    .map(({ id, amount }) => `${id}: ${amount}`);
}

/** Lists rows with a category on accounts that take none, or none allowed by their kind. */
export function misplacedCategories(plan: PlanRecords): string[] {
  const accounts = new Map(plan.accounts.map((account) => [account.id, account]));
  const isOnBudget = (id: string | null): boolean => accounts.get(id ?? "")?.on_budget === true;
  return plan.transactions.filter((row: StoredTransaction) =>
    [row, ...row.lines].some((part) =>
      part.category_id !== null &&
      (!isOnBudget(row.account_id) || isOnBudget(part.transfer_account_id))
    )
  ).map(({ id }) => id);
}

interface Side {
  readonly id: string;
  readonly amount: number;
  readonly date: string;
  readonly account_id: string;
  readonly payee_id: string | null;
  readonly transfer_account_id: string | null;
  readonly transfer_transaction_id: string | null;
}

/** Whether the record lives, by id. */
function index(
  records: readonly { readonly id: string; readonly deleted?: boolean }[],
): Map<string, boolean> {
  return new Map(records.map(({ id, deleted }) => [id, deleted !== true]));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

export function assertHoldsTogether(records: PlanRecords, today: string): void {
  assertEquals(brokenReferences(records), []);
  assertEquals(unpairedTransfers(records), []);
  assertEquals(unevenSplits(records), []);
  assertEquals(misdatedRows(records, today), []);
  assertEquals(repeatedIds(records), []);
  assertEquals(badImportIds(records), []);
  assertEquals(oddAmounts(records), []);
  assertEquals(misplacedCategories(records), []);
}
