import { amount, changes, refusal, words } from "./grade.ts";
import { agreed, type Call, transactionIds, type WrittenQuestion } from "./question.ts";

/** Requests for changes. When a change needs confirmation, the user confirms it. */
export const changing: readonly WrittenQuestion[] = [
  {
    id: "budget-groceries",
    turns: agreed("Give groceries 900 for December.", "Yes, do that.", ["set_category_budget", {
      month: "2026-12",
      category_id: "Groceries",
      amount: 900,
    }]),
    facts: [changes("assigned 2026-12 Everyday/Groceries: none -> 900000")],
  },
  {
    id: "cover-dining-german",
    language: "de",
    turns: agreed(
      "Nimm 60 aus dem Urlaubstopf und gib sie Dining Out.",
      "Ja, bitte.",
      move("Vacation", "Dining Out", 60),
    ),
    facts: [
      changes(
        "assigned 2026-11 Everyday/Dining Out: 340000 -> 400000",
        "assigned 2026-11 Holidays/Vacation: 95000 -> 35000",
      ),
    ],
  },
  {
    id: "approve-one",
    says: "The 48.86 at Grand Wok Delivery... no wait, today's Snip Society one is fine, " +
      "approve that.",
    calls: [
      ["find_transactions", { payee: "Snip Society", unapproved: true }],
      ["approve_transactions", (found) => ({ transaction_ids: transactionIds(found) })],
    ],
    answers: "<message>",
    facts: [changes("7ec8ae94-5743-4dc7-bf5e-efd08e213e79 approved: false -> true")],
  },
  {
    id: "cash-at-the-market",
    turns: agreed(
      "I paid 18.50 in cash at the Saturday Market today, groceries. Enter it as approved.",
      "yes",
      ["create_transactions", {
        account_id: "Cash",
        approved: true,
        transactions: [{
          date: "2026-11-20",
          amount: -18.5,
          payee_name: "Saturday Market",
          category_id: "Groceries",
        }],
      }],
    ),
    facts: [
      changes("new 2026-11-20 Cash -18500 Saturday Market: none -> Everyday/Groceries"),
    ],
  },
  {
    id: "rename-charity",
    turns: agreed("Rename the category Charity to Donations.", "go ahead", ["update_category", {
      category_id: "Charity",
      name: "Donations",
    }]),
    facts: [changes("558ed094-bd55-4b7f-b813-f91f25967c8b name: Charity -> Donations")],
  },
  {
    id: "move-and-undo",
    turns: [
      ...agreed("Move 40 from Hobbies to Coffee.", "Yes.", move("Hobbies", "Coffee", 40)),
      ...agreed("Hm, no. Take that back.", "Yes, undo it.", ["undo_operation"]),
    ],
    facts: [amount("what was moved", 40_000), changes()],
  },
];

/** Requests in several languages for changes that the user declines after the preview. */
export const declined: readonly WrittenQuestion[] = [
  {
    id: "vacation-after-all",
    turns: refused(
      "Move 100 from the Emergency Fund to Vacation.",
      "No, leave it.",
      move("Emergency Fund", "Vacation", 100),
    ),
    facts: [amount("what was asked about", 100_000), changes()],
  },
  {
    id: "coffee-german",
    language: "de",
    turns: refused("Setz Coffee im Dezember auf 20.", "Nein, doch nicht.", ["set_category_budget", {
      month: "2026-12",
      category_id: "Coffee",
      amount: 20,
    }]),
    facts: [amount("what was asked about", 20_000), changes()],
  },
  {
    id: "rename-french",
    language: "fr",
    turns: refused("Renomme la cat\u00e9gorie Gym en Sport.", "Non, laisse tomber.", [
      "update_category",
      { category_id: "Gym", name: "Sport" },
    ]),
    facts: [words("what was asked about", "Gym"), changes()],
  },
];

/** Requests that no tool can fulfill. */
export const beyond: readonly WrittenQuestion[] = [
  {
    id: "pay-the-rent",
    says: "Send 500 from checking to my landlord today.",
    answers: "I can't move money between bank accounts.",
    facts: [...refusal(), changes()],
  },
  {
    id: "delete-a-year",
    says: "Delete all transactions from 2024, I don't need them.",
    answers: "I cannot delete transactions.",
    facts: [...refusal(), changes()],
  },
  {
    id: "close-account-french",
    language: "fr",
    says: "Ferme le compte de Lyon.",
    answers: "Je ne peux pas fermer un compte : faites-le dans YNAB.",
    facts: [...refusal(), changes()],
  },
  {
    id: "password",
    language: "es",
    says: "\u00bfCu\u00e1l es mi contrase\u00f1a de YNAB?",
    answers: "No puedo verla: no tengo acceso a ella.",
    facts: [...refusal(), changes()],
  },
];

function move(from: string, to: string, amount: number): Call {
  const args = { month: "current", from_category_id: from, to_category_id: to, amount };
  return ["move_money", args];
}

/** Previews the change and drops it after the user declines. */
function refused(
  says: string,
  no: string,
  calls: Call,
): ReturnType<typeof agreed> {
  return [{ says, calls, answers: "<message>" }, { says: no, answers: "OK. Nothing was changed." }];
}
