import { addDays, daysBetween } from "../../domain/base/day.ts";
import { compareTexts } from "../../domain/base/fold_text.ts";
import type { DebtTransactionType, FlagColor } from "../../client/wire/transaction.ts";
import type { Random } from "../model/random.ts";
import { plainRow, type StoredSplitLine, type StoredTransaction } from "../model/records.ts";
import { milliunits, randomFor, type Setting, shifted, TABLE, type TableRow } from "./setting.ts";

/** Days until a transaction in an unlinked account is cleared. */
const DAYS_TO_CLEAR = 4;
/** Days until an imported payment is approved. */
const DAYS_UNSEEN = 2;

/** Accounts without a bank connection. */
const UNLINKED = new Set(["wallet", "storeCard"]);

const DEBT_TYPES: Readonly<Record<string, DebtTransactionType>> = {
  ">mortgage": "payment",
  ">carLoan": "payment",
  "Interest Charge": "interest",
  "Escrow": "escrow",
};

/** A transaction entered by the household. */
export interface Draft {
  readonly date: string;
  readonly account: string;
  readonly amount: number;
  /** A payee's name or, for a transfer, `>` and the account; `null` if there is no payee. */
  readonly payee: string | null;
  readonly category: string | null;
  readonly label: BankLabel | null;
  readonly memo: string | null;
  /** Key from which the id is derived. */
  readonly key: string;
  readonly more: Exclude<TableRow, string>;
}

/** Reads the table's transactions up to today, sorted by day. */
export function householdDrafts(setting: Setting): readonly Draft[] {
  const { today, thisMonth } = setting;
  const drafts = Object.entries(TABLE.months).flatMap(([month, rows]) =>
    rows.map((row, at) =>
      draftOf(setting, row, `${month}/${at}`, (day, { row: text }) => {
        const [, , , payee = ""] = text.split("|");
        return payee in TABLE.every_weeks ? `${month}-${day}` : shifted(setting, `${month}-${day}`);
      })
    )
  );
  const recent = TABLE.recent.map((row, at) =>
    draftOf(setting, row, `recent/${at}`, (daysAgo, more) => {
      const date = addDays(today, -Number(daysAgo));
      return more.this_month === true && date < thisMonth ? thisMonth : date;
    })
  );
  const isWeekly = ({ payee }: Draft): boolean => (payee ?? "") in TABLE.every_weeks;
  const weekly = Map.groupBy(drafts.filter(isWeekly), ({ payee }) => payee ?? "");
  return [
    ...drafts.filter((draft) => !isWeekly(draft)),
    ...[...weekly].flatMap(([payee, rows]) => shiftedInSteps(setting, payee, rows)),
  ]
    .filter(({ date }) => date >= setting.start && date <= today)
    .concat(recent)
    .toSorted((one, other) => compareTexts(one.date, other.date));
}

/**
 * Shifts a payee's recurring payments by a multiple of `every_weeks` weeks, and adds more payments
 * up to today.
 */
function shiftedInSteps(setting: Setting, payee: string, rows: readonly Draft[]): readonly Draft[] {
  const step = 7 * (TABLE.every_weeks[payee] ?? 1);
  const shift = daysBetween(`${TABLE.month}-01`, setting.thisMonth);
  const days = Math.round(shift / step) * step;
  const shifted = rows.map((row) => ({ ...row, date: addDays(row.date, days) }));
  const last = shifted.at(-1);
  if (last === undefined) return [];
  const missing = Math.floor(daysBetween(last.date, setting.today) / step);
  const further = Array.from({ length: Math.max(0, missing) }, (_, at) => ({
    ...last,
    date: addDays(last.date, step * (at + 1)),
    key: `${last.key}/${at + 1}`,
  }));
  return [...shifted, ...further];
}

