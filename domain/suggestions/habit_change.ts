/** How likely a change is before the choices are looked at. */
const CHANGE_PRIOR = 0.1;

/** How many choices the Dirichlet prior is worth. */
const CONCENTRATION = 0.5;

/** How many categories there are to choose from, about. */
const CHOICES = 20;

/** Keeps the exponential finite; nothing is more certain than this. */
const LARGEST_LOG_ODDS = 50;

/**
 * Gives how likely each choice is to come from the habit that holds at a place in
 * the sequence.
 */
export function habitWeights(choices: readonly string[], place: number): readonly number[] {
  const numbers = new Map<string, number>();
  const numbered = choices.map((choice) => {
    const number = numbers.get(choice) ?? numbers.size;
    numbers.set(choice, number);
    return number;
  });
  return [...weightsAt(changeProbabilities(Int32Array.from(numbered)), place)];
}

/** Gives the same, for changes that are known. */
export function weightsAt(change: Float64Array, place: number): Float64Array {
  const count = change.length;
  const weights = new Float64Array(count);
  // A change in the gap at the place itself parts it from either side half the time.
  const inGap = (change[place] ?? 0) / 2;
  let older = inGap;
  for (let at = place - 1; at >= 0; at--) {
    weights[at] = Math.max(0, 1 - older);
    older += change[at] as number;
  }
  let newer = inGap;
  for (let at = place; at < count; at++) {
    if (at > place) newer += change[at] as number;
    weights[at] = Math.max(0, 1 - newer);
  }
  return weights;
}

/** Tells how likely a change just before each choice is. */
export function changeProbabilities(choices: Int32Array): Float64Array {
  const count = choices.length;
  const before = runningEvidence(choices);
  const after = runningEvidence(choices.toReversed());
  const whole = before[count] as number;
  const odds = new Float64Array(count);
  let total = 1 - CHANGE_PRIOR;
  for (let at = 1; at < count; at++) {
    const logOdds = (before[at] as number) + (after[count - at] as number) - whole;
    const one = CHANGE_PRIOR / (count - 1) * Math.exp(Math.min(LARGEST_LOG_ODDS, logOdds));
    odds[at] = one;
    total += one;
  }
  for (let at = 1; at < count; at++) odds[at] = (odds[at] as number) / total;
  return odds;
}

/** Logarithm of the marginal likelihood of the first 0, 1, 2 ... choices. */
function runningEvidence(choices: Int32Array): Float64Array {
  // Numbers of categories reach as far as there are categories.
  const counts = new Map<number, number>();
  const evidence = new Float64Array(choices.length + 1);
  let sum = 0;
  for (let at = 0; at < choices.length; at++) {
    const choice = choices[at] as number;
    const count = counts.get(choice) ?? 0;
    counts.set(choice, count + 1);
    sum += logOfShare(count, at);
    evidence[at + 1] = sum;
  }
  return evidence;
}

/** Sequences of this length and more are weighed too seldom to be worth a table. */
const TABLE_SIZE = 128;
const logsOfShares = new Float64Array(TABLE_SIZE * TABLE_SIZE).fill(NaN);

/** What one more choice adds, of which some of those before were the same. */
function logOfShare(count: number, before: number): number {
  if (before >= TABLE_SIZE) return shareInLog(count, before);
  const known = logsOfShares[before * TABLE_SIZE + count] as number;
  if (!Number.isNaN(known)) return known;
  return logsOfShares[before * TABLE_SIZE + count] = shareInLog(count, before);
}

function shareInLog(count: number, before: number): number {
  return Math.log((count + CONCENTRATION / CHOICES) / (before + CONCENTRATION));
}
