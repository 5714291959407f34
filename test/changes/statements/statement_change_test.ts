import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm, rowOf, stateOf } from "../../tools/_confirm.ts";
import { aPayee } from "../../demo/_tiny_plan.ts";
import { aRow, idOf, ids } from "../../tools/_plan.ts";
import { rowsOf } from "../../tools/_world.ts";
import { aStatementWorld, balanceOf, entered, savingsPlan, statement } from "./_statement_world.ts";

const plan = { plan_id: ids.plan };

Deno.test("import_statement assigns import ids to its rows, and one undo reverts all rows", async () => {
  await using world = await aStatementWorld();
  const before = stateOf(world);
  await apply(world, "import_statement", statement);
  const rows = world.created();
  assertEquals(
    rows.map(({ amount, cleared, approved, import_id }) => [amount, cleared, approved, import_id]),
    [
      [-3_500, "reconciled", true, "YNAB:-3500:2026-03-09:1"],
      [-3_500, "reconciled", true, "YNAB:-3500:2026-03-09:2"],
      [-20_000, "reconciled", true, "YNAB:-20000:2026-03-10:1"],
    ],
  );
  const interest = rowOf(world, entered.interest);
  assertEquals([interest?.cleared, interest?.approved], ["reconciled", true]);
  assertEquals(await balanceOf(world, "Savings"), 174_250);
  await apply(world, "undo_operation", plan);
  assertEquals(withoutPayees(stateOf(world)), withoutPayees(before));
});

for (
  const [when, date, lacking, isReconciled] of [
    ["from before the statement's first day is reconciled too", "2026-02-01", 0, true],
    [
      "dated in the statement's period but missing from the statement isn't reconciled",
      "2026-03-09",
      -10_000,
      false,
    ],
  ] as const
) {
  Deno.test(`a cleared transaction ${when}`, async () => {
    const early = idOf("a3");
    const cleared = aRow({ id: early, date, amount: 10_000, account_id: ids.savings });
    const others = lacking === 0
      ? []
      : [aRow({ id: idOf("a4"), date, amount: lacking, account_id: ids.savings })];
    const { transactions, ...rest } = savingsPlan();
    await using world = await aStatementWorld({
      plan: { ...rest, transactions: [...transactions, cleared, ...others] },
    });
    const before = stateOf(world);
    const opening = lacking === 0 ? 10 : 0;
    const { preview } = await apply(world, "import_statement", {
      ...statement,
      opening_balance: opening,
      closing_balance: 174.25 + opening,
    });
    assertEquals(rowOf(world, entered.interest)?.cleared, "reconciled");
    assertEquals(rowOf(world, early)?.cleared, isReconciled ? "reconciled" : "cleared");
    const words = /this also reconciles 1 transaction that was cleared earlier, .* includes it/;
    assertEquals(words.test(preview.text), isReconciled);
    await apply(world, "undo_operation", plan);
    assertEquals(withoutPayees(stateOf(world)), withoutPayees(before));
  });
}

/** Omits payees and deleted transactions, because both remain in YNAB after an undo. */
function withoutPayees(state: unknown): unknown {
  const { transactions, payees: _, ...rest } = state as {
    readonly transactions: readonly { readonly deleted: boolean }[];
    readonly payees: unknown;
  };
  return { ...rest, transactions: transactions.filter(({ deleted }) => !deleted) };
}

for (
  const [where, isJournaled] of [["in the journal", true], ["only in YNAB", false]] as const
) {
  Deno.test(`importing a statement again after an undo creates the same transactions when their former import ids are ${where}`, async () => {
    const facts: unknown[] = [];
    const importIds: unknown[] = [];
    let start = savingsPlan();
    for (let time = 1; time <= 4; time++) {
      await using world = await aStatementWorld({ plan: start });
      for (let life = 0; life < (isJournaled ? 4 : 1); life++) {
        world.sent();
        const { applied } = await apply(world, "import_statement", statement);
        // YNAB rejects import ids that were used before. For each earlier import that isn't in the
        // journal, the server must retry with new import ids.
        const posts = world.sent().filter((one) => one === "createTransaction");
        assertEquals(posts.length, isJournaled ? 1 : time);
        assertEquals(applied.structured?.["warnings"], undefined, applied.text);
        const rows = world.created();
        facts.push(rows.map(({ id: _, import_id: __, knowledge: ___, ...fields }) => fields));
        importIds.push(rows.map(({ import_id }) => import_id?.split(":").slice(4).join()));
        await apply(world, "undo_operation", plan);
        assertEquals(world.created(), []);
      }
      [start = start] = world.upstream.snapshot();
      if (isJournaled) break;
    }
    assertEquals(facts.slice(1), facts.slice(0, -1));
    assertEquals(importIds, [["", "", ""], ["g2", "g2", "g2"], ["g3", "g3", "g3"], [
      "g4",
      "g4",
      "g4",
    ]]);
  });
}

