import { assert } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { householdPlan } from "../../../demo/household.ts";
import { suggestCategories } from "../../../domain/suggestions/suggestions.ts";
import { openApi } from "../../demo/_api.ts";

/** The tool's default confidence threshold. */
const THRESHOLD = 0.8;
/** One transaction in ten is held out: its category is hidden and must be suggested. */
const HELD_OUT = 10;
const ROUNDS = 4;
const BINS = 10;

interface Prediction {
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Suggests the held-out categories of the demo household, which has three years of history. */
async function predictions(): Promise<{
  readonly found: readonly Prediction[];
  readonly asked: number;
}> {
  const api = openApi({}, { plans: [householdPlan({ today: "2026-03-15" })] });
  const { accounts } = await api.get("/accounts");
  const { category_groups: groups } = await api.get("/categories");
  const { transactions } = await api.get("/transactions?since_date=1990-01-01");
  const rows: readonly Transaction[] = transactions;
  const spending = rows.filter((one) =>
    one.amount < 0 && one.category_id && one.category_name !== "Uncategorized" &&
    !one.transfer_account_id && one.subtransactions.length === 0
  );
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const hidden = new Map(
      spending.filter((_, at) => at % HELD_OUT === round).map((one) => [one.id, one.category_id]),
    );
    const asking = rows.map((one) => hidden.has(one.id) ? { ...one, category_id: null } : one);
    const plan = { accounts, groups, transactions: asking };
    const { pending } = suggestCategories(plan, { minConfidence: 0 });
    const found = pending.flatMap(({ transaction_id: id, suggestion }): readonly Prediction[] => {
      if (suggestion === null || !hidden.has(id)) return [];
      const { confidence, category_id } = suggestion;
      return [{ confidence, isRight: category_id === hidden.get(id) }];
    });
    return { found, asked: hidden.size };
  });
  return {
    found: rounds.flatMap(({ found }) => found),
    asked: rounds.reduce((sum, { asked }) => sum + asked, 0),
  };
}

Deno.test("suggestCategories() makes frequent, accurate suggestions with calibrated confidence", async () => {
  const { found, asked } = await predictions();
  const suggested = found.filter(({ confidence }) => confidence >= THRESHOLD);
  let error = 0;
  for (const bin of Map.groupBy(found, (one) => Math.floor(one.confidence * BINS)).values()) {
    const claimed = bin.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(claimed - bin.filter(({ isRight }) => isRight).length) / found.length;
  }
  const right = suggested.filter(({ isRight }) => isRight).length / suggested.length;
  const coverage = suggested.length / asked;
  const message = JSON.stringify({ right, coverage, error });
  assert(asked >= 1_000 && right >= 0.95 && coverage >= 0.7 && error <= 0.05, message);
});
