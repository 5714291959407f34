import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "npm:csv-parse@^7.0.3/sync";
import { type Exports, exportsOf, plansToExport } from "./_exported.ts";

/** Finds a journal's closing balances, which hledger, Ledger and Beancount verify. */
const CLOSING: Readonly<Record<string, RegExp>> = {
  "plan.journal": /^ {4}(?:Assets|Liabilities):.* = (\S+) [A-Z]{3}$/gmu,
  "plan.beancount": /^\S+ balance (?:Assets|Liabilities):\S+ {2}(\S+) [A-Z]{3}$/gmu,
};

for (const named of plansToExport) {
  for (const [file, pattern] of Object.entries(CLOSING)) {
    Deno.test(`the closing balances of the plan "${named.name}" in ${file} match YNAB's balances`, async () => {
      const { files, accounts } = await exportsOf(named);
      const text = files.get(file) ?? "";
      const closing = [...text.matchAll(pattern)].map(([, amount]) => Number(amount));
      assertEquals(
        closing.toSorted(),
        accounts.map(({ balance }) => balance / 1000).toSorted(),
      );
      assert(!text.includes("Equity:Differences"));
      // Memos and payees that are empty or consist only of spaces are left out.
      assert(!/^ +(?:; )?(?:memo|payee):(?: "")? *$/mu.test(text));
      // The accounting programs tolerate differences of up to half a cent.
      for (const entry of text.split("\n\n")) {
        const amounts = entry.matchAll(/^ +.* {2}(-?[\d.]+) [A-Z]{3}(?: = .*)?$/gmu);
        const sum = amounts.reduce((rest, [, amount]) => rest + Number(amount), 0);
        assertEquals([entry, Math.round(sum * 1000) + 0], [entry, 0]);
      }
    });
  }

  Deno.test(`the CSV files exported from the plan "${named.name}" match YNAB's balances and monthly figures`, async () => {
    const exported = await exportsOf(named);
    const rows = rowsOf("Register.csv", exported);
    const sums = new Map<string, number>();
    for (const row of rows) {
      const amount = moneyOf(row["Inflow"]) - moneyOf(row["Outflow"]);
      sums.set(row["Account"] ?? "", (sums.get(row["Account"] ?? "") ?? 0) + amount);
    }
    const expected = new Map<string, number>();
    for (const { name: account, balance } of exported.accounts) {
      const cell = cellOf(account);
      if (sums.has(cell)) expected.set(cell, (expected.get(cell) ?? 0) + balance);
      else assertEquals([account, balance], [account, 0]);
    }
    assertEquals(sums, expected);
    const formulas = rows.flatMap((row) => Object.values(row).filter(isFormula));
    assertEquals(formulas, []);
    await assertMonths(exported);
  });

  Deno.test(`plan.json contains the plan "${named.name}" in the format of YNAB's plan export`, async () => {
    const { files, accounts, read } = await exportsOf(named);
    const { data: { budget } } = JSON.parse(files.get("plan.json") ?? "");
    const { plan: whole } = await read("");
    const written = new Set(budget.transactions.map(({ id }: { readonly id: string }) => id));
    const transactions = whole.transactions.filter(({ id }: Row) => written.has(id));
    assertEquals(ordered(budget), ordered({ ...whole, transactions, payee_locations: [] }));
    // The file may omit only the imported halves of matched pairs. The other transactions must add
    // up to YNAB's balances.
    const missing = whole.transactions.filter(({ id }: Row) => !written.has(id));
    assert(missing.every(({ matched_transaction_id: other }: Row) => written.has(other)));
    const sums = Map.groupBy<string, Row>(budget.transactions, ({ account_id: id }) => id);
    for (const { id, balance } of accounts) {
      const amounts = (sums.get(id) ?? []).map(({ amount }) => amount);
      assertEquals([id, amounts.reduce((sum, amount) => sum + amount, 0)], [id, balance]);
    }
  });
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly amount: number;
  readonly matched_transaction_id?: string | null;
}

type CsvRow = Readonly<Record<string, string>>;

function rowsOf(file: string, { files }: Exports): readonly CsvRow[] {
  return parse(files.get(file) ?? "", { bom: true, columns: true });
}

/** Parses an amount without thousands separators; the decimal separator is a period or comma. */
function moneyOf(cell: string | undefined): number {
  const [, sign, digits = ""] = /^(-?)\D*?([\d.,]+)\D*$/u.exec(cell ?? "") ?? [];
  const [units = "", decimals = ""] = digits.split(/[.,]/u);
  assertEquals([cell, /^\d+$/u.test(units)], [cell, true]);
  return (sign === "-" ? -1 : 1) * (Number(units) * 1000 + Number(decimals.padEnd(3, "0"))) + 0;
}

function cellOf(name: string): string {
  const cell = name.replaceAll("\t", "");
  return /^[=+\-@]/u.test(cell) ? `'${cell}` : cell;
}

/** Whether a spreadsheet would run a cell as a formula. A negative amount isn't a formula. */
function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r\uff1d]/u.test(cell) && !/^-\D?[\d.,]+\D?\D?$/u.test(cell);
}

async function assertMonths(exported: Exports): Promise<void> {
  const { months } = await exported.read("/months");
  const expected: (readonly unknown[])[] = [];
  const oldestFirst = months.map(({ month }: { month: string }) => month).toSorted();
  for (const month of oldestFirst) {
    const { month: { categories } } = await exported.read(`/months/${month}`);
    for (const one of categories) {
      if (one.deleted || one.internal && one.category_group_name !== "Credit Card Payments") {
        continue;
      }
      const group = one.category_group_name;
      expected.push([
        month.slice(0, 7),
        cellOf(`${group}: ${one.name}`),
        cellOf(one.name),
        one.budgeted,
        one.activity,
        one.balance,
      ]);
    }
  }
  const written = rowsOf("Plan.csv", exported).map((row) => {
    assertMatch(row["Month"] ?? "", /^[A-Z][a-z]{2} \d{4}$/u);
    const day = new Date(`1 ${row["Month"]} UTC`);
    return [
      day.toISOString().slice(0, 7),
      row["Category Group/Category"],
      row["Category"],
      ...["Assigned", "Activity", "Available"].map((name) => moneyOf(row[name])),
    ];
  });
  assertEquals(written, expected);
}

// Lists have no documented order.
// deno-lint-ignore no-explicit-any -- reads what a program would
function ordered(value: any): unknown {
  if (Array.isArray(value)) {
    const key = (one: { readonly id?: string; readonly month?: string }): string =>
      one.id ?? one.month ?? "";
    return value.map(ordered).toSorted((a, b) => key(a as object) < key(b as object) ? -1 : 1);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ordered(one)]));
}
