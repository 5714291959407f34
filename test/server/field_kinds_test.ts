import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { resources } from "../../resources/_manifest.ts";
import { tools } from "../../tools/_manifest.ts";
import { metaOf, unwrapped } from "../../tools/_schema.ts";

/** Strings and numbers that are shown as the handler gives them, by field name. */
const PLAIN: Readonly<Record<string, string>> = {
  // Days and months: upstream's own type, checked or computed.
  at: "moment",
  dates: "day",
  last_modified: "moment",
  last_reconciled: "moment",
  moved_at: "moment",
  last_used: "day",
  months: "month",
  since: "day",
  // Words of ours; names in them are cleaned where the sentence is made.
  because: "sentence",
  cadence: "word",
  confirmed_by: "word",
  field: "word",
  hint: "sentence",
  message: "sentence",
  note: "sentence",
  reason: "sentence",
  state: "word",
  target: "sentence",
  warnings: "sentence",
  // What is handed out to come back.
  confirmation: "code",
  next_cursor: "cursor",
  operation_id: "id of ours",
  plan_id: "id that is always whole",
  // Numbers that are no money.
  age_of_money: "days",
  chance_below_zero: "share",
  change: "share",
  code: "word",
  confidence: "share",
  decimals: "count",
  imported: "count",
  times: "count",
  totals_change: "share",
  times_seen: "count",
  used_percent: "percent",
  uses: "count",
};

/** A field called `count` or `something_count` is one, and so with days and months. */
const PLAIN_NAME = /(?:^|_)(?:count|date|month)$/u;

/** Where a field of such a name is a person's own text. */
const FOREIGN: readonly string[] = ["list_money_movements.movements[].note"];

interface Leaf {
  /** Such as `get_budget_vs_actual.categories[].name`. */
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

const leaves = [
  ...tools.flatMap((tool) => leavesOf(tool.schema.output, tool.name, "")),
  ...resources.flatMap(({ summary, schema }) => leavesOf(schema.output, summary.uri, "")),
];
const isTyped = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString || schema instanceof z.ZodNumber;

Deno.test("every text and number in a response declares its meaning or is known to be plain", () => {
  const unknown = leaves.filter(({ name, schema }) =>
    isTyped(schema) && metaOf(schema).kind === undefined && !Object.hasOwn(PLAIN, name) &&
    !PLAIN_NAME.test(name)
  );
  const remedy = "give it a kind of tools/_schema.ts, or call it ..._count, ..._date or ..._month";
  assertEquals(unknown.map(({ path }) => path), [], remedy);
});

Deno.test("responses contain only structures their presentation covers", () => {
  const isKnown = (schema: z.core.$ZodType): boolean =>
    isTyped(schema) || schema instanceof z.ZodBoolean || schema instanceof z.ZodEnum ||
    metaOf(schema).kind !== undefined;
  const others = leaves.filter(({ schema }) => !isKnown(schema));
  assertEquals(
    others.map(({ path }) => path),
    [],
    "server/rendering/present.ts would show it as it came",
  );
});

Deno.test("every field marked plain is plain and appears in a response", () => {
  for (const name of Object.keys(PLAIN)) {
    const named = leaves.filter((leaf) =>
      leaf.name === name && isTyped(leaf.schema) && !FOREIGN.includes(leaf.path)
    );
    assert(named.length > 0, `${name} is in no answer`);
    const kinds = named.filter(({ schema }) => metaOf(schema).kind !== undefined);
    assertEquals(kinds.map(({ path }) => path), [], `${name} has a kind in some answers`);
  }
});
