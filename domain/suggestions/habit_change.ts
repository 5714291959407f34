/**
 * Finds out when a habit changed, so that what was usual before does not speak
 * for what came after.
 *
 * A sequence of choices either follows one distribution throughout or changes
 * once. Both are compared by their marginal likelihood under a Dirichlet prior
 * (the change-point model of D. Barry and J. Hartigan, "Product partition models
 * for change point problems", 1992, with at most one change); what results is how
 * likely it is that a change lies between any two choices.
 *
 * @module
 */

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
 *
 * @param choices Category ids, oldest first.
 * @param place Number of choices that are older than the moment in question.
 * @returns One probability per choice.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * const weights = habitWeights(["a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "b"], 11);
 * assert((weights[0] ?? 1) < 0.2 && (weights[9] ?? 0) > 0.9);
 * ```
 */
export function habitWeights(choices: readonly string[], place: number): readonly number[] {
  const change = changeProbabilities(choices);
  const weights = choices.map(() => 1);
  // A change in the gap at the place itself parts it from either side half the time.
  const inGap = (change[place] ?? 0) / 2;
  let older = inGap;
  for (let at = place - 1; at >= 0; at--) {
    weights[at] = Math.max(0, 1 - older);
    older += change[at] ?? 0;
  }
  let newer = inGap;
  for (let at = place; at < choices.length; at++) {
    if (at > place) newer += change[at] ?? 0;
    weights[at] = Math.max(0, 1 - newer);
  }
  return weights;
}

/** How likely a change just before each choice is; zero for the first. */
function changeProbabilities(choices: readonly string[]): readonly number[] {
  const count = choices.length;
  const before = runningEvidence(choices);
  const after = runningEvidence(choices.toReversed());
  const whole = before[count] ?? 0;
  const odds = choices.map((_, at) => {
    if (at === 0) return 0;
    const logOdds = (before[at] ?? 0) + (after[count - at] ?? 0) - whole;
    return CHANGE_PRIOR / (count - 1) * Math.exp(Math.min(LARGEST_LOG_ODDS, logOdds));
  });
  const total = odds.reduce((sum, one) => sum + one, 1 - CHANGE_PRIOR);
  return odds.map((one) => one / total);
}

/** Logarithm of the marginal likelihood of the first 0, 1, 2 ... choices. */
function runningEvidence(choices: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  const evidence = [0];
  let sum = 0;
  for (const [index, choice] of choices.entries()) {
    const count = counts.get(choice) ?? 0;
    counts.set(choice, count + 1);
    sum += Math.log((count + CONCENTRATION / CHOICES) / (index + CONCENTRATION));
    evidence.push(sum);
  }
  return evidence;
}
