import type { PlanRecords, WaitingImport } from "../../demo/model/records.ts";
import type { Args } from "./_world.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import { pick, type Step } from "./_steps.ts";

/** Edits that only the YNAB app can make. */
export function ownerEdit(step: Step, records: PlanRecords, about: Args = {}): void {
  const { one, two, three, amount } = step;
  const named = JSON.stringify(about);
  const meant = <Item extends { readonly id: string }>(items: readonly Item[]): Item => {
    const aimedAt = items.filter(({ id }) => named.includes(id));
    return pick(aimedAt.length > 0 ? aimedAt : items, one);
  };
  const row = meant(records.transactions);
  const account = meant(records.accounts);
  const payee = meant(records.payees);
  const category = meant(records.categories.filter(({ internal }) => !internal));
  const edits: readonly (() => void)[] = [
    (): void =>
      void (row.flag_color = pick(["red", "yellow", null], three) as typeof row.flag_color),
    (): void => void (row.approved = true),
    (): void => void (row.memo = `edited ${three}`),
    (): void => void (row.deleted = row.transfer_account_id === null),
    (): void => {
      row.approved = true;
      row.cleared = row.cleared === "reconciled" ? "cleared" : "reconciled";
    },
    (): void => void (category.note = `edited ${three}`),
    (): void => void (category.hidden = !category.hidden),
    (): void => void (account.closed = !account.closed),
    (): void => void (payee.deleted = payee.transfer_account_id === null),
    (): void => {
      const month = records.assignments.get("2026-03-01") ?? new Map<string, number>();
      records.assignments.set("2026-03-01", month.set(category.id, amount));
    },
  ];
  pick(edits, two)();
}

/** Another client's API request. */
export function otherRequest(
  { one, two, three, amount }: Step,
  records: PlanRecords,
): readonly [method: string, path: string, body?: unknown] {
  const row = pick(records.transactions, one);
  const category = pick(records.categories, two);
  const path = `/transactions/${row.id}`;
  const requests: readonly (readonly [string, string, unknown?])[] = [
    ["PUT", path, { transaction: { amount } }],
    ["PUT", path, { transaction: { category_id: category.id } }],
    ["PUT", path, { transaction: { flag_color: "orange", cleared: "cleared" } }],
    ["PUT", path, { transaction: { payee_id: pick([ids.toSavings, ids.toHouse], one) } }],
    ["PUT", path, { transaction: { account_id: pick([ids.savings, ids.house], one) } }],
    ["DELETE", path],
    ["POST", "/transactions", {
      transaction: { account_id: ids.checking, date: "2026-03-13", amount, cleared: "cleared" },
    }],
    ["PATCH", `/months/2026-03-01/categories/${category.id}`, { category: { budgeted: amount } }],
    ["PATCH", `/categories/${category.id}`, { category: { note: `theirs ${one}` } }],
  ];
  return pick(requests, three);
}

/** A bank transaction that the next import adds. */
export function bankRow(number: number): WaitingImport {
  return {
    account_id: ids.checking,
    date: TODAY,
    amount: -4_200 - number % 100 * 10,
    import_payee_name: "New Shop",
    import_payee_name_original: `NEW SHOP ${12 + number}`,
  };
}
