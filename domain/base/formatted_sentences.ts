import { formatMoneyIn, type MoneyFormat } from "./money_format.ts";

/** Fields that hold sentences of ours; all other text is somebody else's and stays as it is. */
export const SENTENCES: ReadonlySet<string> = new Set([
  "detail",
  "hint",
  "label",
  "labels",
  "message",
  "result",
  "summary",
  "target",
  "told",
  "undo",
  "warnings",
]);

/** Fields of a change whose values are words of ours. */
const IN_OUR_WORDS = /^(?:available|line \d+|schedule|target|transaction|transfer)$/u;

/** Tells whether the values of a change's field are words of ours, which may hold amounts. */
export function isInOurWords(field: unknown): boolean {
  return typeof field === "string" && IN_OUR_WORDS.test(field);
}

/** Formats the amounts in an answer's sentences. */
export function withFormattedMoney<Value>(value: Value, format: MoneyFormat): Value {
  return formatted(value, format, false) as Value;
}

function formatted(value: unknown, format: MoneyFormat, isOurs: boolean): unknown {
  if (typeof value === "string") return isOurs ? formatMoneyIn(value, format) : value;
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
