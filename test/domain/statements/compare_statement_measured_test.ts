import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { compareStatement } from "../../../domain/statements/compare_statement.ts";
import type {
  Comparison,
  ComparisonOptions,
  RowMemory,
} from "../../../domain/statements/comparison.ts";
import type { StatementRow } from "../../../domain/statements/statement.ts";
import { aTransaction } from "../../_builders.ts";
import { figuresOf, fingerprints, optionsFor } from "./_account_figures.ts";
import { ACCOUNT, type GeneratedAccount, generatedAccount, statementOf } from "./_accounts.ts";
import { times } from "../../_runs.ts";

const ACCOUNTS = times(60);
const SEED = Deno.env.get("TEST_SEED") ?? "gate";

const accounts = Array.from({ length: ACCOUNTS }, (_, at) => generatedAccount(`${SEED}/${at}`));

Deno.test("compareStatement() meets its accuracy targets on generated accounts", () => {
  const figures = figuresOf(accounts);
  const told = JSON.stringify(figures);
  const least = { precision: 99.5, recall: 99, amounts: 95, combined: 95, transfers: 95 };
  for (const [name, floor] of Object.entries(least)) {
    assert((figures[name] as number) >= floor, `${name}: ${told}`);
  }
  const most = { doubtful: 1, doubled: 0.2, heldBack: 3 };
  for (const [name, ceiling] of Object.entries(most)) {
    assert((figures[name] as number) <= ceiling, `${name}: ${told}`);
  }
});

Deno.test("compareStatement() puts every row of generated statements into exactly one list", () => {
  for (const account of accounts.slice(0, 20)) {
    const comparison = compareStatement(
      account.statement,
      account.transactions,
      optionsFor(account),
    );
    const { matched, doubtful, differs, combined, transfers, leftOut } = comparison;
    const rows = [matched, comparison.new, doubtful, differs, combined, transfers]
      .flatMap((list) => list.map(({ row }) => row.row));
    assertEquals(
      [...rows, ...leftOut.map(({ row }) => row)].sort((a, b) => a - b),
      account.statement.rows.map(({ row }) => row),
    );
    const used = [
      ...[...matched, ...differs].map(({ transaction }) => transaction.id),
      ...combined.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
    ];
    assertEquals(new Set(used).size, used.length, "a transaction is used twice");
  }
});

Deno.test("compareStatement() finds nothing to change for a repeated or overlapping statement", () => {
  for (const account of accounts.slice(0, 30)) {
    const first = compareStatement(account.statement, account.transactions, optionsFor(account));
    const after = imported(account, first);
    const remembering = (rows: readonly StatementRow[]): ComparisonOptions => {
      const prints = fingerprints(rows);
      return optionsFor(after, (row) => after.memory.get(prints.get(row) ?? "") ?? null);
    };
    const { rows } = account.statement;
    const again = compareStatement(account.statement, after.transactions, remembering(rows));
    assertEquals(again.new, [], "the same statement again");
    const found = new Map(again.matched.map(({ row, transaction }) => [row, transaction.id]));
    for (const { row, transaction } of first.matched) {
      assertEquals(found.get(row), transaction.id, "the same statement again");
    }
    const asked = [...first.doubtful, ...first.differs, ...first.transfers];
    assert(isWithin([...again.doubtful, ...again.differs, ...again.transfers], asked));

    const next = compareStatement(
      statementOf(account.nextRows),
      after.transactions,
      remembering(account.nextRows),
    );
    const prints = fingerprints(account.nextRows);
    const isOld = ({ row }: { readonly row: StatementRow }): boolean =>
      after.memory.has(prints.get(row) ?? "");
    assertEquals(next.new.filter(isOld), [], "an overlapping statement");
    assertEquals(next.doubtful.filter(isOld), [], "an overlapping statement");
  }
});

/**
 * Returns the account after an import: matched rows are cleared, new rows entered, and matches
 * remembered.
 */
function imported(
  { statement, transactions, today }: GeneratedAccount,
  comparison: Comparison,
): {
  readonly transactions: readonly TransactionRecord[];
  readonly today: string;
  readonly memory: ReadonlyMap<string, RowMemory>;
} {
  const { matched, combined } = comparison;
  const created = comparison.new.map(({ row }) => ({
    row,
    transaction: aTransaction({
      account_id: ACCOUNT,
      date: row.date,
      amount: row.amount,
      payee_name: row.payee,
    }),
  }));
  const prints = fingerprints(statement.rows);
  const memory = new Map<string, RowMemory>();
  for (const { row, transaction } of [...matched, ...created]) {
    memory.set(prints.get(row) ?? "", { transactionId: transaction.id });
  }
  for (const { row, transactions: [part] } of combined) {
    memory.set(prints.get(row) ?? "", { transactionId: part?.id ?? null });
  }
  const cleared = new Set([
    ...matched.map(({ transaction }) => transaction.id),
    ...combined.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
  ]);
  return {
    transactions: [
      ...transactions.map((one) => cleared.has(one.id) ? { ...one, cleared: "reconciled" } : one),
      ...created.map(({ transaction }) => transaction),
    ],
    today,
    memory,
  };
}

type Rows = readonly { readonly row: { readonly row: number } }[];

function numbers(rows: Rows): readonly number[] {
  return rows.map(({ row }) => row.row).sort((a, b) => a - b);
}

function isWithin(rows: Rows, others: Rows): boolean {
  const known = new Set(numbers(others));
  return numbers(rows).every((row) => known.has(row));
}
