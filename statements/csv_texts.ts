import type { Column } from "./csv_columns.ts";
import { type HeadingRole, partyOf } from "./csv_heading.ts";
import { balanceLabel } from "./csv_labels.ts";

/** Columns with labels of transactions, likeliest first. */
export interface TextColumns {
  readonly payees: readonly Column[];
  /** The payees of money in; they differ only if a separate column names who pays. */
  readonly payers: readonly Column[];
  readonly memos: readonly Column[];
  /** Other text, used only to distinguish balances from transactions. */
  readonly others: readonly Column[];
}

/** Roles of columns that describe a transaction, best payee first. */
const LABELS: readonly HeadingRole[] = ["payee", "name", "description", "unknown", "memo"];

const MAX_TEXTS = 12;

/** Finds the columns with payees and memos, by heading and by the format of their text. */
export function textColumns(columns: readonly Column[]): TextColumns {
  const all = columns.filter((column) =>
    column.isText && column.filled > 0 && !isKindOfAccount(column)
  );
  const named = all.filter(({ role }) => LABELS.includes(role));
  // If no heading suggests a label, even a type or a reference is better than no label.
  const texts = named.length > 0 ? named : all.filter(({ role }) => role === "other");
  const isNamed = texts.some(({ role }) => role !== "unknown");
  const labels = texts.filter((column) => isNamed && column.role !== "unknown" || isWordy(column));
  const ranked = (labels.length > 0 ? labels : texts.slice(0, 1))
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  const likeliest = ranked.find((column) => named.length > 0 || !hasCodes(column));
  const { payee, payer } = partiesIn(texts) ?? { payee: likeliest, payer: likeliest };
  const without = (from: readonly Column[], used: readonly (Column | undefined)[]) =>
    from.filter((column) => !used.includes(column)).slice(0, MAX_TEXTS);
  const memos = without(ranked, [payee, payer]);
  const others = without(all, [payee, payer, ...memos]);
  if (payee === undefined || payer === undefined) return { payees: [], payers: [], memos, others };
  const payees = [...new Set([payee, payer])];
  return { payees, payers: payees.toReversed(), memos, others };
}

/** Whether every cell is a word such as `balance`, which names the source of the payment. */
function isKindOfAccount({ cells, role }: Column): boolean {
  return (role === "unknown" || role === "other") &&
    cells.every((cell) => balanceLabel(cell) === "balance");
}

/** Finds the columns that name who is paid and who pays. One of the two is the account's owner. */
function partiesIn(
  columns: readonly Column[],
): { readonly payee: Column; readonly payer: Column } | null {
  const named = (party: "payee" | "payer"): Column | undefined =>
    columns.find((column) => partyOf(column.heading) === party && isWordy(column));
  const [payee, payer] = [named("payee"), named("payer")];
  if (payee === undefined || payer === undefined) return null;
  const isNamed = payee.cells.every((cell, at) => cell !== "" || payer.cells[at] !== "");
  return isNamed ? { payee, payer } : null;
}

function rankOf(column: Column): number {
  // A name that is the same in every row is that of the account's owner.
  const byRole = isConstant(column) ? 0 : LABELS.length - LABELS.indexOf(column.role);
  const isFurther = /[2-9]$/u.test(column.heading);
  return 10 * byRole + 5 * distinctShare(column) + (isWordy(column) ? 4 : 0) -
    (isFurther || hasReferences(column) ? 6 : 0);
}

const MIN_ROWS = 4;

function isConstant({ cells, isFull }: Column): boolean {
  return isFull && cells.length >= MIN_ROWS && new Set(cells).size === 1;
}

function distinctShare({ cells, filled }: Column): number {
  return new Set(cells.filter((cell) => cell !== "")).size / Math.max(1, filled);
}

/** Whether most cells contain a long number. */
function hasReferences({ cells, filled }: Column): boolean {
  return cells.filter((cell) => /\d{6}/u.test(cell)).length * 2 > filled;
}

/** Whether most cells are single words with a digit, such as a bank's references. */
function hasCodes({ cells, filled }: Column): boolean {
  return cells.filter((cell) => /^\S*\d\S*$/u.test(cell)).length * 2 > filled;
}

/** Whether most cells are words, not codes. */
function isWordy({ cells, filled }: Column): boolean {
  const words = cells.filter((cell) => /\p{L}{3}/u.test(cell) && !CODE.test(cell));
  return words.length * 2 > filled;
}

const CODE = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,40}|[A-Z]{3}|[A-Z0-9]*\d[A-Z0-9/-]*)$/u;
