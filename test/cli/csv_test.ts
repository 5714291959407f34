import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import type { Ended } from "./_a_terminal.ts";
import { openHome, runAtHome } from "./_home.ts";

async function csvOf(...words: readonly string[]): Promise<Ended> {
  const args = ["call", ...words, "--csv", "--profile", "complete"];
  return await runAtHome(args, { columns: 80 });
}

Deno.test("--csv prints the answer's rows with plain numbers", async () => {
  const { status, out, err } = await csvOf("find_transactions", "account_ids=Cash", "limit=3");
  assertEquals(status, 0);
  const [head, ...rows] = out.trimEnd().split("\n");
  assertMatch(head ?? "", /^transaction_id,date,amount,payee,memo,account,category,/);
  assertEquals(rows.length, 3);
  for (const row of rows) {
    assertMatch(row, /^[0-9a-f]{8}[-\w]*,2026-\d\d-\d\d,-?\d+(\.\d+)?,.*,Cash,/);
  }
  assertMatch(err, /for more rows, repeat the call with\s"cursor=\S+"\n$/);
});

const tables: readonly (readonly [words: readonly string[], head: RegExp])[] = [
  [["forecast_balance", "until=2027-01"], /^month,start,in,out,end,/],
  [["get_spending_trends"], /^id,name,group,2026-\d\d,.*,2026-10,mean,change\n/],
  [["list_category_groups"], /^group_id,name,categories\.category_id,categories\.name,/],
  [["list_scheduled_transactions"], /^scheduled_id,dates,.*\n\w+,2026-11-20; 2026-11-27; 2026-12-/],
  [["suggest_categories"], /^transaction_id,.*,suggestion\.category,/],
  [["find_transactions", "group_by=payee"], /^key,name,count,sum_in,sum_out\n/],
];
Deno.test("--csv prints a tool's main table and names the tables that it omits", async () => {
  for (const [words, head] of tables) {
    const { out, err } = await csvOf(...words);
    assertMatch(out, head);
    if (words[0] === "forecast_balance") {
      assertStringIncludes(err.replaceAll("\n", " "), "--json also includes accounts, ");
    }
    const fields = (line: string): number =>
      line.replaceAll(/"(?:[^"]|"")*"/gu, "").split(",").length;
    const [first = "", ...rows] = out.trimEnd().split("\n");
    assertEquals(rows.filter((row) => fields(row) !== fields(first)), []);
  }
  const { out, err } = await csvOf("find_transactions", "payee=Zzyzx Nowhere");
  assertEquals([/^transaction_id,date,[a-z_,]+\n$/.test(out), err], [true, ""]);
});

Deno.test("--csv escapes text that spreadsheets would run as formulas", async () => {
  const plan = householdPlan({ today: "2026-11-20" });
  const memos = ["=1+2", "+49 30 1", "-5.20", "@here", 'say "no", please'];
  const [first] = plan.transactions.filter(({ deleted }) => !deleted);
  const rows = memos.map((memo, at) => ({ ...first!, id: crypto.randomUUID(), memo, amount: at }));
  await using home = await openHome({ plans: [{ ...plan, transactions: rows }] });
  const { out } = await home.run(["call", "find_transactions", "--csv"]);
  for (const cell of ["'=1+2", "'+49 30 1", "-5.20", "'@here", '"say ""no"", please"']) {
    assertStringIncludes(out, `,${cell},`);
  }
});

Deno.test("--csv doesn't apply to error messages and can't be combined with --json", async () => {
  const wrong = await csvOf("find_transactions", "since=someday");
  assertEquals([wrong.status, wrong.out], [1, ""]);
  assertMatch(wrong.err, /^invalid_input: /);
  const { status, err } = await csvOf("list_plans", "--json");
  assertEquals(status, 2);
  assertStringIncludes(err, "--csv can't be combined with --json: leave one of them out");
});
