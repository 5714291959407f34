import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { aViewWorld } from "../server/views/_view_world.ts";
import { confirm, stateOf } from "./_confirm.ts";
import { aPayee } from "../demo/_tiny_plan.ts";
import { household, idOf } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import {
  aStatementWorld,
  checking,
  checkingRows,
  csvOf,
  imported,
  march,
  ofxOf,
  OPENING,
  refused,
  type Row,
  rowsIn,
} from "./_statements.ts";
import { type Answer, callIn } from "./_world.ts";

const TOOL = "import_statement";
const ofMarch = { ...checking, text: csvOf(march) };

Deno.test("import_statement enters, clears and reconciles transactions with one confirmation and two writes", async () => {
  await using world = await aStatementWorld();
  const before = stateOf(world);
  const preview = await world.call(TOOL, ofMarch);
  assertEquals(stateOf(world), before);
  const { status, message, statement, confirmation, new_count: count } = preview.structured ?? {};
  assertEquals([status, count], ["confirmation_required", 2]);
  assertEquals(preview.structured?.["account"], "Checking");
  assertEquals(preview.structured?.["balance"], {
    opening: OPENING,
    closing: 1631.5,
    adds_up: true,
    cleared_before: 1657.5,
    cleared_after: 1631.5,
    difference: 0,
  });
  assertStringIncludes(
    String(message),
    `passing statement ${statement} instead of the file, text or rows`,
  );
  world.sent();
  const applied = await world.call(TOOL, { statement, confirmation });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const writes = world.sent().filter((line) => !line.startsWith("get"));
  assertEquals(writes, ["createTransaction", "updateTransactions"]);
  const rows = checkingRows(world);
  assertEquals(rows.length, 10);
  // Transactions before March aren't part of the statement.
  const ofPeriod = rows.filter(({ date }) => String(date) >= "2026-03-01");
  assertEquals(ofPeriod.filter(({ cleared }) => cleared !== "reconciled"), []);
  assertEquals(ofPeriod.filter(({ approved }) => approved !== true), []);
});

Deno.test("import_statement reports that there is nothing to do if the same statement is imported again", async () => {
  await using world = await aStatementWorld();
  await imported(world, ofMarch);
  const again = await world.call(TOOL, ofMarch);
  assertEquals(again.structured?.["status"], "nothing_to_do", again.text);
  assertEquals((again.structured?.["matched"] as Row)["count"], 9);
  assertEquals([again.structured?.["new_count"], again.structured?.["doubtful_count"]], [
    undefined,
    undefined,
  ]);
});

Deno.test("if all rows of a statement are already entered, compare_statement says so", async () => {
  await using world = await aStatementWorld();
  const first = await world.call("compare_statement", ofMarch);
  assertStringIncludes(first.text, "To import the statement, call import_statement");
  await imported(world, ofMarch);
  const { text } = await world.call("compare_statement", ofMarch);
  assertStringIncludes(text, "The plan already has these rows, so there is nothing to import");
});

Deno.test("compare_statement doesn't claim that the rows listed in left_out are already in the plan", async () => {
  await using world = await aStatementWorld();
  const text = csvOf([["2019-03-02", "Landlord", -1000], ["2019-03-03", "Shop", -5]]);
  const { structured } = await world.call("compare_statement", { ...checking, text });
  assertEquals(structured?.["left_out_count"], 2);
  assertStringIncludes(String(structured?.["message"]), "nothing to import: the plan already has");
});

Deno.test("import_statement doesn't claim that an undecided row is already in the plan", async () => {
  await using world = await aStatementWorld();
  const text = csvOf([["2026-03-02", "LANDLORD RENT", -1010]]);
  for (const reconcile of [true, false]) {
    const { structured } = await world.call(TOOL, { ...checking, text, reconcile });
    assertEquals([structured?.["status"], structured?.["differs_count"]], ["nothing_to_do", 1]);
    assertEquals(
      structured?.["message"],
      "Nothing else needs to be entered or cleared, but 1 row is still undecided: pass the " +
        "user's decisions in `decide`",
    );
  }
});

