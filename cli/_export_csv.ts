import { cleanText } from "../domain/base/clean_text.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { formatMoney, type MoneyFormat } from "../domain/base/money_format.ts";
import { liveLines } from "../domain/base/plan_records.ts";
import { countedTransactions } from "../domain/transactions/matched_pairs.ts";
import type { ExportedFile, ExportedPlan } from "./_export_plan.ts";

const REGISTER = [
  "Account",
  "Flag",
  "Date",
  "Payee",
  "Category Group/Category",
  "Category Group",
  "Category",
  "Memo",
  "Outflow",
  "Inflow",
  "Cleared",
];

const PLAN = [
  "Month",
  "Category Group/Category",
  "Category Group",
  "Category",
  "Assigned",
  "Activity",
  "Available",
];

/** Writes the columns of YNAB's own export, which other budget apps import. */
export function csvFiles(plan: ExportedPlan, format: MoneyFormat): readonly ExportedFile[] {
  const register = { name: "Register.csv", text: csv([REGISTER, ...registerRows(plan, format)]) };
  if (plan.months.length === 0) return [register];
  return [register, { name: "Plan.csv", text: csv([PLAN, ...planRows(plan, format)]) }];
}

function registerRows(plan: ExportedPlan, format: MoneyFormat): readonly (readonly string[])[] {
  const categories = new Map(plan.categories.map((category) => [category.id, category]));
  const accounts = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const pattern = plan.plan.date_format?.format ?? "YYYY-MM-DD";
  const transactions = countedTransactions(plan.transactions);
  const ordered = transactions.toSorted((a, b) => a.date < b.date ? 1 : a.date > b.date ? -1 : 0);
  return ordered.flatMap((transaction) => {
    const lines = liveLines(transaction);
    const parts = lines.length === 0 ? [transaction] : lines;
    return parts.map((part, at) => {
      const category = categories.get(part.category_id ?? "");
      const [group, name] = [category?.category_group_name ?? "", category?.name ?? ""];
      const split = lines.length === 0 ? "" : `Split (${at + 1}/${lines.length}) `;
      return [
        safe(accounts.get(transaction.account_id) ?? ""),
        capitalized(transaction.flag_color ?? ""),
        dayIn(pattern, transaction.date),
        safe(part.payee_name ?? transaction.payee_name ?? ""),
        safe(name === "" ? "" : `${group}: ${name}`),
        safe(group),
        safe(name),
        safe(split + (part.memo ?? "")),
        moneyText(Math.max(0, 0 - part.amount), format),
        moneyText(Math.max(0, part.amount), format),
        capitalized(transaction.cleared),
      ];
    });
  });
}

function planRows(plan: ExportedPlan, format: MoneyFormat): readonly (readonly string[])[] {
  const months = new Intl.DateTimeFormat("en-US", {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return plan.months.flatMap(({ month, categories }) =>
    categories.filter((one) => !one.deleted && !one.name.startsWith("Inflow: ")).map((one) => {
      const group = one.category_group_name ?? "";
      return [
        months.format(new Date(`${month}T00:00:00Z`)),
        safe(`${group}: ${one.name}`),
        safe(group),
        safe(one.name),
        moneyText(one.budgeted, format),
        moneyText(one.activity, format),
        moneyText(one.balance, format),
      ];
    })
  );
}

function moneyText(milliunits: number, format: MoneyFormat): string {
  return formatMoney(fromMilliunits(milliunits), format);
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** A day in a plan's format, such as `MM/DD/YYYY`. */
function dayIn(pattern: string, day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return pattern.replace("YYYY", year).replace("MM", month).replace("DD", date);
}

/** Keeps spreadsheets from running text as a formula. */
function safe(text: string): string {
  const clean = cleanText(text);
  return /^[=+\-@\t\r]/u.test(clean) ? `'${clean}` : clean;
}

/** With a mark that tells spreadsheets the encoding, as YNAB's export has. */
function csv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
