/**
 * Turns drafts into stored rows: ids, mirrors of transfers, import ids, and how
 * far the bank and the household have confirmed each of them.
 *
 * @module
 */

import { daysBetween } from "../_calendar.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import { type AccountKey, ACCOUNTS } from "./accounts.ts";
import type { Draft, DraftLine } from "./draft.ts";
import { payeeIdOf } from "./payees.ts";
import { idFor, type Setting } from "./setting.ts";

/** Rows that nobody imported are taken for cleared after this many days. */
const DAYS_TO_CLEAR = 4;

/**
 * Turns drafts into rows, by date; each transfer becomes two rows.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const [out, into] = householdRows(setting, [{
 *   source: "saving",
 *   date: "2026-11-02",
 *   account: "checking",
 *   amount: -50_000,
 *   payee: null,
 *   category: null,
 *   transferTo: "savings",
 * }]);
 * assertEquals(into?.amount, 50_000);
 * assertEquals(into?.transfer_transaction_id, out?.id);
 * ```
 */
export function householdRows(setting: Setting, drafts: readonly Draft[]): StoredTransaction[] {
  const nameOf = rowNames();
  const importIdOf = importNames();
  const ordered = drafts.toSorted((one, other) => compare(one.date, other.date));
  return ordered.flatMap((draft) => {
    const id = draft.id ?? idFor(setting, `row/${nameOf(draft)}`);
    const lines = (draft.lines ?? []).map((line, index) =>
      storedLine(setting, line, `${id}/${index}`)
    );
    const row = storedRow(setting, draft, id);
    row.lines = lines;
    row.import_id = draft.label === undefined ? null : importIdOf(draft.account, draft);
    const mirrors = (draft.lines ?? []).flatMap((line, index) => {
      const stored = lines[index] as StoredSplitLine;
      if (line.transferTo === undefined || line.deleted === true) return [];
      return [mirrorOf(setting, draft, line.transferTo, stored.amount, stored.id)];
    });
    if (draft.transferTo !== undefined) {
      mirrors.push(mirrorOf(setting, draft, draft.transferTo, draft.amount, id));
    }
    return [row, ...mirrors];
  });
}

function storedRow(setting: Setting, draft: Draft, id: string): StoredTransaction {
  const approved = draft.approved ?? true;
  const isTransfer = draft.transferTo !== undefined;
  return {
    id,
    date: draft.date,
    amount: draft.amount,
    memo: draft.memo ?? null,
    cleared: draft.cleared ?? confirmation(setting, draft.account, draft, approved),
    approved,
    flag_color: draft.flag?.color ?? null,
    flag_name: draft.flag?.name ?? null,
    account_id: idFor(setting, `account/${draft.account}`),
    payee_id: draft.transferTo !== undefined
      ? idFor(setting, `payee/transfer/${draft.transferTo}`)
      : draft.payee === null
      ? null
      : payeeIdOf(setting, draft.payee),
    category_id: draft.category === null ? null : idFor(setting, `category/${draft.category}`),
    transfer_account_id: draft.transferTo === undefined
      ? null
      : idFor(setting, `account/${draft.transferTo}`),
    transfer_transaction_id: isTransfer ? mirrorId(setting, id) : null,
    matched_transaction_id: draft.matchedId ?? null,
    import_id: null,
    import_payee_name: draft.label?.name ?? null,
    import_payee_name_original: draft.label?.original ?? null,
    // On a transfer the loan's side carries it.
    debt_transaction_type: isTransfer ? null : draft.debtType ?? null,
    deleted: draft.deleted ?? false,
    lines: [],
    knowledge: 1,
  };
}

/** The row that a transfer, or a line of a split, makes in the other account. */
function mirrorOf(
  setting: Setting,
  draft: Draft,
  account: AccountKey,
  amount: number,
  otherSideId: string,
): StoredTransaction {
  const mirror = storedRow(
    setting,
    {
      source: draft.source,
      date: draft.date,
      account,
      amount: -amount,
      payee: null,
      category: null,
      transferTo: draft.account,
      approved: draft.approved ?? true,
      deleted: draft.deleted ?? false,
      // A split's memo is about the whole, not about the line that made the row.
      ...(draft.memo === undefined || draft.lines !== undefined ? {} : { memo: draft.memo }),
    },
    mirrorId(setting, otherSideId),
  );
  mirror.transfer_transaction_id = otherSideId;
  mirror.debt_transaction_type = draft.debtType ?? null;
  return mirror;
}

function mirrorId(setting: Setting, otherSideId: string): string {
  return idFor(setting, `mirror/${otherSideId}`);
}

function storedLine(setting: Setting, line: DraftLine, key: string): StoredSplitLine {
  const id = idFor(setting, `line/${key}`);
  const { transferTo } = line;
  return {
    id,
    amount: line.amount,
    memo: line.memo ?? null,
    payee_id: transferTo !== undefined
      ? idFor(setting, `payee/transfer/${transferTo}`)
      : line.payee === undefined
      ? null
      : payeeIdOf(setting, line.payee),
    category_id: line.category === null ? null : idFor(setting, `category/${line.category}`),
    transfer_account_id: transferTo === undefined ? null : idFor(setting, `account/${transferTo}`),
    transfer_transaction_id: transferTo === undefined ? null : mirrorId(setting, id),
    deleted: line.deleted ?? false,
  };
}

/** Reconciled up to the last reconciliation, then cleared, uncleared at the end. */
function confirmation(
  setting: Setting,
  account: AccountKey,
  draft: Draft,
  approved: boolean,
): StoredTransaction["cleared"] {
  const { reconciledDaysAgo, closed } = ACCOUNTS[account];
  if (approved && closed === true) return "reconciled";
  const age = daysBetween(draft.date, setting.today);
  if (approved && reconciledDaysAgo !== undefined && age >= reconciledDaysAgo) return "reconciled";
  if (draft.label !== undefined) return "cleared";
  return age < DAYS_TO_CLEAR ? "uncleared" : "cleared";
}

/** Names rows by purpose and date, counting those that share both. */
function rowNames(): (draft: Draft) => string {
  const seen = new Map<string, number>();
  return ({ source, date }) => {
    const count = (seen.get(`${source}/${date}`) ?? 0) + 1;
    seen.set(`${source}/${date}`, count);
    return `${source}/${date}/${count}`;
  };
}

/** Makes import ids in the pattern of bank imports; unique within an account. */
function importNames(): (account: AccountKey, draft: Draft) => string {
  const seen = new Map<string, number>();
  return (account, { amount, date }) => {
    const key = `${account}/${amount}/${date}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `YNAB:${amount}:${date}:${count}`;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
