import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { confirm } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { aStatementWorld, checking, csvOf, imported, march, ofxOf } from "./_statements.ts";
import type { Answer, World } from "./_world.ts";

const TOOL = "import_statement";
const plan = { plan_id: ids.plan };
const ofMarch = { ...checking, text: csvOf(march) };

type Row = Readonly<Record<string, unknown>>;

function refused({ isError, text }: Answer, code: string): string {
  assertEquals(isError, true, text);
  assertMatch(text, new RegExp(`^${code}: `, "u"));
  return text;
}

/** Checking's live transactions, without their ids. */
function checkingRows({ upstream }: Pick<World, "upstream">): readonly Row[] {
  const [first] = upstream.snapshot();
  return (first?.transactions ?? [])
    .filter(({ account_id, deleted }) => account_id === ids.checking && !deleted)
    .map(({ date, amount, cleared, approved }) => ({ date, amount, cleared, approved }))
    .toSorted((one, other) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
}

Deno.test("two calls with the same confirmation enter an import's rows only once", async () => {
  await using world = await aStatementWorld();
  const { structured } = await world.call(TOOL, ofMarch);
  const { statement, confirmation } = structured ?? {};
  const args = { ...plan, statement, confirmation };
  const answers = await Promise.all([world.call(TOOL, args), world.call(TOOL, args)]);
  assertEquals(answers.filter((one) => one.structured?.["status"] === "applied").length, 1);
  assertEquals(checkingRows(world).length, 10);
});

Deno.test("confirming two previews of the same statement enters its rows only once", async () => {
  await using world = await aStatementWorld();
  const [one, other] = await Promise.all([world.call(TOOL, ofMarch), world.call(TOOL, ofMarch)]);
  const answers = await Promise.all([one, other].map((preview) => {
    const { statement, confirmation } = preview?.structured ?? {};
    return world.call(TOOL, { ...plan, statement, confirmation });
  }));
  assertEquals(answers.filter((answer) => answer.structured?.["status"] === "applied").length, 1);
  assertEquals(checkingRows(world).length, 10);
});

Deno.test("a row isn't entered if a transaction was edited to match it after the preview", async () => {
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
  const answer = await world.call(TOOL, { ...plan, statement, confirmation });
  assertEquals(answer.isError, true, answer.text);
  assertEquals(checkingRows(world).length, before);
});

Deno.test("a file imported into the wrong account and undone can be imported into the right account", async () => {
  await using world = await aStatementWorld();
  const text = ofxOf(march);
  const wrong = await imported(world, { ...plan, account_id: "Savings", text });
  assertEquals(wrong.structured?.["status"], "applied", wrong.text);
  assertStringIncludes(
    refused(await world.call(TOOL, { ...checking, text }), "invalid_input"),
    'which is "Savings"',
  );
  await confirm(world, "undo_operation", plan);
  const right = await imported(world, { ...checking, text });
  assertEquals(right.structured?.["status"], "applied", right.text);
  assertEquals(right.structured?.["account"], "Checking");
});
