import type { z } from "zod";
import { dateWords, isMonth, monthWords, shortMonthWords } from "../domain/base/date_words.ts";
import { addDays, isDay } from "../domain/base/day.ts";
import { answerForPeople, sentenceForPeople } from "../domain/base/for_people.ts";
import { formatAmount, formatMoney, type MoneyFormat } from "../domain/base/money_format.ts";
import {
  type Fields,
  isNothing,
  type Leaf,
  type Presentation,
  type RenderPlan,
  renderPlanOf,
} from "../server/rendering/render_plan.ts";
import { type Column, columnsOf, isMoney, labelOf, numberOf, valueAt, wordOf } from "./_columns.ts";
import { alignedTable, GAP, INDENT, type TableLayout, type TableRow } from "./_table.ts";
import { displayWidth, padded, printable, unpainted, wrapText } from "./_text.ts";

/** Minimum number of rows for which a shared value is written only once, above the rows. */
const MIN_SHARING = 3;
/** Minimum number of consecutive days that are written as a range. */
const MIN_DAYS = 4;
/** Minimum width of text next to aligned labels; if there is less space, labels aren't aligned. */
const MIN_FACT_WIDTH = 16;
/** Fields that aren't in the answer's schema; they are written last. */
const BESIDES = ["currency", "preview", "note"];
const NO_BREAK = "\u00a0";
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d[\d:.Z+-]*)$/u;

/** An answer to print in human-readable form. */
export interface PrintedAnswer extends Pick<Presentation, "isIdShown"> {
  readonly schema: z.ZodObject;
  readonly answer: Fields;
  readonly money: MoneyFormat;
}

export interface AnswerLayout extends TableLayout {
  /** Maximum number of rows to print per table; all if absent. */
  readonly rows?: number | undefined;
}

