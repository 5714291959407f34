import { assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { duplicateOf, unusualAmount } from "../../../domain/review/transaction_checks.ts";
import { aTransaction } from "../../_builders.ts";

type Change = Partial<TransactionRecord>;

const BANK = { import_id: "YNAB:1" };

/** Creates a payment in March, with the day of the month as its id. */
function onDay(day: number, change: Change = {}): TransactionRecord {
  const date = `2026-03-${String(day).padStart(2, "0")}`;
  return { ...aTransaction({ id: `${day}`, date, amount: -45_000, import_id: null }), ...change };
}

const [UNAPPROVED, NO_AMOUNT, MATCHED] = [
  { approved: false },
  { amount: 0 },
  { matched_transaction_id: "9" },
];

/**
 * The elements of each case are: changes to a payment on March 10; the other payments; and the id
 * of the duplicated payment (or `null`).
 */
const DUPLICATES: readonly (readonly [Change, readonly TransactionRecord[], id: string | null])[] =
  [
    [{}, [onDay(7)], "7"],
    [{}, [onDay(6)], null],
    // An imported payment and the user's entry may be up to six days apart.
    [BANK, [onDay(6, BANK)], null],
    [BANK, [onDay(4)], "4"],
    [BANK, [onDay(3)], null],
    [{}, [onDay(4, BANK)], "4"],
    [{}, [onDay(9, { amount: -45_010 })], null],
    [NO_AMOUNT, [onDay(9, NO_AMOUNT)], null],
    [{}, [onDay(9, { account_id: "other" })], null],
    [{}, [onDay(9, { matched_transaction_id: "10" })], null],
    [MATCHED, [onDay(9)], null],
    // Of two equal payments, only one counts as the duplicate: the unapproved one or, if both have
    // the same approval status, the later one.
    [{}, [onDay(11)], null],
    [{}, [onDay(10, { id: "1" })], "1"],
    [{}, [onDay(10, { id: "2" })], null],
    [UNAPPROVED, [onDay(11)], "11"],
    // A payment isn't a duplicate if payments of the same amount are common.
    [{}, [onDay(1), onDay(8)], "8"],
    [{}, [onDay(2), onDay(8)], null],
    [BANK, [onDay(4), onDay(16)], null],
  ];

Deno.test("duplicateOf() finds a payment of the same amount on a nearby day", () => {
  for (const [change, others, id] of DUPLICATES) {
    const one = onDay(10, change);
    const found = duplicateOf(one, [...others, one])?.id ?? null;
    assertEquals(found, id, JSON.stringify([change, others]));
  }
});

const USUAL = [10, 11, 12, 10, 11, 12, 10, 11, 9, 12];
const times = (count: number, size: number): readonly number[] => new Array(count).fill(size);

/**
 * Each case has an amount, the other amounts, and whether the amount is unusually large (true),
 * unusually small (false) or neither (null).
 */
const AMOUNTS: readonly (readonly [number, readonly number[], boolean | null])[] = [
  [60, USUAL, true],
  [2, USUAL, false],
  ...[0, 8, 10, 13, 15].map((size) => [size, USUAL, null] as const),
  [600, USUAL.slice(0, 7), null],
  [500, [5, 8, 12, 20, 35, 60, 90, 140, 220, 400], null],
  // On a logarithmic scale, an amount within 3.5 robust standard deviations of the median isn't
  // unusual, even if the amount is far outside the range of the other amounts.
  ...[256, 38].map((size) => [size, [60, 70, 80, 90, 100, 110, 125, 145, 160], null] as const),
  // unusualAmount() ignores one extreme payment among 20 and two among 40, but never more than two.
  [350, [...USUAL, ...USUAL, 400], true],
  [95, [...times(19, 10), 100], true],
  [95, [...times(18, 10), 100, 100], null],
  [95, [...times(38, 10), 100, 100], true],
  [95, [...times(97, 10), 100, 100, 100], null],
  // An amount is usual if it is within a factor of 1.5 of at least three other payments.
  [120, [...times(17, 10), 12, ...times(3, 100)], null],
  [160, [...times(17, 10), 12, ...times(3, 100)], true],
  [8, [...times(17, 100), 90, ...times(3, 10)], null],
  [6, [...times(17, 100), 90, ...times(3, 10)], false],
];
Deno.test("unusualAmount() finds payments far outside the usual range", () => {
  for (const [size, others, isMore] of AMOUNTS) {
    const [payment, ...all] = [size, ...others].map((amount) => aTransaction({ amount: -amount }));
    const found = payment && unusualAmount(payment, [...all, payment]);
    assertEquals(found?.isMore ?? null, isMore, `${size} of ${others}`);
  }
});
