import { assertEquals } from "@std/assert";
import type { PlanFigures } from "../../demo/model/books.ts";
import { DemoPlan } from "../../demo/model/demo_plan.ts";
import type { PlanRecords, StoredSplitLine, StoredTransaction } from "../../demo/model/records.ts";

type Part = StoredTransaction | StoredSplitLine;

/** Fails if a plan's records contradict each other. */
export function assertConsistent(plan: PlanRecords, today: string): void {
  const accounts = new Map(plan.accounts.map((account) => [account.id, account]));
  const isOnBudget = (id: string | null): boolean => accounts.get(id ?? "")?.on_budget === true;
  const smallest = 10 ** (3 - (plan.currency_format?.decimal_digits ?? 2));
  const rows = plan.transactions;
  const importIds = rows.filter(({ import_id }) => import_id !== null)
    .map(({ account_id, import_id }) => `${account_id}/${import_id}`);
  assertEquals(brokenReferences(plan), []);
  assertEquals(unpairedTransfers(plan), []);
  assertEquals(repeated([...idsOf(plan), ...importIds]), []);
  for (const row of [...rows, ...plan.scheduled]) {
    const live = row.lines.filter((line) => !line.deleted);
    if (live.length === 0) continue;
    assertEquals(live.reduce((sum, { amount }) => sum + amount, 0), row.amount, row.id);
    assertEquals(row.category_id, null, row.id);
  }
  for (const { id, date, amount, account_id, import_id, lines, ...row } of rows) {
    assertEquals(date >= plan.first_month && date <= today && isDate(date), true, `${id} ${date}`);
    assertEquals((import_id?.length ?? 0) <= 36, true, `${import_id}`);
    for (const part of [{ amount, ...row }, ...lines]) {
      assertEquals(part.amount % smallest, 0, `${id}: ${part.amount}`);
      if (part.category_id === null) continue;
      assertEquals(isOnBudget(account_id), true, `${id} has a category on a tracking account`);
      assertEquals(isOnBudget(part.transfer_account_id), false, `${id} is a transfer`);
    }
  }
}

/** Lists references to missing records, and references from live records to deleted ones. */
function brokenReferences(plan: PlanRecords): string[] {
  const isLive = new Map(
    [...plan.accounts, ...plan.groups, ...plan.categories, ...plan.payees]
      .map(({ id, deleted }) => [id, !deleted]),
  );
  const broken: string[] = [];
  const check = (at: string, fromLive: boolean, ids: readonly (string | null | undefined)[]) => {
    for (const id of ids) {
      if (typeof id !== "string") continue;
      if (isLive.get(id) === undefined || (fromLive && !isLive.get(id))) {
        broken.push(`${at}: ${id}`);
      }
    }
  };
  for (const { name, deleted, category_group_id } of plan.categories) {
    check(name, !deleted, [category_group_id]);
  }
  for (const { name, deleted, transfer_payee_id, payment_category_id } of plan.accounts) {
    check(name, !deleted, [transfer_payee_id, payment_category_id]);
  }
  for (const { name, deleted, transfer_account_id } of plan.payees) {
    check(name, !deleted, [transfer_account_id]);
  }
  for (const row of [...plan.transactions, ...plan.scheduled]) {
    check(row.id, !row.deleted, [row.account_id]);
    for (const part of [row, ...row.lines]) {
      const { payee_id, category_id, transfer_account_id } = part;
      check(row.id, !row.deleted && !part.deleted, [payee_id, category_id, transfer_account_id]);
    }
  }
  for (const [month, assigned] of plan.assignments) check(month, true, [...assigned.keys()]);
  for (const { account_id } of plan.waiting_imports) check("waiting", true, [account_id]);
  for (const { id, from_category_id, to_category_id } of plan.money_movements) {
    check(id, true, [from_category_id, to_category_id]);
  }
  for (const { id, payee_id } of plan.payee_locations) check(id, true, [payee_id]);
  return broken;
}

/** Lists transfers whose two sides don't match. */
function unpairedTransfers(plan: PlanRecords): string[] {
  const sides = plan.transactions.filter(({ deleted }) => !deleted).flatMap((row) =>
    [row, ...row.lines].filter((part: Part) =>
      !part.deleted && (part.transfer_account_id ?? part.transfer_transaction_id) !== null
    ).map((part: Part) => ({ ...part, date: row.date, account_id: row.account_id }))
  );
  const byId = new Map(sides.map((side) => [side.id, side]));
  const payees = new Map(plan.payees.map((payee) => [payee.id, payee]));
  return sides.filter((side) => {
    const other = byId.get(side.transfer_transaction_id ?? "");
    return other === undefined || other.transfer_transaction_id !== side.id ||
      other.amount !== -side.amount || other.date !== side.date ||
      other.account_id !== side.transfer_account_id ||
      side.account_id !== other.transfer_account_id ||
      payees.get(side.payee_id ?? "")?.transfer_account_id !== other.account_id;
  }).map(({ id }) => id);
}

function idsOf(plan: PlanRecords): string[] {
  const { transactions, scheduled, accounts, groups, categories, payees, money_movements } = plan;
  const rows = [...transactions, ...scheduled];
  const records = [...accounts, ...groups, ...categories, ...payees, ...money_movements];
  return [...records, ...rows, ...rows.flatMap(({ lines }) => lines)].map(({ id }) => id);
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}

function isDate(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** Computes a plan's figures as of the given day. The caller must not reuse the records. */
export function figuresOn(records: PlanRecords, today: string): PlanFigures {
  return new DemoPlan(records).figures(today);
}
