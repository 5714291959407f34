import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { z } from "zod";
import { writeAnswer, type Written } from "../../server/rendering/write_answer.ts";
import { schema as transactions } from "../../tools/find_transactions.ts";
import { schema as balances } from "../../tools/get_category_balances.ts";
import { schema as forecast } from "../../tools/forecast_balance.ts";
import { schema as trends } from "../../tools/get_spending_trends.ts";
import { anyWellFormedText } from "../_any_text.ts";
import { readText } from "./_read_text.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function written(schema: z.ZodObject, answer: unknown): Written {
  return writeAnswer(schema, answer, {
    ids: null,
    format,
    textFormat: format,
    isIdShown: () => true,
    omitsEmpty: true,
  });
}

/** Any text, or one of a few fixed strings, so that some rows have equal values. */
const text = fc.oneof(
  anyWellFormedText,
  fc.constantFrom("", "all.payee: x", "rows ($): a|b", "a | b\\", "x; y", "next_cursor: z", "none"),
);
const money = fc.oneof(fc.constant(0), fc.integer({ min: -9_999_999, max: 9_999_999 }));
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const day = fc.constantFrom("2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2026-03-09");

const line = fc.record({ amount: money, category: maybe(text), memo: maybe(text) });
const row = fc.record({
  transaction_id: fc.constantFrom("11111111", "22222222-0"),
  date: day,
  amount: money,
  payee: maybe(text),
  memo: maybe(text),
  account: fc.constantFrom("Checking", "Visa; new"),
  category: maybe(text),
  cleared: fc.constantFrom("cleared", "uncleared"),
  approved: fc.boolean(),
  lines: fc.array(line, { maxLength: 2 }),
});

const series = fc.record({
  id: fc.constantFrom("11111111", "22222222"),
  name: text,
  spending: fc.array(money, { minLength: 3, maxLength: 3 }),
  mean: money,
  change: maybe(fc.constantFrom(0.25, -0.5)),
});
const category = fc.record({
  category_id: fc.constantFrom("11111111", "22222222"),
  name: text,
  group: fc.constantFrom("Home", "Fun|Games", "group: Home", " "),
  assigned: money,
  activity: money,
  available: money,
  underfunded: maybe(money),
});
const bill = fc.record({
  payee: fc.constantFrom("Bus", "Rent"),
  date: day,
  amount: fc.constantFrom(-3500, -900_000),
});

const answers: readonly (readonly [what: string, schema: z.ZodObject, fc.Arbitrary<unknown>])[] = [
  [
    "transactions with any text",
    transactions.output,
    fc.record({
      count: fc.nat(),
      sum_in: money,
      sum_out: money,
      transactions: fc.array(row, { maxLength: 6 }),
      next_cursor: maybe(fc.constant("abc,-1,_d")),
    }),
  ],
  [
    "lists of numbers",
    trends.output,
    fc.record({
      months: fc.constant(["2026-01", "2026-02", "2026-03"]),
      series: fc.array(series, { maxLength: 4 }),
      totals: fc.array(money),
    }),
  ],
  [
    "rows of nested records",
    forecast.output,
    fc.record({ assumptions: fc.record({ scheduled: fc.array(bill, { maxLength: 12 }) }) })
      .filter(({ assumptions: { scheduled } }) => scheduled.length > 0),
  ],
  [
    "values shared by several rows",
    balances.output,
    fc.record({ month: fc.constant("2026-01"), categories: fc.array(category, { maxLength: 8 }) }),
  ],
];

for (const [what, schema, anyAnswer] of answers) {
  Deno.test(`${what} can be parsed back from the output of writeAnswer()`, () => {
    fc.assert(fc.property(anyAnswer, (answer) => {
      const { text, data } = written(schema, answer);
      assertEquals(readText(schema, text), data);
    }));
  });
}
