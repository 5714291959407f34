import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "npm:csv-parse@^7.0.3/sync";
import { memoryFolder } from "../_memory_folder.ts";
import { type ExportPlace, exportPlace, plansToExport } from "./_exported.ts";

const plans = await plansToExport();

type Account = { readonly id: string; readonly name: string; readonly balance: number };

async function balancesOf(place: ExportPlace): Promise<readonly Account[]> {
  return (await place.read("/accounts")).accounts.filter(
    ({ deleted }: { readonly deleted: boolean }) => !deleted,
  );
}

/** Finds the closing balances in a journal, which hledger, Ledger and Beancount verify. */
const CLOSING: Readonly<Record<string, RegExp>> = {
  hledger: /^ {4}(?:Assets|Liabilities):.* = (\S+) [A-Z]{3}$/gmu,
  beancount: /^\S+ balance (?:Assets|Liabilities):\S+ {2}(\S+) [A-Z]{3}$/gmu,
};

for (const { name, plan, today } of plans) {
  for (const [format, pattern] of Object.entries(CLOSING)) {
    Deno.test(`export --format ${format} closes ${name} with YNAB's balances`, async () => {
      await using place = await exportPlace([plan], today);
      const text = await place.text("--format", format);
      const closing = [...text.matchAll(pattern)].map(([, amount]) => Number(amount));
      const balances = (await balancesOf(place)).map(({ balance }) => balance / 1000);
      assertEquals(closing.toSorted(), balances.toSorted());
      assert(!text.includes("Equity:Differences"));
      // The accounting programs tolerate differences of half a cent.
      for (const entry of text.split("\n\n")) {
        const amounts = entry.matchAll(/^ +.* {2}(-?[\d.]+) [A-Z]{3}(?: = .*)?$/gmu);
        const sum = amounts.reduce((rest, [, amount]) => rest + Number(amount), 0);
        assertEquals([entry, Math.round(sum * 1000) + 0], [entry, 0]);
      }
    });
  }

  Deno.test(`export --format csv lists ${name} with YNAB's balances and months`, async () => {
    await using place = await exportPlace([plan], today);
    const folder = await memoryFolder();
    try {
      const { status } = await place.run(["--format", "csv", "--out", folder]);
      assertEquals(status, 0);
      const rows = await csvIn(`${folder}/Register.csv`);
      const sums = new Map<string, number>();
      for (const row of rows) {
        const amount = moneyOf(row["Inflow"]) - moneyOf(row["Outflow"]);
        sums.set(row["Account"] ?? "", (sums.get(row["Account"] ?? "") ?? 0) + amount);
      }
      const expected = new Map<string, number>();
      for (const { name: account, balance } of await balancesOf(place)) {
        const cell = cellOf(account);
        if (sums.has(cell)) expected.set(cell, (expected.get(cell) ?? 0) + balance);
        else assertEquals([account, balance], [account, 0]);
      }
      assertEquals(sums, expected);
      const formulas = rows.flatMap((row) => Object.values(row).filter(isFormula));
      assertEquals(formulas, []);
      await assertMonths(place, await csvIn(`${folder}/Plan.csv`));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  Deno.test(`export --format json writes ${name} like YNAB's plan export`, async () => {
    await using place = await exportPlace([plan], today);
    const { data: { budget } } = JSON.parse(await place.text("--format", "json"));
    const { plan: exported } = await place.read("");
    const written = new Set(budget.transactions.map(({ id }: { readonly id: string }) => id));
    const transactions = exported.transactions.filter(({ id }: Row) => written.has(id));
    assertEquals(
      ordered(budget),
      ordered({ ...exported, transactions, payee_locations: [] }),
    );
    // Only imported halves of matched pairs may be missing; the rest adds up to YNAB's balances.
    const missing = exported.transactions.filter(({ id }: Row) => !written.has(id));
    assert(missing.every(({ matched_transaction_id: other }: Row) => written.has(other)));
    const sums = Map.groupBy<string, Row>(budget.transactions, ({ account_id: id }) => id);
    for (const { id, balance } of await balancesOf(place)) {
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

async function csvIn(path: string): Promise<readonly CsvRow[]> {
  return parse(await Deno.readTextFile(path), { bom: true, columns: true });
}

/** Parses an amount in any format; decimals follow the last separator. */
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

/**
 * Whether a spreadsheet would run a cell as a formula; negative amounts are numbers, not formulas.
 */
function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r\uff1d]/u.test(cell) && !/^-\D?[\d.,]+\D?\D?$/u.test(cell);
}

async function assertMonths(place: ExportPlace, rows: readonly CsvRow[]): Promise<void> {
  const { months } = await place.read("/months");
  const expected: (readonly unknown[])[] = [];
  const oldestFirst = months.map(({ month }: { month: string }) => month).toSorted();
  for (const month of oldestFirst) {
    const { month: { categories } } = await place.read(`/months/${month}`);
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
  const written = rows.map((row) => {
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
