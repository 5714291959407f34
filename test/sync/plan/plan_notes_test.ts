import { assertEquals } from "@std/assert";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import { PlanNotes, type ShownAmount } from "../../../sync/plan/plan_notes.ts";

const euros = { symbol: "\u20ac", isSymbolFirst: false, decimals: 2, decimalMark: "," };
const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const EUROS: ShownAmount = ["12,50\u20ac", 12_500];
const DOLLARS: ShownAmount = ["$12.50", 12_500];

/** The ids of some that the plan is known to have had. */
function knownOf(notes: PlanNotes, ...ids: readonly string[]): readonly string[] {
  return ids.filter((id) => notes.ids.sharing(id.slice(0, 8)).length > 0);
}

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const row = (key: string, record: ShownAmount, isDeleted = false): {
  readonly key: string;
  readonly record: ShownAmount;
  readonly isDeleted: boolean;
} => ({ key, record, isDeleted });

Deno.test("the first amount that tells it says how a plan writes money", () => {
  const notes = new PlanNotes();
  assertEquals(notes.moneyFormat, UNKNOWN_MONEY_FORMAT);
  notes.noteAmount([null, 5]);
  notes.noteAmount([undefined, 5]);
  notes.noteAmount(["what", 5]);
  assertEquals(notes.moneyFormat, UNKNOWN_MONEY_FORMAT);
  notes.noteAmounts([[null, 1], EUROS, DOLLARS]);
  assertEquals(notes.moneyFormat, euros);
  notes.noteAmount(DOLLARS);
  notes.noteAmounts([DOLLARS]);
  assertEquals(notes.moneyFormat, euros);
});

Deno.test("a larger amount tells how thousands are written, unless it is of another currency", () => {
  const notes = new PlanNotes();
  notes.noteAmounts([EUROS, ["$1,234.00", 1_234_000], ["1.234,00\u20ac", 1_234_000]]);
  assertEquals(notes.moneyFormat, { ...euros, groupMark: "." });
  notes.noteAmount(["1 234,00\u20ac", 1_234_000]);
  assertEquals(notes.moneyFormat, { ...euros, groupMark: "." });
});

Deno.test("a listener notes every id and amount that it hears of", () => {
  const notes = new PlanNotes();
  const listener = notes.listener<ShownAmount>((record) => record);
  const rows = [row(id("a"), [null, 5]), row(id("b"), DOLLARS, true)];
  listener.onWhole(rows);
  assertEquals(notes.moneyFormat, dollars);
  listener.onRows([row(id("c"), EUROS)]);
  listener.onKept([{ keys: [id("d")], records: [EUROS] }] as never);
  listener.onDeletedKeys([id("e")]);
  const all = ["a", "b", "c", "d", "e"].map(id);
  assertEquals(knownOf(notes, ...all, id("f")), all);
  assertEquals(notes.moneyFormat, dollars);
});

Deno.test("what was kept and what comes later tell how money is written as well", () => {
  const kept = new PlanNotes();
  kept.listener<ShownAmount>((record) => record)
    .onKept([{ keys: [id("a")], records: [[null, 1], EUROS, DOLLARS] }] as never);
  const later = new PlanNotes();
  later.listener<ShownAmount>((record) => record).onRows([row(id("a"), EUROS)]);
  assertEquals([kept.moneyFormat, later.moneyFormat], [euros, euros]);
});
