import { amount, count, day, type Fact, words } from "./grade.ts";
import type { Household } from "./household.ts";
import {
  findsLatest,
  OCTOBER,
  saysAvailable,
  saysBalance,
  type WrittenQuestion,
} from "./question.ts";

const SEPTEMBER = { since: "2026-09-01", until: "2026-09-30" } as const;
const NOVEMBER = { since: "2026-11-01", until: "2026-11-30" } as const;
const THIS_YEAR = { since: "2026-01-01", until: "2026-12-31" } as const;

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

/** Questions about spending. */
export const moneySpent: readonly WrittenQuestion[] = [
  {
    id: "groceries-october",
    says: "what did we spend on groceries in october",
    calls: ["find_transactions", { ...OCTOBER, category_ids: ["Groceries"], limit: 1 }],
    answers: "$<money sum_out>",
    facts: (household) => [spentOn(household, "Groceries", OCTOBER)],
  },
  {
    id: "dining-japanese",
    language: "ja",
    says:
      "\u4eca\u6708\u306f\u5916\u98df\u306b\u3044\u304f\u3089\u4f7f\u3044\u307e\u3057\u305f\u304b\uff1f",
    calls: ["get_category_balances", { category_ids: ["Dining Out"] }],
    answers:
      "\u4eca\u6708\u306e\u5916\u98df\u306f<money categories.0.activity>\u30c9\u30eb\u3067\u3059\u3002",
    facts: (household) => [spentOn(household, "Dining Out", NOVEMBER)],
  },
  {
    id: "groceries-usual-italian",
    language: "it",
    says: "Quanto spendiamo in media al mese per la spesa, negli ultimi sei mesi interi?",
    calls: ["get_spending_trends", { months: 6, category_ids: ["Groceries"] }],
    answers: "In media <money series.0.mean> dollari al mese.",
    facts: (household) => [
      amount(
        "the mean",
        household.spent({ category: "Groceries", since: "2026-05-01", until: "2026-10-31" }) / 6,
      ),
    ],
  },
  {
    id: "coffee-house",
    says: "How often did we go to Blue Door Coffee this year, and what did that come to?",
    calls: ["find_transactions", { payee: "Blue Door Coffee", since: "2026-01-01", limit: 1 }],
    answers: "<count> times, $<money sum_out> in all.",
    facts: (household) => {
      const query = { ...THIS_YEAR, payee: "Blue Door Coffee" };
      return [
        count("the visits", household.find(query).length),
        amount("the sum", household.paid(query)),
      ];
    },
  },
  {
    id: "unknown-charge",
    says: "There's a $54 charge on the Visa. Who is it from?",
    calls: ["find_transactions", {
      amount: -54,
      account_ids: ["Everyday Visa"],
      since: "2026-11-01",
    }],
    answers: "<transactions.0.payee> on <transactions.0.date>.",
    facts: (household) =>
      household.find({ ...NOVEMBER, account: "Everyday Visa" })
        .filter((line) => line.amount === -54_000)
        .map(({ payee }) => words("who it is", payee)),
  },
  {
    id: "charity-this-year",
    says: "for the tax return: how much have we given to charity so far in 2026?",
    calls: ["find_transactions", { category_ids: ["Charity"], since: "2026-01-01", limit: 1 }],
    answers: "$<money sum_out> so far.",
    facts: (household) => [spentOn(household, "Charity", THIS_YEAR)],
  },
  {
    id: "fuel-two-months",
    says: "Did we spend more on fuel in October than in September? Give me both.",
    calls: ["get_spending_trends", { months: 2, category_ids: ["Fuel"] }],
    answers: "No, less: September $<money series.name=Fuel.spending.0>, October " +
      "$<money series.name=Fuel.spending.1>.",
    facts: (household) => {
      const [before, after] = [SEPTEMBER, OCTOBER].map((month) =>
        household.spent({ ...month, category: "Fuel" })
      );
      return [
        amount("September", before ?? 0),
        amount("October", after ?? 0),
        words("that it was less", "no", "less"),
      ];
    },
  },
  {
    id: "income-french",
    language: "fr",
    says:
      "Combien d\u2019argent est entr\u00e9 en octobre, salaires et int\u00e9r\u00eats compris ?",
    calls: ["get_monthly_summary", { month: "2026-10" }],
    answers: "En octobre : <money income> $.",
    facts: (household) => [
      amount("the income", -household.spent({ ...OCTOBER, category: "Inflow: Ready to Assign" })),
    ],
  },
  {
    id: "dearer",
    says: "Did Moonreel raise its price? From what to what?",
    calls: ["find_recurring_charges"],
    answers: "Yes, from $<money charges.payee=Moonreel.price_change.before> to " +
      "$<money charges.payee=Moonreel.price_change.after>.",
    facts: (household) => {
      const paid = household.find({ payee: "Moonreel", since: "2026-01-01" })
        .map((line) => line.amount);
      return [amount("the old price", paid[0] ?? 0), amount("the new price", paid.at(-1) ?? 0)];
    },
  },
  {
    id: "spotify-portuguese",
    language: "pt",
    says: "Quanto pagamos por m\u00eas pelo Spotify?",
    ...findsLatest("Spotify", "<money amount> d\u00f3lares por m\u00eas."),
    facts: (household) => [amount("the price", household.latest("Spotify").amount)],
  },
  {
    id: "unapproved",
    says: "How many transactions are still waiting for my approval?",
    calls: ["find_transactions", { unapproved: true, limit: 1 }],
    answers: "<count> of them.",
    facts: (household) => [
      count("those", household.transactions.filter(({ approved }) => !approved).length),
    ],
  },
  {
    id: "dentist-german",
    language: "de",
    says: "Wann waren wir zuletzt beim Zahnarzt (Alder) und was hat die Krone gekostet?",
    calls: ["find_transactions", { payee: "Alder", limit: 5 }],
    answers: "Zuletzt am <transactions.0.date>; die Krone: " +
      "<money transactions.memo=Crown, our share.amount> $.",
    facts: (household) => {
      const visits = household.find({ payee: "Alder Family Dental" });
      return [
        day("the last day", visits.at(-1)?.date ?? ""),
        amount("the crown", visits.findLast(({ memo }) => memo.includes("Crown"))?.amount ?? 0),
      ];
    },
  },
  {
    id: "top-group",
    says: "Apart from the mortgage, which category took the most money in October?",
    calls: ["find_transactions", { ...OCTOBER, direction: "out", group_by: "category" }],
    answers: "<groups.1.name>, $<money groups.1.sum_out>.",
    facts: (household) => [words("the category", mostSpentOn(household))],
  },
];

/** Spending with and without refunds; both interpretations are correct. */
function spentOn(
  household: Household,
  category: string,
  range: { readonly since: string; readonly until: string },
): ReturnType<typeof amount> {
  const query = { ...range, category };
  return amount("the sum", household.spent(query), household.paid(query));
}

function mostSpentOn(household: Household): string {
  const sums = new Map<string, number>();
  for (const { category, amount: moved } of household.find(OCTOBER)) {
    if (category === "" || category === "Mortgage" || category.startsWith("Inflow")) continue;
    sums.set(category, (sums.get(category) ?? 0) - moved);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}
