/**
 * Conversations that only the complete profile can have, written down call by call, for the
 * measure of what the server costs.
 *
 * @module
 */

import type { WrittenConversation } from "./_economy_conversation.ts";

/** What a household asks and has changed, on 20 November 2026. */
export const complete: readonly WrittenConversation[] = [
  {
    title: "Going through the latest",
    question: "Is anything odd in what came in lately?",
    calls: [{ tool: "review_transactions", args: { limit: 10 } }],
  },
  {
    title: "Twice by mistake",
    question: "Did we pay or enter anything twice this autumn?",
    calls: [{
      tool: "review_transactions",
      args: { since: "2026-09-01", unapproved_only: false, limit: 5 },
    }],
  },
  {
    title: "Spellings",
    question: "Under which names do we have Amazon?",
    calls: [{ tool: "list_payees", args: { text: "am", sort: "name", limit: 10 } }],
  },
  {
    title: "One payee of two",
    question: "Make the one that the bank calls AMZN Amazon as well.",
    calls: [
      { tool: "list_payees", args: { text: "amzn" } },
      {
        tool: "merge_payees",
        args: { into_payee_id: "Amazon", payee_ids: ["=list_payees.payees.0.payee_id"] },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "A better name",
    question: "Call Harlow's Harlow & Sons. Or no, put it back.",
    calls: [
      {
        tool: "rename_payees",
        args: { renames: [{ payee_id: "Harlow's", name: "Harlow & Sons" }] },
        isConfirmed: true,
      },
      { tool: "undo_operation", isConfirmed: true },
    ],
  },
  {
    title: "Where money was moved",
    question: "What did we move between categories this month?",
    calls: [{ tool: "list_money_movements", args: { month: "current", limit: 10 } }],
  },
  {
    title: "Covering everything",
    question: "Cover all that is overspent this month.",
    calls: [
      {
        tool: "assign_month",
        args: { month: "current", mode: "cover_overspending" },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "A month like the last",
    question: "Give December what November has, but no more than 500 on top.",
    calls: [
      {
        tool: "assign_month",
        args: { month: "2026-12", mode: "as_last_month", limit_amount: 500 },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "A group for trips",
    question: "Make a group for our trips and move Vacation there.",
    calls: [
      { tool: "create_category_group", args: { name: "Trips" }, isConfirmed: true },
      {
        tool: "update_category",
        args: { category_id: "Vacation", group_id: "Trips" },
        isConfirmed: true,
      },
    ],
  },
  {
    title: "What was done",
    question: "Call the group fun Leisure. What else have you changed so far?",
    calls: [
      {
        tool: "rename_category_group",
        args: { group_id: "Fun", name: "Leisure" },
        isConfirmed: true,
      },
      { tool: "list_changes" },
    ],
  },
];
