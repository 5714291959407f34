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

/** A comparison of a bank's file with an account. */
export interface Compared {
  readonly answer: Answer;
  /** The handle with which later calls refer to the file. */
  readonly statement: string;
  /** Questions about the file that still need an answer. */
  readonly questions: readonly string[];
}

/** Tools of a scripted assistant for one question. */
export class Desk {
  readonly #world: EvalWorld;
  readonly #language: string;
  #preview: { readonly tool: string; readonly args: Fields; readonly code: unknown } | null = null;

  #compared: Compared | null = null;

  constructor(world: EvalWorld, language: string) {
    this.#world = world;
    this.#language = language;
  }

  /** Calls a tool; throws if it returns an error. */
  async call(tool: string, args: Fields = {}): Promise<Answer> {
    const { structured, text, isError } = await this.#world.call(tool, args);
    if (isError || structured === null) throw new Error(`${tool} returned ${text}`);
    const code = structured["confirmation"];
    this.#preview = code === undefined ? this.#preview : { tool, args, code };
    return new Answer(structured);
  }

  /** Calls a tool that must return an error, and returns the error's text. */
  async refused(tool: string, args: Fields): Promise<string> {
    const { text, isError } = await this.#world.call(tool, args);
    if (!isError) throw new Error(`${tool} returned ${text}`);
    return text;
  }

  /** Repeats the last preview's call with its confirmation code. */
  async confirm(): Promise<Answer> {
    const preview = this.#preview;
    if (preview === null) throw new Error("No preview");
    this.#preview = null;
    return await this.call(preview.tool, { ...preview.args, confirmation: preview.code });
  }

  /** Compares a bank's file with an account. */
  async compare(account: string, text: string): Promise<Compared> {
    const answer = await this.call("compare_statement", { account_id: account, text });
    return this.#compared = {
      answer,
      statement: answer.text("statement"),
      questions: answer.rows("questions").map((question) => question.text("about")),
    };
  }

  /** The latest comparison. */
  get compared(): Compared {
    if (this.#compared === null) throw new Error("Nothing was compared");
    return this.#compared;
  }

  /** Formats an amount for the user's language, without a sign. */
  money(amount: number): string {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    return Math.abs(amount).toLocaleString(this.#language, digits);
  }
}

/** A structured result, or a row in it. */
export class Answer {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  number(name: string): number {
    const value = this.#fields[name];
    if (typeof value !== "number") throw new Error(`${name} is not a number`);
    return value;
  }

  /** Returns a text field; empty if the field is missing. */
  text(name: string): string {
    return String(this.#fields[name] ?? "");
  }

  /** Returns a list field; empty if the field is missing. */
  list(name: string): readonly unknown[] {
    const list = this.#fields[name] ?? [];
    if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
    return list;
  }

  rows(list: string): readonly Answer[] {
    return this.list(list).map((row) => new Answer(row as Fields));
  }

  /** Returns the first row of a list. */
  first(list: string): Answer {
    const [row] = this.rows(list);
    if (row === undefined) throw new Error(`${list} is empty`);
    return row;
  }

  /** Returns the row of a list whose field has a given value. */
  row(list: string, field: string, value: string): Answer {
    const found = this.rows(list).find((row) => row.text(field) === value);
    if (found === undefined) throw new Error(`${list} has no ${value}`);
    return found;
  }

  /** Fills in a template, replacing `<path>` with a field and `<money path>` with an amount. */
  fill(text: string, money: Desk["money"]): string {
    return text.replaceAll(
      /<(money )?([^>]+)>/gu,
      (_, isMoney: string | undefined, path: string) => {
        const value = path.split(".").reduce<unknown>(stepped, this.#fields);
        if (value === undefined) throw new Error(`There is no ${path}`);
        return isMoney === undefined ? String(value) : money(Number(value));
      },
    );
  }

  /** Returns an object field. */
  within(name: string): Answer {
    return new Answer((this.#fields[name] ?? {}) as Fields);
  }
}

/** Returns a field; in a list, a row by number or, as in `name=Checking`, by a field's value. */
function stepped(value: unknown, step: string): unknown {
  const [field = "", wanted] = step.split("=");
  if (!Array.isArray(value)) return (value as Fields | undefined)?.[field];
  return wanted === undefined ? value[Number(field)] : value.find((row) => row[field] === wanted);
}
