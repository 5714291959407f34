/** Text and structured data have the same facts, because hosts show a model only one of them. */

import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import { householdPlan } from "../../demo/household.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import { EXAMPLE_DAY, exampleOf } from "../../scripts/_examples.ts";
import { tools } from "../../tools/_manifest.ts";
import { type LeftOut, readText, withoutLeftOut } from "./_read_text.ts";
import { TODAY } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const plan = householdPlan({ today: EXAMPLE_DAY });

for (const tool of tools) {
  Deno.test(`${tool.name} returns the same facts as text and as data`, async () => {
    const { calls } = await exampleOf(tool);
    for (const { reply: { text, structured } } of calls) {
      const schema: z.ZodObject = tool.schema.output;
      const read = readText(schema, text);
      const { rest, leftOut } = withoutLeftOut(schema, structured, read);
      assertEquals(comparable(read), comparable(rest), text);
      assertNamed(leftOut);
    }
  });
}

Deno.test("find_transactions returns a small response by default", async () => {
  await using world = await aWorld({ plans: [householdPlan({ today: TODAY })], write: true });
  const { text, structured } = await world.call("find_transactions", {});
  assertEquals((structured?.["transactions"] as readonly unknown[]).length, 25);
  const bytes = (value: string): number => new TextEncoder().encode(value).length;
  assert(bytes(text) < 3_000, `${bytes(text)} bytes`);
  assert(bytes(JSON.stringify(structured)) < 6_000, `${bytes(JSON.stringify(structured))} bytes`);
});

/** Changed values may have any type. */
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

/** Asserts that no tool takes an omitted id, or that the record's name identifies it. */
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
