import { assert, assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import {
  fitAnswer,
  type FitOptions,
  type FittedAnswer,
  MOST_CHARACTERS,
} from "../../../server/rendering/fit_answer.ts";
import { listOf } from "../../../tools/_schema.ts";
import { aRow, household, idOf, ids } from "../../tools/_plan.ts";
import { aCategory, aLine, aSchedule } from "../../demo/_tiny_plan.ts";
import { aWorld } from "../../tools/_world.ts";

const rows = Array.from({ length: 200 }, (_, at) => ({ at, memo: "x".repeat(500), flag: null }));
const item = z.object({});
const schema = z.object({
  short: listOf(z.number()),
  rows: listOf(item),
  paged: listOf(item, { isPaged: true }),
  changes: listOf(item, { isOneKind: true }),
  windowed: listOf(item, { rest: "ask for a shorter window" }),
  next_cursor: z.string().optional(),
});

function fitted(answer: unknown, options: Partial<FitOptions> = {}): FittedAnswer {
  const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
  return fitAnswer(schema, answer, { result: {}, format, ...options });
}

function keptOf({ answer }: FittedAnswer, name: string): readonly unknown[] {
  return (answer as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
}

Deno.test("fitAnswer() leaves an answer alone that fits", () => {
  const answer = { rows: rows.slice(0, 50), next_cursor: "c" };
  assertEquals(fitted(answer), { answer, note: null });
});

Deno.test("fitAnswer() cuts the longest list and says how many rows it has", () => {
  const cut = fitted({ short: [1], rows });
  const kept = keptOf(cut, "rows");
  assertEquals(kept, rows.slice(0, kept.length));
  assert(JSON.stringify(cut.answer).length <= MOST_CHARACTERS + 30 * kept.length);
  assertEquals(cut.note, `rows holds only ${kept.length} of 200: ask for less at once`);
});

for (const day of ["2026-03-15", "no day yet"]) {
  const weight = day.startsWith("2") ? 8 : 0;
  Deno.test(`fitAnswer() keeps as many rows as there is room for, with ${day} in each`, () => {
    const dated = Array.from(
      { length: 2_000 },
      (_, at) => ({ at, day, memo: "x".repeat(1 + at % 60) }),
    );
    const { length } = keptOf(fitted({ short: [1], rows: dated }), "rows");
    const told = (count: number): number =>
      JSON.stringify({ short: [1], rows: dated.slice(0, count) }).length + weight * count;
    assert(length > 0 && told(length) <= MOST_CHARACTERS + 1, `${told(length)}`);
    assert(told(length + 1) > MOST_CHARACTERS, `${told(length + 1)}`);
  });
}

Deno.test("fitAnswer() keeps a page's only row, however long it is", () => {
  const answer = { paged: [{ memo: "x".repeat(MOST_CHARACTERS) }] };
  assertEquals(fitted(answer), { answer, note: null });
});

Deno.test("fitAnswer() gives the cursor of the first row of a page that has no room", () => {
  const result = { cursorAfter: (count: number): string => `after ${count}` };
  const cut = fitted({ paged: rows, next_cursor: "c" }, { result });
  const { length } = keptOf(cut, "paged");
  assertEquals((cut.answer as { readonly next_cursor: unknown }).next_cursor, `after ${length}`);
  assertEquals(cut.note, `paged holds only ${length} of 200: next_cursor leads to the rest`);
});

Deno.test("fitAnswer() names a limit where a cut page has no cursor", () => {
  const cut = fitted({ paged: rows, next_cursor: "c" });
  const { length } = keptOf(cut, "paged");
  assertEquals((cut.answer as { readonly next_cursor: unknown }).next_cursor, null);
  assertEquals(
    cut.note,
    `paged holds only ${length} of 200: repeat the call with limit ${length} to page through them`,
  );
});

Deno.test("fitAnswer() leaves the cursor alone when another list is cut", () => {
  const cut = fitted({ paged: rows.slice(0, 5), windowed: rows, next_cursor: "c" });
  const { answer, note } = cut;
  assertEquals((answer as { readonly next_cursor: unknown }).next_cursor, "c");
  assertEquals(keptOf(cut, "paged").length, 5);
  assertMatch(note ?? "", /^windowed holds only \d+ of 200: ask for a shorter window$/);
});

Deno.test("fitAnswer() cuts the next list too where one is not enough", () => {
  const long = rows.slice(0, 150);
  const cut = fitted({ paged: long, windowed: rows, next_cursor: "c" });
  assert(JSON.stringify(cut.answer).length <= MOST_CHARACTERS + 30 * 150);
  assertMatch(cut.note ?? "", /^windowed .*; paged holds only \d+ of 150: repeat the call/);
});

Deno.test("fitAnswer() counts and sums records of the same kind that have no room", () => {
  const lines = rows.flatMap(({ at, memo }) => [0, 1].map(() => ({ id: `${at}`, memo })));
  const result = { changes: lines.map((line) => ({ ...line, amount: -1_500 })) };
  const cut = fitted({ changes: lines }, { result });
  const told = new Set(keptOf(cut, "changes").map((line) => (line as { id: string }).id)).size;
  const total = `-$${(1.5 * (200 - told)).toFixed(2)}`;
  const rest = `the rest are of the same kind: ${200 - told} transactions, total ${total}`;
  assert(cut.note?.endsWith(rest), cut.note ?? "");
  const unsummed = fitted({ changes: lines }, { result: { changes: lines } });
  assert(unsummed.note?.endsWith(`the rest are of the same kind: ${200 - told} more`));
});

Deno.test("fitAnswer() does not count what is left out of an answer", () => {
  const sparse = Array.from({ length: 200 }, () => ({ flag: null, memo: "", transfer: false }));
  assertEquals(fitted({ rows: sparse }).note, null);
});

Deno.test("suggest_categories keeps its cursor where there are too many categories", async () => {
  const plan = household();
  for (let at = 0; at < 700; at++) {
    const name = `Category number ${at} with a name that is rather long`;
    plan.categories.push(aCategory({ id: idOf(`e${at}`), name, category_group_id: ids.fun }));
  }
  for (let at = 0; at < 40; at++) plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -at }));
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { structured = {} } = await world.call("suggest_categories", { limit: 10 });
  assertEquals((structured["pending"] as readonly unknown[]).length, 10);
  assertMatch(
    String(structured["note"]),
    /^categories holds only \d+ of 7\d\d: list_category_groups/,
  );
  const cursor = structured["next_cursor"];
  const next = await world.call("suggest_categories", { limit: 10, cursor });
  assertEquals((next.structured?.["pending"] as readonly unknown[]).length, 10);
});

