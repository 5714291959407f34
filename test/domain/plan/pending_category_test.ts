import { assertEquals } from "@std/assert";
import {
  isPending,
  movedMoney,
  type MovingPart,
  pendingRule,
} from "../../../domain/plan/pending_category.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
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

const { category_id: _, ...withoutCategory } = waiting;
const line = aSplitLine();
const gone = aSplitLine({ deleted: true });
const pending: readonly (readonly [change: Partial<TransactionRecord>, isPending: boolean])[] = [
  [{}, true],
  [{ account_id: "closed" }, true],
  [{ category_id: "none" }, true],
  [{ category_id: "old-none" }, true],
  ...["food", "own-none", "inflow", "unknown"].map((id) => [{ category_id: id }, false] as const),
  [{ account_id: "house" }, false],
  [{ account_id: "unknown" }, false],
  [{ transfer_account_id: "savings" }, false],
  [{ subtransactions: [line] }, false],
  [{ category_id: "none", subtransactions: [line] }, false],
  [{ subtransactions: [gone, gone] }, true],
  [{ subtransactions: [gone, line] }, false],
  [{ deleted: true }, false],
  [{ approved: true, amount: 0 }, true],
];

Deno.test("isPending() returns true only for a budget transaction without a category", () => {
  for (const [change, expected] of pending) {
    assertEquals(isPending({ ...waiting, ...change }, rule), expected, JSON.stringify(change));
  }
  assertEquals(isPending(withoutCategory, rule), true);
});

const budget = {
  onBudgetAccountIds: new Set(["cash", "visa"]),
  uncategorizedIds: new Set(["uncategorized"]),
};
/** A transaction or split line, its account, and why it isn't spending; `null` if it is. */
const MOVED: readonly (readonly [MovingPart, account: string, ReturnType<typeof movedMoney>])[] = [
  ...[{}, { transfer_account_id: "cash" }, { category_id: "food" }]
    .map((part) => [part, "house", "off_budget"] as const),
  ...["food", "uncategorized", null].map((category_id) =>
    [{ category_id, transfer_account_id: null }, "cash", null] as const
  ),
  // A categorized transfer to a tracking account is spending.
  [{ transfer_account_id: "house", category_id: "loan" }, "cash", null],
  [{ transfer_account_id: "house", category_id: "uncategorized" }, "cash", "transfers"],
  [{ transfer_account_id: "house", category_id: null }, "cash", "transfers"],
  [{ transfer_account_id: "house" }, "cash", "transfers"],
  [{ transfer_account_id: "visa", category_id: "food" }, "cash", "transfers"],
  [{ transfer_account_id: "visa", category_id: null }, "cash", "transfers"],
];

Deno.test("movedMoney() classifies transfers and transactions in tracking accounts", () => {
  for (const [part, account, moved] of MOVED) {
    assertEquals(movedMoney(part, account, budget), moved, JSON.stringify([part, account]));
  }
});
