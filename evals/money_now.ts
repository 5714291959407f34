import {
  amount,
  day,
  reads,
  saysAvailable,
  saysBalance,
  words,
  type WrittenQuestion,
} from "./question.ts";

/** Questions about balances of accounts and categories. */
export const moneyNow: readonly WrittenQuestion[] = [
  {
    id: "checking",
    says: "how much is in checking right now?",
    rehearsed: saysBalance("Checking", (money) => `$${money}.`),
    facts: (household) => [amount("the balance", household.balance("Checking"))],
  },
  {
    id: "savings-german",
    language: "de",
    says: "Wie viel liegt auf dem Sparkonto?",
    rehearsed: saysBalance("Savings", (money) => `Auf dem Sparkonto liegen ${money} $.`),
    facts: (household) => [amount("the balance", household.balance("Savings"))],
  },
  {
    id: "card-spanish",
    language: "es",
    says: "\u00bfCu\u00e1nto debemos en la Visa?",
    rehearsed: saysBalance("Everyday Visa", (money) => `Deb\u00e9is ${money} d\u00f3lares.`),
    facts: (household) => [amount("the debt", household.balance("Everyday Visa"))],
  },
  {
    id: "worth",
    says: "What are we worth all in all, the house and every loan included?",
    rehearsed: reads("list_accounts", {}, (answer, money) => {
      const worth = answer.number("on_budget_total") + answer.number("off_budget_total");
      return `All in all about $${money(worth)}.`;
    }),
    facts: (household) => [amount("the net worth", household.worth)],
  },
  {
    id: "mortgage-german",
    language: "de",
    says: "Wie viel schulden wir der Bank noch f\u00fcr das Haus?",
    rehearsed: saysBalance("Mortgage", (money) => `Noch ${money} $ auf der Hypothek.`),
    facts: (household) => [amount("the debt", household.balance("Mortgage"))],
  },
  {
    id: "last-reconciled",
    says: "When did we last reconcile the Visa?",
    rehearsed: reads(
      "list_accounts",
      {},
      (answer) => answer.row("accounts", "name", "Everyday Visa").text("last_reconciled"),
    ),
    facts: (household) => [
      day("the day", String(household.account("Everyday Visa").last_reconciled_at).slice(0, 10)),
    ],
  },
  {
    id: "broken-link",
    says: "is one of the bank connections broken?",
    rehearsed: reads(
      "list_accounts",
      {},
      (answer) => `Yes: ${answer.row("accounts", "bank_link", "broken").text("name")}.`,
    ),
    facts: (household) =>
      household.accountsWhere((account) => account.direct_import_in_error)
        .map((name) => words("which one", name)),
  },
  {
    id: "car-insurance",
    says: "How much have we put aside for the insurance of the car?",
    rehearsed: saysAvailable("Insurance", (money) => `$${money}`, "Car & Transport"),
    facts: (household) => [
      amount(
        "what is available",
        household.figures("2026-11", "Insurance", "Car & Transport").available,
      ),
    ],
  },
  {
    id: "groceries-left-french",
    language: "fr",
    says: "Il reste combien pour le caf\u00e9 ce mois-ci ?",
    rehearsed: saysAvailable("Coffee", (money) => `Il reste ${money} $.`),
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Coffee").available),
    ],
  },
  {
    id: "in-the-red",
    says: "Which categories are in the red this month and by how much?",
    rehearsed: reads("get_monthly_summary", {}, (answer, money) =>
      answer.rows("overspent")
        .map((row) => `${row.text("name")}: $${money(row.number("available"))}`).join("; ")),
    facts: (household) =>
      household.overspent("2026-11").flatMap(([name, missing]) => [
        words(`that ${name} is`, name),
        amount(`what ${name} is over by`, missing),
      ]),
  },
  {
    id: "ready-to-assign",
    says: "Is there money left to assign this month?",
    rehearsed: reads(
      "get_monthly_summary",
      {},
      (answer, money) => `Yes, $${money(answer.number("ready_to_assign"))}.`,
    ),
    facts: (household) => [amount("what is ready to assign", household.readyToAssign("2026-11"))],
  },
  {
    id: "vacation-dutch",
    language: "nl",
    says: "Hoeveel hebben we al voor de vakantie gespaard?",
    rehearsed: saysAvailable("Vacation", (money) => `Er staat ${money} dollar in Vacation.`),
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Vacation").available),
    ],
  },
];
