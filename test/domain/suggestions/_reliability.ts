import type { Measured, Prediction } from "./_leave_one_out.ts";

/** Predictions whose confidence lies in the same tenth. */
interface ReliabilityBin {
  readonly count: number;
  /** Mean confidence. */
  readonly claimed: number;
  /** Share that was right. */
  readonly right: number;
}

/** What is reported of a plan. */
export interface Figures {
  /** Share of rows with a known payee that get a suggestion at the threshold. */
  readonly coverage: number;
  /** Share of suggestions that name the category the row was booked in. */
  readonly right: number;
  /** Share that name the category the row was meant for. */
  readonly meant: number;
  /** Share an oracle that knows every row's purpose would get right. */
  readonly possible: number;
  /** Expected calibration error over all predictions, ten bins. */
  readonly calibrationError: number;
}

const BINS = 10;

/** Sorts predictions into tenths of confidence. */
function reliabilityTable(predictions: readonly Prediction[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const inBin = predictions.filter(({ confidence }) =>
      Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin
    );
    return {
      count: inBin.length,
      claimed: mean(inBin.map(({ confidence }) => confidence)),
      right: shareOf(inBin, ({ isRight }) => isRight),
    };
  });
}

/** Gives the figures of one or more plans together. */
export function figuresOf(measured: readonly Measured[], threshold: number): Figures {
  const predictions = measured.flatMap((one) => one.predictions);
  const suggestible = measured.reduce((sum, one) => sum + one.suggestible, 0);
  const suggested = predictions.filter(({ confidence }) => confidence >= threshold);
  const errors = reliabilityTable(predictions).map(({ count, claimed, right }) =>
    count * Math.abs(claimed - right)
  );
  return {
    coverage: suggested.length / suggestible,
    right: shareOf(suggested, ({ isRight }) => isRight),
    meant: shareOf(suggested, ({ isMeant }) => isMeant),
    possible: shareOf(suggested, ({ isNoise }) => !isNoise),
    calibrationError: errors.reduce((sum, one) => sum + one, 0) / predictions.length,
  };
}

function shareOf(
  predictions: readonly Prediction[],
  isCounted: (prediction: Prediction) => boolean,
): number {
  return mean(predictions.map((prediction) => Number(isCounted(prediction))));
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
