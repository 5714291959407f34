import { amount, changes, count, day, type Fact, never, refusal, words } from "./grade.ts";
import { agreed, valueAt, type WrittenQuestion } from "./question.ts";

const CARDS = [
  { account_id: "Everyday Visa", rate: 22.9, minimum: 60 },
  { account_id: "Harlow's Store Card", rate: 27.5, minimum: 35 },
] as const;

/** Questions that only tools in the `complete` profile can answer. */
export const insights: readonly WrittenQuestion[] = [
  {
    id: "net-worth-this-year",
    says: "How much has our net worth changed since the end of last year?",
    calls: ["get_money_history", { since: "2026-01" }],
    answers: "It rose by $<money change.net_worth>.",
    facts: [amount("the change", 14_240_020)],
  },
  {
    id: "why-richer-german",
    kind: "vague",
    language: "de",
    says: "Wieso sind wir 2025 so viel reicher geworden? So viel gespart haben wir doch nicht.",
    calls: ["get_money_history", { since: "2025-01", until: "2025-12" }],
    answers:
      "Das Verm\u00f6gen wuchs um <money change.net_worth> $: <money change.saved> $ gespart und " +
      "<money change.gains> $ Wertzuwachs von Haus und Depot.",
    facts: [amount("the change", 37_368_550), amount("what assets gained", 17_074_040)],
  },
  {
    id: "savings-rate-spanish",
    language: "es",
    says: "\u00bfQu\u00e9 porcentaje de los ingresos ahorramos en octubre?",
    calls: ["get_money_history", { since: "2026-10", until: "2026-10" }],
    answers: "El <months.0.savings_rate> %.",
    facts: [amount("the percentage", 37_800)],
  },
  {
    id: "card-is-covered",
    kind: "wrong premise",
    says: "My Everyday Visa is fully covered, isn't it?",
    calls: ["explain_card", { account_id: "Everyday Visa" }],
    answers: "No, it isn't: $<money cards.0.gap> of what it owes isn't set aside.",
    facts: [amount("what is missing", 2_440_570), ...refusal("that it is not")],
  },
  {
    id: "card-gap-german",
    language: "de",
    says: "Wodurch fehlt auf der Everyday Visa diesen Monat noch mehr Geld?",
    calls: ["explain_card", { account_id: "Everyday Visa", months: 1 }],
    answers: "<causes.kind=overspent.category> <money causes.kind=overspent.amount> $, Buchungen " +
      "ohne Kategorie <money causes.kind=uncategorized.amount> $.",
    facts: [
      words("the overspent category", "Dining Out"),
      amount("its overspending", 252_730),
      words("transactions without a category", "Kategorie", "kategorisier"),
    ],
  },
  {
    id: "cover-store-card-spanish",
    language: "es",
    says: "\u00bfCu\u00e1nto tengo que asignar para que la tarjeta Harlow's quede cubierta?",
    calls: ["explain_card", { account_id: "Harlow's Store Card" }],
    answers: "<money close.0.amount> d\u00f3lares.",
    facts: [amount("the gap", 904_690)],
  },
  {
    id: "car-loan-end",
    says:
      "When will the car loan be paid off if we just keep making our regular payments, and how " +
      "much interest is left?",
    calls: ["plan_payoff", { debts: [{ account_id: "Car Loan" }] }],
    answers:
      "In <plans.name=minimums.free_month>, after <plans.name=minimums.months> payments and a " +
      "total of $<money plans.name=minimums.interest> in interest.",
    facts: [
      paidOff(29, "2029-04", "April 2029"),
      amount("the interest", 602_240),
    ],
  },
  {
    id: "debt-free-german",
    kind: "vague",
    language: "de",
    turns: [{
      says: "Wann sind wir die Karten los, wenn wir 200 im Monat zus\u00e4tzlich zahlen?",
      calls: ["plan_payoff", { extra: 200 }],
      isRefused: true,
      answers: ({ error }) => {
        const missing = CARDS.filter(({ account_id: name }) => String(error).includes(name));
        return "YNAB kennt die Zinss\u00e4tze und Mindestraten nicht. Wie hoch sind sie bei " +
          `${missing.map((one) => one.account_id).join(" und ")}?`;
      },
    }, {
      says: "Visa 22,9 % und mindestens 60, Harlow's 27,5 % und mindestens 35.",
      calls: ["plan_payoff", { extra: 200, debts: CARDS }],
      answers:
        "Nach <plans.name=avalanche.months> Monaten (<plans.name=avalanche.free_month>), mit " +
        "<money plans.name=avalanche.interest> $ Zinsen.",
    }],
    facts: [
      paidOff(13, "2027-12", "December 2027", "Dezember 2027"),
      amount("the interest", 471_540),
    ],
  },
  {
    id: "sam-owes",
    says: "Sam still owes me for what I flagged green. How much, and what's the date on it?",
    calls: ["list_reimbursements", { mark: "green" }],
    answers: "$<money open.0.open>, dated <open.0.date>.",
    facts: [amount("the amount still owed", -27_500), day("the day", "2026-10-18")],
  },
  {
    id: "work-expenses-german",
    language: "de",
    says: "Rot markiere ich, was mir die Firma erstattet. Wie viel steht noch aus?",
    calls: ["list_reimbursements", { mark: "red" }],
    answers: "Noch <money totals.open> $ aus <open.length> Ausgaben.",
    facts: [amount("the sum", -68_200), count("the expenses", 2)],
  },
  {
    id: "sam-paid-spanish",
    kind: "wrong premise",
    language: "es",
    says: "Sam ya me devolvi\u00f3 lo del cine que marqu\u00e9 en verde, \u00bfverdad?",
    calls: ["list_reimbursements", { mark: "green" }],
    answers: "No: siguen pendientes <money totals.open> d\u00f3lares.",
    facts: [
      amount("the amount still owed", -27_500),
      words("that it is still owed", "no ", "no,", "no:", "pendiente", "todavia", "aun"),
    ],
  },
  {
    id: "moved-in-october",
    says: "How often did we move money between categories in October, and how much in all?",
    calls: ["list_money_movements", { by: "month", month: "2026-10" }],
    answers: "<periods.0.times> times, $<money periods.0.moved> in all.",
    facts: [amount("the sum", 360_300), count("the moves", 9)],
  },
  {
    id: "how-accurate-german",
    language: "de",
    says: "Wie genau war unser Budget im September, also wie viel Prozent haben wir nicht " +
      "umgeschichtet?",
    calls: ["list_money_movements", { by: "month", month: "2026-09" }],
    answers: (moves) => {
      const share = Number(valueAt(moves, "periods.0.moved_share"));
      return `${((1 - share) * 100).toFixed(1).replace(".", ",")} %`;
    },
    facts: [amount("the percentage", 94_800, 94_790)],
  },
  {
    id: "moved-too-long-ago",
    kind: "wrong premise",
    says: "We never moved any money between categories in May 2024, right?",
    calls: ["list_money_movements", { by: "month", month: "2024-05" }],
    answers: "YNAB can't say, because its list of moves starts on <first_known>.",
    facts: [
      ...refusal("that it is unknown"),
      words("when the list of moves begins", "2026-08", "August", "Aug "),
      never("that no money was moved", "yes,", "that's right", "correct"),
    ],
  },
  {
    id: "net-worth-before-the-plan-spanish",
    kind: "wrong premise",
    language: "es",
    says: "\u00bfCu\u00e1nto val\u00edan nuestros bienes menos las deudas a finales de 2020?",
    calls: ["get_money_history", { since: "2020-12", until: "2020-12" }],
    isRefused: true,
    answers: ({ error }) => {
      const [first = ""] = String(error).match(/20\d\d-\d\d(?=:)/u) ?? [];
      return `No se puede saber: el plan no tiene datos antes de ${first}.`;
    },
    facts: [
      ...refusal("that it is unknown"),
      words("when the data starts", "2023", "diciembre"),
    ],
  },
  {
    id: "spread-emergency-fund-spanish",
    kind: "change",
    language: "es",
    turns: agreed(
      "Saca 50 de Emergency Fund este mes: 30 a Groceries y 20 a Fuel, todo de una vez.",
      "S\u00ed, adelante.",
      ["assign_month", {
        month: "current",
        assignments: [
          { category_id: "Emergency Fund", add: -50 },
          { category_id: "Groceries", add: 30 },
          { category_id: "Fuel", add: 20 },
        ],
      }],
    ),
    facts: [
      changes(
        "assigned 2026-11 Savings Goals/Emergency Fund: 2705130 -> 2655130",
        "assigned 2026-11 Everyday/Groceries: 426030 -> 456030",
        "assigned 2026-11 Car & Transport/Fuel: 175000 -> 195000",
      ),
    ],
  },
  {
    id: "boiler-in-march",
    says: "Can we afford a new boiler for 3,000 at the beginning of March?",
    calls: ["can_afford", { amount: 3_000, date: "2027-03-01" }],
    answers: "Yes, if you move money: only $<money category.free> is free; the rest could come " +
      "from <from.0.category>, <from.1.category> and others.",
    facts: [
      words("that it is possible", "yes", "you can", "affordable", "affords"),
      words("that money must be moved", "move", "moving", "reassign"),
      amount("what is free", 86_420),
    ],
  },
  {
    id: "coat-spanish",
    language: "es",
    says: "\u00bfNos llega Clothing para un abrigo de 90? Si no, \u00bfcu\u00e1nto falta?",
    calls: ["can_afford", { amount: 90, category_id: "Clothing" }],
    answers: "No del todo: faltan <money from.0.take> d\u00f3lares en Clothing.",
    facts: [amount("what is missing", 57_990)],
  },
  {
    id: "december-needs-german",
    language: "de",
    says: "Was geht im Dezember f\u00fcr die Hypothek und f\u00fcr Childcare ab?",
    calls: ["get_upcoming_needs", { month: "next" }],
    answers: "Hypothek <money categories.name=Mortgage.coming> $, " +
      "Childcare <money categories.name=Childcare.coming> $.",
    facts: [amount("the mortgage", -1_612_440), amount("the daycare", -640_000)],
  },
  {
    id: "what-matters-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfHay algo urgente en el presupuesto?",
    calls: ["get_digest"],
    answers: "<items.0.what>. <items.1.what>. <items.2.what>.",
    facts: [
      words("that Dining Out is overspent", "Dining Out"),
      words("that Pharmacy & Health is overspent", "Pharmacy & Health"),
    ],
  },
];

/** The answer must give the month of the last payment or the number of monthly payments. */
function paidOff(months: number, ...last: readonly string[]): Fact {
  const payments = ["months", "payments", "Monate", "Raten"].map((unit) => `${months} ${unit}`);
  return words("when it is paid off", ...last, ...payments);
}
