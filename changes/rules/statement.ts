import { cleanText } from "../../domain/base/clean_text.ts";
import { daysBetween } from "../../domain/base/day.ts";
import { refuseFiner } from "../../domain/base/money_format.ts";
import type { AccountRecord, TransactionRecord } from "../../domain/base/plan_records.ts";
import { Refusals, ToolError } from "../../domain/base/tool_error.ts";
import type { Comparison } from "../../domain/statements/comparison.ts";
import type { NewEntry } from "../../domain/statements/new_entries.ts";
import type { StatementRow } from "../../domain/statements/statement.ts";
import { availableAfter, type Movement } from "../available_now.ts";
import type { Proposal } from "../change.ts";
import { baseImportId, importIdOf, MAX_IMPORT_ID_LENGTH, nextGeneration } from "../compare.ts";
import type { JournalEntry } from "../journal.ts";
import { nothingToDo } from "./field_changes.ts";
import { balanceCorrection } from "./reconcile.ts";
import { whyNoTransferTo } from "./references.ts";
import { enteredRows, type StatementPlan, type StatementState } from "./statement_entries.ts";
import {
  type MarkedTransaction,
  markedTransactions,
  markLines,
  markSteps,
  newSides,
} from "./statement_marks.ts";
import {
  differenceWords,
  openWords,
  statementSentence,
  statementWarnings,
  undecidedWords,
} from "./statement_words.ts";

export interface StatementChange extends Pick<StatementState, "comparison"> {
  /** The rows that the comparison found to be new, as they will be entered. */
  readonly entries: readonly NewEntry[];
  /** Whether to reconcile the account if the statement leaves no open questions. */
  readonly reconcile: boolean;
  /** Whether to enter an adjustment transaction if the plan's balance differs from the bank's. */
  readonly adjust: boolean;
}

/** New transactions are sent in one request, so that all or none of them are entered. */
const MAX_NEW = 500;

/**
 * Proposes changes that bring an account in line with a statement: enters new rows, marks matching
 * transactions as cleared or reconciled, and applies the user's decisions about amounts and
 * transfers.
 *
 * @throws {ToolError} `invalid_input` if the account is closed or is a loan, if more than 500 rows
 * are new, or if YNAB's API doesn't support a row or a decision.
 */
export function statementDraft(
  change: StatementChange,
  plan: StatementPlan,
): Proposal<"createTransaction" | "updateTransactions"> {
  const { comparison, entries } = change;
  refuseAccount(plan.account);
  const state = { ...plan, comparison, newEntries: entries, ...settlementOf(change, plan) };
  const refusals = new Refusals();
  refuseRows(comparison, plan, refusals);
  const marked = markedTransactions(state, refusals);
  refusals.throwIfAny();
  const words = { ...state, marked };
  const ids = importIds(state, enteredWith(marked, state.correction));
  const entered = enteredRows(state, ids);
  const steps = [...entered.steps, ...markSteps(marked, state)];
  if (steps.length === 0) {
    const undecided = undecidedWords(comparison);
    if (undecided !== null) {
      return nothingToDo(
        `Nothing else needs to be entered or cleared, but ${undecided}: pass the user's decisions ` +
          "in `decide`",
      );
    }
    const { whyNot, isReconciled } = state;
    const mark = isReconciled ? "reconciled" : "cleared";
    const reason = whyNot === null ? "" : `; it is not reconciled, because ${whyNot}`;
    return nothingToDo(`Everything in the statement is already entered and ${mark}${reason}`);
  }
  return {
    draft: {
      summary: statementSentence(words, false),
      done: statementSentence(words, true),
      preview: [...entered.preview, ...markLines(marked, state)],
      warnings: statementWarnings(words),
      steps,
      checkBeforeRetry: "use find_transactions to check which of them exist",
      afterwards: () => availableAfter(movementsOf(entries, words), plan),
    },
  };
}

/** Types of accounts for which YNAB generates transactions, such as interest and escrow. */
const LOANS: readonly string[] = [
  "mortgage",
  "autoLoan",
  "studentLoan",
  "personalLoan",
  "medicalDebt",
  "otherDebt",
];

function refuseAccount({ name, type, closed }: AccountRecord): void {
  const why = closed
    ? "is closed: reopen it in the YNAB app first"
    : LOANS.includes(type)
    ? "is a loan, and YNAB splits loan payments automatically: enter them in the YNAB app"
    : null;
  if (why !== null) throw new ToolError("invalid_input", `account "${cleanText(name)}" ${why}`);
}

function refuseRows(
  { new: rows }: Comparison,
  { account, accounts, format }: StatementPlan,
  refusals: Refusals,
): void {
  if (rows.length > MAX_NEW) {
    throw new ToolError(
      "invalid_input",
      `${rows.length} rows are new, but one import can add at most ${MAX_NEW}: use a statement ` +
        "that covers a shorter period",
    );
  }
  refuseFiner(rows.map(({ row: { row, amount } }) => ({ label: `row ${row}`, amount })), format);
  for (const { row: { row }, transferAccountId } of rows) {
    if (transferAccountId === null) continue;
    const to = accounts.find(({ id }) => id === transferAccountId);
    const isOpen = to !== undefined && !to.closed && to.id !== account.id;
    refusals.add(
      `row ${row}`,
      isOpen ? whyNoTransferTo(to) : "a transfer needs another open account: see list_accounts",
    );
  }
}

