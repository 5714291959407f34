import type { EvalWorld } from "./world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Number format by language. */
const MARKS: Readonly<Record<string, readonly [group: string, decimal: string]>> = {
  de: [".", ","],
  es: [".", ","],
  it: [".", ","],
  nl: [".", ","],
  pt: [".", ","],
  fr: ["\u202f", ","],
  pl: ["\u00a0", ","],
};

/** Tools of a scripted assistant, for one question. */
export class Desk {
  readonly #world: EvalWorld;
  readonly #language: string;
  #preview: { readonly tool: string; readonly args: Fields; readonly code: unknown } | null = null;

  /** Opens a desk for a question in a language. */
  constructor(world: EvalWorld, language: string) {
    this.#world = world;
    this.#language = language;
  }

  /**
   * Calls a tool.
   *
   * @throws {Error} When it is answered with an error.
   */
  async call(tool: string, args: Fields = {}): Promise<Answer> {
    const { structured, text, isError } = await this.#world.call(tool, args);
    if (isError || structured === null) throw new Error(`${tool} returned ${text}`);
    const code = structured["confirmation"];
    this.#preview = code === undefined ? this.#preview : { tool, args, code };
    return new Answer(structured);
  }

  /** Repeats the last preview's call with its confirmation code. */
  async confirm(): Promise<Answer> {
    const preview = this.#preview;
    if (preview === null) throw new Error("No preview");
    this.#preview = null;
    return await this.call(preview.tool, { ...preview.args, confirmation: preview.code });
  }

  /** Formats an amount for the user's language, without a sign. */
  money(amount: number): string {
    const [group, decimal] = MARKS[this.#language] ?? [",", "."];
    const [whole = "", cents = ""] = Math.abs(amount).toFixed(2).split(".");
    return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, group)}${decimal}${cents}`;
  }
}

/** A structured answer, read by paths. */
export class Answer {
  readonly #fields: Fields;

  /** Takes the answer. */
  constructor(fields: Fields) {
    this.#fields = fields;
  }

  number(name: string): number {
    return numberIn(this.#fields, name);
  }

  text(name: string): string {
    return String(this.#fields[name] ?? "");
  }

  /** Returns the rows of a list, none where it was left out. */
  rows(list: string): readonly Row[] {
    const rows = this.#fields[list] ?? [];
    if (!Array.isArray(rows)) throw new Error(`${list} is not a list`);
    return rows.map((row: Fields) => new Row(row));
  }

  /** Returns the one row of a list whose field has a value. */
  row(list: string, field: string, value: string): Row {
    const found = this.rows(list).find((row) => row.text(field) === value);
    if (found === undefined) throw new Error(`${list} has no ${value}`);
    return found;
  }
}

/** A row of an answer. */
export class Row {
  readonly #fields: Fields;

  /** Takes the row. */
  constructor(fields: Fields) {
    this.#fields = fields;
  }

  number(name: string): number {
    return numberIn(this.#fields, name);
  }

  /** Returns a text; empty where the field was left out. */
  text(name: string): string {
    return String(this.#fields[name] ?? "");
  }

  /** Returns a list of numbers. */
  numbers(name: string): readonly number[] {
    const list = this.#fields[name];
    return Array.isArray(list) ? list.map(Number) : [];
  }

  /** Returns the first text of a list. */
  first(name: string): string {
    const list = this.#fields[name];
    return Array.isArray(list) ? String(list[0]) : "";
  }

  /** Returns a field of a field. */
  within(name: string): Row {
    return new Row((this.#fields[name] ?? {}) as Fields);
  }
}

function numberIn(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number") throw new Error(`${name} is not a number`);
  return value;
}
