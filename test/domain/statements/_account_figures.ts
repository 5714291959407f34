import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { compareStatement } from "../../../domain/statements/compare_statement.ts";
import type { Comparison, ComparisonOptions } from "../../../domain/statements/comparison.ts";
import type { StatementRow } from "../../../domain/statements/statement.ts";
import { ACCOUNT, type GeneratedAccount } from "./_accounts.ts";

/** Counts over the rows of many statements. */
export interface Counts {
  rows: number;
  doubtful: number;
  matched: number;
  /** Rows matched with their own transaction, or with an equal one of the same party and state. */
  right: number;
  /** Rows matched with their own transaction. */
  exact: number;
  /** Rows recorded by a transaction of the same amount. */
  recorded: number;
  /** Recorded rows that were matched with the right transaction. */
  found: number;
  /** Rows listed as new although their transaction exists and matches no other row. */
  doubled: number;
  amounts: number;
  /** Typing errors listed in `differs`, each with a row of the same party and amount. */
  amountsFound: number;
  combined: number;
  combinedFound: number;
  combinedWrong: number;
  transfers: number;
  transfersFound: number;
  /** Rows without a transaction in the account, and how many of these rows aren't entered. */
  missing: number;
  heldBack: number;
}

export function noCounts(): Counts {
  return {
    ...{ rows: 0, doubtful: 0, matched: 0, right: 0, exact: 0, recorded: 0, found: 0, doubled: 0 },
    ...{ amounts: 0, amountsFound: 0, combined: 0, combinedFound: 0, combinedWrong: 0 },
    ...{ transfers: 0, transfersFound: 0, missing: 0, heldBack: 0 },
  };
}

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

/** Identifies each row in any statement by date, amount, label, and its number among equal rows. */
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
export function countAccount(account: GeneratedAccount, counts: Counts): Comparison {
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
  /** Whether a match is the row's own transaction, or an interchangeable one of its party. */
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
  counts.rows += rows.length;
  counts.doubtful += doubtful.length;
  counts.matched += matched.length;
  counts.right += right.length;
  counts.exact += matched.filter(isSame).length;
  counts.recorded += having("same").length;
  counts.found += having("same").filter((one) => truthOf(one).ids.some((id) => rightly.has(id)))
    .length;
  counts.doubled += comparison.new.filter((one) => {
    const { kind, ids } = truthOf(one);
    return kind !== "transfer" && kind !== "missing" && !ids.some((id) => taken.has(id));
  }).length;
  counts.amounts += having("amount").length;
  counts.amountsFound += differs.filter(({ row, transaction }) =>
    rows.some((one) => {
      const { kind, ids, party } = truthOf(one);
      return kind === "amount" && ids.includes(transaction.id) &&
        party === truthOf({ row }).party && one.row.amount === row.amount;
    })
  ).length;
  counts.combined += having("combined").length;
  const isCombined = (one: Comparison["combined"][number]) =>
    one.transactions.every(({ id }) => truthOf(one).ids.includes(id));
  counts.combinedFound += combined.filter(isCombined).length;
  counts.combinedWrong += combined.filter((one) => !isCombined(one)).length;
  counts.transfers += having("transfer").length;
  counts.transfersFound += transfers.filter(isSame).length;
  counts.missing += having("missing").length;
  counts.heldBack +=
    having("missing").filter(({ row }) =>
      !comparison.new.some((one) => one.row === row) && !matched.some((one) => one.row === row)
    ).length;
  return comparison;
}

/** Shares as percentages, like the goals. */
export function figuresOf(counts: Counts): Readonly<Record<string, number>> {
  const share = (part: number, whole: number) => Math.round(part / whole * 100_000) / 1000;
  return {
    precision: share(counts.right, counts.matched),
    exactly: share(counts.exact, counts.matched),
    recall: share(counts.found, counts.recorded),
    doubtful: share(counts.doubtful, counts.rows),
    doubled: share(counts.doubled, counts.rows),
    amounts: share(counts.amountsFound, counts.amounts),
    combined: share(counts.combinedFound, counts.combined),
    transfers: share(counts.transfersFound, counts.transfers),
    heldBack: share(counts.heldBack, counts.missing),
  };
}
