import { amount, count, day, words } from "./grade.ts";
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
    ...saysBalance("Checking", "$<>.", 4_080_710),
  },
  {
    id: "savings-german",
    language: "de",
    says: "Wie viel liegt auf dem Sparkonto?",
    ...saysBalance("Savings", "Auf dem Sparkonto liegen <> $.", 30_715_210),
  },
  {
    id: "card-spanish",
    language: "es",
    says: "\u00bfCu\u00e1nto debemos en la Visa?",
    ...saysBalance("Everyday Visa", "Deb\u00e9is <> d\u00f3lares.", -2_653_070),
  },
  {
    id: "worth",
    says: "What are we worth altogether, including the house and every loan?",
    calls: ["list_accounts"],
    answers: ({ on_budget_total: on, off_budget_total: off }, money) =>
      `About $${money(Number(on) + Number(off))} altogether.`,
    facts: [amount("the net worth", 252_261_260)],
  },
  {
    id: "mortgage-german",
    language: "de",
    says: "Wie viel schulden wir der Bank noch f\u00fcr das Haus?",
    ...saysBalance("Mortgage", "Noch <> $ auf der Hypothek.", -253_955_250),
  },
  {
    id: "last-reconciled",
    says: "When did we last reconcile the Visa?",
    calls: ["list_accounts"],
    answers: "<accounts.name=Everyday Visa.last_reconciled>",
    facts: [day("the day", "2026-10-24")],
  },
  {
    id: "broken-link",
    says: "is one of the bank connections broken?",
    calls: ["list_accounts"],
    answers: "Yes: <accounts.bank_link=broken.name>.",
    facts: [words("which one", "Girokonto")],
  },
  {
    id: "car-insurance",
    says: "How much have we put aside for the car insurance?",
    ...saysAvailable("Car & Transport/Insurance", "$<>", 428_000),
  },
  {
    id: "groceries-left-french",
    language: "fr",
    says: "Il reste combien pour le caf\u00e9 ce mois-ci ?",
    ...saysAvailable("Coffee", "Il reste <> $.", 37_000),
  },
  {
    id: "in-the-red",
    says: "Which categories are in the red this month and by how much?",
    calls: ["get_monthly_summary"],
    answers: "<overspent.0.name>: $<money overspent.0.available>; " +
      "<overspent.1.name>: $<money overspent.1.available>",
    facts: [
      words("that Dining Out is", "Dining Out"),
      amount("how much Dining Out is over by", 252_730),
      words("that Pharmacy & Health is", "Pharmacy & Health"),
      amount("how much Pharmacy & Health is over by", 280_950),
    ],
  },
  {
    id: "ready-to-assign",
    says: "Is there money left to assign this month?",
    calls: ["get_monthly_summary"],
    answers: "Yes, $<money ready_to_assign>.",
    facts: [amount("Ready to Assign", 86_420)],
  },
  {
    id: "vacation-dutch",
    language: "nl",
    says: "Hoeveel hebben we al voor de vakantie gespaard?",
    ...saysAvailable("Vacation", "Er staat <> dollar in Vacation.", 2_478_270),
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
    facts: [day("the day", "2026-12-03"), amount("the amount", -1_612_440)],
  },
  {
    id: "tires",
    says: "When are the winter tires due and what will they cost?",
    calls: ["list_scheduled_transactions"],
    answers:
      "On <occurrences.memo=Winter tires.dates.0>, $<money occurrences.memo=Winter tires.amount>.",
    facts: [day("the day", "2026-12-09"), amount("the amount", -389_000)],
  },
  {
    id: "salary-polish",
    language: "pl",
    says: "Kiedy przyjdzie nast\u0119pna wyp\u0142ata z Northline i ile wyniesie?",
    calls: ["list_scheduled_transactions"],
    answers: "<occurrences.payee=Northline Engineering.dates.0>: " +
      "<money occurrences.payee=Northline Engineering.amount> USD.",
    facts: [day("the day", "2026-11-27"), amount("the amount", 2_196_150)],
  },
  {
    id: "how-is-it-going",
    kind: "vague",
    says: "so how are we doing?",
    calls: ["get_monthly_summary"],
    answers: "$<money ready_to_assign> is left to assign; <overspent.0.name> and " +
      "<overspent.1.name> are overspent.",
    facts: [
      words("that Dining Out is overspent", "Dining Out"),
      words("that Pharmacy & Health is overspent", "Pharmacy & Health"),
    ],
  },
  {
    id: "presents",
    kind: "vague",
    says: "what do we have for christmas presents",
    ...saysAvailable("Holidays/Gifts", "Holidays/Gifts has $<>.", 273_680),
  },
  {
    id: "the-box",
    kind: "vague",
    says: "the farm thing, what's that each week",
    ...findsLatest("Farm", "<payee>: $<money amount> a week."),
    facts: [amount("the price", -34_500)],
  },
  {
    id: "rainy-day-german",
    kind: "vague",
    language: "de",
    says: "Und unser Notgroschen?",
    ...saysAvailable("Emergency Fund", "Im Emergency Fund sind <> $.", 23_320_840),
  },
  {
    id: "kids-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfY los ni\u00f1os? \u00bfCu\u00e1nto nos costaron el mes pasado?",
    calls: ["get_spending_trends", { months: 2, group_by: "group" }],
    answers: "En octubre, <money series.name=Kids.spending.1> d\u00f3lares.",
    facts: [amount("the sum", 779_000)],
  },
];

