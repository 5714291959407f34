import {
  amount,
  day,
  findsLatest,
  reads,
  saysAvailable,
  words,
  type WrittenQuestion,
} from "./question.ts";

export const moneyAhead: readonly WrittenQuestion[] = [
  {
    id: "mortgage-next-german",
    language: "de",
    says: "Wann geht die n\u00e4chste Hypothekenrate ab und wie hoch ist sie?",
    rehearsed: reads("list_scheduled_transactions", {}, (answer, money) => {
      const row = answer.row("occurrences", "category", "Mortgage");
      return `Am ${row.list("dates")[0]}: ${money(row.number("amount"))} $.`;
    }),
    facts: (household) => {
      const to = household.account("Mortgage").id;
      const { date, amount: moved } = household.schedule(({ transfer_account_id }) =>
        transfer_account_id === to
      );
      return [day("the day", date), amount("the amount", moved)];
    },
  },
  {
    id: "tires",
    says: "When are the winter tires due and what will they cost?",
    rehearsed: reads("list_scheduled_transactions", {}, (answer, money) => {
      const row = answer.row("occurrences", "memo", "Winter tires");
      return `On ${row.list("dates")[0]}, $${money(row.number("amount"))}.`;
    }),
    facts: (household) => {
      const { date, amount: moved } = household.schedule(({ memo }) => memo === "Winter tires");
      return [day("the day", date), amount("the cost", moved)];
    },
  },
  {
    id: "salary-polish",
    language: "pl",
    says: "Kiedy przyjdzie nast\u0119pna wyp\u0142ata z Northline i ile wyniesie?",
    rehearsed: reads("list_scheduled_transactions", {}, (answer, money) => {
      const row = answer.row("occurrences", "payee", "Northline Engineering");
      return `${row.list("dates")[0]}: ${money(row.number("amount"))} USD.`;
    }),
    facts: (household) => {
      const payee = household.payeeId("Northline Engineering");
      const { date, amount: moved } = household.schedule(({ payee_id }) => payee_id === payee);
      return [day("the day", date), amount("the amount", moved)];
    },
  },
  {
    id: "how-is-it-going",
    kind: "vague",
    says: "so how are we doing?",
    rehearsed: reads("get_monthly_summary", {}, (answer, money) => {
      const over = answer.rows("overspent").map((row) =>
        `${row.text("name")} is over by $${money(row.number("available"))}`
      );
      return `$${money(answer.number("ready_to_assign"))} is left to assign; ` +
        `${over.join(" and ")}.`;
    }),
    facts: (household) =>
      household.overspent("2026-11").map(([name]) => words(`that ${name} is overspent`, name)),
  },
  {
    id: "presents",
    kind: "vague",
    says: "what do we have for the presents at christmas",
    rehearsed: saysAvailable("Gifts", (money) => `Holidays/Gifts has $${money}.`, "Holidays"),
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Gifts", "Holidays").available),
    ],
  },
  {
    id: "the-box",
    kind: "vague",
    says: "the farm thing, what's that each week",
    rehearsed: findsLatest(
      "Farm",
      (row, money) => `${row.text("payee")}: $${money(row.number("amount"))} a week.`,
    ),
    facts: (household) => [
      amount("the price", household.find({ payee: "Riverbend Farm Box" }).at(-1)?.amount ?? 0),
    ],
  },
  {
    id: "rainy-day-german",
    kind: "vague",
    language: "de",
    says: "Und unser Notgroschen?",
    rehearsed: saysAvailable("Emergency Fund", (money) => `Im Emergency Fund sind ${money} $.`),
    facts: (household) => [
      amount("what is available", household.figures("2026-11", "Emergency Fund").available),
    ],
  },
  {
    id: "kids-spanish",
    kind: "vague",
    language: "es",
    says: "\u00bfY los ni\u00f1os? \u00bfCu\u00e1nto nos costaron el mes pasado?",
    rehearsed: reads("get_spending_trends", { months: 2, group_by: "group" }, (answer, money) => {
      const spent = answer.row("series", "name", "Kids").list("spending").map(Number).at(-1) ?? 0;
      return `En octubre, ${money(spent)} d\u00f3lares.`;
    }),
    facts: (household) => [
      amount(
        "the sum",
        household.spent({ group: "Kids", since: "2026-10-01", until: "2026-10-31" }),
      ),
    ],
  },
];
