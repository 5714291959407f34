import { assertEquals } from "@std/assert";
import { isPending, pendingRule } from "../../../domain/plan/pending_category.ts";
import { aCategory, anAccount, aSplitLine, aTransaction } from "../../_builders.ts";

const rule = pendingRule(
  [
    anAccount({ id: "checking" }),
    anAccount({ id: "closed", closed: true }),
    anAccount({ id: "house", type: "otherAsset", on_budget: false }),
  ],
  [
    aCategory({ id: "food" }),
    aCategory({ id: "none", name: "Uncategorized", internal: true }),
    aCategory({ id: "old-none", name: "None", internal: true }),
    aCategory({ id: "own-none", name: "Uncategorized", internal: false }),
    aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
  ],
);

const waiting = aTransaction({ account_id: "checking", category_id: null });

Deno.test("isPending() holds for a row on a budget account without a category", () => {
  assertEquals(isPending(waiting, rule), true);
  const { category_id: _, ...absent } = waiting;
  assertEquals(isPending(absent, rule), true);
});

Deno.test("isPending() holds for a row on a closed budget account", () => {
  assertEquals(isPending({ ...waiting, account_id: "closed" }, rule), true);
});

Deno.test("isPending() holds for a row with the internal Uncategorized category", () => {
  assertEquals(isPending({ ...waiting, category_id: "none" }, rule), true);
  assertEquals(isPending({ ...waiting, category_id: "old-none" }, rule), true);
});

Deno.test("isPending() does not hold for a row with a category", () => {
  for (const id of ["food", "own-none", "inflow", "unknown"]) {
    assertEquals(isPending({ ...waiting, category_id: id }, rule), false, id);
  }
});

Deno.test("isPending() does not hold on a tracking account, nor on an unknown one", () => {
  assertEquals(isPending({ ...waiting, account_id: "house" }, rule), false);
  assertEquals(isPending({ ...waiting, account_id: "unknown" }, rule), false);
});

Deno.test("isPending() does not hold for a transfer", () => {
  assertEquals(isPending({ ...waiting, transfer_account_id: "savings" }, rule), false);
});

Deno.test("isPending() does not hold for a split", () => {
  assertEquals(isPending({ ...waiting, subtransactions: [aSplitLine()] }, rule), false);
  const split = { ...waiting, category_id: "none", subtransactions: [aSplitLine()] };
  assertEquals(isPending(split, rule), false);
});

Deno.test("isPending() holds for a row whose split lines were all deleted", () => {
  const lines = [aSplitLine({ deleted: true }), aSplitLine({ deleted: true })];
  assertEquals(isPending({ ...waiting, subtransactions: lines }, rule), true);
  const mixed = [aSplitLine({ deleted: true }), aSplitLine()];
  assertEquals(isPending({ ...waiting, subtransactions: mixed }, rule), false);
});

Deno.test("isPending() does not hold for a deleted row", () => {
  assertEquals(isPending({ ...waiting, deleted: true }, rule), false);
});

Deno.test("isPending() holds for an approved row and for one of either sign", () => {
  assertEquals(isPending({ ...waiting, approved: false, amount: 500 }, rule), true);
  assertEquals(isPending({ ...waiting, approved: true, amount: 0 }, rule), true);
});
