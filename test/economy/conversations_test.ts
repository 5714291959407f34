/**
 * What the written conversations cost, and that both forms of their answers say the
 * same.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import {
  conversations,
  type Cost,
  measure,
  measureDefinitions,
  measurePlain,
  type PlainCost,
  sum,
  written,
} from "../../scripts/_economy_measure.ts";
import { profileOf } from "../../scripts/_economy_conversation.ts";
import { ECONOMY_PAGE, economyPage } from "../../scripts/_economy_page.ts";
import { replay } from "../../scripts/_economy_replay.ts";
import { readUpstream } from "../../scripts/_economy_upstream_rows.ts";
import { type EconomyWorld, economyWorld } from "../../scripts/_economy_world.ts";
import { foldName } from "../../domain/search/fold_text.ts";
import { tools } from "../../tools/_manifest.ts";
import { type LeftOut, readText, withoutLeftOut } from "./_read_text.ts";

const MOST_EMPTY_READS = 6;
const MOST_WARM_READS = 5;
/**
 * Reads beyond that: a request for each month of trends, for each list behind a change, and the
 * bounded one that an empty copy answers from before the whole set is there, and the look whether
 * a schedule that was called deleted is gone.
 */
const MORE_READS: Readonly<Record<string, number>> = {
  Trends: 6,
  "Flagging for the tax return": 1,
  "One payee of two": 1,
  "A schedule that changes, and one that ends": 3,
  "A double row": 4,
};

const { costs, plain } = await measured();

/** One after the other: all of them share the fixed chance. */
async function measured(): Promise<
  { readonly costs: readonly Cost[]; readonly plain: readonly PlainCost[] }
> {
  const costs: Cost[] = [];
  const plain: PlainCost[] = [];
  for (const conversation of conversations) {
    costs.push(await measure(conversation));
    plain.push(await measurePlain(conversation));
  }
  return { costs, plain };
}