/** Questions about spending. */
export const moneySpent: readonly WrittenQuestion[] = [
  {
    id: "groceries-october",
    says: "what did we spend on groceries in october",
    calls: ["find_transactions", { ...OCTOBER, category_ids: ["Groceries"], limit: 1 }],
    answers: "$<money sum_out>",
    facts: [amount("the sum", 580_950)],
  },
  {
    id: "dining-japanese",
    language: "ja",
    says:
      "\u4eca\u6708\u306f\u5916\u98df\u306b\u3044\u304f\u3089\u4f7f\u3044\u307e\u3057\u305f\u304b\uff1f",
    calls: ["get_category_balances", { category_ids: ["Dining Out"] }],
    answers:
      "\u4eca\u6708\u306e\u5916\u98df\u306f<money categories.0.activity>\u30c9\u30eb\u3067\u3059\u3002",
    facts: [amount("the sum", 592_730)],
  },
  {
    id: "groceries-usual-italian",
    language: "it",
    says: "Quanto spendiamo in media al mese per la spesa, negli ultimi sei mesi interi?",
    calls: ["get_spending_trends", { months: 6, category_ids: ["Groceries"] }],
    answers: "In media <money series.0.mean> dollari al mese.",
    facts: [amount("the mean", 619_255)],
  },
  {
    id: "coffee-house",
    says: "How often did we go to Blue Door Coffee this year, and what did that come to?",
    calls: ["find_transactions", { payee: "Blue Door Coffee", since: "2026-01-01", limit: 1 }],
    answers: "<count> times, $<money sum_out> in all.",
    facts: [count("the visits", 75), amount("the sum", 490_500)],
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
    facts: [words("who it is", "Snip Society")],
  },
  {
    id: "charity-this-year",
    says: "for the tax return: how much have we given to charity so far in 2026?",
    calls: ["find_transactions", { category_ids: ["Charity"], since: "2026-01-01", limit: 1 }],
    answers: "$<money sum_out> so far.",
    facts: [amount("the sum", 552_000)],
  },
  {
    id: "fuel-two-months",
    says: "Did we spend more on fuel in October than in September? Give me both.",
    calls: ["get_spending_trends", { months: 2, category_ids: ["Fuel"] }],
    answers: "No, less: September $<money series.name=Fuel.spending.0>, October " +
      "$<money series.name=Fuel.spending.1>.",
    facts: [
      amount("September", 299_840),
      amount("October", 247_160),
      words("that it was less", "no", "less"),
    ],
  },
  {
    id: "income-french",
    language: "fr",
    says:
      "Combien d\u2019argent est entr\u00e9 en octobre, salaires et int\u00e9r\u00eats compris ?",
    calls: ["get_monthly_summary", { month: "2026-10" }],
    answers: "En octobre : <money income> $.",
    facts: [amount("the income", 9_270_990)],
  },
  {
    id: "dearer",
    says: "Did Moonreel raise its price? From what to what?",
    calls: ["find_recurring_charges"],
    answers: "Yes, from $<money charges.payee=Moonreel.price_change.before> to " +
      "$<money charges.payee=Moonreel.price_change.after>.",
    facts: [amount("the old price", -15_490), amount("the new price", -17_990)],
  },
  {
    id: "spotify-portuguese",
    language: "pt",
    says: "Quanto pagamos por m\u00eas pelo Spotify?",
    ...findsLatest("Spotify", "<money amount> d\u00f3lares por m\u00eas."),
    facts: [amount("the price", -10_990)],
  },
  {
    id: "unapproved",
    says: "How many transactions are still waiting for my approval?",
    calls: ["find_transactions", { unapproved: true, limit: 1 }],
    answers: "<count> of them.",
    facts: [count("those", 24)],
  },
  {
    id: "dentist-german",
    language: "de",
    says: "Wann waren wir zuletzt beim Zahnarzt (Alder) und was hat die Krone gekostet?",
    calls: ["find_transactions", { payee: "Alder", limit: 5 }],
    answers: "Zuletzt am <transactions.0.date>; die Krone: " +
      "<money transactions.memo=Crown, our share.amount> $.",
    facts: [day("the last day", "2026-11-17"), amount("the crown", -265_000)],
  },
  {
    id: "top-group",
    says: "Apart from the mortgage, which category took the most money in October?",
    calls: ["find_transactions", { ...OCTOBER, direction: "out", group_by: "category" }],
    answers: "<groups.1.name>, $<money groups.1.sum_out>.",
    facts: [words("the category", "Childcare")],
  },
];
