import { assertEquals } from "@std/assert";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import type { TargetRecord } from "../../../domain/base/plan_records.ts";
import { targetInWords, underfundedOf } from "../../../domain/targets/target_words.ts";

const DOLLARS = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function aTarget(change: Partial<TargetRecord> = {}): TargetRecord {
  return {
    ...{ goal_type: "NEED", goal_needs_whole_amount: true, goal_target: 100_000 },
    ...{ goal_day: null, goal_cadence: 1, goal_cadence_frequency: 1 },
    ...{ goal_target_month: null, goal_target_date: null, goal_snoozed_at: null },
    ...change,
  };
}

const descriptions: readonly (readonly [Partial<TargetRecord>, string])[] = [
  [{}, "set aside $100.00 monthly"],
  [{ goal_cadence_frequency: 2 }, "set aside $100.00 every 2 months"],
  [{ goal_cadence: 2 }, "set aside $100.00 weekly"],
  [{ goal_cadence: 2, goal_day: 0 }, "set aside $100.00 weekly on Sunday"],
  [
    { goal_cadence: 2, goal_cadence_frequency: 2, goal_day: 6 },
    "set aside $100.00 every 2 weeks on Saturday",
  ],
  [{ goal_cadence: 13 }, "set aside $100.00 yearly"],
  [{ goal_cadence: 13, goal_cadence_frequency: 3 }, "set aside $100.00 every 3 years"],
  [{ goal_cadence: 0 }, "set aside $100.00"],
  [{ goal_cadence: 14, goal_cadence_frequency: 5 }, "set aside $100.00 every 2 years"],
  [{ goal_cadence: 99 }, "set aside $100.00"],
  [{ goal_cadence: -2 }, "set aside $100.00"],
  [{ goal_type: "TB", goal_target_date: "2026-12-31" }, "have $100.00"],
  [{ goal_cadence_frequency: null }, "set aside $100.00 monthly"],
  [{ goal_cadence: null }, "set aside $100.00"],
  [{ goal_cadence: 2, goal_day: 7 }, "set aside $100.00 weekly"],
  [{ goal_day: 3 }, "set aside $100.00 monthly"],
  [{ goal_needs_whole_amount: false }, "refill up to $100.00 monthly"],
  [{ goal_needs_whole_amount: null }, "set aside $100.00 monthly"],
  [
    { goal_cadence: 13, goal_target_date: "2024-12-24", goal_target_month: "2024-12-01" },
    "set aside $100.00 yearly due 2024-12-24",
  ],
  [{ goal_cadence: 0, goal_target_month: "2024-12-01" }, "set aside $100.00 due 2024-12-01"],
  [{ goal_type: "MF" }, "set aside $100.00 monthly"],
  [{ goal_type: "TB" }, "have $100.00"],
  [{ goal_type: "TBD", goal_target_date: "2025-06-01" }, "have $100.00 by 2025-06-01"],
  [{ goal_type: "TBD" }, "have $100.00"],
  [{ goal_type: "DEBT" }, "pay $100.00 monthly toward the loan"],
  [{ goal_type: "NEW" }, "reach $100.00"],
  [{ goal_type: "constructor" }, "reach $100.00"],
  [{ goal_type: "NEW", goal_target_date: "2025-06-01" }, "reach $100.00 by 2025-06-01"],
  [{ goal_snoozed_at: "2024-03-01T00:00:00Z" }, "set aside $100.00 monthly (snoozed)"],
  [{ goal_target: null }, "set aside $0.00 monthly"],
];

Deno.test("targetInWords() describes each kind of target", () => {
  for (const [target, words] of descriptions) {
    const options = { format: DOLLARS, today: "2024-03-15" };
    assertEquals(targetInWords(aTarget(target), options), words, JSON.stringify(target));
  }
});

Deno.test("targetInWords() includes the weekday for weekly targets, and the number of months for targets with longer cadences", () => {
  const wordsOf = (change: Partial<TargetRecord>): string | null =>
    targetInWords(aTarget(change), { format: DOLLARS, today: "2024-03-15" });
  for (let code = 3; code <= 12; code++) {
    assertEquals(
      wordsOf({ goal_cadence: code, goal_cadence_frequency: 4 }),
      `set aside $100.00 every ${code - 1} months`,
    );
  }
  const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
  for (const [goal_day, name] of days.entries()) {
    assertEquals(wordsOf({ goal_cadence: 2, goal_day }), `set aside $100.00 weekly on ${name}`);
  }
});

type Due = readonly [cadence: number, times: number | null, first: string, due: string];

/** Next due dates as of 2024-03-15. */
const dueDays: readonly Due[] = [
  [1, 1, "2024-01-31", "2024-03-31"],
  [1, 1, "2023-12-15", "2024-03-15"],
  [1, 1, "2024-03-14", "2024-04-14"],
  [1, 1, "2024-01-30", "2024-03-30"],
  [1, 2, "2024-01-10", "2024-05-10"],
  [1, null, "2024-02-10", "2024-04-10"],
  [2, 1, "2024-03-01", "2024-03-15"],
  [2, 2, "2024-03-02", "2024-03-16"],
  [4, 1, "2020-10-10", "2024-04-10"],
  [7, 9, "2024-01-01", "2024-07-01"],
  [13, 1, "2022-02-28", "2025-02-28"],
  [13, 3, "2020-06-01", "2026-06-01"],
  [14, 1, "2020-03-14", "2026-03-14"],
  [13, 1, "2025-12-24", "2025-12-24"],
  [0, 1, "2023-12-24", "2023-12-24"],
];
Deno.test("targetInWords() returns the next due date of a repeating target", () => {
  for (const [goal_cadence, goal_cadence_frequency, goal_target_date, due] of dueDays) {
    const target = aTarget({ goal_cadence, goal_cadence_frequency, goal_target_date });
    const words = targetInWords(target, { format: DOLLARS, today: "2024-03-15" }) ?? "";
    assertEquals(words.split(" due ")[1], due, JSON.stringify(target));
  }
});

const kronor = { symbol: "kr", isSymbolFirst: false, decimals: 2 };
const yen = { symbol: "\u00a5", isSymbolFirst: true, decimals: 0 };
const snoozed = { goal_under_funded: 500, goal_snoozed_at: "2024-03-02T10:00:00Z" };
const cases: readonly (readonly [TargetRecord, MoneyFormat, number | null])[] = [
  [{ goal_under_funded: 500, goal_snoozed_at: null }, kronor, 500],
  [{ goal_under_funded: 265_833 }, kronor, 265_840],
  [{ goal_under_funded: 1 }, kronor, 10],
  [{ goal_under_funded: 265_833 }, yen, 266_000],
  [{ goal_under_funded: 265_833 }, { ...kronor, decimals: 3 }, 265_833],
  [{ goal_under_funded: 265_833 }, UNKNOWN_MONEY_FORMAT, 265_833],
  [{}, kronor, null],
  [{ goal_under_funded: null }, kronor, null],
  [{ goal_under_funded: 0 }, kronor, null],
  [{ goal_under_funded: -1 }, kronor, null],
  [snoozed, kronor, null],
];
Deno.test("underfundedOf() rounds the underfunded amount up to the currency's smallest unit", () => {
  for (const [target, format, asked] of cases) {
    assertEquals(underfundedOf(target, format), asked, JSON.stringify([target, format]));
  }
});