/** Lays out an answer: facts, then lists, then tables. */
export function answerLines(printed: PrintedAnswer, layout: AnswerLayout): readonly string[] {
  const { width, paint = unpainted, rows: most } = layout;
  const { money, isIdShown } = printed;
  const facts: (readonly [label: string, text: string])[] = [];
  const lists: typeof facts = [];
  const tables: (readonly string[])[] = [];
  const answer = withTotalRow(answerForPeople(printed.answer, money));
  const months = Array.isArray(answer["months"]) ? answer["months"] : [];

  for (const { name, field } of renderPlanOf(printed.schema).leaves) {
    const value = valueAt(answer, name);
    if (field.element !== null) takeList(name, field, value);
    else if (!isNothing(value) && name !== "next_cursor") {
      facts.push([labelOf(name), factText(name, field, value)]);
    }
  }
  const besides = BESIDES.flatMap((name) => {
    const text = printed.schema.shape[name] === undefined ? answer[name] : undefined;
    return typeof text === "string"
      ? [[name, printable(sentenceForPeople(text, money))] as const]
      : [];
  });
  return [
    ...factLines([...facts, ...lists]),
    ...tables.flatMap((lines, at) => at === 0 ? lines : ["", ...lines]),
    ...(tables.length > 0 && besides.length > 0 ? [""] : []),
    ...factLines(besides),
  ];

  function takeList(name: string, field: RenderPlan, value: unknown): void {
    const { element, listForm } = field;
    if (value === null || value === undefined || listForm.isForAssistants === true) return;
    const rows = value as readonly Fields[];
    if (rows.length === 0) {
      if (listForm.hideWhenEmpty !== true) lists.push([labelOf(name), "none"]);
    } else if (element?.fields) {
      tables.push(tableLines(name, field, rows));
    } else if (name !== "months" || !("series" in answer)) {
      // Don't list the months if they are the column names of the series table.
      lists.push([labelOf(name), cellText(name, field, value)]);
    }
  }

  function tableLines(
    name: string,
    { element, listForm: { groupBy: once } }: RenderPlan,
    rows: readonly Fields[],
  ): readonly string[] {
    const { columns, below } = filledColumns(element?.leaves ?? [], rows);
    const written = rows.map((row) =>
      columns.map(({ name, field, valueIn }) => cellText(name, field, valueIn(row)))
    );
    const onceAt = columns.findIndex(({ name }) => name === once);
    const shared = columns.flatMap(({ field }, at) => {
      const [first] = written;
      const isShared = rows.length >= MIN_SHARING && !isMoney(field) && first?.[at] !== "" &&
        written.every((cells) => cells[at] === first?.[at]);
      return isShared ? [at] : [];
    });
    // If all columns are constant, keep one, because a table without columns can't show its rows.
    if (shared.length === columns.length) shared.shift();
    const isOwn = (_: unknown, at: number): boolean => at !== onceAt && !shared.includes(at);
    const shown = written.slice(0, most);
    const laid = shown.flatMap((cells, at): readonly TableRow[] => [
      ...(onceAt < 0 || shared.includes(onceAt) || cells[onceAt] === shown[at - 1]?.[onceAt]
        ? []
        : [{ cells: [], label: `${cells[onceAt]}:` }]),
      { cells: cells.filter(isOwn), below: linesBelow(below, rows[at]) },
    ]);
    const unit = columns.some(({ field }) => isMoney(field)) && money.symbol !== ""
      ? ` (${money.symbol})`
      : "";
    const all = shared.map((at) => sharedText(columns[at]?.name ?? "", written[0]?.[at] ?? ""));
    const more = most === undefined ? 0 : rows.length - shown.length;
    return [
      paint(labelOf(name) + unit, "bold"),
      ...(all.length === 0 ? [] : wrapText(`each: ${all.join("; ")}`, { width, indent: INDENT })),
      ...alignedTable(
        { names: columns.filter(isOwn).map(({ name }) => labelOf(name)), rows: laid },
        layout,
      ),
      ...(more > 0 ? [`... and ${more} more`] : []),
    ];
  }

  /**
   * Returns the nested lists, and the columns that have a value in at least one row. Ids come last
   * if only some rows have them.
   */
  function filledColumns(leaves: readonly Leaf[], rows: readonly Fields[]): {
    readonly columns: readonly Column[];
    readonly below: readonly Column[];
  } {
    const columns: Column[] = [];
    const ids: Column[] = [];
    const below: Column[] = [];
    for (const column of columnsOf(leaves, months)) {
      const { field, name } = column;
      const { kind, element } = field;
      const valueIn = (row: Fields): unknown => shownValue(column, row);
      const values = rows.map(valueIn)
        .filter((value) => kind === "value" ? value !== "" : !isNothing(value));
      if (values.length === 0) continue;
      const isSpare = kind === "id" && values.length < rows.length;
      const place = element?.fields ? below : isSpare ? ids : columns;
      place.push({ field, valueIn, name: isMonth(name) ? timeWords(name) : name });
    }
    return { columns: [...columns, ...ids], below };
  }

  /**
   * Returns the value to show, with months and API terms in plain words; `null` for an id that
   * doesn't help the user.
   */
  function shownValue({ name, field: { kind, idUsage }, valueIn }: Column, row: Fields): unknown {
    const value = valueIn(row);
    if (kind !== "id") {
      if (typeof value !== "string") return value;
      // The row's `field` is the changed field that this value belongs to.
      if (kind === "value") return wordOf(String(row["field"]), value);
      return name === "name" && value === row["key"] && isMonth(value) ? timeWords(value) : value;
    }
    const { namedBy } = idUsage;
    const label = namedBy === undefined ? null : valueAt(row, name.replace(/[^.]*$/u, namedBy));
    return typeof value === "string" && isIdShown(value, idUsage, label) ? value : null;
  }

  function linesBelow(below: readonly Column[], row: Fields = {}): readonly string[] {
    return below.flatMap(({ field: { element }, valueIn }) => {
      const inside = (valueIn(row) ?? []) as readonly Fields[];
      const { columns, below: deeper } = filledColumns(element?.leaves ?? [], inside);
      return inside.flatMap((one) => [
        INDENT + columns.map(({ name, field, valueIn }) => cellText(name, field, valueIn(one)))
          .join(GAP).trimEnd(),
        ...linesBelow(deeper, one).map((line) => INDENT + line),
      ]);
    });
  }

  function factText(name: string, field: RenderPlan, value: unknown): string {
    if (isMoney(field)) return formatMoney(value as number, money);
    return typeof value === "string" && isMonth(value)
      ? monthWords(value)
      : cellText(name, field, value);
  }

  function cellText(name: string, field: RenderPlan, value: unknown): string {
    const { kind, element } = field;
    if (kind === "value") return changedText(value);
    if (isNothing(value)) return "";
    if (value === true) return "yes";
    if (Array.isArray(value)) {
      const items = value.every((item) => isDay(String(item)))
        ? dayRuns(value.map(String))
        : value.map((item) => cellText(name, element ?? field, item));
      return items.join(items.some((item) => /[,;]/u.test(item)) ? "; " : ", ");
    }
    if (typeof value === "number") {
      return isMoney(field) ? formatAmount(value, money) : numberOf(name, value);
    }
    const text = printable(String(value));
    // Leave text from banks unchanged, even if it looks like a date.
    return wordOf(name.replace(/^.*\./u, ""), kind === undefined ? timeWords(text) : text);
  }

  /** Writes a changed field's value, with `(none)` for no value. */
  function changedText(value: unknown): string {
    if (value === null || value === undefined) return "(none)";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "number") return formatMoney(value, money);
    return printable(String(value)).replaceAll("\n", "\\n");
  }

  function factLines(shownFacts: typeof facts): readonly string[] {
    const widest = Math.max(...shownFacts.map(([label]) => displayWidth(label)));
    const room = width - widest - GAP.length;
    if (room < MIN_FACT_WIDTH) {
      return shownFacts.flatMap(([label, text]) =>
        wrapText(`${label}: ${text}`, { width, indent: INDENT })
      );
    }
    return shownFacts.flatMap(([label, text]) =>
      wrapText(text, { width: room }).map((line, at) =>
        `${paint(padded(at === 0 ? label : "", widest), "dim")}${GAP}${line}`
      )
    );
  }
}

/** Moves the monthly totals to the first row of the series table. */
function withTotalRow(answer: Fields): Fields {
  const { totals, totals_mean: mean, totals_change: change, series = [], ...rest } = answer;
  if (!Array.isArray(totals)) return answer;
  return {
    ...rest,
    series: [{ name: "Total", spending: totals, mean, change }, ...series as readonly Fields[]],
  };
}

/** Writes a value that all rows share, such as `approved`, `cleared` or `account: Cash`. */
function sharedText(name: string, text: string): string {
  const label = labelOf(name);
  return text === "yes" || text === label ? label : `${label}: ${text}`;
}

/**
 * Formats a day, a month or an instant for the terminal; the text can wrap only between the date
 * and the time.
 */
function timeWords(text: string): string {
  const [, day, time] = INSTANT.exec(text) ?? [];
  if (day !== undefined) return `${timeWords(day)} ${time}`;
  const words = isMonth(text) ? shortMonthWords(text) : dateWords(text);
  return words === text ? text : words.replaceAll(" ", NO_BREAK);
}

/** Combines consecutive days into one item, so that no day has to be omitted. */
function dayRuns(days: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const item of days) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last !== undefined && addDays(last, 1) === item;
    if (isNext) run?.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => {
    const words = run.map(timeWords);
    return run.length < MIN_DAYS ? words : [`${words[0]} to ${words.at(-1)} daily`];
  });
}
