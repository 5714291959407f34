import { assertEquals } from "@std/assert";
import { z } from "zod";
import { resources } from "../../resources/_definitions.ts";
import { tools } from "../../tools/_manifest.ts";
import { metaOf, unwrapped } from "../../tools/_schema.ts";

/** Names of fields whose strings or numbers the server shows unchanged. */
const PLAIN: readonly string[] = [
  // Dates, months and times in YNAB's format, which the server has validated or computed.
  "at dates last_modified last_reconciled last_used months moved_at since until",
  "covered_until first first_known from last to",
  // The server's own words and sentences, in which names are already sanitized.
  "because cadence code confirmed_by field hint message note reason state target warnings by do",
  "kind marked_by mode notes tool about cleared format what",
  // Ids, codes and cursors that clients send back.
  "confirmation next_cursor operation_id plan_id statement",
  // Numbers that aren't money.
  "age_of_money chance_below_zero change confidence decimals imported times chance chance_over days",
  "days_of_buffering events_left_out more moved_share rate runway_days savings_rate unapproved",
  "uncategorized window_days approves clears reconciles row rows finished_months times_seen",
  "totals_change used_percent uses with without",
].flatMap((names) => names.split(" "));

/**
 * Matches the names `count`, `date` and `month`, and names that end in them, such as `row_count`.
 */
const PLAIN_NAME = /(?:^|_)(?:count|date|month)$/u;

interface Leaf {
  /** Path of the field, such as `get_budget_vs_actual.categories[].name`. */
  readonly path: string;
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

function leavesOf(schema: z.core.$ZodType, path: string, name: string): readonly Leaf[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(inner.shape as Readonly<Record<string, z.core.$ZodType>>);
    return fields.flatMap(([field, one]) => leavesOf(one, `${path}.${field}`, field));
  }
  if (inner instanceof z.ZodArray) return leavesOf(inner.element, `${path}[]`, name);
  return [{ path, name, schema: inner }];
}

const loadedResources = await Promise.all(resources.map(({ load }) => load()));
const leaves = [
  ...tools.flatMap((tool) => leavesOf(tool.schema.output, tool.name, "")),
  ...loadedResources.flatMap(({ summary, schema }) => leavesOf(schema.output, summary.uri, "")),
];
const isTyped = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString || schema instanceof z.ZodNumber;

Deno.test("every string or number in a response declares its kind or is in a field that is shown unchanged", () => {
  const unknown = leaves.filter(({ name, schema }) =>
    isTyped(schema) && metaOf(schema).kind === undefined && !PLAIN.includes(name) &&
    !PLAIN_NAME.test(name)
  );
  const remedy = "give it a kind of tools/_schema.ts, or call it ..._count, ..._date or ..._month";
  assertEquals(unknown.map(({ path }) => path), [], remedy);
});

Deno.test("every field is a string, a number, a boolean or an enumeration, or else declares its kind", () => {
  const others = leaves.filter(({ schema }) =>
    !isTyped(schema) && !(schema instanceof z.ZodBoolean) && !(schema instanceof z.ZodEnum) &&
    metaOf(schema).kind === undefined
  );
  assertEquals(others.map(({ path }) => path), [], "server/rendering would show it unchanged");
});
