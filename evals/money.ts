import { amount, day, type Fact, words } from "./grade.ts";
import type { Household } from "./household.ts";
import {
  findsLatest,
  OCTOBER,
  saysAvailable,
  saysBalance,
  type WrittenQuestion,
} from "./question.ts";

/** Questions about balances of accounts and categories. */
export const moneyNow: readonly WrittenQuestion[] = [
  {
    id: "checking",
    says: "how much is in checking right now?",
    ...saysBalance("Checking", "$<>."),
  },
  {
    id: "savings-german",
    language: "de",
    says: "Wie viel liegt auf dem Sparkonto?",
    ...saysBalance("Savings", "Auf dem Sparkonto liegen <> $."),
  },
  {
    id: "card-spanish",
    language: "es",
    says: "\u00bfCu\u00e1nto debemos en la Visa?",
    ...saysBalance("Everyday Visa", "Deb\u00e9is <> d\u00f3lares."),
  },
  {
    id: "worth",
    says: "What are we worth altogether, including the house and every loan?",
    rehearsed: async (desk) => {
      const { on_budget_total: on, off_budget_total: off } = await desk.call("list_accounts");
      return `About $${desk.money(Number(on) + Number(off))} altogether.`;
    },
    facts: (household) => [amount("the net worth", household.worth)],
  },
  {
    id: "mortgage-german",
    language: "de",
    says: "Wie viel schulden wir der Bank noch f\u00fcr das Haus?",
    ...saysBalance("Mortgage", "Noch <> $ auf der Hypothek."),
  },
  {
    id: "last-reconciled",
    says: "When did we last reconcile the Visa?",
    calls: ["list_accounts"],
    answers: "<accounts.name=Everyday Visa.last_reconciled>",
    facts: (household) => [
      day("the day", String(household.account("Everyday Visa").last_reconciled_at).slice(0, 10)),
    ],
  },
  {
    id: "broken-link",
    says: "is one of the bank connections broken?",
    calls: ["list_accounts"],
    answers: "Yes: <accounts.bank_link=broken.name>.",
    facts: (household) =>
      household.accountsWhere((account) => account.direct_import_in_error)
        .map((name) => words("which one", name)),
  },
  {
    id: "car-insurance",
    says: "How much have we put aside for the car insurance?",
    ...saysAvailable("Insurance", "$<>", "Car & Transport"),
  },
  {
    id: "groceries-left-french",
    language: "fr",
    says: "Il reste combien pour le caf\u00e9 ce mois-ci ?",
    ...saysAvailable("Coffee", "Il reste <> $."),
  },
  {
    id: "in-the-red",
    says: "Which categories are in the red this month and by how much?",
    calls: ["get_monthly_summary"],
    answers: "<overspent.0.name>: $<money overspent.0.available>; " +
      "<overspent.1.name>: $<money overspent.1.available>",
    facts: (household) =>
      household.overspent("2026-11").flatMap(([name, missing]) => [
        words(`that ${name} is`, name),
        amount(`how much ${name} is over by`, missing),
      ]),
  },
  {
    id: "ready-to-assign",
    says: "Is there money left to assign this month?",
    calls: ["get_monthly_summary"],
    answers: "Yes, $<money ready_to_assign>.",
    facts: (household) => [amount("Ready to Assign", household.readyToAssign("2026-11"))],
  },
  {
    id: "vacation-dutch",
    language: "nl",
    says: "Hoeveel hebben we al voor de vakantie gespaard?",
    ...saysAvailable("Vacation", "Er staat <> dollar in Vacation."),
  },
];

/** Questions about the future, and vague questions. */
export const moneyAhead: readonly WrittenQuestion[] = [
  {
    id: "mortgage-next-german",
    language: "de",
    says: "Wann geht die n\u00e4chste Hypothekenrate ab und wie hoch ist sie?",
    calls: ["list_scheduled_transactions"],
    answers: "Am <occurrences.category=Mortgage.dates.0>: " +
      "<money occurrences.category=Mortgage.amount> $.",
    facts: (household) => next(household, { to: "Mortgage" }),
  },
  {
    id: "tires",
    says: "When are the winter tires due and what will they cost?",
    calls: ["list_scheduled_transactions"],
    answers:
      "On <occurrences.memo=Winter tires.dates.0>, $<money occurrences.memo=Winter tires.amount>.",
    facts: (household) => next(household, { memo: "Winter tires" }),
  },
  {
    id: "salary-polish",
    language: "pl",
    says: "Kiedy przyjdzie nast\u0119pna wyp\u0142ata z Northline i ile wyniesie?",
    calls: ["list_scheduled_transactions"],
    answers: "<occurrences.payee=Northline Engineering.dates.0>: " +
      "<money occurrences.payee=Northline Engineering.amount> USD.",
    facts: (household) => next(household, { payee: "Northline Engineering" }),
  },
  {
    id: "how-is-it-going",
    kind: "vague",
    says: "so how are we doing?",
    calls: ["get_monthly_summary"],
    answers: "$<money ready_to_assign> is left to assign; <overspent.0.name> and " +
      "<overspent.1.name> are overspent.",
    facts: (household) =>
      household.overspent("2026-11").map(([name]) => words(`that ${name} is overspent`, name)),
  },
  {
    id: "presents",
    kind: "vague",
    says: "what do we have for christmas presents",
    ...saysAvailable("Gifts", "Holidays/Gifts has $<>.", "Holidays"),
  },
  {
    id: "the-box",
    kind: "vague",
    says: "the farm thing, what's that each week",
    ...findsLatest("Farm", "<payee>: $<money amount> a week."),
    facts: (household) => [amount("the price", household.latest("Riverbend Farm Box").amount)],
  },
  {
    id: "rainy-day-german",
    kind: "vague",
    language: "de",
    says: "Und unser Notgroschen?",
    ...saysAvailable("Emergency Fund", "Im Emergency Fund sind <> $."),
  },
  {
    id: "kids-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfY los ni\u00f1os? \u00bfCu\u00e1nto nos costaron el mes pasado?",
    calls: ["get_spending_trends", { months: 2, group_by: "group" }],
    answers: "En octubre, <money series.name=Kids.spending.1> d\u00f3lares.",
    facts: (household) => [amount("the sum", household.spent({ group: "Kids", ...OCTOBER }))],
  },
];

function next(
  household: Household,
  query: Parameters<Household["schedule"]>[0],
): readonly Fact[] {
  const { date, amount: moved } = household.schedule(query);
  return [day("the day", date), amount("the amount", moved)];
}
