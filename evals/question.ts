import type { Profile } from "../mod.ts";
import { amount, type Fact } from "./grade.ts";
import type { Household } from "./household.ts";
import type { EvalWorld } from "./world.ts";

type Fields = Readonly<Record<string, unknown>>;

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

/** A message from the user, and how the rehearsal answers it. */
export interface Turn {
  readonly says: string;
  /** Makes the calls that a good assistant would make, and composes an answer from the results. */
  readonly rehearsed: (desk: Desk) => Promise<string>;
}

/** A call; its arguments may depend on the last result. */
export type Call = readonly [tool: string, args?: Fields | ((last: Fields) => Fields)];

/**
 * A message with its calls and answer, given as data instead of code. In the answer, `<path>` is
 * replaced with a field of the last result, and `<money path>` with an amount.
 */
export interface WrittenTurn {
  readonly says: string;
  /** The calls, or `confirmed` to repeat the previewed call with its confirmation code. */
  readonly calls?: Call | readonly Call[] | "confirmed";
  readonly answers: string;
}

/** A question as defined. By default, it is easy and in English. */
export type WrittenQuestion = {
  readonly id: string;
  readonly kind?: Kind;
  /** ISO 639-1. */
  readonly language?: string;
  /** The profile that has the tools needed for the question; `fuller` by default. */
  readonly profile?: Profile;
  readonly facts: (household: Household) => readonly Fact[];
} & (Turn | WrittenTurn | { readonly turns: readonly (Turn | WrittenTurn)[] });

export interface Question
  extends Required<Pick<WrittenQuestion, "id" | "kind" | "language" | "profile">> {
  readonly turns: readonly Turn[];
  readonly facts: WrittenQuestion["facts"];
}

/** Adds a question's defaults. */
export function questionOf(written: WrittenQuestion): Question {
  const { kind = "plain", language = "en", profile = "fuller" } = written;
  const turns = ("turns" in written ? written.turns : [written]).map((turn): Turn =>
    "rehearsed" in turn ? turn : { says: turn.says, rehearsed: (desk) => desk.answer(turn) }
  );
  return { ...written, kind, language, profile, turns };
}

/** Previews a change and applies it after the user confirms. */
export function agreed(
  says: string,
  yes: string,
  calls: Call | readonly Call[],
): readonly WrittenTurn[] {
  return [{ says, calls, answers: "<message>" }, confirmed(yes)];
}

export function confirmed(says: string): WrittenTurn {
  return { says, calls: "confirmed", answers: "<message>" };
}

/** The calls and the answer for a turn, and the facts that the answer must contain. */
type AnswerWithFacts = Pick<WrittenTurn, "calls" | "answers"> & Pick<WrittenQuestion, "facts">;

/** Answers from a payee's latest transaction. */
export function findsLatest(payee: string, text: string): Pick<WrittenTurn, "calls" | "answers"> {
  const answers = text.replaceAll(/<(money )?/gu, "<$1transactions.0.");
  return { calls: ["find_transactions", { payee, limit: 1 }], answers };
}

/** Answers with an account's balance, which replaces `<>`. */
export function saysBalance(account: string, text: string): AnswerWithFacts {
  const path = `<money accounts.name=${account}.balance>`;
  return {
    calls: ["list_accounts"],
    answers: text.replace("<>", path),
    facts: (household) => [amount("the balance", household.balance(account))],
  };
}

/** Answers with a category's available amount, which replaces `<>`. */
export function saysAvailable(category: string, text: string, group?: string): AnswerWithFacts {
  const args = group === undefined ? { category_ids: [category] } : { group };
  const path = `<money categories.name=${category}.available>`;
  return {
    calls: ["get_category_balances", args],
    answers: text.replace("<>", path),
    facts: (household) => [amount("what is available", household.available(category, group))],
  };
}

/** Tools that a scripted assistant can use for one question. */
export class Desk {
  readonly #world: EvalWorld;
  readonly #language: string;
  #preview: { readonly tool: string; readonly args: Fields; readonly code: unknown } | null = null;
  #last: Fields = {};

  constructor(world: EvalWorld, language: string) {
    this.#world = world;
    this.#language = language;
  }

  /** Makes a turn's calls, and fills in the answer with the last result. */
  async answer({ calls = [], answers }: WrittenTurn): Promise<string> {
    if (calls === "confirmed") await this.confirm();
    else {
      const isSingle = typeof calls[0] === "string";
      for (const [tool, args = {}] of (isSingle ? [calls] : calls) as readonly Call[]) {
        await this.call(tool, typeof args === "function" ? args(this.#last) : args);
      }
    }
    return answers.replaceAll(
      /<(money )?([^>]+)>/gu,
      (_, isMoney: string | undefined, path: string) => {
        const value = valueAt(this.#last, path);
        return isMoney === undefined ? String(value) : this.money(Number(value));
      },
    );
  }

  async call(tool: string, args: Fields = {}): Promise<Fields> {
    const { structured, text, isError } = await this.#world.call(tool, args);
    if (isError || structured === null) throw new Error(`${tool} returned ${text}`);
    const code = structured["confirmation"];
    this.#preview = code === undefined ? this.#preview : { tool, args, code };
    return this.#last = structured;
  }

  async refused(tool: string, args: Fields): Promise<string> {
    const { text, isError } = await this.#world.call(tool, args);
    if (!isError) throw new Error(`${tool} returned ${text}`);
    return text;
  }

  /** Repeats the last preview's call with its confirmation code. */
  async confirm(): Promise<Fields> {
    const preview = this.#preview;
    if (preview === null) throw new Error("No preview");
    this.#preview = null;
    return await this.call(preview.tool, { ...preview.args, confirmation: preview.code });
  }

  /** Formats an amount for the user's language, without a sign. */
  money(amount: number): string {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    return Math.abs(amount).toLocaleString(this.#language, digits);
  }
}

/**
 * Returns a field from a result. In a list, a step of the path is a row's number, `length` or, as
 * in `accounts.name=Checking.balance`, a field's value.
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
