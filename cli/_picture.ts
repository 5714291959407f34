import { shortMonthWords } from "../domain/base/date_words.ts";
import { formatMoney, type MoneyFormat } from "../domain/base/money_format.ts";
import { readVariable, type Terminal } from "./_terminal.ts";
import { displayWidth, isDumb, padded, type Paint, printable, wrapText } from "./_text.ts";

const MAX_SERIES = 20;
/** Maximum width of a name. */
const MAX_NAME_LENGTH = 28;
const MIN_BAR = 12;

const BLOCK = "\u2588";
const ZERO = "\u2502";
const LEVELS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

export interface PictureOptions {
  readonly width: number;
  readonly money: MoneyFormat;
  readonly paint: Paint;
}

type Row = Readonly<Record<string, unknown>>;

/** Whether the output is a terminal that can show block characters. */
export function showsBlocks({ columns, env }: Pick<Terminal, "columns" | "env">): boolean {
  if (columns === undefined || isDumb(env)) return false;
  const read = (name: string): string => readVariable(env, name) ?? "";
  // POSIX treats an empty variable as unset.
  const locale = read("LC_ALL") || read("LC_CTYPE") || read("LANG");
  return /utf-?8/iu.test(locale) || read("WT_SESSION") !== "";
}

/** Draws an answer's chart; the result is empty for tools without one. */
export function answerPicture(
  tool: string,
  answer: Row,
  options: PictureOptions,
): readonly string[] {
  if (tool === "forecast_balance") return forecastBars(rowsOf(answer["months"]), options);
  if (tool === "get_spending_trends") return trendLines(rowsOf(answer["series"]), options);
  return [];
}

/**
 * Draws each number as one of eight block heights. The scale starts at 0, or at the smallest number
 * if that is negative.
 */
function sparkline(values: readonly number[]): string {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = (high - low) / (LEVELS.length - 1);
  return values.map((value) => LEVELS[step === 0 ? 0 : Math.round((value - low) / step)] ?? "")
    .join("");
}

/** Draws a bar per month, from the month's lowest balance to its final balance, and marks zero. */
function forecastBars(
  months: readonly Row[],
  { width, money, paint }: PictureOptions,
): readonly string[] {
  const bars = months.map(({ month, lowest, end }) => ({
    name: shortMonthWords(String(month)),
    from: Number(lowest),
    to: Number(end),
    words: `${formatMoney(Number(lowest), money)} .. ${formatMoney(Number(end), money)}`,
  }));
  const named = Math.max(0, ...bars.map(({ name }) => name.length));
  const widest = Math.max(0, ...bars.map(({ words }) => displayWidth(words)));
  const room = width - named - widest - 4;
  if (bars.length === 0 || room < MIN_BAR) return [];
  const low = Math.min(0, ...bars.flatMap(({ from, to }) => [from, to]));
  const high = Math.max(0, ...bars.flatMap(({ from, to }) => [from, to]));
  const at = (value: number): number =>
    high === low ? 0 : Math.round((value - low) / (high - low) * (room - 1));
  const lines = bars.map(({ name, from, to, words }) => {
    const [start, end] = [at(Math.min(from, to)), at(Math.max(from, to))];
    const cells = Array.from({ length: room }, (_, cell) => {
      if (cell === at(0)) return ZERO;
      return cell >= start && cell <= end ? BLOCK : " ";
    }).join("");
    return `${padded(name, named)}  ${cells}  ${words}`.trimEnd();
  });
  const caption = `Bars run from each month's lowest balance to its closing balance; ${ZERO} ` +
    "marks zero";
  return [...captionLines(caption, width, paint), ...lines];
}

/** Draws a sparkline per series, in descending order of spending. */
function trendLines(
  series: readonly Row[],
  { width, money, paint }: PictureOptions,
): readonly string[] {
  const all = series.map(({ name, spending }) => {
    const values = spending as readonly number[];
    return {
      name: cut(printable(String(name))),
      line: sparkline(values),
      sum: values.reduce((total, value) => total + value, 0),
      last: formatMoney(values.at(-1) ?? 0, money),
    };
  }).toSorted((one, other) => other.sum - one.sum);
  const shown = all.slice(0, MAX_SERIES);
  const named = Math.max(0, ...shown.map(({ name }) => displayWidth(name)));
  const isWide = shown.every(({ line, last }) => named + line.length + last.length + 4 <= width);
  if (shown.length === 0 || !isWide) return [];
  const rest = all.length - shown.length;
  return [
    ...captionLines("The chart shows all months; the amount is for the latest one", width, paint),
    ...shown.map(({ name, line, last }) => `${padded(name, named)}  ${line}  ${last}`),
    ...(rest === 0 ? [] : [paint(`and ${rest} smaller ones`, "dim")]),
  ];
}

function captionLines(caption: string, width: number, paint: Paint): readonly string[] {
  return wrapText(caption, { width }).map((line) => paint(line, "dim"));
}

function cut(name: string): string {
  const characters = [...name];
  while (displayWidth(characters.join("")) > MAX_NAME_LENGTH) characters.pop();
  const shown = characters.join("");
  return shown === name ? name : `${shown.trimEnd()}\u2026`;
}

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value : [];
}
