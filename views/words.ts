import { formatMoney, type MoneyFormat } from "../domain/base/money_format.ts";
import { isolated } from "../domain/base/clean_text.ts";
import type { PageFacts, ViewFacts } from "./facts.ts";
import type { Host, ToolResult } from "./host.ts";

/** What words depend on. */
export interface Wording {
  readonly money: MoneyFormat;
  /** BCP 47; what the browser has where the host says none that it knows. */
  readonly locale: string | undefined;
}

/** Writes an amount. */
export function amount(value: number, { money }: Wording): string {
  return formatMoney(value, money);
}

/** Writes a round amount of an axis. */
export function tickAmount(value: number, { money }: Wording): string {
  return formatMoney(value, Number.isInteger(value) ? { ...money, decimals: 0 } : money);
}

/** Writes a month, `YYYY-MM`. */
export function monthName(month: string, { locale }: Wording, length: "short" | "long"): string {
  const options = { year: "numeric", month: length, timeZone: "UTC" } as const;
  return isolated(dateFormat(locale, options).format(dateOf(`${month.slice(0, 7)}-01`)));
}

/** Writes a day, `YYYY-MM-DD`. */
export function dayName(day: string, { locale }: Wording): string {
  const options = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return isolated(dateFormat(locale, options).format(dateOf(day)));
}

/** Writes a share of one, such as a change: 0.25 is 25 %. */
export function percent(share: number, { locale }: Wording, isSigned = false): string {
  const options = {
    style: "percent",
    maximumFractionDigits: Math.abs(share) < 0.1 && share !== 0 ? 1 : 0,
    ...(isSigned ? { signDisplay: "exceptZero" } as const : {}),
  } as const;
  try {
    return isolated(new Intl.NumberFormat(locale, options).format(share));
  } catch {
    return isolated(new Intl.NumberFormat(undefined, options).format(share));
  }
}

/** Says of which day an answer is; empty where nobody has said. */
export function asOf({ facts, ...wording }: Wording & { readonly facts: ViewFacts }): string {
  return facts.today === undefined ? "" : `, as of ${dayName(facts.today, wording)}`;
}

/** Counts things. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The beginning of a day, `YYYY-MM-DD`. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    // A host may name a locale that is none.
    return new Intl.DateTimeFormat(undefined, options);
  }
}

/** An answer, and what it is drawn with. */
export interface ViewProps<Answer> extends Wording {
  readonly answer: Answer;
  readonly facts: ViewFacts;
  readonly page: PageFacts;
  /** The arguments of the call, as the host gave them. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The width there is, in CSS pixels. */
  readonly width: number;
  /** Calls a tool of the server; `null` where the host lets pages call none. */
  readonly call: Host["call"] | null;
  readonly tellModel: Host["tellModel"];
  /** Draws something else in the place of this answer. */
  readonly onResult: (result: ToolResult) => void;
}
