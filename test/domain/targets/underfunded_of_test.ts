import { assertEquals } from "@std/assert";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import type { TargetRecord } from "../../../domain/base/plan_records.ts";
import { underfundedOf } from "../../../domain/targets/target_words.ts";

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
for (const [target, format, asked] of cases) {
  const what = `${JSON.stringify(target)} with ${format.decimals} decimals`;
  Deno.test(`underfundedOf() gives ${asked} for ${what}`, () => {
    assertEquals(underfundedOf(target, format), asked);
  });
}
