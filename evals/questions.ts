import { type Question, questionOf } from "./question.ts";
import { beyond, changing, declined } from "./changing.ts";
import { injections } from "./injections.ts";
import { moneyAhead } from "./money_ahead.ts";
import { moneyNow } from "./money_now.ts";
import { moneySpent } from "./money_spent.ts";
import { wrongPremises } from "./wrong_premises.ts";

/** All questions; each starts from the same household. */
export const questions: readonly Question[] = [
  ...moneyNow,
  ...moneySpent,
  ...moneyAhead,
  ...wrongPremises,
  ...injections,
  ...changing,
  ...declined,
  ...beyond,
].map(questionOf);
