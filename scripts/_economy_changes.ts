/**
 * Conversations that change the plan, written down call by call, for the measure of
 * what the server costs.
 *
 * @module
 */

import type { WrittenConversation } from "./_economy_conversation.ts";

/** What a household has changed, on 20 November 2026. */
export const changes: readonly WrittenConversation[] = [
  {
    title: "Classifying",
    question: "Give the payments that have no category the ones you are sure of.",
    calls: [
      { tool: "suggest_categories", args: { min_confidence: 0.95 } },
      {
        tool: "apply_categories",
        args: {
          assignments: [
            {
              transaction_id: "=suggest_categories.pending.0.transaction_id",
              category_id: "=suggest_categories.pending.0.suggestion.category",
            },
            {
              transaction_id: "=suggest_categories.pending.2.transaction_id",
              category_id: "=suggest_categories.pending.2.suggestion.category",
            },
            {
              transaction_id: "=suggest_categories.pending.3.transaction_id",
              category_id: "=suggest_categories.pending.3.suggestion.category",
            },
            {
              transaction_id: "=suggest_categories.pending.5.transaction_id",
              category_id: "=suggest_categories.pending.5.suggestion.category",
            },
          ],
        },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "Fetching from the bank",
    question: "Bring in what the bank has, and approve what I know.",
    calls: [
      { tool: "import_transactions" },
      { tool: "find_transactions", args: { unapproved: true, limit: 10 } },
      {
        tool: "approve_transactions",
        args: {
          transaction_ids: [
            "=find_transactions.transactions.0.transaction_id",
            "=find_transactions.transactions.1.transaction_id",
            "=find_transactions.transactions.2.transaction_id",
          ],
        },
      },
    ],
  },
  {
    title: "Reconciling",
    question: "The bank says 4080.71 on the checking account. Reconcile it.",
    calls: [{
      tool: "reconcile_account",
      args: { account_id: "Checking", bank_balance: 4080.71 },
      isConfirmed: true,
    }],
  },
  {
    title: "A difference",
    question: "The card's bank shows -5224.63. Why don't we agree?",
    calls: [
      {
        tool: "reconcile_account",
        args: { account_id: "Everyday Visa", bank_balance: -5224.63 },
      },
      {
        tool: "find_transactions",
        args: { account_ids: ["Everyday Visa"], cleared: "uncleared" },
      },
    ],
  },
  {
    title: "Planning a month",
    question: "Plan December: what do everyday things have? Give groceries 900.",
    calls: [
      { tool: "get_category_balances", args: { month: "2026-12", group: "Everyday" } },
      {
        tool: "set_category_budget",
        args: { month: "2026-12", category_id: "Groceries", amount: 900 },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "Covering overspending",
    question: "Cover what dining out is over by, out of the holiday money.",
    calls: [
      { tool: "get_monthly_summary" },
      {
        tool: "move_money",
        args: {
          month: "current",
          from_category_id: "Vacation",
          to_category_id: "Dining Out",
          amount: 60,
        },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "Moving and undoing",
    question: "Move 40 from hobbies to coffee. No, take it back.",
    calls: [
      {
        tool: "move_money",
        args: {
          month: "current",
          from_category_id: "Hobbies",
          to_category_id: "Coffee",
          amount: 40,
        },
        isConfirmed: true,
      },
      { tool: "undo_operation", isConfirmed: true },
    ],
  },
  {
    title: "Entering purchases",
    question: "I paid 18.50 in cash at the market and 6.20 for coffee this morning.",
    calls: [{
      tool: "create_transactions",
      args: {
        account_id: "Cash",
        transactions: [
          {
            date: "2026-11-20",
            amount: -18.5,
            payee_name: "Saturday Market",
            category_id: "Groceries",
          },
          {
            date: "2026-11-20",
            amount: -6.2,
            payee_name: "Blue Door Coffee",
            category_id: "Coffee",
          },
        ],
      },
      isConfirmed: true,
    }],
  },
  {
    title: "Splitting a shop",
    question: "The last shop at Bulkhaus was 100 of groceries, the rest household goods.",
    calls: [
      { tool: "find_transactions", args: { payee: "Bulkhaus", limit: 3 } },
      {
        tool: "split_transaction",
        args: {
          transaction_id: "=find_transactions.transactions.0.transaction_id",
          lines: [
            { amount: -100, category_id: "Groceries" },
            { amount: -46.43, category_id: "Household Goods" },
          ],
        },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "A new category",
    question: "Make a category for a bicycle under fun, 50 a month.",
    calls: [
      {
        tool: "create_category",
        args: { group_id: "Fun", name: "Bicycle" },
        isConfirmed: true,
      },
      {
        tool: "set_category_target",
        args: { category_id: "Bicycle", amount: 50, frequency: "monthly" },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "Renaming and undoing",
    question: "Call charity Donations. Or rather not: put it back.",
    calls: [
      {
        tool: "update_category",
        args: { category_id: "Charity", name: "Donations" },
        isConfirmed: true,
      },
      { tool: "undo_operation", isConfirmed: true },
    ],
  },
  {
    title: "A wrong amount",
    question: "The last shop at Bulkhaus was 164.43, not what it says. Put it right.",
    calls: [
      { tool: "find_transactions", args: { payee: "Bulkhaus", limit: 3 } },
      {
        tool: "edit_transaction",
        args: {
          transaction_id: "=find_transactions.transactions.0.transaction_id",
          amount: -164.43,
        },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "A double row",
    question: "I entered my last cash purchase twice. Delete one. Or no: bring it back.",
    calls: [
      { tool: "find_transactions", args: { account_ids: ["Cash"], limit: 5 } },
      {
        tool: "delete_transactions",
        args: { transaction_ids: ["=find_transactions.transactions.0.transaction_id"] },
        isConfirmed: true,
      },
      { tool: "undo_operation", isConfirmed: true },
    ],
  },
  {
    title: "Drawing cash",
    question: "I drew 120 at the machine yesterday.",
    calls: [{
      tool: "create_transfer",
      args: {
        from_account_id: "Checking",
        to_account_id: "Cash",
        amount: 120,
        date: "2026-11-19",
      },
      isConfirmed: true,
    }],
  },
  {
    title: "A new subscription",
    question: "From the first on a film service costs 12.99 a month. Schedule it.",
    calls: [{
      tool: "create_scheduled_transaction",
      args: {
        account_id: "Everyday Visa",
        date: "2026-12-01",
        amount: -12.99,
        frequency: "monthly",
        payee: "Filmhouse",
        category_id: "Streaming & Music",
      },
      isConfirmed: true,
    }],
  },
  {
    title: "A schedule that changes, and one that ends",
    question: "The daycare is 655 from December on, and we have cancelled the attic storage.",
    calls: [
      { tool: "list_scheduled_transactions", args: { since: "2026-11-30", until: "2026-12-01" } },
      {
        tool: "edit_scheduled_transaction",
        args: {
          scheduled_id: "=list_scheduled_transactions.occurrences.2.scheduled_id",
          amount: -655,
        },
        isConfirmed: true,
      },
      {
        tool: "delete_scheduled_transaction",
        args: { scheduled_id: "=list_scheduled_transactions.occurrences.0.scheduled_id" },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "Flagging for the tax return",
    question: "Flag what we gave to charity this autumn red, for the tax return.",
    calls: [
      { tool: "find_transactions", args: { category_ids: ["Charity"], since: "2026-09-01" } },
      {
        tool: "flag_transactions",
        args: {
          flags: [
            { transaction_id: "=find_transactions.transactions.0.transaction_id", color: "red" },
            { transaction_id: "=find_transactions.transactions.1.transaction_id", color: "red" },
          ],
        },
        isConfirmed: true,
      },
    ],
  },
];