Deno.test("find_transactions cuts its page, whose cursor leads to every other row", async () => {
  const plan = household();
  const memo = "memo ".repeat(20);
  for (let at = 0; at < 300; at++) {
    const lines = [1, 2, 3].map((line) =>
      aLine({ id: idOf(`e${at}${line}`), amount: -1_000, memo, category_id: ids.dining })
    );
    plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -3_000, memo, lines }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan, fullIds: true });
  const seen: string[] = [];
  let cursor: unknown;
  do {
    const { structured = {} } = await world.call("find_transactions", { limit: 200, cursor });
    const page = structured["transactions"] as readonly { readonly transaction_id: string }[];
    if (cursor === undefined) {
      assertMatch(
        String(structured["note"]),
        /^transactions holds only \d+ of 200: next_cursor leads to the rest$/,
      );
    }
    seen.push(...page.map(({ transaction_id: id }) => id));
    cursor = structured["next_cursor"];
  } while (cursor !== undefined);
  assertEquals([seen.length, new Set(seen).size], Array(2).fill(plan.transactions.length));
});

Deno.test("list_scheduled_transactions asks for a shorter window", async () => {
  const plan = household();
  const schedule = { account_id: ids.checking, amount: -5_000, frequency: "daily" } as const;
  for (const id of ["e1", "e2", "e3"]) {
    plan.scheduled.push(aSchedule({ ...schedule, id: idOf(id), date_next: "2026-03-16" }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { text } = await world.call("list_scheduled_transactions", { until: "2031-03-01" });
  assertMatch(text, /occurrences holds only 1 of 3: ask for a shorter window$/);
});

Deno.test("a preview of very many transactions counts and sums those that have no room", async () => {
  const plan = household();
  for (let at = 0; at < 700; at++) {
    plan.transactions.push(aRow({ id: idOf(`f${at}`), amount: -2_500, payee_id: ids.amazon }));
  }
  await using world = await aWorld({ plans: [plan], planId: ids.plan, write: true, fullIds: true });
  const { structured: found } = await world.call("list_accounts");
  const accounts = found?.["accounts"] as readonly Readonly<Record<string, unknown>>[];
  const checking = accounts.find(({ name }) => name === "Checking");
  const bank_balance = checking?.["cleared_balance"];
  const args = { account_id: "Checking", bank_balance };
  const { structured, text } = await world.call("reconcile_account", args);
  const note = String(structured?.["note"]);
  assertMatch(note, /^changes holds only \d+ of \d+: the rest are of the same kind: \d+ trans/);
  const shown = new Set(
    (structured?.["changes"] as readonly { readonly id: string }[]).map(({ id }) => id),
  );
  const rest = plan.transactions.filter(({ id, account_id, cleared }) =>
    account_id === ids.checking && cleared === "cleared" && !shown.has(id)
  );
  const sum = rest.reduce((all, { amount }) => all + amount, 0);
  const [, count, total] = /: (\d+) transactions, total -\$([\d.]+)$/.exec(note) ?? [];
  assertEquals([Number(count), Number(total) * -1000], [rest.length, sum]);
  assert(text.includes(note) && structured?.["confirmation"] !== undefined);
});