Deno.test("import_statement rejects rows with more decimal places than the plan's currency allows", async () => {
  const plan = household({ transactions: [] });
  const { currency_format: currency } = plan;
  const whole = { ...plan, currency_format: currency && { ...currency, decimal_digits: 0 } };
  await using world = await aStatementWorld({ plans: [whole] });
  const rows = [{ date: "2026-03-02", amount: -5 }, { date: "2026-03-03", amount: -7.5 }];
  const args = { ...checking, rows, opening_balance: 20.5, closing_balance: 8 };
  assertEquals(
    refused(await world.call(TOOL, args), "invalid_input").split("\n"),
    [
      "invalid_input: an amount has more decimals than the plan's currency allows: use whole units",
      "row 2: -7.5",
    ],
  );
});

Deno.test("importing an overlapping statement enters only rows that weren't in the earlier statement", async () => {
  await using world = await aStatementWorld();
  await imported(world, ofMarch);
  const later = csvOf([...march.slice(6), ["2026-03-14", "BOOKSHOP", -9]], 1677.5);
  const applied = await imported(world, { ...checking, text: later });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const rows = checkingRows(world);
  assertEquals(rows.length, 11);
  assertEquals(rows.filter(({ date }) => date === "2026-03-14").map(({ amount }) => amount), [
    -9_000,
  ]);
});

Deno.test("a row whose transaction was deleted in YNAB is left out of the next import", async () => {
  await using world = await aStatementWorld();
  await imported(world, ofMarch);
  world.upstream.edit(({ transactions }) => {
    for (const row of transactions) if (row.date === "2026-03-12") row.deleted = true;
  });
  world.pass(60);
  const again = await world.call(TOOL, ofMarch);
  assertEquals(rowsIn(again, "left_out"), [{ row: 8, reason: "deleted_before" }]);
  assertEquals(again.structured?.["new_count"], undefined);
});

Deno.test("after one row of an import is undone, only that row counts as new", async () => {
  await using world = await aStatementWorld();
  const applied = await imported(world, ofMarch);
  const created = rowsIn(applied, "changes").find(({ label }) => String(label).includes("03-12"));
  await confirm(world, "undo_operation", { only: [created?.["id"]] });
  world.pass(601);
  const again = await world.call("compare_statement", ofMarch);
  assertEquals(rowsIn(again, "new").map(({ row }) => row), [8], again.text);
  assertEquals(rowsIn(again, "left_out"), []);
});

Deno.test("a skipped row stays skipped even if the import changed nothing", async () => {
  await using world = await aStatementWorld();
  await imported(world, { ...ofMarch, decide: [{ row: 9, as: "skip" }] });
  const first = await world.call(TOOL, ofMarch);
  assertEquals(first.structured?.["status"], "nothing_to_do", first.text);
  assertEquals(rowsIn(first, "left_out"), [{ row: 9, reason: "skipped_before" }]);
  const later = csvOf([...march, ["2026-03-14", "BOOKSHOP", -9]]);
  const skipping = await world.call(TOOL, {
    ...checking,
    text: later,
    decide: [{ row: 10, as: "skip" }],
  });
  assertEquals(skipping.structured?.["status"], "nothing_to_do", skipping.text);
  const again = await world.call(TOOL, { ...checking, text: later });
  assertEquals(rowsIn(again, "left_out").map(({ row }) => row), [9, 10], again.text);
  const entered = await imported(world, {
    ...checking,
    text: later,
    decide: [{ row: 10, as: "new" }],
  });
  assertEquals(entered.structured?.["status"], "applied", entered.text);
});

Deno.test("after an import is undone, the rows that it skipped count as new", async () => {
  await using world = await aStatementWorld();
  await imported(world, { ...ofMarch, decide: [{ row: 9, as: "skip" }] });
  await confirm(world, "undo_operation");
  const again = await world.call("compare_statement", ofMarch);
  assertEquals(rowsIn(again, "new").map(({ row }) => row), [8, 9], again.text);
});

