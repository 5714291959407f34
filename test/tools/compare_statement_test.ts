import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { aViewWorld } from "../server/views/_view_world.ts";
import { editRecord, stateOf } from "./_confirm.ts";
import { aRow, idOf, ids, withRows } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import {
  aStatementWorld,
  checking,
  csvOf,
  imported,
  march,
  ofxOf,
  OPENING,
  refused,
  type Row,
  rowsIn,
} from "./_statements.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const TOOL = "compare_statement";

async function handleOf(
  world: World,
  args: Row = { ...checking, text: csvOf(march) },
): Promise<unknown> {
  return (await world.call(TOOL, args)).structured?.["statement"];
}

Deno.test("compare_statement lists matches, new rows and transactions missing from the statement", async () => {
  await using world = await aStatementWorld();
  const before = stateOf(world);
  const bank = march.filter(([, label]) => label !== "LANDLORD RENT");
  const { structured } = await world.call(TOOL, { ...checking, text: csvOf(bank) });
  const { statement, message: _, read, currency: __, ...rest } = structured ?? {};
  assertMatch(String(statement), /^[0-9a-z]{12}$/);
  const { evidence: ___, ...figures } = read as Row;
  assertEquals(figures, {
    format: "csv",
    first: "2026-03-01",
    last: "2026-03-13",
    rows: 8,
    sum_in: 3010,
    sum_out: -371.5,
  });
  assertEquals(rest, {
    status: "compared",
    account: "Checking",
    balance: {
      opening: OPENING,
      closing: 2631.5,
      adds_up: true,
      cleared_before: 1657.5,
      cleared_after: 1631.5,
      difference: 1000,
    },
    matched: { count: 6, clears: 0, reconciles: 0, approves: 0 },
    new_count: 2,
    new: [
      { row: 7, date: "2026-03-12", amount: -12, payee: "Greengrocer" },
      { row: 8, date: "2026-03-13", amount: -14, payee: "Greengrocer" },
    ],
    only_in_plan_count: 1,
    only_in_plan: [{
      transaction_id: idOf("72").slice(0, 8),
      date: "2026-03-02",
      amount: -1000,
      payee: "Landlord",
      cleared: "cleared",
    }],
  });
  assertEquals(stateOf(world), before);
});

Deno.test("compare_statement counts the transactions that an import would clear, reconcile or approve, and sends no request while data is fresh", async () => {
  await using world = await aStatementWorld();
  const { structured } = await world.call(TOOL, { ...checking, text: csvOf(march) });
  assertEquals(structured?.["matched"], { count: 7, clears: 0, reconciles: 8, approves: 2 });
  world.sent();
  await world.call(TOOL, { ...checking, text: csvOf(march) });
  assertEquals(world.sent(), []);
});

Deno.test("compare_statement requires exactly one statement, and reads a file only if a statements folder is set", async () => {
  await using world = await aStatementWorld();
  const { structured, isError } = await world.call(TOOL, checking);
  assertEquals([structured?.["status"], isError], ["statement_wanted", false]);
  assertStringIncludes(String(structured?.["message"]), "BUDGET_STATEMENTS");
  assertEquals(world.sent(), []);
  const file = { ...checking, file: "march.csv" };
  const forbidden = refused(await world.call(TOOL, file), "forbidden");
  assertStringIncludes(forbidden, "BUDGET_STATEMENTS");
  const both = refused(await world.call(TOOL, { ...file, text: csvOf(march) }), "invalid_input");
  assertStringIncludes(both, "file and text can't be combined");
});

Deno.test("compare_statement warns if the rows don't add up to the closing balance", async () => {
  await using world = await aStatementWorld();
  const args = { ...checking, text: csvOf(march), opening_balance: OPENING };
  const wrong = await world.call(TOOL, { ...args, closing_balance: 1641.5 });
  const warning = "The opening balance and the rows add up to $1631.50, not to the closing " +
    "balance of $1641.50";
  assertStringIncludes(String(wrong.structured?.["message"]), warning);
  assertStringIncludes(wrong.text, warning);
  const right = await world.call(TOOL, { ...args, closing_balance: 1631.5 });
  assertEquals(String(right.structured?.["message"]).includes("add up"), false);
});

