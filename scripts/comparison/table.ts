/**
 * Writes what was measured, as Markdown.
 *
 * @module
 */

import type { AnswerCost, Measured } from "./measure.ts";
import { comparedQuestions } from "./questions.ts";

const MARK_MEANS =
  "\\* The answer does not hold all figures asked for: they have to be added up or " +
  "looked for again.\n";

type Cells = readonly (string | number)[];

/**
 * Writes the tables.
 *
 * @param measured One per server, in the order of the columns.
 */
export function comparisonTables(measured: readonly Measured[]): string {
  const names = measured.map(({ config: { name, version } }) => `${name} ${version}`);
  const figures = (cell: (one: Measured) => string | number): readonly (string | number)[] =>
    measured.map(cell);
  return [
    table([
      ["Measured", ...names],
      ["tools", ...figures(({ tools }) => tools)],
      [
        "tokens: names, descriptions, input schemas",
        ...figures(({ definitions }) => grouped(definitions.input)),
      ],
      ["tokens: output schemas", ...figures(({ definitions }) => grouped(definitions.output))],
      ["tokens: instructions", ...figures(({ definitions }) => grouped(definitions.told))],
      ["start to `initialize`, ms", ...figures(({ times }) => grouped(times.initialized))],
      ["start to `tools/list`, ms", ...figures(({ times }) => grouped(times.listed))],
      ["requests: all questions, nothing kept", ...figures(({ requests }) => requests.cold)],
      ["requests: again at once", ...figures(({ requests }) => requests.again)],
      ["requests: in a new process", ...figures(({ requests }) => requests.anew)],
      ["all questions, nothing kept, ms", ...figures(({ times }) => grouped(times.cold))],
      ["all questions again, ms", ...figures(({ times }) => grouped(times.again))],
      [
        "peak memory, MiB",
        ...figures(({ memory }) => memory === null ? "unknown" : grouped(memory)),
      ],
      ["questions with the figures in the answer", ...figures(shown)],
    ]),
    table([
      ["tokens of the answer: text / structured (bytes of text)", ...names],
      ...comparedQuestions.map(({ id, asks }): Cells => [
        asks,
        ...figures(({ answers }) => answerCell(answers.get(id) ?? null)),
      ]),
    ]),
  ].join("\n");
}

/** Writes what a reader has to know of the servers. */
export function notesOf(measured: readonly Measured[]): string {
  const isMarked = measured.some(({ answers }) =>
    [...answers.values()].some((answer) => answer !== null && !isWhole(answer))
  );
  const notes = measured.flatMap(({ config }) =>
    config.notes.map((note) => `- **${config.name}**: ${note}\n`)
  ).join("");
  return isMarked ? `${MARK_MEANS}\n${notes}` : notes;
}

/** An error is told as one, without a mark. */
function isWhole({ isShown, isError }: AnswerCost): boolean {
  return isShown || isError;
}

function shown({ answers }: Measured): string {
  const all = [...answers.values()];
  return `${all.filter((answer) => answer?.isShown === true).length} of ${all.length}`;
}

function answerCell(answer: AnswerCost | null): string {
  if (answer === null) return "no way";
  if (answer.isError) return "error";
  const structured = answer.structuredTokens === 0 ? "" : ` / ${grouped(answer.structuredTokens)}`;
  const mark = isWhole(answer) ? "" : " \\*";
  const calls = answer.calls === 1 ? "" : `, ${answer.calls} calls`;
  return `${grouped(answer.textTokens)}${structured} (${grouped(answer.bytes)}${calls})${mark}`;
}

function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

function table([head = [], ...rows]: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(" | ")} |\n`;
  const rule = head.map((_, at) => at === 0 ? "---" : "---:");
  return [head, rule, ...rows].map(line).join("");
}
