import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../../changes/change.ts";
import {
  type AskedTransactions,
  newTransactionsDraft,
} from "../../../changes/kinds/create_transactions.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anAccount, anId } from "../../_builders.ts";

const [checking, house, fun] = [anId(1), anId(2), anId(11)];
const category = aCategory({ id: fun, name: "Fun", balance: 50_000 });
const one = { date: "2024-03-10", amount: -12_000, cleared: "uncleared" } as const;

function draftOf(
  transactions: AskedTransactions["transactions"],
  change: Partial<AskedTransactions> = {},
): ChangeDraft<"createTransaction"> {
  const asked = { account_id: "Checking", transactions, approved: false, ...change };
  const { draft } = newTransactionsDraft(asked, {
    planId: "p",
    accounts: {
      live: [
        anAccount({ id: checking, name: "Checking" }),
        anAccount({ id: house, name: "House", on_budget: false }),
      ],
      deletedIds: new Set(),
    },
    categories: {
      groups: [aGroup({ categories: [category] })],
      live: [category],
      deletedIds: new Set(),
    },
    readCategories: () => Promise.reject(new Error("Nothing is to be read")),
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    utcToday: "2024-03-15",
  });
  if (draft === undefined) throw new Error("Something is proposed");
  return draft;
}

const stays = "a payee that is new stays in the list of payees, even when this is undone";

Deno.test("newTransactionsDraft() enters what is asked, and leaves out what is none", async () => {
  const { afterwards, ...draft } = draftOf([
    { ...one, payee_name: " Shop ", category_id: "Fun", memo: "x", cleared: "cleared" },
    { ...one, payee_name: " ", memo: "" },
  ]);
  const [named, plain] = [
    "2024-03-10 Shop -$12.00 Checking",
    "2024-03-10 no payee -$12.00 Checking",
  ];
  const base = { before: null, amount: -12_000, isNew: true };
  const stored = { account_id: checking, date: "2024-03-10", amount: -12_000 };
  const first = {
    ...{ ...stored, payee_name: "Shop", category_id: fun, memo: "x" },
    ...{ cleared: "cleared", approved: false },
  };
  const second = {
    ...{ ...stored, payee_name: null, category_id: null, memo: null },
    ...{ cleared: "uncleared", approved: false },
  };
  assertEquals(draft as unknown, {
    summary: "Enter 2 transactions, -$24.00 in all, waiting for approval",
    done: "Entered 2 transactions, -$24.00 in all, waiting for approval",
    preview: [
      { id: "new 1", label: named, ...base, field: "category", after: "Fun" },
      { id: "new 1", label: named, ...base, field: "memo", after: "x", isOwnText: true },
      { id: "new 1", label: named, ...base, field: "cleared", after: "cleared" },
      { id: "new 2", label: plain, ...base, field: "category", after: null },
    ],
    warnings: [stays],
    steps: [{
      operation: "createTransaction",
      args: {
        planId: "p",
        transactions: [first, { ...stored, cleared: "uncleared", approved: false }],
      },
      targets: [
        { id: "new 1", label: named, before: null, after: first },
        { id: "new 2", label: plain, before: null, after: second },
      ],
    }],
    irreversible: null,
    undoRequests: 2,
    checkBeforeRetry: "find_transactions has shown which of them are there",
  });
  assertEquals(await afterwards?.(), "Available now: Fun $38.00.");
});

Deno.test("newTransactionsDraft() says what is approved already, and warns of no payee there is not", () => {
  const { summary, done, warnings } = draftOf([one], { approved: true });
  assertEquals([summary, done, warnings], [
    "Enter 1 transaction, -$12.00 in all, approved already",
    "Entered 1 transaction, -$12.00 in all, approved already",
    [],
  ]);
});

Deno.test("newTransactionsDraft() shows a payee whose name the label cuts short", () => {
  const payee_name = "The Baker of the Corner House";
  const { preview } = draftOf([{ ...one, payee_name }]);
  assertEquals(preview.map(({ field, after, isOwnText }) => [field, after, isOwnText]), [
    ["category", null, undefined],
    ["payee", payee_name, true],
  ]);
});

Deno.test("newTransactionsDraft() names each row that it refuses, and the account", () => {
  const rows = (...asked: Parameters<typeof draftOf>): readonly string[] =>
    assertThrows(() => draftOf(...asked), ToolError).rows;
  assertEquals(rows([one, { ...one, date: "2024-03-16", payee_name: "Starting Balance" }]), [
    "row 2: 2024-03-16 is in the future, and YNAB's today is 2024-03-15 (UTC): date it that day " +
    "or earlier, or schedule it in YNAB's app",
    "row 2: its payee name is reserved by YNAB: choose another",
  ]);
  assertEquals(rows([{ ...one, category_id: "Fun" }], { account_id: "House" }), [
    "row 1: transactions of a tracking account take no category: leave category_id out",
  ]);
  const both = rows([{ ...one, category_id: "Nothing" }, { ...one, category_id: "Fun" }], {
    account_id: "Nowhere",
  });
  assertEquals(both.map((row) => row.split(":")[0]), ['account_id "Nowhere"', "row 1"]);
});
