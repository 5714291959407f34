/**
 * Asks a model the questions, lets it use the server's tools, and grades its answers.
 *
 * Usage: deno task evals --endpoint URL --model NAME
 *   [--only ID,ID] [--see text|structured] [--max-tokens N]
 *        deno task evals --rehearse
 *
 * The API key comes from EVALS_API_KEY. Only the demo household's data is sent to the endpoint.
 * Exits with 2 if the flags are invalid or the API key is missing; otherwise exits with 0,
 * regardless of how many answers are correct.
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { ask, type Engage, modelAssistants, type Outcome, rehearse } from "./assistant.ts";
import { type Question, questionOf, type WrittenQuestion } from "./question.ts";
import { beyond, changing, declined } from "./changing.ts";
import { insights } from "./insights.ts";
import { injections, wrongPremises } from "./traps.ts";
import { moneyAhead, moneyNow, moneySpent } from "./money.ts";
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

export interface Surroundings {
  readonly args: readonly string[];
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly progress: (outcome: Outcome) => void;
}

/** Runs the program. Throws a `TypeError` for an invalid flag or key. */
export async function evaluate(surroundings: Surroundings): Promise<string> {
  const flags = parseArgs({ args: [...surroundings.args], options: OPTIONS }).values;
  const [who, engage] = assistantOf(flags, surroundings);
  const outcomes: Outcome[] = [];
  for (const question of chosen(flags.only)) {
    const outcome = await ask(question, engage);
    outcomes.push(outcome);
    surroundings.progress(outcome);
  }
  return report(who, outcomes);
}

const text = { type: "string" } as const;
const OPTIONS = {
  endpoint: text,
  model: text,
  only: text,
  see: { ...text, default: "text" },
  "max-tokens": { ...text, default: "4000" },
  rehearse: { type: "boolean" },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

function assistantOf(flags: Flags, { key, fetch, wait }: Surroundings): readonly [string, Engage] {
  if (flags.rehearse === true) return ["The rehearsal", rehearse];
  const { endpoint: url, model, see: form } = flags;
  if (url === undefined || model === undefined) {
    throw new TypeError("Pass --endpoint URL and --model NAME, or --rehearse");
  }
  if (form !== "text" && form !== "structured") {
    throw new TypeError("--see must be text or structured");
  }
  const maxTokens = Number(flags["max-tokens"]);
  if (!(Number.isInteger(maxTokens) && maxTokens > 0)) {
    throw new TypeError("--max-tokens must be a whole number");
  }
  if (key === undefined || key === "") throw new TypeError("Set EVALS_API_KEY");
  return [model, modelAssistants({ url, key, fetch, wait, model, form, maxTokens })];
}

function chosen(only: string | undefined): readonly Question[] {
  if (only === undefined) return questions;
  return only.split(",").map((id) => {
    const found = questions.find((question) => question.id === id);
    if (found === undefined) throw new TypeError(`Unknown question ${id}`);
    return found;
  });
}

export function report(who: string, outcomes: readonly Outcome[]): string {
  const kinds = Map.groupBy(outcomes, ({ question }) => question.kind);
  const wrong = outcomes.filter(({ faults }) => faults.length > 0);
  const calls = outcomes.reduce((sum, outcome) => sum + outcome.calls, 0);
  return [
    `# ${who}`,
    "",
    "| Questions | Right | Calls | Requests | Tokens in | Tokens out |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...[...kinds].map(([kind, own]) => row(kind, own)),
    row("**all**", outcomes),
    "",
    `${(calls / outcomes.length).toFixed(2)} calls per question.`,
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
  const sum = (numberIn: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + numberIn(outcome), 0);
  const sums = [
    sum(({ calls }) => calls),
    sum(({ requests }) => requests),
    sum(({ tokens }) => tokens.input),
    sum(({ tokens }) => tokens.output),
  ];
  return `| ${[title, `${right} of ${outcomes.length}`, ...sums].join(" | ")} |`;
}

if (import.meta.main) {
  try {
    console.log(
      await evaluate({
        args: Deno.args,
        key: Deno.env.get("EVALS_API_KEY"),
        fetch,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        progress: ({ question, faults, calls }) =>
          console.error(`${faults.length === 0 ? "right" : "wrong"} ${question.id} (${calls})`),
      }),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    Deno.exit(2);
  }
}
