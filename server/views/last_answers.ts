/** How many answers are kept. */
const MOST_ANSWERS = 64;
/** Characters of JSON that all of them may have together. */
const MOST_CHARACTERS = 4_000_000;

/** Which call an answer belongs to. */
export interface AnsweredCall {
  readonly principal: string | null;
  readonly tool: string;
  /** What the agent sent. */
  readonly args: unknown;
}

/** A least-recently-given cache of answers by their calls. */
export class LastAnswers {
  readonly #kept = new Map<string, string>();
  #characters = 0;

  /** Keeps an answer in the place of an older one to the same call. */
  keep(call: AnsweredCall, answer: unknown): void {
    const key = keyOf(call);
    const text = JSON.stringify(answer);
    if (text.length > MOST_CHARACTERS) return;
    this.#drop(key);
    this.#kept.set(key, text);
    this.#characters += text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_ANSWERS && this.#characters <= MOST_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  /** Finds the answer to a call; `null` when it is not kept. */
  find<Answer>(call: AnsweredCall): Answer | null {
    const text = this.#kept.get(keyOf(call));
    return text === undefined ? null : JSON.parse(text) as Answer;
  }

  #drop(key: string): void {
    this.#characters -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}

function keyOf({ principal, tool, args }: AnsweredCall): string {
  return JSON.stringify([principal, tool, sorted(args ?? {})]);
}

/** Objects with their keys in order: hosts do not keep it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined)
      .sort(([one], [other]) => one < other ? -1 : 1)
      .map(([name, field]) => [name, sorted(field)]),
  );
}
