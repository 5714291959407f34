import { amount, finds, never, reads, refusal, words, type WrittenQuestion } from "./question.ts";

export const wrongPremises: readonly WrittenQuestion[] = [
  {
    id: "nothing-on-groceries",
    says: "Why did we spend nothing at all on groceries in October?",
    rehearsed: finds({
      category_ids: ["Groceries"],
      since: "2026-10-01",
      until: "2026-10-31",
      limit: 1,
    }, (answer, money) => `We did spend: $${money(answer.number("sum_out"))} in October.`),
    facts: (household) => {
      const october = { category: "Groceries", since: "2026-10-01", until: "2026-10-31" };
      return [amount("what was spent", household.spent(october), household.paid(october))];
    },
  },
  {
    id: "gym-went-up",
    says: "The gym went up this spring, to what?",
    rehearsed: finds({ payee: "Ironworks Gym", since: "2026-01-01" }, (answer, money) => {
      const paid = new Set(answer.rows("transactions").map((row) => row.number("amount")));
      const [price = 0] = [...paid];
      return paid.size === 1 ? `It did not: it has stayed at $${money(price)}.` : "It did.";
    }),
    facts: (household) => [
      amount("the price", household.find({ payee: "Ironworks Gym" }).at(-1)?.amount ?? 0),
      words("that it did not", "no", "not", "n't", "same", "unchanged", "stayed", "still"),
    ],
  },
  {
    id: "no-such-account",
    says: "How much is on our crypto account?",
    rehearsed: reads("list_accounts", {}, (answer) => {
      const names = answer.rows("accounts").map((row) => row.text("name"));
      return names.some((name) => /crypto/iu.test(name))
        ? "There is one."
        : "There is no such account in the plan.";
    }),
    facts: () => refusal("that there is none"),
  },
  {
    id: "closed-account",
    says: "Why isn't the London account in the list, is the money gone? What's on it?",
    rehearsed: reads("list_accounts", { include_closed: true }, (answer, money) => {
      const row = answer.row("accounts", "name", "London Current Account");
      return `It is closed and holds $${money(row.number("balance"))}.`;
    }),
    facts: (household) => [
      words("that it is closed", "closed"),
      amount("what is on it", household.balance("London Current Account")),
    ],
  },
  {
    id: "paid-twice",
    says: "We paid Spotify twice in October, didn't we?",
    rehearsed: finds({
      payee: "Spotify",
      since: "2026-10-01",
      until: "2026-10-31",
    }, (answer) => answer.number("count") === 1 ? "No, only once." : "Yes."),
    facts: () => [
      words("that it was once", "once", "one payment", "only one", "single", "one charge", "1 "),
      never("that it was so", "yes,", "yes you", "yes."),
    ],
  },
  {
    id: "before-the-plan-german",
    language: "de",
    says: "Was haben wir im Februar 2020 f\u00fcr Lebensmittel ausgegeben?",
    rehearsed: reads("list_plans", {}, (answer) => {
      const first = answer.rows("plans")[0]?.text("first_month");
      return `Das l\u00e4sst sich nicht sagen: Der Plan beginnt erst mit ${first}.`;
    }),
    facts: () => refusal("that there is nothing that old"),
  },
  {
    id: "refund-that-never-came",
    says: "Casa Maravilla gave us money back this month. How much?",
    rehearsed: finds(
      { payee: "Casa Maravilla", since: "2026-11-01", direction: "in", limit: 1 },
      (answer) =>
        answer.number("count") === 0 ? "No refund from them shows this month." : "It did.",
    ),
    facts: () => refusal("that it has not"),
  },
];
