import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { householdPlan } from "../../demo/household.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import { EXAMPLE_DAY, exampleCalls } from "../../scripts/_examples.ts";
import { tools } from "../../tools/_manifest.ts";
import { metaOf, unwrapped } from "../../tools/_schema.ts";
import { asksFirst } from "../../tools/_tool.ts";
import { type LeftOut, readText, withoutLeftOut } from "./_read_text.ts";

/** Matches an empty string, object or list in JSON. */
const EMPTY = /[:[,](?:""|\{\}|\[\])/u;

const plan = householdPlan({ today: EXAMPLE_DAY });

Deno.test("every example uses only existing tools and arguments, and has no empty values", () => {
  const names = new Set(tools.map(({ name }) => name));
  for (const { name, summary: { example }, schema } of tools) {
    const { follows, lookUps = [], args = {} } = example ?? {};
    const { issues = [] } = schema.input.safeParse(args).error ?? {};
    assertEquals(issues.filter(({ path }) => path[0] !== "plan_id"), [], name);
    const asked = lookUps.map(({ tool }) => tool);
    assertEquals([...asked, follows ?? name].filter((one) => !names.has(one)), [], name);
    const written = JSON.stringify(args);
    assert(!EMPTY.test(written), written);
    // A value such as "=list_accounts ..." is filled in from that tool's response.
    const filledFrom = [...written.matchAll(/"=([^".]*)/gu)].map(([, tool = ""]) => tool);
    assertEquals(new Set(filledFrom), new Set(asked), name);
  }
});

/** One tool for each output schema. */
const distinct = tools.filter((tool, at) =>
  tools.findIndex(({ schema }) => schema.output === tool.schema.output) === at
);

// Hosts show a model either text or data, so both must state the same facts.
for (const tool of distinct) {
  Deno.test(`the text and data of the example for ${tool.name} state the same facts, to the cent`, async () => {
    const calls = await exampleCalls(tool);
    assertEquals(calls.at(-1)?.reply.isError, false);
    assertEquals(calls.length, asksFirst(tool) && tool.name !== "reconcile_account" ? 2 : 1);
    // The server, not the tool, adds the currency.
    const schema = tool.schema.output.extend({ currency: z.string().optional() });
    for (const { args, reply: { text, structured } } of calls) {
      assert(!EMPTY.test(JSON.stringify(args)), JSON.stringify(args));
      assert(structured !== null, text);
      const read = readText(schema, text);
      const { rest, leftOut } = withoutLeftOut(schema, structured, read);
      assertEquals(comparable(read), comparable(rest), text);
      assertNamed(leftOut);
      assertWholeCents(numbersIn(schema, structured), text);
    }
  });
}

/** Sorts the fields. Converts old and new values, which may have any type, to text. */
function comparable(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value !== "object" || value === null) {
    const isChange = name === "before" || name === "after";
    return isChange ? String(value === true ? "yes" : value) : value;
  }
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1)
      .map(([inner, item]) => [inner, comparable(item, inner)]),
  );
}

/** Asserts that if the text omits a record's id, tools can find the record by its name. */
function assertNamed(leftOut: readonly LeftOut[]): void {
  const kinds = [plan.accounts, plan.groups, plan.categories, plan.payees];
  for (const { path, id, name } of leftOut) {
    if (path.endsWith(".scheduled_id") || !/^[0-9a-f]{8}/u.test(id) || id === name) continue;
    const meaning = kinds.map((records) =>
      records.filter((one) => !one.deleted && foldName(one.name) === foldName(name ?? ""))
    );
    const alone = meaning.filter(([only, ...others]) =>
      only?.id.startsWith(id) && others.length === 0
    );
    assertEquals(alone.length, 1, `${path}: ${name} is ambiguous for ${id}`);
  }
}

interface Numbers {
  /** Amounts, and numbers that may be amounts, such as a field's old and new values. */
  readonly money: readonly number[];
  readonly others: readonly number[];
}

function numbersIn(schema: z.core.$ZodType, value: unknown): Numbers {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && typeof value === "object" && value !== null) {
    const fields = inner.shape as Readonly<Record<string, z.core.$ZodType>>;
    return joined(
      Object.entries(value).map(([name, one]) => numbersIn(fields[name] ?? z.string(), one)),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return joined(value.map((item) => numbersIn(inner.element, item)));
  }
  if (typeof value !== "number") return { money: [], others: [] };
  const mayPay = ["money", "estimate", "text"].includes(metaOf(inner).kind ?? "");
  return mayPay ? { money: [value], others: [] } : { money: [], others: [value] };
}

function joined(parts: readonly Numbers[]): Numbers {
  return {
    money: parts.flatMap(({ money }) => money),
    others: parts.flatMap(({ others }) => others),
  };
}

function assertWholeCents({ money, others }: Numbers, text: string): void {
  assertEquals(money.filter((amount) => Number(amount.toFixed(2)) !== amount), []);
  const precise = text.match(/\d+\.\d{3,}/gu) ?? [];
  const shares = new Set(others.map((share) => String(Math.abs(share))));
  assertEquals(precise.filter((number) => !shares.has(number)), []);
}