Deno.test("conversations call every tool, and none has to list the plans first", () => {
  const titles = conversations.map(({ title }) => title);
  assertEquals([...new Set(titles)], titles);
  const called = new Set(conversations.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  assertEquals(tools.map(({ name }) => name).filter((name) => !called.has(name)), ["list_plans"]);
});

Deno.test("docs/economy.md holds these figures", async () => {
  const page = await Deno.readTextFile(ECONOMY_PAGE);
  const definitions = [await measureDefinitions("fuller"), await measureDefinitions("complete")];
  const current = economyPage(page, { definitions, costs, plain });
  assertEquals(current, page, "stale: run deno task economy --write");
});

for (const { title, emptyReads, warmReads } of costs) {
  Deno.test(`"${title}" reads no more than it may`, () => {
    const more = MORE_READS[title] ?? 0;
    assert(emptyReads > 0 && emptyReads <= MOST_EMPTY_READS + more, `${emptyReads} reads`);
    assert(warmReads <= MOST_WARM_READS + more, `${warmReads} reads on a warm copy`);
  });
}

/**
 * Of conversations that somebody has written: one call of an example is no measure of a profile.
 * In the complete one most are changes: sentences, where others are tables.
 */
const MOST_SHARES = { fuller: [0.45, 0.7], complete: [0.62, 0.8] } as const;

for (const [profile, [mostText, mostStructured]] of Object.entries(MOST_SHARES)) {
  Deno.test(`answers of ${profile} hold to their share of the same rows with every field and whole ids`, () => {
    const titles = written.filter((one) => profileOf(one) === profile).map(({ title }) => title);
    const ours = costs.filter(({ title }) => titles.includes(title));
    const whole = sum(
      plain.filter(({ title }) => titles.includes(title)),
      ({ sameFields }) => sameFields,
    );
    const text = sum(ours, (cost) => cost.text) / whole;
    const structured = sum(ours, (cost) => cost.structured) / whole;
    assert(text <= mostText, `text: ${text}`);
    assert(structured <= mostStructured, `structured: ${structured}`);
  });
}

Deno.test("answers and arguments are at most half of what they are with plain JSON", () => {
  const whole = sum(plain, ({ fields, args }) => fields + args);
  for (const form of ["text", "structured"] as const) {
    const share = sum(costs, (cost) => cost[form] + cost.args) / whole;
    assert(share <= 0.5, `${form}: ${share}`);
  }
});

Deno.test("our own fields in full are the stricter measure", () => {
  for (const { title, records, fields } of plain) assert(fields <= records, title);
});

Deno.test("a default find_transactions stays small", async () => {
  await using world = await economyWorld();
  const { text, structured } = await world.call("find_transactions", {});
  assertEquals((structured?.["transactions"] as readonly unknown[]).length, 25);
  const bytes = (value: string): number => new TextEncoder().encode(value).length;
  assert(bytes(text) < 3_000, `${bytes(text)} bytes`);
  assert(bytes(JSON.stringify(structured)) < 6_000, `${bytes(JSON.stringify(structured))} bytes`);
});

for (const conversation of conversations) {
  for (const write of [true, false]) {
    const isChanging = conversation.calls.some(({ tool }) =>
      tools.find(({ name }) => name === tool)?.writes.fuller.length !== 0
    );
    if (isChanging && !write) continue;
    const mode = write ? "" : ", read-only";
    Deno.test(`"${conversation.title}" carries the same facts as text and as data${mode}`, async () => {
      await using world = await economyWorld({ write, profile: profileOf(conversation) });
      for (const { tool, answer } of await replay(world, conversation)) {
        const schema = outputOf(tool);
        const read = readText(schema, answer.text);
        const { rest, leftOut } = withoutLeftOut(schema, answer.structured, read);
        assertEquals(comparable(read), comparable(rest), `${tool}\n${answer.text}`);
        await assertNamed(leftOut, { world, write });
      }
    });
  }
}

function outputOf(tool: string): z.ZodObject {
  const schema = tools.find(({ name }) => name === tool)?.schema.output;
  if (schema === undefined) throw new Error(`There is no tool ${tool}`);
  return schema;
}

/** What a change writes may be any value. */
function comparable(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => comparable(item));
  }
  if (typeof value !== "object" || value === null) {
    const isChange = name === "before" || name === "after";
    return isChange ? String(value === true ? "yes" : value) : value;
  }
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1)
      .map(([inner, item]) => [inner, comparable(item, inner)]),
  );
}

/** Every id that was left out is one that nothing takes, or its name means it alone. */
async function assertNamed(
  leftOut: readonly LeftOut[],
  { world, write }: { readonly world: EconomyWorld; readonly write: boolean },
): Promise<void> {
  if (leftOut.length === 0) return;
  const kinds = await namedRecords(world);
  for (const { path, id, name } of leftOut) {
    const isOfNoUse = path.endsWith(".scheduled_id") || path.endsWith(".transaction_id") && !write;
    const isNoId = !/^[0-9a-f]{8}/u.test(id) || id === name;
    if (isOfNoUse || isNoId) continue;
    const meaning = kinds.map((records) =>
      records.filter((record) => foldName(record.name) === foldName(name ?? ""))
    );
    const alone = meaning.filter(([only, ...others]) =>
      only?.id.startsWith(id) && others.length === 0
    );
    assertEquals(alone.length, 1, `${path}: ${name} may mean other than ${id}`);
  }
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

async function namedRecords(world: EconomyWorld): Promise<readonly (readonly Named[])[]> {
  const { accounts } = await readUpstream("accounts", world) as { readonly accounts: Named[] };
  const { category_groups: groups } = await readUpstream("categories", world) as {
    readonly category_groups: readonly (Named & { readonly categories: readonly Named[] })[];
  };
  const { payees } = await readUpstream("payees", world) as { readonly payees: Named[] };
  const kinds = [accounts, groups, groups.flatMap(({ categories }) => categories), payees];
  return kinds.map((records) => records.filter(({ deleted }) => !deleted));
}