Deno.test("compare_statement accepts rows only if they agree with the opening and closing balances", async () => {
  await using world = await aStatementWorld();
  const rows = march.map(([date, payee, amount]) => ({ date, payee, amount }));
  const args = { ...checking, rows, opening_balance: OPENING };
  refused(await world.call(TOOL, args), "invalid_input");
  const none = { ...args, rows: [], closing_balance: OPENING };
  assertStringIncludes(refused(await world.call(TOOL, none), "invalid_input"), "`rows` is empty");
  assertStringIncludes(
    refused(await world.call(TOOL, { ...args, closing_balance: 1621.5 }), "invalid_input"),
    "the rows add up to $1638.50, but the opening and closing balances differ by $1628.50",
  );
  const { structured } = await world.call(TOOL, { ...args, closing_balance: 1631.5 });
  assertEquals(structured?.["status"], "compared");
  assertEquals((structured?.["read"] as Row)["format"], "rows");
  assertEquals((structured?.["matched"] as Row)["count"], 7);
});

Deno.test("compare_statement asks about an ambiguous file and reads it according to the answer", async () => {
  await using world = await aStatementWorld();
  const text = [
    "Date;Description;Amount",
    "01/03/2026;EMPLOYER PAYROLL;3000,00",
    "02/03/2026;LANDLORD RENT;-1000,00",
    "",
  ].join("\n");
  const asked = await world.call(TOOL, { ...checking, text });
  assertEquals(asked.structured?.["status"], "question", asked.text);
  assertStringIncludes(asked.text, "If no choice shows every row correctly, pass the rows");
  assertEquals(
    Object.keys(asked.structured ?? {}).toSorted(),
    ["account", "message", "questions", "read", "statement", "status"],
  );
  const [question] = rowsIn(asked, "questions");
  assertEquals(question?.["about"], "date_order");
  const shown = question?.["rows"] as readonly Row[];
  assert(shown.some(({ choice, date }) => choice === "dmy" && date === "2026-03-01"), asked.text);
  assert(shown.some(({ choice, date }) => choice === "mdy" && date === "2026-01-03"), asked.text);
  const { statement } = asked.structured ?? {};
  const answered = await world.call(TOOL, { statement, read_as: { date_order: "dmy" } });
  assertEquals(answered.structured?.["status"], "compared");
  assertEquals((answered.structured?.["matched"] as Row)["count"], 2);
  // The server stores the chosen date order with the statement.
  const again = await world.call(TOOL, { statement });
  assertEquals(again.structured?.["status"], "compared");
});

Deno.test("compare_statement applies decisions, and a later decision about a row replaces an earlier one", async () => {
  await using world = await aStatementWorld();
  const statement = await handleOf(world);
  const decided = await world.call(TOOL, {
    statement,
    decide: [{ row: 8, as: "skip" }, { row: 9, as: "transfer", account_id: "Savings" }],
  });
  assertEquals(rowsIn(decided, "left_out"), [{ row: 8, reason: "skipped_before" }]);
  assertEquals(rowsIn(decided, "new").map(({ payee }) => payee), ["Transfer : Savings"]);
  const changed = await world.call(TOOL, { statement, decide: [{ row: 8, as: "new" }] });
  assertEquals(rowsIn(changed, "new").map(({ row }) => row), [8, 9]);
  assertEquals(rowsIn(changed, "left_out"), []);
});

