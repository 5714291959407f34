import type { AssignmentOptions, Choice } from "./assignment.ts";

const [SKIP_LEFT, SKIP_RIGHT, PAIR] = [0, 1, 2];

/**
 * Pairs left and right nodes in order, one pair of kinds after another, starting with the greatest
 * weight. For many similar nodes, this is as good as an assignment and much faster.
 */
export class PairsInOrder {
  readonly #choices: AssignmentOptions["choices"];
  readonly #rights = new Map<number, Choice>();
  readonly #used = new Set<number>();

  constructor({ choices, rightCount, leftKind, rightKind }: AssignmentOptions) {
    this.#choices = choices;
    const kinds = new Map<number, { weight: number; pairs: (readonly [number, Choice])[] }>();
    for (const [left, own] of choices.entries()) {
      for (const choice of own) {
        const key = leftKind(left) * rightCount + rightKind(choice.right);
        const kind = kinds.get(key) ?? { weight: -Infinity, pairs: [] };
        kinds.set(key, kind);
        kind.weight = Math.max(kind.weight, choice.weight);
        kind.pairs.push([left, choice]);
      }
    }
    for (const { pairs } of [...kinds.values()].sort((a, b) => b.weight - a.weight)) {
      this.#pair(
        pairs.filter(([left, { right }]) => !this.#rights.has(left) && !this.#used.has(right)),
      );
    }
  }

  rightOf(left: number): number | null {
    return this.#rights.get(left)?.right ?? null;
  }

  /**
   * How much weight the node's choice adds. For a node without a choice, how much would be lost by
   * giving it the best unused choice.
   */
  margin(left: number): number {
    const given = this.#rights.get(left);
    if (given !== undefined) return given.weight;
    const free = this.#choices[left]?.filter(({ right }) => !this.#used.has(right)) ?? [];
    return free.reduce((least, { weight }) => Math.min(least, -weight), Infinity);
  }

  /** Finds the pairs with the greatest total weight that don't cross (dynamic programming). */
  #pair(pairs: readonly (readonly [number, Choice])[]): void {
    const lefts = ascending(pairs.map(([left]) => left));
    const rights = ascending(pairs.map(([, { right }]) => right));
    const columns = new Map(rights.map((right, column) => [right, column]));
    const choicesOf = Map.groupBy(pairs, ([left]) => left);
    const moves = new Uint8Array(lefts.length * rights.length);
    const weights = new Float64Array(rights.length).fill(-Infinity);
    let before = new Float64Array(rights.length + 1);
    for (const [row, left] of lefts.entries()) {
      const own = choicesOf.get(left) ?? [];
      for (const [, { right, weight }] of own) weights[columns.get(right) as number] = weight;
      const now = new Float64Array(rights.length + 1);
      for (let column = 0; column < rights.length; column++) {
        const paired = (before[column] as number) + (weights[column] as number);
        const skipLeft = before[column + 1] as number;
        const best = Math.max(paired, skipLeft, now[column] as number);
        now[column + 1] = best;
        moves[row * rights.length + column] = best === skipLeft
          ? SKIP_LEFT
          : best === paired
          ? PAIR
          : SKIP_RIGHT;
      }
      for (const [, { right }] of own) weights[columns.get(right) as number] = -Infinity;
      before = now;
    }
    let [row, column] = [lefts.length - 1, rights.length - 1];
    while (row >= 0 && column >= 0) {
      const move = moves[row * rights.length + column];
      if (move === PAIR) this.#take(lefts[row] as number, rights[column] as number);
      if (move !== SKIP_RIGHT) row--;
      if (move !== SKIP_LEFT) column--;
    }
  }

  #take(left: number, right: number): void {
    const choice = this.#choices[left]?.find((one) => one.right === right) as Choice;
    this.#rights.set(left, choice);
    this.#used.add(right);
  }
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
