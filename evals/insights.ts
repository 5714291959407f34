import { moved } from "./changing.ts";
import type { Household } from "./household.ts";
import { amount, changes, count, day, type Fact, never, refusal, words } from "./grade.ts";
import { agreed, OCTOBER, valueAt, type WrittenQuestion } from "./question.ts";

const CARDS = [
  { account_id: "Everyday Visa", rate: 22.9, minimum: 60 },
  { account_id: "Harlow's Store Card", rate: 27.5, minimum: 35 },
] as const;
const CAR = { rate: 5.49, minimum: 318.27 };

/** Questions that only tools in the `complete` profile can answer. */
export const insights: readonly WrittenQuestion[] = [
  {
    id: "net-worth-this-year",
    says: "How much has our net worth changed since the end of last year?",
    calls: ["get_money_history", { since: "2026-01" }],
    answers: "It rose by $<money change.net_worth>.",
    facts: (household) => [amount("the change", household.worth - household.worthOn("2025-12-31"))],
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
    facts: (household) => [
      amount("the change", household.worthOn("2025-12-31") - household.worthOn("2024-12-31")),
      amount("what assets gained", gains(household, "2025")),
    ],
  },
  {
    id: "savings-rate-spanish",
    language: "es",
    says: "\u00bfQu\u00e9 porcentaje de los ingresos ahorramos en octubre?",
    calls: ["get_money_history", { since: "2026-10", until: "2026-10" }],
    answers: "El <months.0.savings_rate> %.",
    facts: (household) => {
      // In October, no asset changed in value, so the whole change in net worth is savings.
      const saved = household.worthOn("2026-10-31") - household.worthOn("2026-09-30");
      const income = -household.spent({ category: "Inflow: Ready to Assign", ...OCTOBER });
      return [amount("the percentage", Math.round(1_000 * saved / income) * 100)];
    },
  },
  {
    id: "card-is-covered",
    kind: "wrong premise",
    says: "My Everyday Visa is fully covered, isn't it?",
    calls: ["explain_card", { account_id: "Everyday Visa" }],
    answers: "No, it isn't: $<money cards.0.gap> of what it owes isn't set aside.",
    facts: (household) => [
      amount("what is missing", household.cardGap("Everyday Visa", "2026-11")),
      ...refusal("that it is not"),
    ],
  },
  {
    id: "card-gap-german",
    language: "de",
    says: "Wodurch fehlt auf der Everyday Visa diesen Monat noch mehr Geld?",
    calls: ["explain_card", { account_id: "Everyday Visa", months: 1 }],
    answers: "<causes.kind=overspent.category> <money causes.kind=overspent.amount> $, Buchungen " +
      "ohne Kategorie <money causes.kind=uncategorized.amount> $.",
    facts: (household) => [
      words("the overspent category", "Dining Out"),
      amount("its overspending", overspentBy(household, "Dining Out")),
      words("transactions without a category", "Kategorie", "kategorisier"),
    ],
  },
  {
    id: "cover-store-card-spanish",
    language: "es",
    says: "\u00bfCu\u00e1nto tengo que asignar para que la tarjeta Harlow's quede cubierta?",
    calls: ["explain_card", { account_id: "Harlow's Store Card" }],
    answers: "<money close.0.amount> d\u00f3lares.",
    facts: (household) => [amount("the gap", household.cardGap("Harlow's Store Card", "2026-11"))],
  },
  {
    id: "car-loan-end",
    says: "When is the car loan paid off if we just keep paying, and how much interest is left?",
    calls: ["plan_payoff", { debts: [{ account_id: "Car Loan" }] }],
    answers:
      "In <plans.name=minimums.free_month>, after <plans.name=minimums.months> payments with " +
      "$<money plans.name=minimums.interest> of interest.",
    facts: (household) => {
      const owed = -household.balance("Car Loan");
      const { months, interest } = paidOff([{ ...CAR, owed }], 0);
      return [inMonth(months), amount("the interest", interest)];
    },
  },
  {
    id: "debt-free-german",
    kind: "vague",
    language: "de",
    turns: [{
      says: "Wann sind wir die Karten los, wenn wir 200 im Monat zus\u00e4tzlich zahlen?",
      rehearsed: async (desk) => {
        const why = await desk.refused("plan_payoff", { extra: 200 });
        const missing = CARDS.filter(({ account_id: name }) => why.includes(name));
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
    facts: (household) => {
      const debts = CARDS.map(({ account_id: name, ...one }) => ({
        ...one,
        owed: household.cardGap(name, "2026-11"),
      }));
      const { months, interest } = paidOff(debts, 200);
      return [inMonth(months), amount("the interest", interest)];
    },
  },
  {
    id: "sam-owes",
    says: "Sam still owes me for what I flagged green. How much, and what's the date on it?",
    calls: ["list_reimbursements", { mark: "green" }],
    answers: "$<money open.0.open>, dated <open.0.date>.",
    facts: (household) =>
      household.flagged("green").flatMap((row) => [
        amount("the amount still owed", row.amount),
        day("the day", row.date),
      ]),
  },
  {
    id: "work-expenses-german",
    language: "de",
    says: "Rot markiere ich, was mir die Firma erstattet. Wie viel steht noch aus?",
    calls: ["list_reimbursements", { mark: "red" }],
    answers: "Noch <money totals.open> $ aus <open.length> Ausgaben.",
    facts: (household) => {
      const rows = household.flagged("red");
      return [
        amount("the sum", rows.reduce((sum, row) => sum + row.amount, 0)),
        count("the expenses", rows.length),
      ];
    },
  },
  {
    id: "sam-paid-spanish",
    kind: "wrong premise",
    language: "es",
    says: "Sam ya me devolvi\u00f3 lo del cine que marqu\u00e9 en verde, \u00bfverdad?",
    calls: ["list_reimbursements", { mark: "green" }],
    answers: "No: siguen pendientes <money totals.open> d\u00f3lares.",
    facts: (household) => [
      ...household.flagged("green").map((row) => amount("the amount still owed", row.amount)),
      words("that it is still owed", "no ", "no,", "no:", "pendiente", "todavia", "aun"),
    ],
  },
  {
    id: "moved-in-october",
    says: "How often did we move money between categories in October, and how much in all?",
    calls: ["list_money_movements", { by: "month", month: "2026-10" }],
    answers: "<periods.0.times> times, $<money periods.0.moved> in all.",
    facts: (household) => {
      const { moved, times } = household.moves("2026-10");
      return [amount("the sum", moved), count("the moves", times)];
    },
  },
  {
    id: "how-accurate-german",
    language: "de",
    says: "Wie genau war unser Budget im September, also wie viel Prozent haben wir nicht " +
      "umgeschichtet?",
    rehearsed: async (desk) => {
      const moves = await desk.call("list_money_movements", { by: "month", month: "2026-09" });
      const share = Number(valueAt(moves, "periods.0.moved_share"));
      return `${((1 - share) * 100).toFixed(1).replace(".", ",")} %`;
    },
    facts: (household) => {
      const { assigned, moved } = household.moves("2026-09");
      const percent = 100 * (1 - moved / assigned);
      const rounded = [1, 2].map((digits) => Math.round(Number(percent.toFixed(digits)) * 1_000));
      return [amount("the percentage", ...rounded)];
    },
  },
  {
    id: "moved-too-long-ago",
    kind: "wrong premise",
    says: "We never moved any money between categories in May 2024, right?",
    calls: ["list_money_movements", { by: "month", month: "2024-05" }],
    answers: "YNAB can't tell: it lists moves only since <first_known>.",
    facts: () => [
      ...refusal("that it is unknown"),
      words("when the list of moves begins", "2026-08", "August", "Aug "),
      never("that it was so", "yes,", "that's right", "correct"),
    ],
  },
  {
    id: "net-worth-before-the-plan-spanish",
    kind: "wrong premise",
    language: "es",
    says: "\u00bfCu\u00e1nto val\u00edan nuestros bienes menos las deudas a finales de 2020?",
    rehearsed: async (desk) => {
      const why = await desk.refused("get_money_history", { since: "2020-12", until: "2020-12" });
      const [first = ""] = why.match(/20\d\d-\d\d(?=:)/u) ?? [];
      return `No se puede saber: el plan no tiene datos antes de ${first}.`;
    },
    facts: () => [
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
    facts: (household) => [
      changes(
        moved(household, "Savings Goals/Emergency Fund", -50_000),
        moved(household, "Everyday/Groceries", 30_000),
        moved(household, "Car & Transport/Fuel", 20_000),
      ),
    ],
  },
  {
    id: "boiler-in-march",
    says: "Can we afford a new boiler for 3,000 at the beginning of March?",
    calls: ["can_afford", { amount: 3_000, date: "2027-03-01" }],
    answers: "Yes, if you move money: only $<money category.free> is free; the rest could come " +
      "from <from.0.category>, <from.1.category> and others.",
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
    calls: ["can_afford", { amount: 90, category_id: "Clothing" }],
    answers: "No del todo: faltan <money from.0.take> d\u00f3lares en Clothing.",
    facts: (household) => [amount("what is missing", 90_000 - household.available("Clothing"))],
  },
  {
    id: "december-needs-german",
    language: "de",
    says: "Was geht im Dezember f\u00fcr die Hypothek und f\u00fcr Childcare ab?",
    calls: ["get_upcoming_needs", { month: "next" }],
    answers: "Hypothek <money categories.name=Mortgage.coming> $, " +
      "Childcare <money categories.name=Childcare.coming> $.",
    facts: (household) => [
      amount("the mortgage", household.schedule({ to: "Mortgage" }).amount),
      amount("the daycare", household.schedule({ payee: "Little Explorers Daycare" }).amount),
    ],
  },
  {
    id: "what-matters-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfHay algo urgente en el presupuesto?",
    calls: ["get_digest"],
    answers: "<items.0.what>. <items.1.what>. <items.2.what>.",
    facts: (household) =>
      household.overspent("2026-11").map(([name]) => words(`that ${name} is overspent`, name)),
  },
];

/**
 * A debt: the amount owed in milliunits, the annual rate as a percentage, and the minimum payment
 * in whole units.
 */
interface OwedDebt {
  readonly owed: number;
  readonly rate: number;
  readonly minimum: number;
}

/**
 * Pays debts in cents; money left after the minimums goes to the debt with the highest rate.
 * Returns the number of months, and the interest in milliunits.
 */
function paidOff(
  debts: readonly OwedDebt[],
  extra: number,
): { readonly months: number; readonly interest: number } {
  const monthly = debts.reduce((sum, { minimum }) => sum + minimum, extra);
  const left = debts.map(({ owed, rate, minimum }) => ({
    cents: Math.round(owed / 10),
    rate,
    minimum: Math.round(minimum * 100),
  })).toSorted((a, b) => b.rate - a.rate);
  let months = 0;
  let interest = 0;
  while (left.some(({ cents }) => cents > 0)) {
    months += 1;
    let budget = Math.round(monthly * 100);
    for (const debt of left) {
      const added = Math.round(debt.cents * debt.rate / 1_200);
      debt.cents += added;
      interest += added;
      const paid = Math.min(debt.minimum, debt.cents);
      debt.cents -= paid;
      budget -= paid;
    }
    for (const debt of left) {
      const paid = Math.min(budget, debt.cents);
      debt.cents -= paid;
      budget -= paid;
    }
  }
  return { months, interest: interest * 10 };
}

/** How much the values of tracking assets changed during a year. */
function gains(household: Household, year: string): number {
  const assets = household.accountsWhere(({ type }) => type === "otherAsset");
  return assets.flatMap((account) =>
    household.find({ account, since: `${year}-01-01`, until: `${year}-12-31` })
  ).reduce((sum, line) => sum + (line.isTransfer ? 0 : line.amount), 0);
}

function overspentBy(household: Household, category: string): number {
  return household.overspent("2026-11").find(([name]) => name === category)?.[1] ?? 0;
}

/**
 * The month of the last payment, or the number of payments. The first payment is due next month.
 */
function inMonth(months: number): Fact {
  const last = new Date(Date.UTC(2026, 10 + months, 1));
  const names = ["en", "de"].map((language) =>
    last.toLocaleDateString(language, { month: "long", year: "numeric", timeZone: "UTC" })
  );
  const payments = ["months", "payments", "Monate", "Raten"].map((unit) => `${months} ${unit}`);
  return words("when it is paid off", last.toISOString().slice(0, 7), ...names, ...payments);
}
