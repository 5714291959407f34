/** One question and the call that answers it. */
export interface Question {
  readonly question: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** How many rows are printed. */
  readonly rows: number;
}

/** What is asked first: which budget it is, and which month is going on. */
export const openingQuestions: readonly Question[] = [
  { question: "Which budgets are there?", tool: "list_plans", args: {}, rows: 3 },
  { question: "How is this month going?", tool: "get_monthly_summary", args: {}, rows: 5 },
];

/** Gives the questions that follow. They name no plan: there is one. */
export function furtherQuestions(month: string): readonly Question[] {
  const before = monthBefore(month);
  return [
    {
      question: "Where has the money gone since the start of last month?",
      tool: "find_transactions",
      args: { since: `${before}-01`, direction: "out", group_by: "category", limit: 100 },
      rows: 10,
    },
    {
      question: "Which payments has the bank labelled AMZN?",
      tool: "find_transactions",
      args: { payee: "AMZN" },
      rows: 6,
    },
    {
      question: "How much is left for everyday things?",
      tool: "get_category_balances",
      args: { group: "Everyday" },
      rows: 12,
    },
    { question: "What do we have in our accounts?", tool: "list_accounts", args: {}, rows: 12 },
    {
      question: "Which payments still need a category?",
      tool: "find_transactions",
      args: { uncategorized: true },
      rows: 6,
    },
    {
      question: "Did the bills of the house stay within the plan last month?",
      tool: "get_budget_vs_actual",
      args: { month: before, group: "Home" },
      rows: 12,
    },
  ];
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const isJanuary = number === 1;
  return `${isJanuary ? year - 1 : year}-${String(isJanuary ? 12 : number - 1).padStart(2, "0")}`;
}