Deno.test("compare_statement accepts short ids in decisions, and names the rows whose ids are unknown", async () => {
  await using world = await aStatementWorld();
  const statement = await handleOf(world);
  const decide = [{ row: 9, as: "match", transaction_id: "99999999" }];
  assertStringIncludes(
    refused(await world.call(TOOL, { statement, decide }), "invalid_input"),
    'row 9, "99999999"',
  );
  const rent = [{ row: 2, as: "match", transaction_id: idOf("72").slice(0, 8) }];
  const { structured } = await world.call(TOOL, { statement, decide: rent });
  assertEquals((structured?.["matched"] as Row)["count"], 7);
});

Deno.test("compare_statement accepts a decision that names the statement's own account", async () => {
  await using world = await aStatementWorld();
  const args = { ...checking, text: csvOf(march) };
  const plain = await world.call(TOOL, { ...args, decide: [{ row: 9, as: "new" }] });
  const named = { row: 9, as: "new", account_id: "Checking" };
  const { structured } = await world.call(TOOL, { ...args, decide: [named] });
  assertEquals(structured?.["new"], plain.structured?.["new"]);
});

testRefusals(TOOL, { args: { ...checking, text: csvOf(march) }, world: aStatementWorld }, [
  [
    { decide: [{ row: 8, as: "new", transaction_id: idOf("72") }] },
    /row 8 .*: `new` doesn't accept/,
  ],
  [
    { decide: [{ row: 8, as: "skip", account_id: "Savings" }] },
    /row 8 .*: `skip` doesn't accept `account_id`/,
  ],
  [{ decide: [{ row: 8, as: "match", account_id: "Savings" }] }, /`match` needs `transaction_id`/],
  [
    {
      decide: [
        { row: 8, as: "new", account_id: "Savings" },
        { row: 9, as: "skip", transaction_id: "deadbeef" },
      ],
    },
    /2 rows were refused: .*\nrow 8 .*: `new` doesn't accept .*\nrow 9 .*: `skip` doesn't accept[^\n]*$/,
  ],
]);

Deno.test("compare_statement recognizes a file's account from earlier imports, and rejects the file if another account is given", async () => {
  await using world = await aStatementWorld();
  const text = ofxOf(march);
  const unknown = refused(await world.call(TOOL, { text }), "invalid_input");
  assertMatch(unknown, /statement "[0-9a-z]{12}" and account_id\nChecking\nSavings/);
  await imported(world, { ...checking, text, opening_balance: OPENING, closing_balance: 1631.5 });
  const { structured } = await world.call(TOOL, { text });
  assertEquals(structured?.["account"], "Checking");
  assertStringIncludes(
    refused(await world.call(TOOL, { account_id: "Savings", text }), "invalid_input"),
    'the file is for account \u{2026}0417, which is "Checking", not "Savings"',
  );
  const other = { ...checking, text: ofxOf(march, { number: "99990001" }) };
  assertStringIncludes(
    (await world.call(TOOL, other)).text,
    'The file is for account \u{2026}0001, but earlier files for "Checking" were for ' +
      "\u{2026}0417. The plan already has these rows",
  );
});

Deno.test("compare_statement refuses a file in a currency other than the plan's", async () => {
  await using world = await aStatementWorld();
  const args = { ...checking, text: ofxOf(march, { currency: "CHF" }) };
  // After this read, the server knows the plan's currency.
  await world.call("list_plans");
  assertMatch(refused(await world.call(TOOL, args), "invalid_input"), /CHF.*USD/);
});

Deno.test("compare_statement issues no handle for an unreadable file", async () => {
  await using world = await aStatementWorld();
  for (const text of ["", "Dear Sir", "%PDF-1.7 and so on"]) {
    const answer = await world.call(TOOL, { ...checking, text });
    assertEquals(refused(answer, "invalid_input").includes('statement "'), false, answer.text);
  }
});

