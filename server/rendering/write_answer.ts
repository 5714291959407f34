import type { z } from "zod";
import { formatMoney } from "../../domain/base/money_format.ts";
import { isNothing } from "../../tools/_schema.ts";
import { cutLists } from "./cut_lists.ts";
import {
  cellText,
  type Fields,
  type Presentation,
  readable,
  type RenderPlan,
  renderPlanOf,
  shownValue,
} from "./render_plan.ts";
import { FACT_SEPARATOR, tableText, writeRow, type WrittenField } from "./table_text.ts";

/** An answer as data and as text. */
export interface Written {
  readonly data: Fields;
  readonly text: string;
  /** What was left out and how to get it; `null` when nothing was. */
  readonly cut: string | null;
}

/** Writes an answer in both of its forms, and cuts lists that are too long. */
export function writeAnswer(schema: z.ZodObject, result: unknown, to: Presentation): Written {
  const all = writeFields(renderPlanOf(schema), result as Fields, to);
  const { fields, note } = cutLists(all, {
    result: result as Fields,
    format: to.format,
    dataOf: (some) => dataOf(some, to),
  });
  const { facts, lists, tables, last } = textOf(fields, "", to);
  const first = facts.length > 0 ? [facts.join(FACT_SEPARATOR)] : [];
  return {
    data: dataOf(fields, to),
    text: [...first, ...lists, ...tables, ...last].join("\n"),
    cut: note,
  };
}

function writeFields(record: RenderPlan, from: Fields, to: Presentation): readonly WrittenField[] {
  return (record.fields ?? []).map((plan) => {
    const { element, fields } = plan;
    const given = from[plan.name] ?? null;
    if (given !== null && fields !== null) {
      const within = writeFields(plan, given as Fields, to);
      return { plan, shown: dataOf(within, to), read: given, fields: within };
    }
    if (given !== null && element?.fields) {
      const rows = (given as readonly unknown[]).map((row) => writeRow(element, row, to));
      const shown = rows.map(({ data }) => data);
      return { plan, shown, read: shown, rows };
    }
    const shown = shownValue(plan, given, to);
    return { plan, shown, read: readable(plan, shown, { from, to }) };
  });
}

function dataOf(fields: readonly WrittenField[], { omitsEmpty }: Presentation): Fields {
  const data: Record<string, unknown> = {};
  for (const { plan, shown } of fields) {
    if (!omitsEmpty || !isNothing(shown)) data[plan.name] = shown;
  }
  return data;
}

interface Parts {
  readonly facts: string[];
  /** Lists of plain values: a line each. */
  readonly lists: string[];
  readonly tables: string[];
  /** What belongs below everything else. */
  readonly last: string[];
}

/** Sorts the text of fields by its place; what a record holds goes by the record's name. */
function textOf(fields: readonly WrittenField[], prefix: string, to: Presentation): Parts {
  const parts: Parts = { facts: [], lists: [], tables: [], last: [] };
  const { textFormat: format } = to;
  for (const { plan, shown, read, rows, fields: within } of fields) {
    if (shown === null) continue;
    const name = `${prefix}${plan.name}`;
    if (within !== undefined) {
      const { facts, lists, tables } = textOf(within, `${name}.`, to);
      parts.facts.push(...facts);
      parts.lists.push(...lists);
      parts.tables.push(...tables);
    } else if (plan.element !== null) {
      const isEmpty = (shown as readonly unknown[]).length === 0;
      if (isEmpty) {
        if (plan.listForm.isQuiet !== true) parts.tables.push(`${name}: none`);
      } else if (rows !== undefined) {
        parts.tables.push(...tableText(name, { plan, rows }, format));
      } else parts.lists.push(`${name}: ${cellText(plan, read, format)}`);
    } else if (name === "next_cursor") {
      parts.last.push(`next_cursor: ${shown} (more rows: repeat with it as cursor)`);
    } else if (!isNothing(shown)) {
      const isMoney = plan.kind === "money" || plan.kind === "estimate";
      const value = isMoney ? formatMoney(shown as number, format) : cellText(plan, read, format);
      parts.facts.push(`${name}: ${value ?? ""}`);
    }
  }
  return parts;
}
