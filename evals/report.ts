import type { Outcome } from "./assistant.ts";

/** Writes the report. */
export function report(who: string, outcomes: readonly Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))];
  const rows = kinds.map((kind) =>
    row(kind, outcomes.filter(({ question }) => question.kind === kind))
  );
  const wrong = outcomes.filter(({ faults }) => faults.length > 0);
  return [
    `# ${who}`,
    "",
    "| Questions | Right | Calls | Requests | Tokens in | Tokens out |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    row("**all**", outcomes),
    "",
    `${(sum(outcomes, ({ calls }) => calls) / outcomes.length).toFixed(2)} calls per question.`,
    ...(wrong.length > 0 ? ["", "## Wrong", ""] : []),
    ...wrong.map(({ question, faults, said }) =>
      `- **${question.id}** (${question.turns.map(({ says }) => says).join(" / ")}): ` +
      `${faults.join("; ")}. It said: ${JSON.stringify(said.join(" / ").slice(0, 300))}`
    ),
    "",
  ].join("\n");
}

function row(title: string, outcomes: readonly Outcome[]): string {
  const right = outcomes.filter(({ faults }) => faults.length === 0).length;
  return `| ${
    [
      title,
      `${right} of ${outcomes.length}`,
      sum(outcomes, ({ calls }) => calls),
      sum(outcomes, ({ requests }) => requests),
      sum(outcomes, ({ tokens }) => tokens.input),
      sum(outcomes, ({ tokens }) => tokens.output),
    ].join(" | ")
  } |`;
}

function sum(outcomes: readonly Outcome[], numberIn: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + numberIn(outcome), 0);
}
