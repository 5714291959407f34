import type { Draw } from "./_draw.ts";
import { encodable } from "./_encode.ts";
import { codes, type Currency, type Language, type Role } from "./_language.ts";

/** How one bank writes its CSV export. */
export interface CsvFormat {
  readonly delimiter: string;
  readonly encoding: string;
  readonly mark: boolean;
  readonly lineEnd: string;
  readonly quoting: "needed" | "all" | "texts";
  readonly heading: "words" | "codes" | "none";
  readonly above: number;
  readonly below: number;
  readonly style: AmountStyle;
  readonly date: DateFormat;
  readonly number: NumberFormat;
  /** Content of a row's unused amount column, for formats that have two amount columns. */
  readonly empty: string;
  readonly balance: "none" | "after" | "before" | "end of day";
  /**
   * Whether opening and closing balances are listed like transactions, and if so, in which column.
   */
  readonly balanceRows: "none" | "in the amount" | "in the balance";
  readonly newestFirst: boolean;
  readonly padded: boolean;
  readonly trailingDelimiter: boolean;
  /**
   * How a long memo is written: all on one line, continued on the next line, or with a line break
   * inside quotes.
   */
  readonly lines: "one" | "below" | "quoted";
  readonly columns: readonly Role[];
  /** Irrelevant columns, each with the number of relevant columns before it. */
  readonly noise: readonly { readonly after: number; readonly kind: Noise }[];
  readonly side: readonly [out: string, in_: string];
  readonly state: readonly [booked: string, pending: string];
  /** Whether pending transactions have a word, such as "pending", instead of a date. */
  readonly pendingInDate: boolean;
}

export type AmountStyle =
  | "signed"
  | "negated"
  | "two_columns"
  | "two_columns_signed"
  | "indicator"
  | "net";

export type Noise = "constant" | "zero" | "number" | "code" | "empty" | "rate" | "line";

export interface DateFormat {
  readonly order: "dmy" | "mdy" | "ymd" | "name";
  readonly separator: string;
  readonly shortYear: boolean;
  readonly padded: boolean;
  readonly time: "none" | "space" | "iso";
  /** Whether dates end with a period, as in Hungary. */
  readonly closed: boolean;
}

export interface NumberFormat {
  readonly decimal: "." | ",";
  readonly group: string;
  readonly negative: "-" | "trailing" | "\u2212" | "parentheses" | "spaced";
  readonly plus: boolean;
  readonly symbol: "none" | "before" | "after" | "code";
  readonly decimals: "all" | "needed";
}

/**
 * Chooses a random format in which each feature is about as likely as it is in real banks' files.
 */
export function drawCsvFormat(
  draw: Draw,
  { language, currency, isCard, needs }: {
    readonly language: Language;
    readonly currency: Currency;
    readonly isCard: boolean;
    /** Columns that are needed to read the ledger correctly. */
    readonly needs: readonly Role[];
  },
): CsvFormat {
  const delimiter = draw.percent(2)
    ? "\t"
    : draw.percent(1)
    ? "|"
    : draw.percent(language.decimal === "." ? 88 : 27)
    ? ","
    : ";";
  const heading = draw.weighted({ words: 79, codes: 6, none: 15 });
  const style = amountStyle(draw, isCard, heading);
  const number = numberFormat(draw, language, { delimiter, style });
  const balance = draw.weighted({ none: 55, after: 40, before: 2, "end of day": 3 });
  const columns = drawColumns(draw, {
    style,
    heading,
    needs: balance === "none" ? needs : [...needs, "balance"],
  });
  const lineEnd = draw.weighted({ "\r\n": 55, "\n": 42, "\r": 3 });
  const encoding = drawEncoding(draw, language, lineEnd);
  return {
    delimiter,
    ...encoding,
    lineEnd,
    quoting: draw.weighted({ needed: 55, all: 25, texts: 20 }),
    heading,
    above: draw.percent(20) ? draw.whole(1, 12) : 0,
    below: draw.percent(8) ? draw.whole(1, 3) : 0,
    style,
    date: dateFormat(draw, language),
    number: writable(number, currency, encoding.encoding),
    empty: draw.percent(25) ? "0" : "",
    balance,
    balanceRows: !draw.percent(4)
      ? "none"
      : balance === "none"
      ? "in the amount"
      : draw.pick(["in the amount", "in the balance"]),
    newestFirst: draw.percent(55),
    padded: draw.percent(5),
    trailingDelimiter: draw.percent(6),
    lines: draw.weighted({ one: 94, below: 3, quoted: 3 }),
    columns,
    noise: drawNoise(draw, columns.length),
    side: draw.pick([...language.sides, ["-", "+"], ["DBIT", "CRDT"]]),
    state: draw.pick(language.states),
    pendingInDate: draw.percent(20),
  };
}

function amountStyle(draw: Draw, isCard: boolean, heading: string): AmountStyle {
  if (isCard) {
    return draw.weighted({ signed: 56, negated: 22, two_columns: 15, indicator: 7 });
  }
  return draw.weighted({
    signed: 64,
    negated: 0,
    two_columns: 24,
    two_columns_signed: 2,
    indicator: 9,
    net: heading === "words" ? 1 : 0,
  });
}

function numberFormat(
  draw: Draw,
  language: Language,
  { delimiter, style }: { readonly delimiter: string; readonly style: AmountStyle },
): NumberFormat {
  const decimal = language.decimal === "," && draw.percent(delimiter === "," ? 65 : 12)
    ? "."
    : language.decimal;
  const own = decimal === language.decimal && draw.percent(45) ? draw.pick(language.groups) : "";
  const unsigned = style === "two_columns" || style === "indicator";
  return {
    decimal,
    group: language.code === "de" && own !== "" && draw.percent(15) ? "'" : own,
    negative: unsigned ? "-" : draw.weighted({
      "-": 90,
      trailing: 3,
      "\u2212": 3,
      parentheses: 2,
      spaced: 2,
    }),
    plus: !unsigned && draw.percent(5),
    symbol: draw.weighted({ none: 91, before: 3, after: 3, code: 3 }),
    decimals: draw.percent(language.code === "hu" ? 70 : 8) ? "needed" : "all",
  };
}

