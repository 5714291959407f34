/** Maximum length of an answer. Without a limit, a model could pass by listing everything. */
const LONGEST = 2_500;

/** Small numbers that people write as words. */
const NUMBER_WORDS: readonly string[] = [
  "no|none|null|keine|aucun|cero|zero",
  "one|once|single|eine|einmal|uno|una|une|un",
  "two|twice|zwei|zweimal|dos|deux|due|twee|duas|dois",
  "three|drei|tres|trois|tre|drie",
  "four|vier|cuatro|quatre|quattro|quatro",
  "five|funf|cinco|cinq|cinque|vijf",
  "six|sechs|seis|sei|zes",
  "seven|sieben|siete|sept|sette|zeven|sete",
  "eight|acht|ocho|huit|otto|oito",
  "nine|neun|nueve|neuf|nove|negen",
  "ten|zehn|diez|dix|dieci|tien|dez",
];

/** Checks one fact in an answer or in the plan's changes. Returns a list of mistakes. */
export type Fact = (said: string, changed: readonly string[]) => readonly string[];

export function faultsOf(
  facts: readonly Fact[],
  said: string,
  changed: readonly string[],
): readonly string[] {
  const tooLong = said.length > LONGEST ? [`longer than ${LONGEST} characters`] : [];
  return [...tooLong, ...facts.flatMap((fact) => fact(said, changed))];
}

/**
 * The answer must state one of these amounts, in milliunits; signs are ignored. Ambiguous questions
 * accept several amounts.
 */
export function amount(what: string, ...anyOf: readonly number[]): Fact {
  const fault = `omits ${what}: ${anyOf.map((one) => one / 1000).join(" or ")}`;
  return (said) => anyOf.some((one) => givesAmount(said, one)) ? [] : [fault];
}

/** The answer must state a count. */
export function count(what: string, ...anyOf: readonly number[]): Fact {
  const fault = `omits ${what}: ${anyOf.join(" or ")}`;
  return (said) => anyOf.some((one) => givesCount(said, one)) ? [] : [fault];
}

/** The answer must use one of these words. */
export function words(what: string, ...anyOf: readonly string[]): Fact {
  return (said) => hasOne(said, anyOf) ? [] : [`omits ${what}`];
}

/** The answer must name a day. */
export function day(what: string, date: string): Fact {
  return (said) => namesDay(said, date) ? [] : [`omits ${what}: ${date}`];
}

/** The answer must not use any of these words. */
export function never(what: string, ...anyOf: readonly string[]): Fact {
  return (said) => hasOne(said, anyOf) ? [`says ${what}`] : [];
}

/** The answer must not state this amount. */
export function neverAmount(what: string, wrong: number): Fact {
  return (said) => givesAmount(said, wrong) ? [`says ${what}: ${wrong / 1000}`] : [];
}

/** The plan must have exactly these changes, one per line, as returned by `changesIn`. */
export function changes(...lines: readonly string[]): Fact {
  return (_, changed) => [
    ...lines.filter((line) => !changed.includes(line)).map((line) => `missing change: ${line}`),
    ...changed.filter((line) => !lines.includes(line)).map((line) => `unexpected change: ${line}`),
  ];
}

/**
 * The answer must contain a denial or a refusal in any language that the questions use. An
 * answer that says "I don't know" fails.
 */
