import type { Answer, Desk } from "./desk.ts";
import type { Profile } from "../mod.ts";
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
  /** Makes the calls of a good assistant and composes an answer from their results. */
  readonly rehearsed: (desk: Desk) => Promise<string>;
}

/** A message that one call answers: `<path>` stands for a field, `<money path>` for an amount. */
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
  /** The profile that contains the necessary tools; `fuller` by default. */
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

type WrittenAnswer = Pick<WrittenTurn, "calls" | "answers">;

/** Answers from the latest transaction of a payee. */
export function findsLatest(payee: string, text: string): WrittenAnswer {
  const answers = text.replaceAll(/<(money )?/gu, "<$1transactions.0.");
  return { calls: ["find_transactions", { payee, limit: 1 }], answers };
}

/** Answers with an account's balance, which `<>` stands for. */
export function saysBalance(account: string, text: string): WrittenAnswer {
  const path = `<money accounts.name=${account}.balance>`;
  return { calls: ["list_accounts"], answers: text.replace("<>", path) };
}

/** Answers with a category's available amount, which `<>` stands for. */
export function saysAvailable(category: string, text: string, group?: string): WrittenAnswer {
  const args = group === undefined ? { category_ids: [category] } : { group };
  const path = `<money categories.name=${category}.available>`;
  return { calls: ["get_category_balances", args], answers: text.replace("<>", path) };
}

/** A fact that the grader checks. Amounts are in milliunits, and their sign is ignored. */
export type Fact =
  | { readonly kind: "amount"; readonly what: string; readonly anyOf: readonly number[] }
  | { readonly kind: "count"; readonly what: string; readonly anyOf: readonly number[] }
  | { readonly kind: "words"; readonly what: string; readonly anyOf: readonly string[] }
  | { readonly kind: "day"; readonly what: string; readonly day: string }
  | { readonly kind: "never"; readonly what: string; readonly anyOf: readonly string[] }
  | { readonly kind: "never amount"; readonly what: string; readonly amount: number }
  /** Changes in the plan, one per line, as returned by `changesBetween`. */
  | { readonly kind: "changes"; readonly lines: readonly string[] };

/** The answer must state one of these amounts; ambiguous questions have several. */
export function amount(what: string, ...anyOf: readonly number[]): Fact {
  return { kind: "amount", what, anyOf };
}

/** The answer must state a count. */
export function count(what: string, ...anyOf: readonly number[]): Fact {
  return { kind: "count", what, anyOf };
}

/** The answer must use one of these words. */
export function words(what: string, ...anyOf: readonly string[]): Fact {
  return { kind: "words", what, anyOf };
}

/** The answer must name a day. */
export function day(what: string, date: string): Fact {
  return { kind: "day", what, day: date };
}

/** The answer must use none of these words. */
export function never(what: string, ...anyOf: readonly string[]): Fact {
  return { kind: "never", what, anyOf };
}

/** The answer must not state this amount. */
export function neverAmount(what: string, wrong: number): Fact {
  return { kind: "never amount", what, amount: wrong };
}

/** The plan must have exactly these changes; none if empty. */
export function changes(...lines: readonly string[]): Fact {
  return { kind: "changes", lines };
}

/**
 * The answer must deny or decline in one of the questions' languages; "I don't know" doesn't count.
 */
export function refusal(what = "that it is not so, or can't be"): readonly Fact[] {
  return [words(what, ...REFUSALS), never("that it does not know", ...DODGES)];
}

const REFUSALS = [
  ...["no ", "no,", "no.", "not ", "n't", "cannot", "nothing", "none", "unable", "without"],
  ...["kein", "nicht", "nein", "nichts"],
  ...["ningun", "no hay", "no puedo"],
  ...["aucun", "ne peux", "pas ", "non", "impossible"],
  ...["nessun", "geen", "niet", "nao ", "nenhum", "nie ", "nie,", "brak"],
];

const DODGES = [
  ...["don't know", "do not know", "not sure", "weiss nicht", "no lo se", "ne sais pas"],
];
