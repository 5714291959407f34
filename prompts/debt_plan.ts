import { z } from "zod";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "debt_plan",
  title: "Debt plan",
  description: "How to pay off cards and loans: payoff order, payoff time, interest, and the " +
    "first month's payments",
};

export const input: PromptModule["input"] = z.strictObject({});

export const lines: PromptModule["lines"] = (_, { has }) => [
  "Make a plan with me to pay off my debts.",
  ...(has("plan_payoff")
    ? [
      "1. explain_card: which cards have less money set aside than I owe on them, and why.",
      "2. Ask me how much I can pay each month on top of the minimums. Call plan_payoff with " +
      'that amount as its "extra" argument; if it names debts without a rate or minimum, ask me ' +
      "for the missing values. Never guess them.",
      "3. Show me the payoff plans in one table: months, interest and payoff order. Say how much " +
      "the avalanche plan saves, which debts the snowball plan pays off sooner, how likely cash " +
      "is to fall below zero, and what the tool's notes say.",
      "4. If cash is likely to fall below zero or a payoff plan never pays off all the debts, " +
      "ask me for a different extra amount and call plan_payoff again.",
    ]
    : [
      "1. list_accounts: what I owe on each card and loan.",
      "2. get_category_balances: what is set aside for the cards. If I owe more on a card " +
      "than is set aside for it, count only the excess as debt.",
      "3. Ask me for each debt's rate and minimum payment, and how much more I can pay each " +
      "month. Never guess them. Tell me which debt to pay first (the one with the highest rate), " +
      "but don't estimate how long it will take or how much interest I will pay.",
    ]),
  "Use only figures from the tools and from me.",
  has("set_category_budget")
    ? `When I agree, assign the money for the first month's payments with ${
      has("assign_month")
        ? 'one call to assign_month, passing each amount in the "add" field'
        : "set_category_budget"
    }. ${ASK_FIRST}`
    : CANNOT_CHANGE,
];
