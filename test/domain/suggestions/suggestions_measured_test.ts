import { assert } from "@std/assert";
import { suggestCategories } from "../../../domain/suggestions/suggestions.ts";
import { generatedHistory } from "./_generated_history.ts";

/** The default of the tool. */
const THRESHOLD = 0.8;
/** Every such transaction is shown without its category. */
const HELD_OUT = 10;
const BINS = 10;

interface Prediction {
  readonly confidence: number;
  /** Whether it names the category in which the transaction was booked. */
  readonly isRight: boolean;
  /** Whether it names the one that was meant, before noise. */
  readonly isMeant: boolean;
}

/** Suggestions for held-out transactions of a generated plan. */
function predictionsFor(seed: number): {
  readonly predictions: readonly Prediction[];
  readonly asked: number;
} {
  const { rows, meant, ...plan } = generatedHistory(seed);
  const asked = new Map(
    rows.filter(({ id }, at) => at % HELD_OUT === seed % HELD_OUT && meant.has(id))
      .map(({ id, category_id }) => [id, category_id]),
  );
  const transactions = rows.map((row) => asked.has(row.id) ? { ...row, category_id: null } : row);
  const { pending } = suggestCategories({ ...plan, transactions }, { minConfidence: 0 });
  const predictions = pending.flatMap(({ transaction_id: id, suggestion }) =>
    suggestion === null || !asked.has(id) ? [] : [{
      confidence: suggestion.confidence,
      isRight: suggestion.category_id === asked.get(id),
      isMeant: suggestion.category_id === meant.get(id),
    }]
  );
  return { predictions, asked: asked.size };
}

Deno.test("suggestCategories() is right, frequent and calibrated on generated plans", () => {
  const measured = Array.from({ length: 20 }, (_, at) => predictionsFor(at + 1));
  const predictions = measured.flatMap((one) => one.predictions);
  const asked = measured.reduce((sum, one) => sum + one.asked, 0);
  const suggested = predictions.filter(({ confidence }) => confidence >= THRESHOLD);
  const share = (is: (one: Prediction) => boolean): number =>
    suggested.filter(is).length / suggested.length;
  const bins = Map.groupBy(predictions, ({ confidence }) => Math.floor(confidence * BINS));
  let error = 0;
  for (const bin of bins.values()) {
    const claimed = bin.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(claimed - bin.filter(({ isRight }) => isRight).length) / predictions.length;
  }
  const figures = {
    meant: share(({ isMeant }) => isMeant),
    right: share(({ isRight }) => isRight),
    coverage: suggested.length / asked,
    error,
  };
  const message = JSON.stringify(figures);
  assert(asked >= 1_000 && figures.meant >= 0.95 && figures.right >= 0.9, message);
  assert(figures.coverage >= 0.7 && figures.error <= 0.05, message);
});