Deno.test("a statement's handle expires after 60 minutes without use", async () => {
  await using world = await aStatementWorld();
  const statement = await handleOf(world);
  world.pass(3_599);
  assertEquals((await world.call(TOOL, { statement })).isError, false);
  world.pass(3_600);
  assertStringIncludes(
    refused(await world.call(TOOL, { statement }), "not_found"),
    "pass the file again",
  );
});

Deno.test("a statement's handle works only for its plan and its caller", async () => {
  await using world = aViewWorld({ profile: "complete" });
  const [own, other] = [await world.connect({}, "one"), await world.connect({}, "other")];
  const args = { ...checking, text: csvOf(march) };
  const { structured } = await own.call(TOOL, args);
  const { statement } = structured ?? {};
  assertMatch(String(statement), /^[0-9a-z]{12}$/);
  assertEquals((await own.call(TOOL, { statement })).isError, false);
  refused(await other.call(TOOL, { statement }), "not_found");
});

interface StatementFolder extends AsyncDisposable {
  readonly path: string;
}

async function aFolder(files: Readonly<Record<string, string>>): Promise<StatementFolder> {
  const path = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test("compare_statement lists the folder's statements and reads a statement by file name", async () => {
  await using folder = await aFolder({ "march.csv": csvOf(march), "diary.txt": "private" });
  await using world = await aStatementWorld({ statementsFolder: folder.path });
  const wanted = await world.call(TOOL, checking);
  assertEquals(wanted.structured?.["status"], "statement_wanted");
  assertEquals(rowsIn(wanted, "files"), [
    { file: "march.csv", first: "2026-03-01", last: "2026-03-13", rows: 9 },
  ]);
  assertEquals(wanted.text.includes("diary"), false);
  for (const file of ["march.csv", "newest"]) {
    const { structured } = await world.call(TOOL, { ...checking, file });
    assertEquals((structured?.["matched"] as Row)["count"], 7);
  }
  assertStringIncludes(
    refused(await world.call(TOOL, { ...checking, file: "mrch.csv" }), "not_found"),
    'did you mean "march.csv"?',
  );
});

Deno.test("compare_statement asks for the account before asking how to read the file", async () => {
  await using world = await aStatementWorld();
  const text = "Date,Description,Amount\n2026-03-03,SHOE SHOP,49.99\n2026-03-09,SHOE SHOP,8.00\n";
  const unknown = await world.call(TOOL, { text });
  assertEquals(unknown.isError, true, unknown.text);
  const [, statement] = unknown.text.match(/statement "(\w+)" and account_id/u) ?? [];
  const named = await world.call(TOOL, { statement, account_id: "Visa" });
  assertEquals(named.structured?.["status"], "question", named.text);
});

Deno.test("compare_statement shows the new names of an account and a category that were renamed", async () => {
  const spent = { date: "2026-03-12", amount: -9_000, category_id: ids.dining };
  const plans = [withRows(
    aRow({ id: idOf("51"), account_id: ids.savings, date: "2026-03-12", amount: 77_000 }),
    aRow({ ...spent, id: idOf("52"), payee_id: ids.amazon }),
    aRow({ ...spent, id: idOf("53"), payee_id: ids.cafe }),
  )];
  await using world = await aWorld({ plans, profile: "complete" });
  const text = "Date,Payee,Amount\n2026-03-12,Savings,-77.00\n2026-03-12,Shop,-9.00";
  const args = { account_id: "Checking", text };
  await world.call("compare_statement", args);
  editRecord(world, "accounts", ids.savings, { name: "Nest egg" });
  editRecord(world, "categories", ids.dining, { name: "Eating out" });
  world.pass(3600);
  const answer = await world.call("compare_statement", args);
  assertEquals(rowsOf(answer, "transfers").map(({ account }) => account), ["Nest egg"]);
  const [doubtful] = rowsOf<{ candidates: readonly { category: string }[] }>(answer, "doubtful");
  const categories = doubtful?.candidates.map(({ category }) => category);
  assertEquals(categories, ["Eating out", "Eating out"]);
});
