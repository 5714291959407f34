import { type Question, questionOf, type WrittenQuestion } from "./question.ts";
import { beyond, changing, declined } from "./changing.ts";
import { insights } from "./insights.ts";
import { injections, wrongPremises } from "./traps.ts";
import { moneyAhead, moneyNow } from "./money.ts";
import { moneySpent } from "./money_spent.ts";
import { statements } from "./statements.ts";

/** All questions; each starts from the same household. */
export const questions: readonly Question[] = [
  ...moneyNow,
  ...moneySpent,
  ...moneyAhead,
  ...allWith({ profile: "complete" }, [...insights, ...statements]),
  ...allWith({ kind: "wrong premise" }, wrongPremises),
  ...allWith({ kind: "injection" }, injections),
  ...allWith({ kind: "change" }, changing),
  ...allWith({ kind: "decline" }, declined),
  ...allWith({ kind: "beyond" }, beyond),
].map(questionOf);

function allWith(
  shared: Pick<WrittenQuestion, "kind" | "profile">,
  written: readonly WrittenQuestion[],
): readonly WrittenQuestion[] {
  return written.map((question) => ({ ...question, ...shared }));
}
