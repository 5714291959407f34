import { assert, assertEquals } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { demoStatements } from "../../demo/statements.ts";
import type { ReadingOptions, Statement } from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";

/** Days on which last month was October, February (a short month) and December, respectively. */
const DAYS = ["2026-11-20", "2026-03-01", "2027-01-31"];

async function statementsOf(
  plan: PlanRecords,
  today: string,
): Promise<readonly [lyon: Statement, visa: Statement]> {
  const options: ReadingOptions = {
    ...{ today, decimals: 2, currency: "USD", isCard: null, remembered: {}, readAs: {} },
  };
  const [lyon, visa, ...others] = await Promise.all(
    demoStatements(plan, today).map(async ({ bytes }) => {
      const { statement, questions } = await readStatement(bytes, options);
      assertEquals(questions, []);
      return statement;
    }),
  );
  assertEquals(others, []);
  if (lyon === undefined || visa === undefined) throw new Error("A statement is missing");
  return [lyon, visa];
}

/** Amounts of an account's transactions in a month, except imported halves of matched pairs. */
function amountsOf(
  { accounts, transactions }: PlanRecords,
  account: string,
  month: string,
): readonly number[] {
  const id = accounts.find(({ name }) => name === account)?.id;
  return transactions.filter((row) =>
    row.account_id === id && !row.deleted && row.date.startsWith(month) &&
    (row.import_id === null || row.matched_transaction_id === null)
  ).map(({ amount }) => amount);
}

/** Returns the items in the first list that aren't in the second. */
function without(amounts: readonly number[], others: readonly number[]): readonly number[] {
  const left = [...amounts];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

for (const today of DAYS) {
  Deno.test(`the demo's statements on ${today} differ from YNAB in a few rows`, async () => {
    const plan = householdPlan({ today });
    const [lyon, visa] = await statementsOf(plan, today);
    const month = lyon.rows[0]?.date.slice(0, 7) ?? "";
    assert(month < today.slice(0, 7) && lyon.rows.every(({ date }) => date.startsWith(month)));
    const amounts = (statement: Statement): readonly number[] =>
      statement.rows.map(({ amount }) => amount);
    const inLyon = amountsOf(plan, "Lyon Account", month);
    assertEquals(without(amounts(lyon), inLyon), [-38_600, -2_100]);
    assertEquals(without(inLyon, amounts(lyon)), []);
    assertEquals(lyon.leftOut.map(({ reason }) => reason), ["pending"]);
    const sum = lyon.rows.reduce((total, { amount }) => total + amount, 0);
    assertEquals((lyon.opening ?? 0) + sum, lyon.closing);
    const onVisa = amountsOf(plan, "Everyday Visa", month);
    const more = without(amounts(visa), onVisa);
    const [withoutTip = 0, ...others] = without(onVisa, amounts(visa));
    assertEquals(others, []);
    assertEquals(
      more.toSorted((one, other) => one - other),
      [-36_400, withoutTip - 5_000, -14_750].toSorted((one, other) => one - other),
    );
  });
}
