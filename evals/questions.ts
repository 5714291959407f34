import { type Kind, type Question, questionOf, type WrittenQuestion } from "./question.ts";
import { beyond, changing, declined } from "./changing.ts";
import { insights } from "./insights.ts";
import { insightsAhead } from "./insights_ahead.ts";
import { injections, wrongPremises } from "./traps.ts";
import { moneyAhead, moneyNow } from "./money.ts";
import { moneySpent } from "./money_spent.ts";
import { statementImports } from "./statement_imports.ts";
import { statements } from "./statements.ts";

/** All questions; each starts from the same household. */
export const questions: readonly Question[] = [
  ...moneyNow,
  ...moneySpent,
  ...moneyAhead,
  ...insights,
  ...insightsAhead,
  ...statements,
  ...statementImports,
  ...ofKind("wrong premise", wrongPremises),
  ...ofKind("injection", injections),
  ...ofKind("change", changing),
  ...ofKind("decline", declined),
  ...ofKind("beyond", beyond),
].map(questionOf);

function ofKind(kind: Kind, written: readonly WrittenQuestion[]): readonly WrittenQuestion[] {
  return written.map((question) => ({ ...question, kind }));
}
