/**
 * Conversations about what is there, written down call by call, for the measure of
 * what the server costs.
 *
 * @module
 */

import type { WrittenConversation } from "./_economy_conversation.ts";

/** What a household asks without changing anything, on 20 November 2026. */
export const questions: readonly WrittenConversation[] = [
  {
    title: "This month",
    question: "How is this month going?",
    calls: [{ tool: "get_monthly_summary" }],
  },
  {
    title: "Month review",
    question: "Review October with me: where were we over, and what did it go to?",
    calls: [
      { tool: "get_monthly_summary", args: { month: "2026-10" } },
      { tool: "get_budget_vs_actual", args: { month: "2026-10", only_over: true } },
      {
        tool: "find_transactions",
        args: { since: "2026-10-01", until: "2026-10-31", direction: "out", group_by: "category" },
      },
    ],
  },
  {
    title: "What is left",
    question: "How much is left for everyday things?",
    calls: [{ tool: "get_category_balances", args: { group: "Everyday" } }],
  },
  {
    title: "Where it went",
    question: "Where has the money gone this autumn?",
    calls: [{
      tool: "find_transactions",
      args: { since: "2026-09-01", direction: "out", group_by: "category" },
    }],
  },
  {
    title: "Top shops",
    question: "Which shops get most of our money this year?",
    calls: [{
      tool: "find_transactions",
      args: { since: "2026-01-01", direction: "out", group_by: "payee", limit: 15 },
    }],
  },
  {
    title: "Hunting a charge",
    question: "There is a charge of 54.00 on the card. What is it, and is it usual?",
    calls: [
      { tool: "find_transactions", args: { amount: -54, since: "2026-11-01" } },
      {
        tool: "find_transactions",
        args: { payee: "=find_transactions.transactions.0.payee", since: "2026-01-01" },
      },
    ],
  },
  {
    title: "A bank label",
    question: "Which payments has the bank labelled AMZN lately?",
    calls: [{ tool: "find_transactions", args: { payee: "AMZN", since: "2026-09-01" } }],
  },
  {
    title: "Largest expenses",
    question: "What were our ten largest expenses this year?",
    calls: [{
      tool: "find_transactions",
      args: { since: "2026-01-01", direction: "out", sort: "largest", limit: 10 },
    }],
  },
  {
    title: "The latest payments",
    question: "What came in and went out lately?",
    calls: [{ tool: "find_transactions" }],
  },
  {
    title: "Accounts",
    question: "What do we have in our accounts?",
    calls: [{ tool: "list_accounts" }],
  },
  {
    title: "Coming bills",
    question: "Which bills are due in the next two weeks?",
    calls: [{ tool: "list_scheduled_transactions", args: { until: "2026-12-04" } }],
  },
  {
    title: "Subscriptions",
    question: "Which subscriptions do we pay, and which got dearer?",
    calls: [{ tool: "find_recurring_charges" }],
  },
  {
    title: "Trends",
    question: "Are we spending more than half a year ago?",
    calls: [{ tool: "get_spending_trends", args: { group_by: "group" } }],
  },
  {
    title: "Groceries by month",
    question: "What do groceries come to each month?",
    calls: [{
      tool: "find_transactions",
      args: { category_ids: ["Groceries"], since: "2026-01-01", group_by: "month" },
    }],
  },
  {
    title: "A purchase",
    question: "Can we afford a sofa for 3,000 in January?",
    calls: [
      { tool: "get_category_balances", args: { group: "Savings Goals" } },
      {
        tool: "forecast_balance",
        args: {
          until: "2027-02",
          account_ids: ["Checking"],
          one_offs: [{ date: "2027-01-15", amount: -3000, label: "Sofa" }],
        },
      },
    ],
  },
  {
    title: "Bills of the house",
    question: "Did the bills of the house stay within the plan last month?",
    calls: [{ tool: "get_budget_vs_actual", args: { month: "2026-10", group: "Home" } }],
  },
  {
    title: "Targets",
    question: "Which targets have we set?",
    calls: [{ tool: "list_category_groups" }],
  },
  {
    title: "A refund",
    question: "Has any refund come in on the card this autumn?",
    calls: [{
      tool: "find_transactions",
      args: { since: "2026-09-01", direction: "in", account_ids: ["Everyday Visa"] },
    }],
  },
];