/** Reconciles only if there are no open questions and the plan's balance matches the bank's. */
function settlementOf(
  { comparison, reconcile, adjust }: StatementChange,
  plan: StatementPlan,
): Pick<StatementState, "isReconciled" | "whyNot" | "correction"> {
  const cleared = { isReconciled: false, whyNot: null, correction: null };
  if (!reconcile) return cleared;
  const whyNot = openWords(comparison);
  if (whyNot !== null) return { ...cleared, whyNot };
  const difference = comparison.balance.difference ?? 0;
  if (difference === 0) return { ...cleared, isReconciled: true };
  if (!adjust) return { ...cleared, whyNot: differenceWords(difference, plan.format) };
  const last = comparison.statement.rows.map(({ date }) => date).sort().at(-1) ?? plan.utcToday;
  const correction = balanceCorrection(difference, { ...plan, today: last }, "new 0");
  return { ...cleared, isReconciled: true, correction };
}

/**
 * Returns payments that have no import ids: the payment that corrects the balance, and the other
 * sides of new transfers. YNAB must not match these payments with new rows.
 */
function enteredWith(
  marked: readonly MarkedTransaction[],
  correction: StatementState["correction"],
): readonly Payment[] {
  const targets = [
    ...marked.flatMap(({ followers }) => newSides(followers)),
    ...correction?.step.targets ?? [],
  ];
  return targets.map(({ after }) => ({
    date: String(after?.["date"]),
    amount: Number(after?.["amount"]),
  }));
}

/** Returns the amounts that the change adds to categories or takes from them. */
function movementsOf(
  entries: readonly NewEntry[],
  { marked, correction }: Pick<StatementState, "correction"> & {
    readonly marked: readonly MarkedTransaction[];
  },
): readonly Movement[] {
  return [
    ...(correction === null ? [] : [correction.movement]),
    ...entries.map(({ row: { amount, date }, category }) => ({
      category_id: category?.category_id,
      amount,
      date,
    })),
    ...marked.flatMap(({ transaction, target: { after } }) => {
      const amount = after?.["category_id"] === null
        ? 0
        : Number(after?.["amount"] ?? transaction.amount);
      return amount === transaction.amount ? [] : [{
        category_id: transaction.category_id,
        amount: amount - transaction.amount,
        date: transaction.date,
      }];
    }),
  ];
}

/** Maximum days between an imported and a user-entered transaction for YNAB to match the two. */
const MAX_MATCHED_DAYS = 10;

type Payment = Pick<TransactionRecord, "date" | "amount">;

/**
 * Chooses import ids for the new rows, by row number. A row gets no import id if its date is close
 * to that of an unmatched, user-entered transaction of the same amount: YNAB would match the two,
 * and the new transaction would vanish.
 */
export function importIds(
  { account, transactions, entries, comparison }:
    & Pick<StatementPlan, "transactions" | "entries">
    & {
      readonly account: Pick<AccountRecord, "id">;
      readonly comparison: {
        readonly statement: Pick<Comparison["statement"], "rows">;
        readonly new: readonly { readonly row: StatementRow }[];
      };
    },
  entered: readonly Payment[],
): ReadonlyMap<number, string> {
  const ofAccount = transactions.filter((one) => one.account_id === account.id);
  const taken = new Set(ofAccount.flatMap(({ import_id: id }) => id ? [baseImportId(id)] : []));
  const used = usedImportIds(entries, account.id);
  const nth = occurrences(comparison.statement.rows);
  const newRows = comparison.new.map(({ row }) => row);
  const unmatched = ofAccount.filter((one) => !one.import_id && !one.matched_transaction_id);
  const chosen = new Map<number, string>();
  for (const { row, date, amount } of withoutMatches(newRows, [...unmatched, ...entered])) {
    let occurrence = nth.get(row) ?? 1;
    const base = (): string => `YNAB:${amount}:${date}:${occurrence}`;
    while (taken.has(base())) occurrence += 1;
    taken.add(base());
    let id = base();
    while (used.has(id)) id = nextGeneration(id);
    if (id.length <= MAX_IMPORT_ID_LENGTH) chosen.set(row, id);
  }
  return chosen;
}

/** Import ids that this server has used in an account. YNAB doesn't accept an import id twice. */
function usedImportIds(
  entries: readonly JournalEntry[],
  accountId: string,
): ReadonlySet<string> {
  const targets = entries.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  const used = targets.filter(({ outcome, after }) =>
    outcome !== "not_done" && after?.["account_id"] === accountId
  );
  return new Set(used.flatMap((target) => importIdOf(target) ?? []));
}

/** Assigns numbers, starting at 1, to the rows in each group with the same day and amount. */
function occurrences(rows: readonly StatementRow[]): ReadonlyMap<number, number> {
  const groups = [...Map.groupBy(rows, ({ date, amount }) => `${date} ${amount}`).values()];
  return new Map(groups.flatMap((same) => same.map(({ row }, at) => [row, at + 1] as const)));
}

/**
 * Returns the rows that should be entered with an import id. A row is entered without an import id
 * if YNAB might match it with one of `others`, or with another row that is entered without an
 * import id.
 */
function withoutMatches(
  rows: readonly StatementRow[],
  others: readonly Payment[],
): readonly StatementRow[] {
  const byAmount = Map.groupBy(others, ({ amount }) => amount);
  let left = rows;
  for (;;) {
    const near = left.filter(({ amount, date }) =>
      byAmount.get(amount)?.some((one) => Math.abs(daysBetween(one.date, date)) <= MAX_MATCHED_DAYS)
    );
    if (near.length === 0) return left;
    left = left.filter((row) => !near.includes(row));
    for (const row of near) byAmount.get(row.amount)?.push(row);
  }
}