Deno.test("decisions from an unconfirmed import aren't remembered", async () => {
  await using world = await aStatementWorld();
  await world.call(TOOL, { ...ofMarch, decide: [{ row: 9, as: "skip" }] });
  const again = await world.call("compare_statement", ofMarch);
  assertEquals(rowsIn(again, "new").map(({ row }) => row), [8, 9]);
});

Deno.test("answers about how to read a file also apply to the account's next file", async () => {
  await using world = await aStatementWorld();
  const fileOf = (rows: readonly string[]): string =>
    ["Date;Description;Amount", ...rows, ""].join("\n");
  const first = fileOf(["01/03/2026;EMPLOYER PAYROLL;3000,00", "02/03/2026;BAKERY;-7,00"]);
  const next = fileOf(["02/03/2026;KIOSK;-2,00", "03/03/2026;BAKERY;-8,00"]);
  const asked = await world.call(TOOL, { ...checking, text: first });
  assertEquals(asked.structured?.["status"], "question", asked.text);
  const { statement } = asked.structured ?? {};
  const answer = { statement, read_as: { date_order: "dmy" } };
  const applied = await imported(world, answer);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const remembered = await world.call(TOOL, { ...checking, text: next });
  assertEquals(remembered.structured?.["status"], "confirmation_required", remembered.text);
  assertEquals((remembered.structured?.["read"] as Row)["first"], "2026-03-02");
  const other = await world.call(TOOL, { account_id: "Savings", text: next });
  assertEquals(other.structured?.["status"], "question", other.text);
});

Deno.test("the user is asked about every file whose words for money in and money out aren't recognized", async () => {
  await using world = await aStatementWorld();
  const fileOf = (rows: readonly string[]): string =>
    ["Date;Description;Direction;Amount", ...rows, ""].join("\n");
  const first = fileOf([
    "2026-03-10;BAKERY;U;7.00",
    "2026-03-11;KIOSK;U;2.00",
    "2026-03-12;EMPLOYER;E;300.00",
  ]);
  const next = fileOf(["2026-03-13;KIOSK;U;2.00", "2026-03-14;BAKERY;U;8.00"]);
  const asked = await world.call(TOOL, { ...checking, text: first });
  assertEquals(rowsIn(asked, "questions").map(({ about }) => about), ["sign"], asked.text);
  const { statement } = asked.structured ?? {};
  const applied = await imported(world, { statement, read_as: { sign: "as_shown" } });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const again = await world.call(TOOL, { ...checking, text: next });
  assertEquals(rowsIn(again, "questions").map(({ about }) => about), ["sign"], again.text);
});

Deno.test("import_statement gives a row the current payee of earlier transactions with the same bank label", async () => {
  await using world = await aStatementWorld();
  await imported(world, ofMarch);
  world.upstream.edit(({ transactions, payees }) => {
    const kiosk = aPayee({ id: idOf("d9"), name: "Corner Shop" });
    payees.push(kiosk);
    for (const row of transactions) {
      if (row.date !== "2026-03-12" && row.date !== "2026-03-13") continue;
      row.payee_id = kiosk.id;
      row.import_payee_name = null;
      row.import_payee_name_original = null;
    }
  });
  world.pass(60);
  const compared = await world.call("compare_statement", {
    ...checking,
    text: csvOf([...march, ["2026-03-15", "GREENGROCER 0418", -87.3]]),
  });
  assertEquals(rowsIn(compared, "new").map(({ payee }) => payee), ["Corner Shop"], compared.text);
});

Deno.test("a confirmation applies only to the statement, account and decisions in its preview", async () => {
  await using world = await aStatementWorld();
  const preview = await world.call(TOOL, ofMarch);
  const { statement, confirmation } = preview.structured ?? {};
  const other = [
    { ...checking, text: csvOf(march.slice(0, 8)) },
    { statement, account_id: "Savings" },
    { statement, decide: [{ row: 9, as: "skip" }] },
    { statement, decide: [{ row: 9, as: "new" }], reconcile: false },
  ];
  const before = stateOf(world);
  for (const args of other) {
    assertStringIncludes(
      refused(await world.call(TOOL, { ...args, confirmation }), "invalid_input"),
      "issued for different arguments",
    );
  }
  assertEquals(stateOf(world), before);
});

