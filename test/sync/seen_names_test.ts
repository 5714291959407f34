import { assertEquals } from "@std/assert";
import type { Transaction } from "../../client/wire/transaction.ts";
import { SeenNames } from "../../sync/seen_names.ts";

type Row = Partial<Transaction>;

function seenIn(...rows: readonly Row[]): SeenNames {
  const seen = new SeenNames();
  const usual = { account_id: "a", account_name: "Checking", subtransactions: [] };
  seen.note(rows.map((row, at) => ({
    key: String(at),
    record: { ...usual, ...row } as Transaction,
    isDeleted: row.deleted === true,
  })));
  return seen;
}

const dining = { category_id: "c", category_name: "Dining" };

Deno.test("differ() tells of a record that is not known, or by another name", () => {
  const seen = seenIn(dining);
  assertEquals(seen.differ("categories", () => "Dining"), false);
  assertEquals(seen.differ("categories", () => "Eating out"), true);
  assertEquals(seen.differ("categories", () => undefined), true);
  assertEquals(seen.differ("accounts", () => "Checking"), false);
});

Deno.test("differ() goes by the name that came last, by a split's live lines, and by no deleted row", () => {
  assertEquals(
    seenIn(dining, { ...dining, category_name: "Food" }).differ("categories", () => "Food"),
    false,
  );
  const line = { ...dining, deleted: false };
  const lines = [line, { ...dining, category_name: "Old", deleted: true }];
  const split = { category_id: "s", category_name: "Split", subtransactions: lines as never };
  assertEquals(seenIn(split).differ("categories", (id) => id === "c" ? "Dining" : null), false);
  assertEquals(seenIn({ ...dining, deleted: true }).differ("categories", () => undefined), false);
  assertEquals(seenIn({ category_id: null }).differ("categories", () => undefined), false);
});

Deno.test("forget() forgets what was seen of one kind", () => {
  const seen = seenIn(dining);
  seen.forget("categories");
  assertEquals(seen.differ("categories", () => undefined), false);
  assertEquals(seen.differ("accounts", () => undefined), true);
});
