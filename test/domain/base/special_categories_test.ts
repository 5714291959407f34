import { assertEquals } from "@std/assert";
import type { CategoryRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  isCardPaymentCategory,
  isCardPaymentGroup,
  isInflowCategory,
  isInternalCategory,
  isInternalGroup,
  isPending,
  isUncategorizedCategory,
  movedMoney,
  type MovingPart,
  pendingRule,
} from "../../../domain/base/special_categories.ts";
import { aCategory, anAccount, aSplitLine, aTransaction } from "../../_builders.ts";

const INTERNAL = "Internal Master Category";
const CARDS = "Credit Card Payments";

type Kind = "internal" | "inflow" | "uncategorized" | "card payment";
/** A category's name, group and `internal` flag, and its expected kinds. */
const categories: readonly (readonly [string, string, boolean | null, readonly Kind[]])[] = [
  ["Anything", "Anywhere", true, ["internal"]],
  ["Uncategorized", INTERNAL, false, []],
  ["Uncategorized", "Living", null, []],
  ["Uncategorized", "Living", false, []],
  ["Deferred Income SubCategory", INTERNAL, null, ["internal"]],
  ["Split", INTERNAL, true, ["internal"]],
  ["Visa", CARDS, true, ["card payment"]],
  ["Visa", CARDS, null, ["card payment"]],
  ["Visa", "Living", false, []],
  ...["Inflow: Ready to Assign", "Immediate Income SubCategory"].flatMap((name) =>
    [true, null].map((mark) => [name, INTERNAL, mark, ["internal", "inflow"]] as const)
  ),
  ...["Uncategorized", "None"].flatMap((name) =>
    [true, null].map((mark) => [name, INTERNAL, mark, ["internal", "uncategorized"]] as const)
  ),
  ["Inflow: Ready to Assign", "Living", false, []],
  [" Inflow: Ready to Assign", INTERNAL, true, ["internal"]],
  ["uncategorized", INTERNAL, true, ["internal"]],
];

const isKind: Readonly<Record<Kind, (category: CategoryRecord) => boolean>> = {
  "internal": isInternalCategory,
  "inflow": isInflowCategory,
  "uncategorized": isUncategorizedCategory,
  "card payment": isCardPaymentCategory,
};

Deno.test("internal categories are recognized by the internal flag, or else by their group's name", () => {
  for (const [name, category_group_name, internal, kinds] of categories) {
    const category = {
      ...{ id: "c", name, category_group_id: "g", category_group_name },
      ...{ hidden: false, deleted: false },
      ...(internal === null ? {} : { internal }),
    };
    const found = Object.entries(isKind).filter(([, holds]) => holds(category));
    assertEquals(found.map(([kind]) => kind), [...kinds], `${category_group_name}/${name}`);
  }
});

Deno.test("internal category groups are recognized by the internal flag, or else by their name", () => {
  const isInternal = (name: string, internal?: boolean): boolean =>
    isInternalGroup({
      ...{ id: "g", name, hidden: false, deleted: false },
      ...(internal === undefined ? {} : { internal }),
    });
  assertEquals([isInternal("Anything", true), isInternal(INTERNAL, false)], [true, false]);
  assertEquals([isInternal(INTERNAL), isInternal(INTERNAL.toLowerCase())], [true, false]);
  assertEquals([isInternal(CARDS, true), isInternal(CARDS), isInternal("Living")], [
    ...[false, false, false],
  ]);
  assertEquals(isCardPaymentGroup({ name: CARDS }), true);
  assertEquals(isCardPaymentGroup({ name: "Credit card payments" }), false);
});

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

Deno.test("isPending() returns true only for an uncategorized transaction in an on-budget account", () => {
  for (const [change, expected] of pending) {
    assertEquals(isPending({ ...waiting, ...change }, rule), expected, JSON.stringify(change));
  }
  assertEquals(isPending(withoutCategory, rule), true);
});

const budget = {
  onBudgetAccountIds: new Set(["cash", "visa"]),
  uncategorizedIds: new Set(["uncategorized"]),
};
/** A transaction or split line, its account, and why it isn't spending (`null` if it is). */
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
