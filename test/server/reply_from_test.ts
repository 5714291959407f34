import { assertEquals } from "@std/assert";
import { z } from "zod";
import { replyFrom } from "../../server/reply_from.ts";
import { KnownNames } from "../../server/rendering/known_names.ts";
import type { Session } from "../../server/session.ts";
import { foreignText, listOf, shortId } from "../../tools/_schema.ts";
import type { Tool } from "../../tools/_tool.ts";

const output = z.object({
  rows: listOf(z.object({
    row_id: shortId(),
    own_id: shortId({ isForChanges: true }),
    later_id: shortId({ profiles: ["complete"] }),
    category_id: shortId({ namedBy: "category" }),
    category: foreignText().optional(),
  })),
});
const tool = { schema: { input: z.strictObject({}), output } } as unknown as Tool;

interface Row {
  readonly category_id: string;
  readonly category?: string;
}

function textOf(row: Row, session: Partial<Session> = {}): string {
  const names = new KnownNames();
  names.note("category", [
    { id: "aaaaaaaa-1", name: "Fuel" },
    { id: "bbbbbbbb-1", name: "Gifts" },
    { id: "cccccccc-1", name: "Gifts" },
  ]);
  const whole = { isFullIds: false, isWriteAllowed: false, profile: "fuller", checksAnswers: true };
  const ids = { row_id: "11111111", own_id: "22222222", later_id: "33333333" };
  const { text } = replyFrom({ rows: [{ ...ids, ...row }] }, {
    ...{ tool, plan: null, names },
    session: { ...whole, ...session } as Session,
  });
  return text;
}

const fuel = { category_id: "aaaaaaaa-1", category: "Fuel" };

Deno.test("an id is told where calls take it", () => {
  assertEquals(textOf(fuel), "rows: row_id|category\n11111111|Fuel");
  assertEquals(
    textOf(fuel, { isWriteAllowed: true }),
    "rows: row_id|own_id|category\n11111111|22222222|Fuel",
  );
  assertEquals(
    textOf(fuel, { profile: "complete" }),
    "rows: row_id|later_id|category\n11111111|33333333|Fuel",
  );
  assertEquals(
    textOf(fuel, { isFullIds: true }),
    "rows: row_id|own_id|later_id|category_id|category\n11111111|22222222|33333333|aaaaaaaa-1|Fuel",
  );
});

const named: readonly (readonly [what: string, row: Row, told: boolean])[] = [
  ["whose name means it alone", fuel, false],
  ["whose name another has", { category_id: "bbbbbbbb-1", category: "Gifts" }, true],
  ["whose name was not read", { category_id: "dddddddd-1", category: "Rent" }, true],
  ["without a name", { category_id: "aaaaaaaa-1" }, true],
  ["that is its own name", { category_id: "aaaaaaaab", category: "aaaaaaaab" }, false],
  ["that is a word", { category_id: "uncategorized", category: "None" }, false],
];
for (const [what, row, told] of named) {
  Deno.test(`an id ${what} is ${told ? "told" : "left out"}`, () => {
    const [heading = ""] = textOf(row).split("\n");
    assertEquals(heading.startsWith("rows: row_id|category_id"), told, heading);
  });
}

Deno.test("what a card shows, and what was left out, stand below the answer in both forms", () => {
  const card = { preview: "p1" };
  const session = { isFullIds: true, isWriteAllowed: true, profile: "fuller" } as Session;
  const source = { tool, plan: null, names: new KnownNames(), session };
  const { text, structured, view } = replyFrom({ rows: [], card }, source);
  assertEquals([text, structured], ["rows: none\npreview: p1", { preview: "p1" }]);
  assertEquals(view.card as unknown, card);
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ row_id: `${at}`, own_id: "o".repeat(40), later_id: "l", ...fuel },
  }));
  const cut = replyFrom({ rows }, source);
  const kept = structuredRows(cut.structured).length;
  const note = `rows holds only ${kept} of 2000: ask for less at once`;
  assertEquals(cut.structured["note"], note);
  assertEquals(cut.text.split("\n").at(-1), note);
  assertEquals(kept > 0 && kept < 2_000, true);
});

function structuredRows(structured: Readonly<Record<string, unknown>>): readonly unknown[] {
  return structured["rows"] as readonly unknown[];
}
