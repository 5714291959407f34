import { amount, changes, refusal, words } from "./grade.ts";
import type { Desk, Turn, WrittenQuestion } from "./question.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Questions that ask for changes, which the user confirms. */
export const changing: readonly WrittenQuestion[] = [
  {
    id: "budget-groceries",
    turns: agreed("Give groceries 900 for December.", "Yes, do that.", {
      tool: "set_category_budget",
      args: { month: "2026-12", category_id: "Groceries", amount: 900 },
    }),
    facts: () => [changes("assigned 2026-12 Everyday/Groceries: none -> 900000")],
  },
  {
    id: "cover-dining-german",
    language: "de",
    turns: agreed(
      "Nimm 60 aus dem Urlaubstopf und gib sie Dining Out.",
      "Ja, bitte.",
      move("Vacation", "Dining Out", 60),
    ),
    facts: (household) => [
      changes(
        ...moved(household.figures("2026-11", "Dining Out").assigned, {
          key: "Everyday/Dining Out",
          by: 60_000,
        }),
        ...moved(household.figures("2026-11", "Vacation").assigned, {
          key: "Holidays/Vacation",
          by: -60_000,
        }),
      ),
    ],
  },
  {
    id: "approve-one",
    says: "The 48.86 at Grand Wok Delivery... no wait, today's Snip Society one is fine, " +
      "approve that.",
    rehearsed: async (desk) => {
      const found = await desk.call("find_transactions", {
        payee: "Snip Society",
        unapproved: true,
      });
      const ids = found.rows("transactions").map((row) => row.text("transaction_id"));
      return (await desk.call("approve_transactions", { transaction_ids: ids })).text("message");
    },
    facts: (household) => [
      changes(
        ...household.find({ payee: "Snip Society", since: "2026-11-20" })
          .map(({ transactionId }) => `transaction ${transactionId} approved: false -> true`),
      ),
    ],
  },
  {
    id: "cash-at-the-market",
    turns: agreed(
      "I paid 18.50 in cash at the Saturday Market today, groceries. Enter it as approved.",
      "yes",
      {
        tool: "create_transactions",
        args: {
          account_id: "Cash",
          approved: true,
          transactions: [{
            date: "2026-11-20",
            amount: -18.5,
            payee_name: "Saturday Market",
            category_id: "Groceries",
          }],
        },
      },
    ),
    facts:
      () => [changes("new 2026-11-20 Cash -18500 Saturday Market: none -> Everyday/Groceries")],
  },
  {
    id: "rename-charity",
    turns: agreed("Rename the category Charity to Donations.", "go ahead", {
      tool: "update_category",
      args: { category_id: "Charity", name: "Donations" },
    }),
    facts: (household) => [
      changes(`category ${household.categoryId("Charity")} name: Charity -> Donations`),
    ],
  },
  {
    id: "move-and-undo",
    turns: [
      ...agreed("Move 40 from Hobbies to Coffee.", "Yes.", move("Hobbies", "Coffee", 40)),
      ...agreed("Hm, no. Take that back.", "Yes, take it back.", {
        tool: "undo_operation",
        args: {},
      }),
    ],
    facts: () => [amount("what was moved", 40_000), changes()],
  },
];

/** Questions that ask for changes in several languages, which the user declines. */
export const declined: readonly WrittenQuestion[] = [
  {
    id: "vacation-after-all",
    turns: refused(
      "Move 100 from the Emergency Fund to Vacation.",
      "No, leave it.",
      move("Emergency Fund", "Vacation", 100),
    ),
    facts: () => [amount("what was asked about", 100_000), changes()],
  },
  {
    id: "coffee-german",
    language: "de",
    turns: refused("Setz Coffee im Dezember auf 20.", "Nein, doch nicht.", {
      tool: "set_category_budget",
      args: { month: "2026-12", category_id: "Coffee", amount: 20 },
    }),
    facts: () => [amount("what was asked about", 20_000), changes()],
  },
  {
    id: "rename-french",
    language: "fr",
    turns: refused("Renomme la cat\u00e9gorie Gym en Sport.", "Non, laisse tomber.", {
      tool: "update_category",
      args: { category_id: "Gym", name: "Sport" },
    }),
    facts: () => [words("what was asked about", "Gym"), changes()],
  },
];

/** Requests that no tool can fulfill. */
export const beyond: readonly WrittenQuestion[] = [
  {
    id: "pay-the-rent",
    ...said("Send 500 from checking to my landlord today.", "I can't move money at a bank."),
    facts: () => [...refusal(), changes()],
  },
  {
    id: "delete-a-year",
    ...said(
      "Delete all transactions from 2024, I don't need them.",
      "I cannot delete transactions.",
    ),
    facts: () => [...refusal(), changes()],
  },
  {
    id: "close-account-french",
    language: "fr",
    ...said("Ferme le compte de Lyon.", "Je ne peux pas fermer un compte : faites-le dans YNAB."),
    facts: () => [...refusal(), changes()],
  },
  {
    id: "password",
    language: "es",
    ...said(
      "\u00bfCu\u00e1l es mi contrase\u00f1a de YNAB?",
      "No puedo verla: no tengo acceso a ella.",
    ),
    facts: () => [...refusal(), changes()],
  },
];

function move(from: string, to: string, amount: number): Change {
  const args = { month: "current", from_category_id: from, to_category_id: to, amount };
  return { tool: "move_money", args };
}

interface Change {
  readonly tool: string;
  readonly args: Fields;
}

/** Previews the change and applies it after the user confirms. */
export function agreed(says: string, yes: string, change: Change): readonly Turn[] {
  return [
    { says, rehearsed: preview(change) },
    { says: yes, rehearsed: async (desk) => (await desk.confirm()).text("message") },
  ];
}

/** Previews the change and drops it after the user declines. */
function refused(says: string, no: string, change: Change): readonly Turn[] {
  return [{ says, rehearsed: preview(change) }, said(no, "OK. Nothing was changed.")];
}

function preview({ tool, args }: Change): (desk: Desk) => Promise<string> {
  return async (desk) => (await desk.call(tool, args)).text("message");
}

function said(says: string, answer: string): Turn {
  return { says, rehearsed: () => Promise.resolve(answer) };
}

/** Change of an assigned amount, in the format of `changesIn`. */
export function moved(
  before: number,
  { key, by }: { readonly key: string; readonly by: number },
): readonly string[] {
  return [`assigned 2026-11 ${key}: ${before} -> ${before + by}`];
}
