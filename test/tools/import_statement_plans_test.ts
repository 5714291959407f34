import { assertEquals, assertStringIncludes } from "@std/assert";
import { confirm } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import {
  aStatementWorld,
  checking,
  checkingRows,
  csvOf,
  imported,
  march,
  ofxOf,
  refused,
} from "./_statements.ts";
import { aWorld, type World } from "./_world.ts";

const TOOL = "import_statement";
const ofMarch = { ...checking, text: csvOf(march) };
const savings = { account_id: "Savings" };

/** Amounts of the transactions on or after a day, in milliunits. */
function amountsSince(day: string, { upstream }: World): readonly number[] {
  const [plan] = upstream.snapshot();
  return (plan?.transactions ?? [])
    .filter(({ account_id, date, deleted }) =>
      account_id === ids.savings && date >= day && !deleted
    )
    .map(({ amount }) => amount);
}

for (
  const [code, digits, lines, expected] of [
    ["JPY", 0, ["2026-03-12,Konbini,-1234", '2026-03-13,Salary,"250,000"'], [-1_234_000, 250e6]],
    ["KWD", 3, ["2026-03-12,Cafe,-1.250", "2026-03-13,Salary,2000.125"], [-1250, 2_000_125]],
  ] as const
) {
  Deno.test(`import_statement enters amounts in a plan whose currency is ${code}`, async () => {
    const plan = household();
    const format = plan.currency_format;
    if (format === null) throw new Error("the plan needs a currency");
    const currency = { ...format, iso_code: code, decimal_digits: digits };
    await using world = await aStatementWorld({ plans: [{ ...plan, currency_format: currency }] });
    const text = ["Date,Payee,Amount", ...lines].join("\n");
    const { applied } = await confirm(world, "import_statement", {
      ...savings,
      text,
      read_as: { decimal_sign: "." },
    });
    assertEquals(applied.structured?.["status"], "applied", applied.text);
    assertEquals(amountsSince("2026-03-12", world), expected);
  });
}

Deno.test("import_statement warns that YNAB also imports a linked account's transactions", async () => {
  const plan = household();
  const accounts = plan.accounts.map((one) => ({ ...one, direct_import_linked: true }));
  await using world = await aWorld({
    write: true,
    profile: "complete",
    plans: [{ ...plan, accounts }],
  });
  const preview = await world.call("import_statement", {
    ...savings,
    text: "Date,Payee,Amount\n2026-03-12,Shop,-12.50",
  });
  assertStringIncludes(preview.text, "it may add these a second time");
});

Deno.test("two calls with the same confirmation enter an import's rows only once", async () => {
  await using world = await aStatementWorld();
  const { structured } = await world.call(TOOL, ofMarch);
  const { statement, confirmation } = structured ?? {};
  const args = { statement, confirmation };
  const answers = await Promise.all([world.call(TOOL, args), world.call(TOOL, args)]);
  assertEquals(answers.filter((one) => one.structured?.["status"] === "applied").length, 1);
  assertEquals(checkingRows(world).length, 10);
});

Deno.test("confirming two previews of the same statement enters its rows only once", async () => {
  await using world = await aStatementWorld();
  const [one, other] = await Promise.all([world.call(TOOL, ofMarch), world.call(TOOL, ofMarch)]);
  const answers = await Promise.all([one, other].map((preview) => {
    const { statement, confirmation } = preview?.structured ?? {};
    return world.call(TOOL, { statement, confirmation });
  }));
  assertEquals(answers.filter((answer) => answer.structured?.["status"] === "applied").length, 1);
  assertEquals(checkingRows(world).length, 10);
});

Deno.test("import_statement doesn't enter a row if a transaction was edited after the preview and now matches the row", async () => {
  await using world = await aStatementWorld();
  const { structured } = await world.call(TOOL, ofMarch);
  const { statement, confirmation } = structured ?? {};
  world.upstream.edit(({ transactions }) => {
    const row = transactions.find(({ date, amount }) =>
      date === "2026-03-10" && amount === -20_000
    );
    if (row !== undefined) Object.assign(row, { amount: -12_000, date: "2026-03-12" });
  });
  const before = checkingRows(world).length;
  const answer = await world.call(TOOL, { statement, confirmation });
  assertEquals(answer.isError, true, answer.text);
  assertEquals(checkingRows(world).length, before);
});

Deno.test("after an import into the wrong account is undone, the file can be imported into the right account", async () => {
  await using world = await aStatementWorld();
  const text = ofxOf(march);
  const wrong = await imported(world, { account_id: "Savings", text });
  assertEquals(wrong.structured?.["status"], "applied", wrong.text);
  assertStringIncludes(
    refused(await world.call(TOOL, { ...checking, text }), "invalid_input"),
    'which is "Savings"',
  );
  await confirm(world, "undo_operation");
  const right = await imported(world, { ...checking, text });
  assertEquals(right.structured?.["status"], "applied", right.text);
  assertEquals(right.structured?.["account"], "Checking");
});