Deno.test("a file that changed after its preview causes a conflict, and nothing is written", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "march.csv"), csvOf(march));
    await using world = await aStatementWorld({ statementsFolder: folder });
    const args = { ...checking, file: "march.csv" };
    const { structured } = await world.call(TOOL, args);
    const { confirmation } = structured ?? {};
    await Deno.writeTextFile(join(folder, "march.csv"), csvOf(march.slice(0, 8)));
    const before = stateOf(world);
    assertStringIncludes(
      refused(await world.call(TOOL, { ...args, confirmation }), "conflict"),
      '"march.csv" changed since the preview',
    );
    assertEquals(stateOf(world), before);
    await Deno.writeTextFile(join(folder, "march.csv"), csvOf(march));
    const applied = await world.call(TOOL, { ...args, confirmation });
    assertEquals(applied.structured?.["status"], "applied", applied.text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("import_statement asks for confirmation in a form and applies the import when the user confirms", async () => {
  await using world = aViewWorld({ profile: "complete" });
  const user = await world.connect({ elicitation: { form: {} } }, "one");
  const questions: string[] = [];
  user.client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return { action: "accept", content: { confirm: true } };
  });
  const { structured } = await user.call(TOOL, ofMarch);
  assertEquals([structured?.["status"], structured?.["confirmed_by"]], ["applied", "form"]);
  assertEquals(questions.length, 1);
  assertStringIncludes(questions[0] ?? "", "Greengrocer");
  assertEquals(checkingRows(world).length, 10);
});

Deno.test("an OFX file's balance counts as the closing balance only if it matches the account's balance after the import", async () => {
  await using world = await aStatementWorld();
  const settled = async (balance: string): Promise<readonly unknown[]> => {
    const text = ofxOf(march, { balance });
    const { structured } = await world.call(TOOL, { ...checking, text });
    const { closing, difference } = structured?.["balance"] as Row;
    return [closing, difference, (structured?.["matched"] as Row)["reconciles"]];
  };
  assertEquals(await settled("1631.50"), [1631.5, 0, 8]);
  assertEquals(await settled("1641.50"), [undefined, undefined, 0]);
});

Deno.test("the preview of a balance correction warns about transactions that the statement doesn't confirm", async () => {
  const { structured: adjusted } = await callIn(aStatementWorld(), TOOL, {
    ...checking,
    text: ofxOf(march),
    closing_balance: 1641.5,
    adjust: true,
  });
  assertMatch(String(adjusted?.["message"]), /balance correction of \$10\.00/);
  assertMatch(
    String(adjusted?.["warnings"]),
    /also reconciles 1 transaction that was cleared earlier, although the balance matches only because this change adds a correction: check it before/,
  );
});

Deno.test("import_statement's preview says how many transactions it will reconcile", async () => {
  await using world = await aStatementWorld();
  const reconciled = async (args: Row): Promise<unknown> => {
    const { structured } = await world.call(TOOL, { ...ofMarch, ...args });
    const marks = rowsIn({ structured } as Answer, "changes")
      .filter(({ id, after }) => after === "reconciled" && !String(id).startsWith("new "));
    assertEquals((structured?.["matched"] as Row)["reconciles"], marks.length);
    return marks.length;
  };
  // Of the eight transactions, seven match the statement's rows, and one was cleared earlier.
  assertEquals(await reconciled({}), 8);
  assertEquals(await reconciled({ reconcile: false }), 0);
  const wrong = { text: csvOf(march, 93) };
  assertEquals(await reconciled(wrong), 0);
  assertEquals(await reconciled({ ...wrong, adjust: true }), 8);
});

testRefusals(TOOL, { world: aStatementWorld }, [
  [{ ...ofMarch, reconcile: false, adjust: true }, /`adjust` requires `reconcile`/],
]);
