import { assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { duplicateOf, unusualAmount } from "../../../domain/review/transaction_checks.ts";
import { aTransaction } from "../../_builders.ts";

type Change = Partial<TransactionRecord>;

const BANK = { import_id: "YNAB:1" };

/** A payment of March with the day as its id. */
function onDay(day: number, change: Change = {}): TransactionRecord {
  const date = `2026-03-${String(day).padStart(2, "0")}`;
  return { ...aTransaction({ id: `${day}`, date, amount: -45_000, import_id: null }), ...change };
}

/** A payment on March 10, others, and the id of the one it duplicates. */
const DUPLICATES: readonly {
  readonly what: string;
  readonly asked?: Change;
  readonly others: readonly TransactionRecord[];
  readonly id: string | null;
}[] = [
  { what: "three days apart", others: [onDay(7)], id: "7" },
  { what: "four days apart", others: [onDay(6)], id: null },
  { what: "both imported, four days apart", asked: BANK, others: [onDay(6, BANK)], id: null },
  { what: "imported six days later", asked: BANK, others: [onDay(4)], id: "4" },
  { what: "imported seven days later", asked: BANK, others: [onDay(3)], id: null },
  { what: "entered six days after the import", others: [onDay(4, BANK)], id: "4" },
  { what: "another amount", others: [onDay(9, { amount: -45_010 })], id: null },
  { what: "no amount", asked: { amount: 0 }, others: [onDay(9, { amount: 0 })], id: null },
  { what: "another account", others: [onDay(9, { account_id: "other" })], id: null },
  { what: "matched by YNAB", others: [onDay(9, { matched_transaction_id: "10" })], id: null },
  {
    what: "matched by YNAB, the other way",
    asked: { matched_transaction_id: "9" },
    others: [onDay(9)],
    id: null,
  },
  { what: "the later one's turn", others: [onDay(11)], id: null },
  { what: "equal days, the lower id first", others: [onDay(10, { id: "1" })], id: "1" },
  { what: "equal days, the higher id first", others: [onDay(10, { id: "2" })], id: null },
  {
    what: "an unapproved one before an approved one",
    asked: { approved: false },
    others: [onDay(11)],
    id: "11",
  },
  { what: "the near one of two", others: [onDay(1), onDay(8)], id: "8" },
  { what: "a price paid again and again", others: [onDay(2), onDay(8)], id: null },
  { what: "a price paid again later", asked: BANK, others: [onDay(4), onDay(16)], id: null },
];
for (const { what, asked, others, id } of DUPLICATES) {
  Deno.test(`duplicateOf() decides on ${what}`, () => {
    const one = onDay(10, asked);
    assertEquals(duplicateOf(one, [...others, one])?.id ?? null, id);
  });
}

const USUAL = [10, 11, 12, 10, 11, 12, 10, 11, 9, 12];
const times = (count: number, size: number): readonly number[] => new Array(count).fill(size);

/** A payment, the others, and whether it is unusually large (true) or small (false). */
const AMOUNTS: readonly (readonly [number, readonly number[], boolean | null])[] = [
  [60, USUAL, true],
  [2, USUAL, false],
  ...[0, 8, 10, 13, 15].map((size) => [size, USUAL, null] as const),
  [600, USUAL.slice(0, 7), null],
  [500, [5, 8, 12, 20, 35, 60, 90, 140, 220, 400], null],
  // One extreme payment of twenty is ignored, two of forty, never more.
  [350, [...USUAL, ...USUAL, 400], true],
  [95, [...times(19, 10), 100], true],
  [95, [...times(18, 10), 100, 100], null],
  [95, [...times(38, 10), 100, 100], true],
  [95, [...times(97, 10), 100, 100, 100], null],
  // Beyond what was paid a few times.
  [120, [...times(17, 10), 12, ...times(3, 100)], null],
  [160, [...times(17, 10), 12, ...times(3, 100)], true],
  [8, [...times(17, 100), 90, ...times(3, 10)], null],
  [6, [...times(17, 100), 90, ...times(3, 10)], false],
];
Deno.test("unusualAmount() finds payments far outside all others", () => {
  for (const [size, others, isMore] of AMOUNTS) {
    assertEquals(unusualAmount(size, others)?.isMore ?? null, isMore, `${size} of ${others}`);
  }
});
