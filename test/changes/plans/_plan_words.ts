import type {
  PlanRecords,
  StoredScheduled,
  StoredTarget,
  StoredTransaction,
} from "../../../demo/model/records.ts";
import { categoryNames } from "../../../domain/plan/category_label.ts";
import { cleanText } from "../../../domain/base/clean_text.ts";
import type { MoneyFormat } from "../../../domain/base/money_format.ts";
import { scheduleLabel, transactionLabel } from "../../../domain/plan/transaction_label.ts";
import { targetInWords } from "../../../domain/targets/target_words.ts";

/** Money format of the plans in these tests. */
export const FORMAT: MoneyFormat = { symbol: "$", isSymbolFirst: true, decimals: 2 };

/** Functions that describe stored values the way previews do. */
export interface PlanWords {
  category(id: string | null): string | null;
  group(id: string): string | null;
  payee(id: string | null): string | null;
  account(id: string | null): string | null;
  label(row: StoredTransaction): string;
  schedule(schedule: StoredScheduled): string;
  target(target: StoredTarget | null): string | null;
}

/** Creates the functions that describe a plan's stored values. */
export function planWords(records: PlanRecords): PlanWords {
  const live = records.groups.filter(({ deleted }) => !deleted);
  const groups = live.map((group) => ({
    ...group,
    categories: records.categories.filter(({ category_group_id: id, deleted }) =>
      id === group.id && !deleted
    ),
  }));
  const categoryOf = categoryNames({ groups });
  const payees = new Map(records.payees.map(({ id, name }) => [id, name]));
  const accounts = new Map(records.accounts.map(({ id, name }) => [id, name]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    category: (id) => cleaned(categoryOf(id)),
    group: (id) => cleaned(groupNames.get(id) ?? null),
    account: (id) => cleaned(accounts.get(id ?? "") ?? null),
    payee: (id) => cleaned(payees.get(id ?? "") ?? null),
    schedule: (schedule) =>
      scheduleLabel({
        ...schedule,
        payee_name: payees.get(schedule.payee_id ?? "") ?? null,
        account_name: accounts.get(schedule.account_id) ?? "",
      }, FORMAT),
    label: (row) =>
      transactionLabel({
        date: row.date,
        amount: row.amount,
        payee_name: payees.get(row.payee_id ?? "") ?? null,
        account_name: accounts.get(row.account_id) ?? "",
      }, FORMAT),
    target: (target) =>
      target === null ? null : targetInWords(target, { format: FORMAT, today: "2000-01-01" }),
  };
}

/** Sanitizes text as the server does in responses. Returns `null` for an empty string. */
export function cleaned(text: string | null): string | null {
  return text === null ? null : cleanText(text) || null;
}