Deno.test("an import whose response was lost is resolved by import id within the same call", async () => {
  await using world = await aStatementWorld();
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "after" } }]);
  await apply(world, "import_statement", statement);
  assertEquals(world.created().length, 3);
  const { structured } = await world.call("import_statement", statement);
  assertEquals(structured?.["status"], "nothing_to_do");
});

Deno.test("after a minute, an import that never reached YNAB is reported as not applied", async () => {
  await using world = await aStatementWorld();
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "before" } }]);
  const { applied } = await confirm(world, "import_statement", statement);
  assertEquals(applied.structured?.["status"], "uncertain");
  assertMatch(applied.text, /may still appear within a minute/);
  world.upstream.setFaults([]);
  world.pass(61);
  await world.call("undo_operation", plan);
  await apply(world, "import_statement", statement);
  assertEquals(world.created().length, 3);
});

Deno.test("a row that the bank connection imports during the call is entered only once", async () => {
  await using world = await aStatementWorld();
  world.beforeCreation((upstream) => {
    upstream.edit(({ transactions }) => {
      const [row] = transactions.filter(({ id }) => id === entered.interest);
      if (row === undefined) throw new Error("There is no interest");
      const importId = "YNAB:-20000:2026-03-10:1";
      transactions.push({ ...row, id: ids.rent, amount: -20_000, import_id: importId });
    });
  });
  const { applied } = await confirm(world, "import_statement", statement);
  assertEquals(applied.structured?.["status"], "partly", applied.text);
  assertMatch(applied.text, /already has a transaction with the same import id/);
  assertEquals(world.created().filter(({ amount }) => amount === -20_000).length, 1);
  await confirm(world, "undo_operation", plan);
  assertEquals(world.created().map(({ id }) => id), [ids.rent]);
});

Deno.test("import_statement doesn't warn if a rename rule changes a new transaction's payee", async () => {
  const { payees, ...rest } = savingsPlan();
  const renamed = payees.map((one) =>
    one.id === ids.amazon ? { ...one, rename_rules: ["Book Shop"] } : one
  );
  await using world = await aStatementWorld({ plan: { ...rest, payees: renamed } });
  const { applied } = await apply(world, "import_statement", statement);
  assertEquals(applied.structured?.["warnings"], undefined, applied.text);
  const [book] = world.created().filter(({ amount }) => amount === -20_000);
  assertEquals(book?.payee_id, ids.amazon);
  await apply(world, "undo_operation", plan);
  assertEquals(world.created(), []);
});

Deno.test("import_statement's preview removes extra spaces from payees' names and warns about rows older than reconciled transactions", async () => {
  const { payees, transactions, ...rest } = savingsPlan();
  const spaced = aPayee({ id: idOf("e1"), name: "Book  Shop" });
  const reconciled = { account_id: ids.savings, cleared: "reconciled" } as const;
  const row = { id: idOf("a3"), date: "2026-03-12", amount: -5_000, payee_id: spaced.id };
  await using world = await aStatementWorld({
    plan: {
      ...rest,
      payees: [...payees, spaced],
      transactions: [...transactions, aRow({ ...row, ...reconciled })],
    },
  });
  const preview = await world.call("import_statement", statement);
  const lines = rowsOf(preview).filter(({ field }) => field === "payee");
  assertEquals(lines.map(({ after }) => after), ["Book Shop"], preview.text);
  assertMatch(
    preview.text,
    /3 new transactions are dated before the latest reconciled transaction \(2026-03-12\)/,
  );
});

Deno.test("undoing an import keeps a new transaction that the user has since flagged", async () => {
  await using world = await aStatementWorld();
  const imported = await confirm(world, "import_statement", statement);
  const [coffee] = world.created();
  await confirm(world, "flag_transactions", {
    ...plan,
    flags: [{ transaction_id: coffee?.id, color: "blue" }],
  });
  const operation = imported.applied.structured?.["operation_id"];
  await apply(world, "undo_operation", { ...plan, operation_id: operation });
  assertEquals(world.created().map(({ id }) => id), [coffee?.id ?? ""]);
});

Deno.test("undoing an import also deletes an imported transaction that was restored after its deletion", async () => {
  await using world = await aStatementWorld();
  const { applied } = await apply(world, "import_statement", statement);
  const [coffee] = world.created();
  await apply(world, "delete_transactions", { ...plan, transaction_ids: [coffee?.id] });
  await apply(world, "undo_operation", plan);
  const { operation_id } = applied.structured ?? {};
  await apply(world, "undo_operation", { ...plan, operation_id });
  assertEquals(world.created(), []);
});
