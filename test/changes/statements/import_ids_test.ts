import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { importIds } from "../../../changes/rules/statement.ts";
import type { StoredTransaction } from "../../../demo/model/records.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { addDays } from "../../../domain/base/day.ts";
import type { StatementRow } from "../../../domain/statements/statement.ts";
import { apply } from "../../tools/_confirm.ts";
import { aRow, household, ids, TODAY } from "../../tools/_plan.ts";
import { aStatementWorld, balanceOf } from "./_statement_world.ts";
import { runs } from "../../_runs.ts";

Deno.test("import_statement enters two identical rows as new transactions and keeps YNAB from matching them with a manual entry", async () => {
  const coffee = { account_id: ids.savings, amount: -3_500, payee_id: ids.cafe } as const;
  const byHand = aRow({ id: ids.rent, date: "2026-03-07", cleared: "uncleared", ...coffee });
  const plan = household({ matches_imports: true });
  const transactions = [...plan.transactions, byHand];
  await using world = await aStatementWorld({ plan: { ...plan, transactions } });
  await apply(world, "import_statement", {
    plan_id: ids.plan,
    account_id: "Savings",
    rows: [
      { date: "2026-03-07", amount: -3.5, payee: "CORNER CAFE" },
      { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" },
      { date: "2026-03-09", amount: -3.5, payee: "CORNER CAFE" },
      { date: "2026-03-09", amount: -3.5, payee: "CORNER CAFE" },
    ],
    opening_balance: 0,
    closing_balance: 189.5,
    decide: [
      { row: 1, as: "match", transaction_id: ids.rent },
      { row: 3, as: "new" },
      { row: 4, as: "new" },
    ],
  });
  assertEquals(await balanceOf(world, "Savings"), 189_500);
  assertEquals(world.created().map(({ import_id: id }) => id), [null, null]);
});

Deno.test("a match that YNAB makes during the import is found by import id and reported", async () => {
  await using world = await aStatementWorld({ plan: household({ matches_imports: true }) });
  world.beforeCreation((upstream) => {
    upstream.edit(({ transactions }) => {
      transactions.push(aRow({
        id: ids.rent,
        account_id: ids.savings,
        date: "2026-03-10",
        amount: -20_000,
        cleared: "uncleared",
      }));
    });
  });
  const { applied } = await apply(world, "import_statement", {
    plan_id: ids.plan,
    account_id: "Savings",
    rows: [
      { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" },
      { date: "2026-03-10", amount: -20, payee: "BOOK SHOP" },
    ],
    opening_balance: 0,
    closing_balance: 180,
  });
  assertMatch(applied.text, /YNAB matched it with a transaction you entered/);
  assertEquals(await balanceOf(world, "Savings"), 180_000);
});

const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays("2026-01-20", days));
const amount = fc.constantFrom(-3_500, -3_500, -3_500, 200_000);
const payment = fc.record({ date: day, amount });
const kind = fc.constantFrom("entered", "imported", "imported again");
const row = fc.record({ date: day, amount, kind });

interface Row {
  readonly date: string;
  readonly amount: number;
  readonly kind: string;
}

/** A transaction in the plan, entered by hand or imported with the id that YNAB would assign. */
function stored({ date, amount, kind }: Row, at: number): StoredTransaction {
  const id = `000000${String(10 + at)}-0000-4000-8000-00000000000a`;
  const generation = kind === "imported again" ? ":g2" : "";
  const import_id = kind === "entered" ? null : `YNAB:${amount}:${date}:${1 + at}${generation}`;
  return aRow({ id, account_id: ids.savings, date, amount, import_id });
}

/** Chooses import ids for statement rows, treating every row as new to the plan. */
function idsOf(
  rows: readonly StatementRow[],
  transactions: readonly StoredTransaction[],
): ReadonlyMap<number, string> {
  const comparison = { statement: { rows }, new: rows.map((row) => ({ row })) };
  const account = { id: ids.savings };
  return importIds({ account, transactions: transactions as never, entries: [], comparison }, []);
}

Deno.test("importIds() prevents YNAB from rejecting rows or matching them to existing transactions, whatever the account contains", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 5 }),
      fc.array(payment, { minLength: 1, maxLength: 6 }),
      async (before, payments) => {
        const plan = household({ matches_imports: true });
        const transactions = before.map(stored);
        const upstream = new DemoUpstream({
          plans: [{ ...plan, transactions }],
          now: () => new Date(`${TODAY}T12:00:00Z`),
        });
        const rows: readonly StatementRow[] = payments.map((one, at) => ({
          ...one,
          row: at + 1,
          payee: "",
          memo: null,
        }));
        const chosen = idsOf(rows, transactions);
        const sent = rows.map(({ date, amount, row }) => ({
          account_id: ids.savings,
          date,
          amount,
          ...(chosen.has(row) ? { import_id: chosen.get(row) } : {}),
        }));
        const answer = await upstream.fetch(
          `https://upstream.test/v1/plans/${ids.plan}/transactions`,
          {
            method: "POST",
            headers: { authorization: "Bearer demo-token" },
            body: JSON.stringify({ transactions: sent }),
          },
        );
        const { data } = await answer.json();
        assertEquals(data.duplicate_import_ids, []);
        const [records] = upstream.snapshot();
        const matched = records?.transactions.filter((one) => one.matched_transaction_id !== null);
        assertEquals(matched, []);
        assertEquals(records?.transactions.length, before.length + rows.length);
        for (const id of chosen.values()) assert(id.length <= 36, id);
      },
    ),
    runs(100),
  );
});

Deno.test("a statement row that matches no manual entry gets the import id that YNAB itself would use", () => {
  const rows = ["2026-01-01", "2026-01-01", "2026-02-01"].map((date, at) => ({
    row: at + 1,
    date,
    amount: -3_500,
    payee: "",
    memo: null,
  }));
  const chosen = idsOf(rows, [stored({ date: "2026-01-15", amount: -3_500, kind: "entered" }, 0)]);
  assertEquals([...chosen], [
    [1, "YNAB:-3500:2026-01-01:1"],
    [2, "YNAB:-3500:2026-01-01:2"],
    [3, "YNAB:-3500:2026-02-01:1"],
  ]);
});
