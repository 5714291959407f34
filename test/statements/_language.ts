import words from "./_words.json" with { type: "json" };

const ROLES = Object.keys(words.codes) as Role[];

/** The kind of content in a column of a bank's file. */
export type Role = keyof typeof words.codes;

const LISTS = [
  "groups",
  /**
   * The possible orders of day, month and year in a date, each followed by its separator, if any.
   * `Mname` means that the month is a name.
   */
  "dates",
  "months",
  "failed",
  "opening",
  "closing",
  "totals",
  /**
   * Words on the lines above the table: title, account, period, holder, currency and export date.
   */
  "above",
  "payees",
  "salary",
  "memos",
] as const;

/** Words and formats that banks use in one language. */
export interface Language extends Readonly<Record<typeof LISTS[number], readonly string[]>> {
  readonly code: string;
  readonly currencies: readonly Currency[];
  readonly decimal: "." | ",";
  /** Encodings older than Unicode. */
  readonly legacy: readonly string[];
  readonly headings: Readonly<Record<Role, readonly string[]>>;
  /** Words that mean money out and money in. */
  readonly sides: readonly (readonly [out: string, in_: string])[];
  /** Words that mean "booked" and "pending". */
  readonly states: readonly (readonly [booked: string, pending: string])[];
}

export interface Currency {
  readonly iso: string;
  readonly decimals: number;
  readonly symbol: string;
}

type Written = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const written: Readonly<Record<string, Written>> = words.languages;

export const languages: readonly Language[] = Object.entries(written).map(([code, language]) => ({
  ...Object.fromEntries(LISTS.map((name) => [name, listOf(language[name])])) as unknown as Record<
    typeof LISTS[number],
    readonly string[]
  >,
  code,
  currencies: listOf(language.currencies).map(currencyOf),
  decimal: language.decimal === "." ? "." : ",",
  legacy: listOf(language.legacy).filter((name) => name !== ""),
  headings: headingsOf(language.headings),
  sides: listOf(language.sides).map(pairOf),
  states: listOf(language.states).map(pairOf),
}));

/** Column headings that are internal codes instead of words. */
export const codes: Readonly<Record<Role, readonly string[]>> = headingsOf(words.codes);

/** Payees that may appear in any country's statements. */
export const payeesEverywhere: readonly string[] = listOf(words.everywhere);
export const payeesInOtherScripts: readonly string[] = listOf(words.other_scripts);

function listOf(text: Written[string] | undefined): readonly string[] {
  return typeof text === "string" ? text.split("|") : [];
}

function pairOf(text: string): readonly [string, string] {
  const [first = "", second = ""] = text.split(">");
  return [first, second];
}

function currencyOf(text: string): Currency {
  const [iso = "", decimals = "2", symbol = ""] = text.split(" ");
  return { iso, decimals: Number(decimals), symbol };
}

function headingsOf(texts: Written[string] | undefined): Readonly<Record<Role, readonly string[]>> {
  const english: Readonly<Record<string, string>> = words.languages.en.headings;
  const own: Readonly<Record<string, string>> = typeof texts === "object" ? texts : {};
  return Object.fromEntries(
    ROLES.map((role) => [role, listOf(own[role] ?? english[role])]),
  ) as unknown as Record<Role, readonly string[]>;
}
