import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { compareStatement } from "../../../domain/statements/compare_statement.ts";
import type { ComparisonOptions } from "../../../domain/statements/comparison.ts";
import type { StatementRow } from "../../../domain/statements/statement.ts";
import { ACCOUNT, type GeneratedAccount } from "./_accounts.ts";

export function optionsFor(
  { transactions, today }: Pick<GeneratedAccount, "transactions" | "today">,
  remembered: ComparisonOptions["remembered"] = () => null,
): ComparisonOptions {
  const payees = new Map<string, Map<string, number>>();
  for (const transaction of transactions) {
    if (!transaction.import_payee_name) continue;
    const label = payeeKeyOf({ payee_name: transaction.import_payee_name });
    const own = payees.get(label) ?? new Map<string, number>();
    const key = payeeKeyOf(transaction);
    payees.set(label, own.set(key, (own.get(key) ?? 0) + 1));
  }
  return {
    accountId: ACCOUNT,
    earliest: "2021-06-01",
    today,
    decisions: [],
    openingBalance: null,
    closingBalance: null,
    remembered,
    payeesOf: (label) => payees.get(payeeKeyOf({ payee_name: label })) ?? new Map(),
  };
}

/**
 * Identifies each row across statements by its date, amount, label, and position among equal rows.
 */
export function fingerprints(rows: readonly StatementRow[]): ReadonlyMap<StatementRow, string> {
  const seen = new Map<string, number>();
  return new Map(rows.map((row) => {
    const texts = JSON.stringify([row.date, row.amount, row.payee]);
    const nth = (seen.get(texts) ?? 0) + 1;
    seen.set(texts, nth);
    return [row, `${texts} ${nth}`];
  }));
}

interface Matched {
  readonly row: StatementRow;
  readonly transaction: TransactionRecord;
}

/** Compares a generated statement with its account and counts correct results. */
function countsOf(account: GeneratedAccount): Readonly<Record<string, number>> {
  const { statement, transactions, truths, parties } = account;
  const comparison = compareStatement(statement, transactions, optionsFor(account));
  const booked = new Set([...truths.values()].flatMap(({ ids }) => ids));
  const clearedById = new Map(transactions.map(({ id, cleared }) => [id, cleared]));
  const truthOf = ({ row }: { readonly row: StatementRow }) => {
    const truth = truths.get(row.row);
    if (truth === undefined) throw new RangeError(`No truth for row ${row.row}`);
    return truth;
  };
  const isSame = (one: Matched) => truthOf(one).ids.includes(one.transaction.id);
  /**
   * Whether a row is matched correctly, either with its own transaction or with an interchangeable
   * one that has the same actual payee (`party`).
   */
  const isRight = (one: Matched) =>
    isSame(one) ||
    truthOf(one).party === parties.get(one.transaction.id) &&
      (booked.has(one.transaction.id) ||
        truthOf(one).ids.some((id) => clearedById.get(id) === one.transaction.cleared));
  const { matched, differs, combined, transfers, doubtful } = comparison;
  const right = matched.filter(isRight);
  const taken = new Set(matched.map(({ transaction }) => transaction.id));
  const rightly = new Set(right.map(({ transaction }) => transaction.id));
  const rows = statement.rows.map((row) => ({ row }));
  const having = (kind: string) => rows.filter((one) => truthOf(one).kind === kind);
  const doubled = comparison.new.filter((one) => {
    const { kind, ids } = truthOf(one);
    return kind !== "transfer" && kind !== "missing" && !ids.some((id) => taken.has(id));
  });
  const amountsFound = differs.filter(({ row, transaction }) =>
    having("amount").some((one) =>
      truthOf(one).ids.includes(transaction.id) && truthOf(one).party === truthOf({ row }).party &&
      one.row.amount === row.amount
    )
  );
  const entered = new Set([...comparison.new, ...matched].map(({ row }) => row));
  const found = having("same").filter((one) => truthOf(one).ids.some((id) => rightly.has(id)));
  const combinedFound = combined.filter((one) =>
    one.transactions.every(({ id }) => truthOf(one).ids.includes(id))
  );
  return {
    rows: rows.length,
    doubtful: doubtful.length,
    matched: matched.length,
    /** Number of rows that are matched correctly, as defined by `isRight`. */
    right: right.length,
    /**
     * Number of rows with the same amount as their transaction, and how many of those rows are
     * matched correctly.
     */
    recorded: having("same").length,
    found: found.length,
    /**
     * Number of rows listed as new even though the account has an unmatched transaction for each of
     * them.
     */
    doubled: doubled.length,
    /**
     * Number of transactions with a wrong amount, and how many of those are paired with the correct
     * row in `differs`. Any row with the same amount and actual payee as the correct row counts as
     * correct.
     */
    amounts: having("amount").length,
    amountsFound: amountsFound.length,
    combined: having("combined").length,
    combinedFound: combinedFound.length,
    transfers: having("transfer").length,
    transfersFound: transfers.filter(isSame).length,
    /**
     * Number of statement rows that have no transaction in any account, and how many of those rows
     * are in neither the `new` nor the `matched` list.
     */
    missing: having("missing").length,
    heldBack: having("missing").filter(({ row }) => !entered.has(row)).length,
  };
}

/** Returns percentages of correct results, to compare with the accuracy targets. */
export function figuresOf(
  accounts: readonly GeneratedAccount[],
): Readonly<Record<string, number>> {
  const counts = accounts.map(countsOf);
  const sum = (name: string): number => counts.reduce((all, own) => all + (own[name] ?? NaN), 0);
  const share = (part: string, whole: string): number =>
    Math.round(sum(part) / sum(whole) * 100_000) / 1000;
  return {
    precision: share("right", "matched"),
    recall: share("found", "recorded"),
    doubtful: share("doubtful", "rows"),
    doubled: share("doubled", "rows"),
    amounts: share("amountsFound", "amounts"),
    combined: share("combinedFound", "combined"),
    transfers: share("transfersFound", "transfers"),
    heldBack: share("heldBack", "missing"),
  };
}
