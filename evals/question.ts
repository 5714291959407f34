import type { Profile } from "../mod.ts";
import { amount, type Fact } from "./grade.ts";

export type Fields = Readonly<Record<string, unknown>>;

export const OCTOBER = { since: "2026-10-01", until: "2026-10-31" } as const;

/** Category of a question, for the report. */
export type Kind =
  | "plain"
  | "vague"
  | "wrong premise"
  | "injection"
  | "change"
  | "decline"
  | "beyond";

/** A tool call, whose arguments may depend on the last result. */
export type Call = readonly [tool: string, args?: Fields | ((last: Fields) => Fields)];

/** A user's message, with the calls and the answer that a good assistant would give. */
export interface Turn {
  readonly says: string;
  /** The calls to make, or `confirmed` to repeat the previewed call with its confirmation code. */
  readonly calls?: Call | readonly Call[] | "confirmed";
  /** Whether the calls must return an error. */
  readonly isRefused?: boolean;
  /**
   * In text, `<path>` is replaced with a field of the last result, and `<money path>` with an
   * amount. If the answer depends on a tool's error, use a function that reads the field `error`.
   */
  readonly answers: string | ((last: Fields, money: (amount: number) => string) => string);
}

/**
 * A question whose defaults (kind `plain`, language English, and profile `fuller`) haven't been
 * filled in yet.
 */
export type WrittenQuestion = {
  readonly id: string;
  readonly kind?: Kind;
  /** ISO 639-1. */
  readonly language?: string;
  /** The profile that has the tools needed for the question; `fuller` by default. */
  readonly profile?: Profile;
  readonly facts: readonly Fact[];
} & (Turn | { readonly turns: readonly Turn[] });

export interface Question
  extends Required<Pick<WrittenQuestion, "id" | "kind" | "language" | "profile">> {
  readonly turns: readonly Turn[];
  readonly facts: WrittenQuestion["facts"];
}

/** Fills in a question's defaults. */
export function questionOf(written: WrittenQuestion): Question {
  const { kind = "plain", language = "en", profile = "fuller" } = written;
  const turns = "turns" in written ? written.turns : [written];
  return { ...written, kind, language, profile, turns };
}

/** Previews a change and applies it after the user confirms. */
export function agreed(
  says: string,
  yes: string,
  calls: Call | readonly Call[],
): readonly Turn[] {
  return [{ says, calls, answers: "<message>" }, confirmed(yes)];
}

export function confirmed(says: string): Turn {
  return { says, calls: "confirmed", answers: "<message>" };
}

/** The expected calls and answer for a turn. */
type CallsWithAnswer = Pick<Turn, "calls" | "answers">;

/** Returns the expected calls and answer for a question about a payee's latest transaction. */
export function findsLatest(payee: string, text: string): CallsWithAnswer {
  const answers = text.replaceAll(/<(money )?/gu, "<$1transactions.0.");
  return { calls: ["find_transactions", { payee, limit: 1 }], answers };
}

/** A turn's calls and answer, and the facts that the answer must contain. */
type AnswerWithFacts = CallsWithAnswer & Pick<WrittenQuestion, "facts">;

/** Returns a turn whose answer is `text`, with `<>` replaced by an account's balance. */
export function saysBalance(account: string, text: string, balance: number): AnswerWithFacts {
  return {
    calls: ["list_accounts"],
    answers: text.replace("<>", `<money accounts.name=${account}.balance>`),
    facts: [amount("the balance", balance)],
  };
}

/** Returns a turn whose answer is `text`, with `<>` replaced by a category's available amount. */
export function saysAvailable(category: string, text: string, available: number): AnswerWithFacts {
  return {
    calls: ["get_category_balances", { category_ids: [category] }],
    answers: text.replace("<>", "<money categories.0.available>"),
    facts: [amount("what is available", available)],
  };
}

/**
 * Returns the value at a path in a result. Examples of paths are `accounts.length`,
 * `accounts.0.balance` and, to select an account by its name, `accounts.name=Checking.balance`.
 *
 * @throws {Error} If there is no such field.
 */
export function valueAt(result: Fields, path: string): unknown {
  const value = path.split(".").reduce<unknown>((from, step) => {
    const [field = "", wanted] = step.split("=");
    return wanted === undefined
      ? (from as Fields | undefined)?.[field]
      : (from as readonly Fields[]).find((row) => row[field] === wanted);
  }, result);
  if (value === undefined) throw new Error(`There is no ${path}`);
  return value;
}

export function transactionIds(found: Fields): readonly unknown[] {
  return (found["transactions"] as readonly Fields[]).map((row) => row["transaction_id"]);
}
