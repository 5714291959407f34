import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { randomFrom } from "../../../demo/model/random.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { chancesOver } from "../../../domain/insights/chance_over.ts";
import type { ComingPayment } from "../../../domain/insights/upcoming_needs.ts";
import { moneyLines } from "../../../domain/insights/money_lines.ts";
import { NO_PAYEE } from "../../../domain/payees/payee_key.ts";
import { anAccount, aTransaction } from "../../_builders.ts";
import { times } from "../../_runs.ts";
import { generatedHousehold, MONTHS } from "../forecast/_generated_household.ts";

const HOUSEHOLDS = times(4);

/** Days of the month for which chances are computed. */
const DAYS = [1, 8, 15, 18, 24];

const MAX_ERROR = 0.05;

const accounts = [
  anAccount({ id: "checking", type: "checking" }),
  anAccount({ id: "savings", type: "savings" }),
  anAccount({ id: "visa", type: "creditCard" }),
  anAccount({ id: "brokerage", type: "otherAsset", on_budget: false }),
];

interface Case {
  readonly chance: number;
  readonly isOver: boolean;
}

/** Chances of overspending for categories whose balance is close to a past month's spending. */
function casesOf(rows: readonly TransactionRecord[], since: string, seed: string): readonly Case[] {
  const random = randomFrom(`chance/${seed}`);
  const lines = moneyLines(rows, { accounts, categories: [] });
  const takenAfter = (id: string, day: string): number =>
    -rows.filter(({ category_id, date }) =>
      category_id === id && date > day && date <= lastOfMonth(day)
    ).reduce((sum, { amount }) => sum + amount, 0);
  return Array.from({ length: MONTHS - 12 }, (_, at) => at + 12).flatMap((at) => {
    const month = addMonths(since, at);
    const today = addMonths(month, 0, random.pick(DAYS));
    const known = lines.filter(({ transaction: { date } }) => date <= today);
    const ids = [...new Set(known.flatMap(({ categoryId }) => categoryId ?? []))];
    const categories = ids.map((id) => {
      const before = addMonths(today, -random.integer(1, 12));
      return { id, balance: Math.round(takenAfter(id, before) * (0.7 + random.fraction())) };
    });
    const chances = chancesOver(categories, known, { today, payments: [] });
    return categories.map(({ id, balance }) => ({
      chance: chances.get(id) ?? NaN,
      isOver: takenAfter(id, today) > balance,
    }));
  });
}

/** Cases from a generated household, with a category for every payee. */
function generatedCases(seed: number): readonly Case[] {
  const household = generatedHousehold(seed);
  const rows = household.rowsUntil(household.until)
    .filter((row) => row.amount < 0 && row.transfer_account_id === null)
    .map((row): TransactionRecord => ({ ...row, category_id: row.payee_name ?? null }));
  return casesOf(rows, household.since, String(seed));
}

/**
 * Mean difference, across ten bins, between the predicted chance of overspending and the share of
 * cases that ended in overspending.
 */
function calibrationError(cases: readonly Case[]): number {
  const bins = Map.groupBy(cases, ({ chance }) => Math.min(9, Math.floor(chance * 10)));
  let error = 0;
  for (const inBin of bins.values()) {
    const mean = inBin.reduce((sum, { chance }) => sum + chance, 0) / inBin.length;
    const share = inBin.filter(({ isOver }) => isOver).length / inBin.length;
    error += Math.abs(mean - share) * inBin.length / cases.length;
  }
  return error;
}

Deno.test("chancesOver() returns well-calibrated probabilities for generated households", () => {
  const cases = Array.from({ length: HOUSEHOLDS }, (_, seed) => generatedCases(seed + 1)).flat();
  const error = calibrationError(cases);
  assert(cases.length > HOUSEHOLDS * 200);
  assert(error <= MAX_ERROR, `calibration error ${error}`);
});

/** Spends 60 on the 25th of each month and pays 100 in rent on the last day. */
function monthly(months: number): ReturnType<typeof moneyLines> {
  const rows = Array.from({ length: months }, (_, at) => {
    const month = addMonths("2026-03-01", -at - 1);
    return [
      aTransaction({ date: `${month.slice(0, 8)}25`, amount: -60_000, category_id: "power" }),
      aTransaction({
        date: lastOfMonth(month),
        amount: -100_000,
        category_id: "rent",
        payee_name: "Landlord",
      }),
    ];
  }).flat();
  return moneyLines(rows, { accounts, categories: [] });
}

function chanceOf(
  [id, balance]: readonly [id: string, balance: number],
  months: number,
  payments: readonly ComingPayment[] = [],
  today: string = "2026-03-15",
): number | undefined {
  return chancesOver([{ id, balance }], monthly(months), { today, payments }).get(id);
}

Deno.test("on a month's last day, chancesOver() expects no further spending", () => {
  const eve = chanceOf(["rent", 50_000], 14, [], "2026-02-27") ?? NaN;
  const last = chanceOf(["rent", 50_000], 14, [], "2026-02-28") ?? NaN;
  assert(eve > 0.9 && last < 0.1, `${eve} ${last}`);
});

Deno.test("chancesOver() never returns 0 or 1, and returns nothing if there are fewer than six months of history", () => {
  const chance = chanceOf(["power", 50_000], 12) ?? NaN;
  assert(chance > 0.9 && chance < 1);
  const none = chanceOf(["power", 70_000], 12) ?? NaN;
  assertAlmostEquals(none, 1 - chance);
  assertEquals(chanceOf(["power", 50_000], 5), undefined);
});

Deno.test("chancesOver() counts a schedule only once, with its scheduled amount", () => {
  const rent: ComingPayment = {
    date: "2026-03-28",
    payee: "Landlord",
    amount: -100_000,
    categoryId: "rent",
    isIncome: false,
    isScheduled: true,
  };
  const paid = chanceOf(["rent", 100_000], 12, [rent]) ?? NaN;
  assert(paid < 0.1, `${paid}`);
  const short = chanceOf(["rent", 99_000], 12, [rent]) ?? NaN;
  assert(short > 0.9, `${short}`);
  const power = { ...rent, payee: NO_PAYEE, amount: -60_000, categoryId: "power" };
  const unnamed = chanceOf(["power", 60_000], 12, [power]) ?? NaN;
  assert(unnamed < 0.1, `${unnamed}`);
});
