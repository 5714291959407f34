import { compareTexts } from "../../domain/base/fold_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { formatAmount } from "../../domain/base/money_format.ts";
import type { CategoryRecord } from "../../domain/base/plan_records.ts";
import {
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../../domain/base/special_categories.ts";
import { partsOf } from "../../domain/insights/money_lines.ts";
import { countedTransactions } from "../../domain/transactions/transaction_chunks.ts";
import { textCell } from "../_csv.ts";
import type { ExportedFile, ExportedPlan } from "./plan.ts";

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

type Row = readonly string[];

/** Writes the register with the columns of YNAB's own export, which budget apps can import. */
export function registerFile(plan: ExportedPlan): ExportedFile {
  const accounts = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const categories = new Map(plan.categories.map((category) => [category.id, category]));
  const pattern = plan.plan.date_format?.format;
  const rows = countedTransactions(plan.transactions)
    .toSorted((a, b) => compareTexts(b.date, a.date))
    .flatMap((transaction) => {
      const parts = partsOf(transaction);
      return parts.map((part, at): Row => {
        const isSplit = part !== transaction;
        const split = isSplit ? `Split (${at + 1}/${parts.length}) ` : "";
        return [
          textCell(accounts.get(transaction.account_id) ?? transaction.account_name),
          capitalized(transaction.flag_color ?? ""),
          dayText(transaction.date, pattern),
          textCell(part.payee_name ?? transaction.payee_name ?? ""),
          ...categoryCells(categories.get(part.category_id ?? "")),
          textCell(`${split}${part.memo ?? ""}`),
          moneyText(Math.max(0, 0 - part.amount), plan),
          moneyText(Math.max(0, part.amount), plan),
          capitalized(transaction.cleared),
        ];
      });
    });
  return { name: "Register.csv", text: csv([REGISTER, ...rows]) };
}

/** Writes all months' assigned amounts with the columns of YNAB's own export. */
export function planFile(plan: ExportedPlan): ExportedFile {
  const rows = plan.months.flatMap(({ month, categories }) =>
    categories.filter((one) => !one.deleted && !isInternalCategory(one)).map((one): Row => [
      monthText(month),
      ...categoryCells(one),
      moneyText(one.budgeted, plan),
      moneyText(one.activity, plan),
      moneyText(one.balance, plan),
    ])
  );
  return { name: "Plan.csv", text: csv([PLAN, ...rows]) };
}

function categoryCells(category: CategoryRecord | undefined): Row {
  if (category === undefined || isUncategorizedCategory(category)) return ["", "", ""];
  const [group, name] = isInflowCategory(category)
    ? ["Inflow", "Ready to Assign"]
    : [category.category_group_name ?? "", category.name];
  return [`${group}: ${name}`, group, name].map(textCell);
}

/** Formats an amount in the plan's format, but unrounded and without thousands separators. */
function moneyText(milliunits: number, { format }: ExportedPlan): string {
  const amount = fromMilliunits(milliunits);
  const digits = formatAmount(Math.abs(amount), { ...format, groupMark: "" });
  const sign = amount < 0 ? "-" : "";
  return format.isSymbolFirst
    ? `${sign}${format.symbol}${digits}`
    : `${sign}${digits}${format.symbol}`;
}

/** Formats a day in the plan's date format, such as `MM/DD/YYYY`. */
function dayText(day: string, pattern: string | undefined): string {
  const isKnown = pattern !== undefined && /^(?=.*YYYY)(?=.*MM)(?=.*DD)/u.test(pattern);
  if (!isKnown) return day;
  const [year = "", month = "", date = ""] = day.split("-");
  return pattern.replace("YYYY", year).replace("MM", month).replace("DD", date);
}

/** Formats a month, such as `Nov 2026`. */
function monthText(month: string): string {
  return new Date(`${month}T00:00:00Z`)
    .toLocaleDateString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Writes CSV (RFC 4180) with a leading byte order mark, which tells spreadsheets the encoding. */
function csv(rows: readonly Row[]): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
