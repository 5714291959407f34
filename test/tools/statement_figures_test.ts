import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { confirm } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { aStatementWorld, type Booking, checking, csvOf, type Row, rowsIn } from "./_statements.ts";
import type { Answer, World } from "./_world.ts";
import { runs } from "../_runs.ts";

const LISTS = ["new", "doubtful", "differs", "combined", "transfers", "left_out"] as const;

/** Computes the Checking account's cleared balance in YNAB on a given day, in milliunits. */
function clearedUpTo({ upstream }: World, last: string): number {
  const rows = upstream.snapshot()[0]?.transactions ?? [];
  return rows
    .filter(({ account_id: account, deleted, cleared, date }) =>
      account === ids.checking && !deleted && cleared !== "uncleared" && date <= last
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

function liveRows({ upstream }: World): Map<string, Row> {
  const rows = upstream.snapshot()[0]?.transactions ?? [];
  return new Map(rows.filter(({ deleted }) => !deleted).map((row) => [row.id, { ...row }]));
}

function milliunits(value: unknown): number {
  return Math.round(Number(value) * 1000);
}

/** Every file's last row is on the plan's last day, so that no later transaction can match. */
const LAST = { day: 15, label: "LAST", amount: -1.11 };

/**
 * Files that randomly combine the amounts of the household's Checking account with other amounts.
 */
const files = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 15 }),
    label: fc.constantFrom("AMAZON", "LANDLORD RENT", "CAFE MUELLER", "SHOE SHOP", "TO SAVINGS"),
    amount: fc.constantFrom(3000, -1000, -80.5, -45, 10, -200, -20, -12, -96.6, -65, 200, -805),
  }),
  { minLength: 4, maxLength: 14 },
).map((rows) =>
  [...rows, LAST].toSorted((one, other) => one.day - other.day).map((
    { day, label, amount },
  ): Booking => [`2026-03-${String(day).padStart(2, "0")}`, label, amount])
);

const decided = fc.array(
  fc.record({ at: fc.nat(13), as: fc.constantFrom("new", "skip", "match", "amount", "transfer") }),
  { maxLength: 4 },
);

/** Returns the randomly generated decisions that are valid for the rows of the comparison. */
function decisionsFor(
  answer: Answer,
  wishes: readonly { at: number; as: string }[],
): Row[] {
  const rows = LISTS.filter((name) => name !== "left_out").flatMap((name) => rowsIn(answer, name));
  const listed = new Map(rows.map((row) => [Number(row["row"]), row]));
  const used = new Set<unknown>();
  const chosen = new Map<number, Row>();
  for (const { at, as } of wishes) {
    const row = listed.get(at + 1);
    if (row === undefined || chosen.has(at + 1)) continue;
    const [candidate] = (row["candidates"] ?? []) as readonly Row[];
    const id = candidate?.["transaction_id"] ?? row["transaction_id"];
    const isOther = "account" in row;
    const fits = as === "new" || as === "skip" ||
      (as === "match" && candidate !== undefined) ||
      (as === "amount" && "has" in row) || (as === "transfer" && isOther);
    if (!fits) continue;
    if (as === "new" || as === "skip") {
      chosen.set(at + 1, { row: at + 1, as });
      continue;
    }
    if (used.has(id)) continue;
    used.add(id);
    chosen.set(at + 1, { row: at + 1, as, transaction_id: id });
  }
  return [...chosen.values()];
}

Deno.test("an import's figures agree with YNAB before the import, after the import and after it is undone", async () => {
  await fc.assert(
    fc.asyncProperty(files, decided, fc.boolean(), async (rows, wishes, isAdjusting) => {
      await using world = await aStatementWorld({ fullIds: true });
      const first = await world.call("compare_statement", { ...checking, text: csvOf(rows) });
      if (first.structured?.["status"] === "question" || first.isError) return;
      const last = String((first.structured?.["read"] as Row)["last"]);
      const decide = decisionsFor(first, wishes);
      const { statement } = first.structured ?? {};
      const args = { ...checking, statement, decide, adjust: isAdjusting };
      const before = liveRows(world);
      const preview = await world.call("import_statement", args);
      assert(!preview.isError, preview.text);
      const { balance, matched, read, status } = preview.structured as Record<string, Row>;
      const shown = preview.structured ?? {};
      const entered = rows.length;
      let counted = Number(matched?.["count"]);
      for (const name of LISTS) counted += Number(shown[`${name}_count`] ?? 0);
      assertEquals(counted, entered, "every row is in exactly one list");
      const numbers = LISTS.flatMap((name) => rowsIn(preview, name)).map(({ row }) => row);
      assertEquals(new Set(numbers).size, numbers.length);
      assertEquals(Number(read?.["rows"]), entered);
      assertEquals(milliunits(balance?.["cleared_before"]), clearedUpTo(world, last));
      const sum = rows.reduce((total, [, , amount]) => total + milliunits(amount), -7_000);
      assertEquals(milliunits(balance?.["closing"]), sum);
      assertEquals(
        milliunits(balance?.["difference"]),
        sum - milliunits(balance?.["cleared_after"]),
      );
      if (String(status) === "nothing_to_do") return;
      assertEquals(String(status), "confirmation_required", preview.text);
      const applied = await world.call("import_statement", {
        ...args,
        confirmation: shown["confirmation"],
      });
      assertEquals(applied.structured?.["status"], "applied", applied.text);
      const after = liveRows(world);
      const changed = [...after].filter(([id, row]) =>
        JSON.stringify(before.get(id)) !== JSON.stringify(row)
      );
      const previewed = rowsIn(preview, "changes");
      const isShown = new Set(previewed.map(({ id }) => id));
      const created = previewed.filter(({ id }) => String(id).startsWith("new "));
      const fresh = changed.filter(([id]) => !before.has(id));
      assertEquals(fresh.length, new Set(created.map(({ id }) => id)).size, preview.text);
      for (const [id] of changed) assert(!before.has(id) || isShown.has(id), `${id} not shown`);
      const correction = isAdjusting && Number(balance?.["difference"]) !== 0 &&
          String(shown["summary"] ?? shown["message"]).includes("correction")
        ? milliunits(balance?.["difference"])
        : 0;
      assertEquals(
        clearedUpTo(world, last),
        milliunits(balance?.["cleared_after"]) + correction,
        preview.text,
      );
      const { applied: undone } = await confirm(world, "undo_operation");
      assertEquals(undone.structured?.["status"], "applied", undone.text);
      const restored = liveRows(world);
      assertEquals([...restored.keys()].toSorted(), [...before.keys()].toSorted());
      for (const [id, row] of before) {
        for (const field of ["date", "amount", "cleared", "approved", "memo", "category_id"]) {
          assertEquals(restored.get(id)?.[field], row[field], `${id} ${field}`);
        }
      }
    }),
    { ...runs(12, 40), endOnFailure: true },
  );
});
