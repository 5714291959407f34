import { amount, day, words } from "../fact.ts";
import type { Question } from "../question.ts";

/** What there is on accounts and in categories. */
export const moneyNow: readonly Question[] = [
  {
    id: "checking",
    kind: "plain",
    language: "en",
    turns: [{
      says: "how much is in checking right now?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        return `$${desk.money(answer.row("accounts", "name", "Checking").number("balance"))}.`;
      },
    }],
    facts: (household) => [amount("the balance", household.balance("Checking"))],
  },
  {
    id: "savings-german",
    kind: "plain",
    language: "de",
    turns: [{
      says: "Wie viel liegt auf dem Sparkonto?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        const balance = answer.row("accounts", "name", "Savings").number("balance");
        return `Auf dem Sparkonto liegen ${desk.money(balance)} $.`;
      },
    }],
    facts: (household) => [amount("the balance", household.balance("Savings"))],
  },
  {
    id: "card-spanish",
    kind: "plain",
    language: "es",
    turns: [{
      says: "\u00bfCu\u00e1nto debemos en la Visa?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        const balance = answer.row("accounts", "name", "Everyday Visa").number("balance");
        return `Deb\u00e9is ${desk.money(balance)} d\u00f3lares.`;
      },
    }],
    facts: (household) => [amount("the debt", household.balance("Everyday Visa"))],
  },
  {
    id: "worth",
    kind: "plain",
    language: "en",
    turns: [{
      says: "What are we worth all in all, the house and every loan included?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        const worth = answer.number("on_budget_total") + answer.number("off_budget_total");
        return `All in all about $${desk.money(worth)}.`;
      },
    }],
    facts: (household) => [amount("the net worth", household.worth)],
  },
  {
    id: "mortgage-german",
    kind: "plain",
    language: "de",
    turns: [{
      says: "Wie viel schulden wir der Bank noch f\u00fcr das Haus?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        const balance = answer.row("accounts", "name", "Mortgage").number("balance");
        return `Noch ${desk.money(balance)} $ auf der Hypothek.`;
      },
    }],
    facts: (household) => [amount("the debt", household.balance("Mortgage"))],
  },
  {
    id: "last-reconciled",
    kind: "plain",
    language: "en",
    turns: [{
      says: "When did we last reconcile the Visa?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        return answer.row("accounts", "name", "Everyday Visa").text("last_reconciled");
      },
    }],
    facts: (household) => [
      day("the day", String(household.account("Everyday Visa").last_reconciled_at).slice(0, 10)),
    ],
  },
  {
    id: "broken-link",
    kind: "plain",
    language: "en",
    turns: [{
      says: "is one of the bank connections broken?",
      rehearsed: async (desk) => {
        const answer = await desk.call("list_accounts");
        return `Yes: ${answer.row("accounts", "bank_link", "broken").text("name")}.`;
      },
    }],
    facts: (household) =>
      household.accountsWhere((account) => account.direct_import_in_error)
        .map((name) => words("which one", name)),
  },
  {
    id: "car-insurance",
    kind: "plain",
    language: "en",
    turns: [{
      says: "How much have we put aside for the insurance of the car?",
      rehearsed: async (desk) => {
        const answer = await desk.call("get_category_balances", { group: "Car & Transport" });
        return `$${desk.money(answer.row("categories", "name", "Insurance").number("available"))}`;
      },
    }],
    facts: (household) => [
      amount(
        "what is available",
        household.figures("2026-11", "Insurance", "Car & Transport").available,
      ),
    ],
  },
  {
    id: "groceries-left-french",
    kind: "plain",
    language: "fr",
    turns: [{
      says: "Il reste combien pour le caf\u00e9 ce mois-ci ?",
      rehearsed: async (desk) => {
        const answer = await desk.call("get_category_balances", { category_ids: ["Coffee"] });
        return `Il reste ${
          desk.money(answer.row("categories", "name", "Coffee").number("available"))
        } $.`;
      },
    }],
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Coffee").available),
    ],
  },
  {
    id: "in-the-red",
    kind: "plain",
    language: "en",
    turns: [{
      says: "Which categories are in the red this month and by how much?",
      rehearsed: async (desk) => {
        const answer = await desk.call("get_monthly_summary");
        return answer.rows("overspent")
          .map((row) => `${row.text("name")}: $${desk.money(row.number("available"))}`).join("; ");
      },
    }],
    facts: (household) =>
      household.overspent("2026-11").flatMap(([name, missing]) => [
        words(`that ${name} is`, name),
        amount(`what ${name} is over by`, missing),
      ]),
  },
  {
    id: "ready-to-assign",
    kind: "plain",
    language: "en",
    turns: [{
      says: "Is there money left to assign this month?",
      rehearsed: async (desk) => {
        const answer = await desk.call("get_monthly_summary");
        return `Yes, $${desk.money(answer.number("ready_to_assign"))}.`;
      },
    }],
    facts: (household) => [amount("what is ready to assign", household.readyToAssign("2026-11"))],
  },
  {
    id: "vacation-dutch",
    kind: "plain",
    language: "nl",
    turns: [{
      says: "Hoeveel hebben we al voor de vakantie gespaard?",
      rehearsed: async (desk) => {
        const answer = await desk.call("get_category_balances", { category_ids: ["Vacation"] });
        const available = answer.row("categories", "name", "Vacation").number("available");
        return `Er staat ${desk.money(available)} dollar in Vacation.`;
      },
    }],
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Vacation").available),
    ],
  },
];
