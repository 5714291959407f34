import { z } from "zod";
import { formatAmount, formatMoney, type MoneyFormat } from "../../domain/base/money_format.ts";
import { unwrapped } from "./present.ts";
import { isMoney, metaOf } from "../../tools/_schema.ts";

/**
 * Writes a value so that it fits between two bars: `|`, `\` and line ends can't stand
 * in it. The items of a list are joined by `,`; by `; ` where one of them is more than
 * a word of letters, digits, `_` and `-`.
 */
export function cell(schema: z.core.$ZodType, value: unknown, format: MoneyFormat): string {
  if (metaOf(schema).kind === "value") return changedValue(value, format);
  if (isNothing(value)) return "";
  if (value === true) return "yes";
  if (Array.isArray(value)) {
    const element = schema instanceof z.ZodArray ? unwrapped(schema.element) : schema;
    const items = value.map((item) => cell(element, item, format));
    const isText = value.some((item, at) =>
      typeof item === "string" ? /[^\w-]/u.test(item) : items[at]?.includes(",")
    );
    return isText ? items.map((item) => item.replaceAll(";", "\\;")).join("; ") : items.join(",");
  }
  if (typeof value === "number") {
    return isMoney(schema) ? formatAmount(value, format) : String(value);
  }
  return String(value).replace(/[\\|]/gu, "\\$&");
}

/** What was and what will be is told even where it is nothing. */
function changedValue(value: unknown, format: MoneyFormat): string {
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatMoney(value, format);
  return String(value).replace(/[\\|]/gu, "\\$&").replaceAll("\n", "\\n");
}

/** Tells whether a value is left out: `null`, `false`, empty text, an empty list. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false || value === "" ||
    (Array.isArray(value) && value.length === 0);
}