/** In an amount format, replaces the characters that the encoding can't represent. */
function writable(number: NumberFormat, { symbol }: Currency, encoding: string): NumberFormat {
  const has = (text: string): boolean => encodable(text, encoding) === text;
  return {
    ...number,
    group: has(number.group) ? number.group : "\u00a0",
    negative: has(number.negative) ? number.negative : "-",
    symbol: number.symbol === "none" || has(symbol) ? number.symbol : "code",
  };
}

function dateFormat(draw: Draw, language: Language): DateFormat {
  const drawn = draw.percent(8) ? "ymd-" : draw.pick(language.dates);
  const isNamed = language.months.length === 12 && (drawn === "Mname" || draw.percent(1.5));
  const order = isNamed ? "name" : drawn.startsWith("Y") ? "ymd" : drawn.slice(0, 3) as "dmy";
  const separator = drawn === "Ymd" ? "" : isNamed ? draw.pick([" ", "-", "."]) : drawn.slice(3);
  const plain = draw.percent(5);
  return {
    order,
    separator,
    shortYear: separator !== "" && order !== "ymd" && draw.percent(9),
    padded: separator === "" || !draw.percent(8),
    time: plain && separator !== ""
      ? order === "ymd" && draw.percent(60) ? "iso" : "space"
      : "none",
    closed: language.code === "hu" && separator === ".",
  };
}

function drawEncoding(
  draw: Draw,
  language: Language,
  lineEnd: string,
): Pick<CsvFormat, "encoding" | "mark"> {
  const kind = draw.weighted({ utf8: 60, marked: 13, legacy: 22, utf16: 5 });
  if (kind === "marked") return { encoding: "utf-8", mark: true };
  if (kind === "utf16") {
    return { encoding: draw.pick(["utf-16le", "utf-16le", "utf-16be"]), mark: draw.percent(75) };
  }
  if (kind === "utf8" || language.legacy.length === 0) return { encoding: "utf-8", mark: false };
  const isMac = lineEnd === "\r" && language.legacy.includes("macintosh");
  const others = language.legacy.filter((name) => name !== "macintosh");
  return { encoding: isMac ? "macintosh" : draw.pick(others), mark: false };
}

function drawColumns(
  draw: Draw,
  { style, heading, needs }: {
    readonly style: AmountStyle;
    readonly heading: string;
    readonly needs: readonly Role[];
  },
): readonly Role[] {
  const texts = draw.weighted({ payee: 25, memo: 40, both: 35 });
  const text: Role[] = texts === "both"
    ? (draw.percent(70) ? ["payee", "memo"] : ["memo", "payee"])
    : [texts];
  const amounts: Role[] = {
    signed: ["amount"] as Role[],
    negated: ["amount"] as Role[],
    net: ["gross", "fee", "net"] as Role[],
    two_columns:
      (draw.percent(heading === "none" ? 5 : 15) ? ["in", "out"] : ["out", "in"]) as Role[],
    two_columns_signed: ["out", "in"] as Role[],
    indicator: (draw.percent(70) ? ["side", "amount"] : ["amount", "side"]) as Role[],
  }[style];
  if (needs.includes("balance")) amounts.push("balance");
  const extra = draw.shuffled<Role>([
    ...needs.filter((role) => role !== "balance"),
    ...optional(draw, { counter: 15, category: 12, reference: 22, time: 3 }),
    ...optional(draw, { currency: 28, account: 16 }).filter((role) => !needs.includes(role)),
    ...(style === "signed" && draw.percent(5)
      ? ["foreign", "foreign_currency", "rate"] as Role[]
      : []),
  ]);
  const dates: Role[] = draw.percent(22) ? ["date", "value"] : ["date"];
  if (heading !== "none" && dates.length === 2 && draw.percent(12)) dates.reverse();
  const cut = draw.whole(0, extra.length);
  const later = [...text, ...extra.slice(0, cut)];
  const body = draw.percent(75) ? [...later, ...amounts] : [...amounts, ...later];
  const columns = [...dates, ...body, ...extra.slice(cut)];
  // If there are no headings, the posting date comes first, because nothing else identifies it.
  const mayChange = heading !== "none" || dates.length === 1;
  const [first, second, ...rest] = columns;
  return mayChange && first !== undefined && second !== undefined && draw.percent(12)
    ? [second, first, ...rest]
    : columns;
}

function optional(draw: Draw, shares: Partial<Record<Role, number>>): Role[] {
  return (Object.keys(shares) as Role[]).filter((role) => draw.percent(shares[role] ?? 0));
}

function drawNoise(draw: Draw, columns: number): CsvFormat["noise"] {
  const count = draw.percent(25) ? draw.whole(1, 3) : 0;
  return Array.from({ length: count }, () => ({
    after: draw.whole(0, columns),
    kind: draw.pick<Noise>(["constant", "zero", "number", "code", "empty", "rate", "line"]),
  }));
}

/** The heading of a column. */
export function headingOf(
  draw: Draw,
  role: Role,
  { language, heading, currency }: {
    readonly language: Language;
    readonly heading: CsvFormat["heading"];
    readonly currency: string;
  },
): string {
  const words = heading === "codes" ? codes[role] : language.headings[role];
  return draw.pick(words).replace(/\b(?:USD|EUR)\b/u, currency);
}
