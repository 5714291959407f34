import { datesInWords } from "./date_words.ts";
import { formatMoneyIn, type MoneyFormat } from "./money_format.ts";

/** Fields with the server's own text. In text from the plan, amounts and dates stay unchanged. */
const SENTENCES: ReadonlySet<string> = new Set(
  "detail hint label labels message notes outcome result summary target undo warnings what"
    .split(" "),
);

/** Matches the names of changed fields whose values are text composed by this server. */
const IN_OUR_WORDS = /^(?:available|(?:\w+ )*date|line \d+|schedule|target|transaction|transfer)$/u;

/** Whether the values of a changed field are text composed by this server. */
export function isInOurWords(field: unknown): boolean {
  return typeof field === "string" && IN_OUR_WORDS.test(field);
}

export function sentenceForPeople(text: string, format: MoneyFormat): string {
  return datesInWords(formatMoneyIn(text, format));
}

export function answerForPeople<Value>(value: Value, format: MoneyFormat): Value {
  return formatted(value, format, false) as Value;
}

function formatted(value: unknown, format: MoneyFormat, isOurs: boolean): unknown {
  if (typeof value === "string") return isOurs ? sentenceForPeople(value, format) : value;
  if (Array.isArray(value)) return value.map((item) => formatted(item, format, isOurs));
  if (typeof value !== "object" || value === null) return value;
  const areValuesOurs = isInOurWords((value as { readonly field?: unknown }).field);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isSentence = SENTENCES.has(name) ||
        (areValuesOurs && (name === "before" || name === "after"));
      return [name, formatted(field, format, isSentence)];
    }),
  );
}