function draftOf(
  setting: Setting,
  row: TableRow,
  key: string,
  dateOf: (first: string, more: Exclude<TableRow, string>) => string,
): Draft {
  const more = typeof row === "string" ? { row } : row;
  const [first = "", account = "", amount = "", payee = "", category, label, ...memo] = more.row
    .split("|");
  const date = dateOf(first, more);
  const [usual = "-", ...labels] = TABLE.payees[payee] ?? [];
  const written = category === undefined || category === "" ? usual : category;
  const delivered = label === undefined || label === ""
    ? UNLINKED.has(account) ? undefined : labels[0]
    : labels[Number(label) - 1];
  return {
    date,
    account,
    amount: milliunits(amount),
    payee: payee === "" ? null : payee,
    category: written === "-" || more.lines !== undefined ? null : written,
    label: delivered === undefined
      ? null
      : bankLabel(delivered, date, randomFor(setting, `label/${key}`)),
    memo: memo.length === 0 ? null : memo.join("|"),
    key,
    more,
  };
}

/** Creates the transactions, including the other sides of transfers. */
export function householdRows(setting: Setting, drafts: readonly Draft[]): StoredTransaction[] {
  const lastEntered = new Map(
    drafts.flatMap(({ more: { schedule }, date }) =>
      schedule === undefined ? [] : [[schedule, date]]
    ),
  );
  return numbered(drafts.flatMap((draft) => {
    const row = storedRow(setting, draft);
    const { schedule } = draft.more;
    if (schedule !== undefined) {
      row.approved = draft.date !== lastEntered.get(schedule);
      row.cleared = "cleared";
    }
    row.lines = (draft.more.lines ?? []).map((line, at) =>
      storedLine(setting, line, `${row.id}/${at}`)
    );
    const mirrors = row.lines.filter(({ transfer_account_id: to, deleted }) =>
      to !== null && !deleted
    )
      .map((line) => mirrorOf(setting, { row, line, memo: null }));
    if (row.transfer_account_id !== null) {
      mirrors.push(mirrorOf(setting, { row, line: row, memo: row.memo }));
      row.debt_transaction_type = null;
    }
    return [row, ...mirrors];
  }));
}

function storedRow(setting: Setting, draft: Draft): StoredTransaction {
  const { date, account, payee, label, more: { schedule, id, matched, flag } } = draft;
  const to = payee?.startsWith(">") === true ? payee.slice(1) : null;
  const isUnseen = label !== null && to === null && draft.amount < 0 &&
    daysBetween(date, setting.today) <= DAYS_UNSEEN;
  const approved = draft.more.approved ?? !isUnseen;
  const ownId = setting.idOf(`row/${id ?? draft.key}`);
  return plainRow({
    id: schedule === undefined ? ownId : `${setting.idOf(`schedule/${schedule}`)}_${date}`,
    date,
    amount: draft.amount,
    memo: draft.memo,
    cleared: confirmation(setting, draft, approved),
    approved,
    flag_color: flag === undefined ? null : flag[0] as FlagColor,
    flag_name: flag?.[1] ?? null,
    account_id: setting.idOf(`account/${account}`),
    payee_id: payee === null ? null : payeeId(setting, payee),
    category_id: draft.category === null ? null : setting.idOf(`category/${draft.category}`),
    transfer_account_id: to === null ? null : setting.idOf(`account/${to}`),
    transfer_transaction_id: to === null ? null : setting.idOf(`mirror/${ownId}`),
    matched_transaction_id: matched === undefined ? null : setting.idOf(`row/${matched}`),
    import_id: label && "",
    import_payee_name: label?.name ?? null,
    import_payee_name_original: label?.original ?? null,
    debt_transaction_type: debtType(account, payee),
    deleted: draft.more.deleted ?? false,
  });
}

function debtType(account: string, payee: string | null): DebtTransactionType | null {
  const isLoan = TABLE.accounts[account]?.debt !== undefined;
  if (isLoan && payee === "Starting Balance") return "balanceAdjustment";
  return DEBT_TYPES[payee ?? ""] ?? null;
}

/**
 * Creates the other side of a transfer or transfer line. If that side is in a loan account, it gets
 * a debt transaction type.
 */