export function refusal(what = "that it isn't so, or can't be done"): readonly Fact[] {
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

/**
 * Whether the text states the given amount, either to the cent or, if the amount is at least ten,
 * rounded to a whole unit.
 */
function givesAmount(said: string, milliunits: number): boolean {
  const exact = Math.abs(milliunits) / 1000;
  return figuresIn(said).some((figure) =>
    Math.abs(figure - exact) < 0.005 ||
    (exact >= 10 && Number.isInteger(figure) && figure === Math.round(exact))
  ) || (milliunits === 0 && givesNone(said));
}

/** "Nothing is left" also states an amount: zero. */
function givesNone(said: string): boolean {
  return hasOne(said, ["nothing", "nichts", "rien", "nada", "niente", "niets"]);
}

function givesCount(said: string, number: number): boolean {
  const names = NUMBER_WORDS[number];
  const isNamed = names !== undefined && new RegExp(`\\b(?:${names})\\b`, "u").test(folded(said));
  return isNamed || figuresIn(said).includes(number);
}

function hasOne(said: string, anyOf: readonly string[]): boolean {
  const plain = folded(said);
  return anyOf.some((words) => plain.includes(folded(words)));
}

/** A number: digits and their separators, such as a period, comma, apostrophe or space. */
const TOKEN = /\d(?:[\d.,'\u2019\u00a0\u202f\u2009_]|[ ](?=\d{3}(?!\d)))*/gu;

/** ISO dates would count as amounts, so they are skipped here and found by `daysIn`. */
const ISO_DAY = /\b\d{4}-\d{2}(?:-\d{2})?\b/gu;

/** Finds every number in text. An ambiguous number (`1,234`) counts as both 1234 and 1.234. */
export function figuresIn(text: string): readonly number[] {
  const plain = text.normalize("NFKC").replaceAll(ISO_DAY, " ");
  return [...plain.matchAll(TOKEN)].flatMap(([token]) => readings(token));
}

function readings(token: string): readonly number[] {
  const figure = token.replaceAll(/[^\d.,]/gu, "").replace(/[.,]+$/u, "");
  const marks = [...figure.matchAll(/[.,]/gu)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return [Number(figure)];
  const isGrouping = marks.length > 1 && marks.every((mark) => mark === last);
  if (isGrouping) return [whole(figure)];
  const decimal = decimalAt(figure, figure.lastIndexOf(last));
  const isAmbiguous = marks.length === 1 && /^\d{1,3}[.,]\d{3}$/u.test(figure);
  return isAmbiguous ? [whole(figure), decimal] : [decimal];
}

const whole = (figure: string): number => Number(figure.replaceAll(/[.,]/gu, ""));

function decimalAt(figure: string, at: number): number {
  return Number(`${figure.slice(0, at).replaceAll(/[.,]/gu, "")}.${figure.slice(at + 1)}`);
}

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl"];

/** Short and long month names in all languages, without accents. */
function monthNames(month: number): readonly string[] {
  const date = new Date(Date.UTC(2026, month - 1, 1));
  return LANGUAGES.flatMap((language) =>
    (["short", "long"] as const).map((form) => {
      const options = { day: "numeric", month: form, timeZone: "UTC" } as const;
      const parts = new Intl.DateTimeFormat(language, options).formatToParts(date);
      const name = parts.find(({ type }) => type === "month")?.value ?? "";
      return folded(name).replace(".", "");
    })
  );
}

/** Normalizes case, accents, character widths, quotes and spaces. */
export function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
    .replaceAll(/[\u2018\u2019\u02bc]/gu, "'").replaceAll(/\s+/gu, " ");
}

export function namesDay(text: string, day: string): boolean {
  const [, month = 0, date = 0] = day.split("-").map(Number);
  const names = monthNames(month).join("|");
  const number = `(?<!\\d)0?${date}(?!\\d)`;
  const two = `0?${month}`;
  const forms = [
    day,
    `${number}(?:st|nd|rd|th|er|o|\\.)?(?: (?:de|of))? (?:${names})`,
    `(?:${names})[a-z]*\\.? (?:the )?${number}`,
    `(?<![\\d.,])${two}[/-]0?${date}(?!\\d)`,
    `${number}[/.-] ?${two}(?!\\d)`,
    `(?<!\\d)${month}\u6708${date}\u65e5`,
  ];
  const plain = folded(text);
  return forms.some((form) => new RegExp(form, "u").test(plain));
}
