import type { Answer, Desk } from "./desk.ts";
import type { Profile } from "../mod.ts";
import { amount, type Fact } from "./grade.ts";
import type { Household } from "./household.ts";

type Fields = Readonly<Record<string, unknown>>;

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

/**
 * A message that one call can answer. The answer has `<path>` for a field and `<money path>` for an
 * amount.
 */
interface WrittenTurn {
  readonly says: string;
  readonly calls: readonly [tool: string, args?: Fields];
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
    "calls" in turn ? { says: turn.says, rehearsed: answeredBy(turn.calls, turn.answers) } : turn
  );
  return { ...written, kind, language, profile, turns };
}

function answeredBy([tool, args = {}]: WrittenTurn["calls"], text: string): Turn["rehearsed"] {
  return async (desk) => (await desk.call(tool, args)).fill(text, (amount) => desk.money(amount));
}

/** Calls a tool and answers from its result. */
export function reads(
  tool: string,
  args: Fields,
  say: (answer: Answer, money: Desk["money"]) => string,
): Turn["rehearsed"] {
  return async (desk) => say(await desk.call(tool, args), (amount) => desk.money(amount));
}

/** A turn's calls and answer, and the facts that the answer must contain. */
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