function mirrorOf(
  setting: Setting,
  { row, line, memo }: {
    readonly row: StoredTransaction;
    readonly line: StoredTransaction | StoredSplitLine;
    readonly memo: string | null;
  },
): StoredTransaction {
  const keyOf = (id: string | null): string =>
    Object.keys(TABLE.accounts).find((one) => setting.idOf(`account/${one}`) === id) ?? "";
  const key = keyOf(line.transfer_account_id);
  const { date, approved } = row;
  const clearing = { date, account: key, label: null, payee: null } as const;
  return {
    ...row,
    id: line.transfer_transaction_id ?? "",
    amount: -line.amount,
    memo,
    cleared: confirmation(setting, clearing, approved),
    flag_color: null,
    flag_name: null,
    account_id: setting.idOf(`account/${key}`),
    payee_id: setting.idOf(`payee/transfer/${keyOf(row.account_id)}`),
    category_id: null,
    transfer_account_id: row.account_id,
    transfer_transaction_id: line.id,
    matched_transaction_id: null,
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    lines: [],
  };
}

/** Reads a split line: amount, payee or account, category, memo, and whether it is deleted. */
export function storedLine(setting: Setting, text: string, key: string): StoredSplitLine {
  const [amount = "", payee = "", category = "", memo = "", deleted] = text.split("|");
  const id = setting.idOf(`line/${key}`);
  const to = payee.startsWith(">") ? payee.slice(1) : null;
  return {
    id,
    amount: milliunits(amount),
    memo: memo === "" ? null : memo,
    payee_id: payee === "" ? null : payeeId(setting, payee),
    category_id: category === "" ? null : setting.idOf(`category/${category}`),
    transfer_account_id: to === null ? null : setting.idOf(`account/${to}`),
    transfer_transaction_id: to === null ? null : setting.idOf(`mirror/${id}`),
    deleted: deleted !== undefined,
  };
}

/** Returns the id of a payee, or of an account's transfer payee. */
export function payeeId(setting: Setting, payee: string): string {
  return setting.idOf(
    payee.startsWith(">") ? `payee/transfer/${payee.slice(1)}` : `payee/named/${payee}`,
  );
}

/** Returns a transaction's cleared state, which depends mainly on its age. */
function confirmation(
  { today }: Setting,
  { date, account, label, payee }: Pick<Draft, "date" | "account" | "label" | "payee">,
  approved: boolean,
): StoredTransaction["cleared"] {
  const { reconciled_days_ago: reconciled = Infinity, closed = false } = TABLE.accounts[account] ??
    {};
  const age = daysBetween(date, today);
  if (payee === "Starting Balance" || approved && (closed || age >= reconciled)) {
    return "reconciled";
  }
  return label !== null || age >= DAYS_TO_CLEAR ? "cleared" : "uncleared";
}

/**
 * Gives the transactions higher `server_knowledge` values than all other records. Ends import ids
 * with a sequence number, as YNAB does, because transactions may have the same date and amount.
 */
export function numbered(rows: StoredTransaction[]): StoredTransaction[] {
  const seen = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    row.knowledge = at + 2;
    if (row.import_id === null) continue;
    const key = `${row.account_id}/${row.amount}/${row.date}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    row.import_id = `YNAB:${row.amount}:${row.date}:${count}`;
  }
  return rows;
}

const LETTERS_AND_DIGITS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** A transaction's bank label. */
export interface BankLabel {
  /** The payee name assigned by the import. */
  readonly name: string;
  /** The full label, as sent by the bank. */
  readonly original: string;
}

/**
 * Fills in a template: `{n4}` becomes four digits; `{a9}` becomes nine letters or digits; and
 * `{dd/mm}`, `{dd-mm}`, `{dd.mm.}` and `{mm/dd}` become the date in that format. Text after ` | `
 * appears only in the bank's full label.
 */
export function bankLabel(template: string, date: string, draws: Random): BankLabel {
  const filled = template.replace(/\{([^}]+)\}/g, (_, slot: string) => fill(slot, date, draws));
  const [name = filled, tail] = filled.split(" | ");
  return { name, original: tail === undefined ? name : `${name} ${tail}` };
}

function fill(slot: string, date: string, draws: Random): string {
  const count = Number(slot.slice(1));
  if (/^n\d+$/.test(slot)) return characters("0123456789", count, draws);
  if (/^a\d+$/.test(slot)) return characters(LETTERS_AND_DIGITS, count, draws);
  return slot.replace("dd", date.slice(8, 10)).replace("mm", date.slice(5, 7));
}

function characters(alphabet: string, count: number, draws: Random): string {
  let text = "";
  for (let index = 0; index < count; index++) {
    text += alphabet.charAt(draws.integer(0, alphabet.length - 1));
  }
  return text;
}
