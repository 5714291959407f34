import { amount, words } from "./grade.ts";
import { reads, type WrittenQuestion } from "./question.ts";

/** Questions about the future that only tools in the `complete` profile can answer. */
export const insightsAhead: readonly WrittenQuestion[] = ([
  {
    id: "boiler-in-march",
    says: "Can we afford a new boiler for 3,000 at the beginning of March?",
    rehearsed: reads("can_afford", { amount: 3_000, date: "2027-03-01" }, (answer, money) => {
      const from = answer.rows("from").map((row) => row.text("category"));
      const free = money(answer.within("category").number("free"));
      return answer.text("verdict") === "yes_if_moved"
        ? `Yes, if you move money: only $${free} is free, the rest from ${from.join(", ")}.`
        : `The verdict is ${answer.text("verdict")}.`;
    }),
    facts: (household) => [
      words("that it is possible", "yes", "you can", "affordable", "affords"),
      words("that money must be moved", "move", "moving", "reassign"),
      amount("what is free", household.readyToAssign("2026-11")),
    ],
  },
  {
    id: "coat-spanish",
    language: "es",
    says: "\u00bfNos llega Clothing para un abrigo de 90? Si no, \u00bfcu\u00e1nto falta?",
    rehearsed: reads("can_afford", { amount: 90, category_id: "Clothing" }, (answer, money) => {
      const missing = 90 - answer.within("category").number("free");
      return `No del todo: faltan ${money(missing)} d\u00f3lares en Clothing.`;
    }),
    facts: (household) => [amount("what is missing", 90_000 - household.available("Clothing"))],
  },
  {
    id: "december-needs-german",
    language: "de",
    says: "Was geht im Dezember f\u00fcr die Hypothek und f\u00fcr Childcare ab?",
    calls: ["get_upcoming_needs", { month: "next" }],
    answers: "Hypothek <money categories.name=Mortgage.coming> $, " +
      "Childcare <money categories.name=Childcare.coming> $.",
    facts: (household) => {
      const mortgage = household.account("Mortgage").id;
      const daycare = household.payeeId("Little Explorers Daycare");
      return [
        amount(
          "the mortgage",
          household.schedule((one) => one.transfer_account_id === mortgage).amount,
        ),
        amount("the daycare", household.schedule((one) => one.payee_id === daycare).amount),
      ];
    },
  },
  {
    id: "what-matters-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfHay algo urgente en el presupuesto?",
    rehearsed: reads(
      "get_digest",
      {},
      (answer) => answer.rows("items").slice(0, 5).map((row) => row.text("what")).join(" "),
    ),
    facts: (household) =>
      household.overspent("2026-11").map(([name]) => words(`that ${name} is overspent`, name)),
  },
] satisfies readonly WrittenQuestion[]).map((question) => ({ ...question, profile: "complete" }));
