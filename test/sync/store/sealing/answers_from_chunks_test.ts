import { assert, assertEquals } from "@std/assert";
import type { Transaction } from "../../../../client/wire/transaction.ts";
import { householdPlan } from "../../../../demo/household.ts";
import { cashAccountIds } from "../../../../domain/forecast/forecast_request.ts";
import { forecastBalance } from "../../../../domain/forecast/forecast.ts";
import { recurringCharges } from "../../../../domain/recurrence/recurring_charges.ts";
import { suggestCategories } from "../../../../domain/suggestions/suggestions.ts";
import type { TransactionRecord } from "../../../../domain/base/plan_records.ts";
import { inOrder } from "../../../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../../domain/transactions/transaction_chunks.ts";
import { ChunkPart } from "../../../../sync/plan/transaction_parts.ts";
import { bytesOfPart, partOfBytes } from "../../../../sync/store/sealed_collection.ts";
import { livePlan } from "../../../domain/suggestions/_measured_plans.ts";

const today = "2026-11-20";
const plan = livePlan(householdPlan({ today }));
const rows = inOrder(plan.transactions as readonly TransactionRecord[]);
const kept = keptInChunksOf(97);

Deno.test("recurringCharges() finds in kept chunks what it finds in rows", () => {
  const options = {
    today,
    lookbackMonths: 36,
    includeIncome: true,
    schedules: [],
    categoryNames: new Map<string, string>(),
  };
  const found = recurringCharges(rows, options);
  assert(found.charges.length > 5 && found.income !== undefined && found.income.length > 0);
  assertEquals(recurringCharges(kept, options), found);
});

Deno.test("suggestCategories() suggests from kept chunks what it suggests from rows", () => {
  const found = suggestCategories({ ...plan, transactions: rows }, { minConfidence: 0 });
  assert(found.suggested_count > 5);
  const again = suggestCategories({ ...plan, transactions: kept }, { minConfidence: 0 });
  assertEquals(again, found);
});

Deno.test("forecastBalance() foresees from kept chunks what it foresees from rows", () => {
  const { accounts, groups } = plan;
  const categories = groups.flatMap((group) => group.categories);
  const options = { accountIds: cashAccountIds(accounts), today, until: "2027-02-01" };
  const others = { accounts, categories, schedules: [] };
  const found = forecastBalance({ ...others, transactions: rows }, options);
  assert(found.assumptions.recurring.length > 5);
  assertEquals(forecastBalance({ ...others, transactions: kept }, options), found);
});

/** The rows as a store gives them back, in chunks so small that most payees are in several. */
function keptInChunksOf(size: number): TransactionList<TransactionRecord> {
  const chunks: TransactionChunk<TransactionRecord>[] = [];
  for (let at = 0; at < rows.length; at += size) {
    const chunk = TransactionChunk.of(rows.slice(at, at + size) as unknown as Transaction[]);
    const kept = partOfBytes(bytesOfPart(new ChunkPart(String(at), chunk)));
    chunks.push(ChunkPart.from(kept).chunk);
  }
  return new TransactionList(chunks);
}
