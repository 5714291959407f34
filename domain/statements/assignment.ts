import { memoized } from "../base/memoized.ts";

/** An edge of a bipartite graph from a node on the left to a node on the right, with a weight. */
export interface Choice {
  readonly right: number;
  readonly weight: number;
}

export interface AssignmentOptions {
  /** The possible assignments of each left-hand node. */
  readonly choices: readonly (readonly Choice[])[];
  /** The kind of each left-hand node; nodes of the same kind are interchangeable. */
  readonly leftKinds: readonly (string | number)[];
  /** The kind of each right-hand node; nodes of the same kind are interchangeable. */
  readonly rightKinds: readonly (string | number)[];
}

/** An assignment on an augmenting path. */
interface Step {
  readonly left: number;
  readonly right: number;
}

const NONE = -1;
/** Minimum gain; without it, rounding differences could keep the search from terminating. */
const MIN_GAIN = 1e-9;

/**
 * The assignment of left-hand nodes to right-hand nodes that has the greatest total weight. Each
 * right-hand node is used at most once; an unassigned left-hand node has weight 0.
 *
 * Assigns the left-hand nodes one at a time, each along the best augmenting path (the Hungarian
 * method on a sparse graph).
 */
export class Assignment {
  readonly #options: AssignmentOptions;
  /** The right-hand node assigned to each left-hand node, or `NONE`. */
  readonly #rights: Int32Array;
  /** The left-hand node assigned to each right-hand node, or `NONE`. */
  readonly #lefts: Int32Array;
  /** Weight of each left-hand node's assignment. */
  readonly #weights: Float64Array;

  constructor(options: AssignmentOptions) {
    const { choices, rightKinds } = options;
    this.#options = options;
    this.#rights = new Int32Array(choices.length).fill(NONE);
    this.#lefts = new Int32Array(rightKinds.length).fill(NONE);
    this.#weights = new Float64Array(choices.length);
    for (let left = 0; left < choices.length; left++) this.#add(left);
  }

  /** Returns the right-hand node that is assigned to a left-hand node; `null` if there is none. */
  rightOf(left: number): number | null {
    const right = this.#rights[left] as number;
    return right === NONE ? null : right;
  }

  /**
   * Returns how much weight is lost if a left-hand node is reassigned to a right-hand node of
   * another kind, or to none, and all other nodes are assigned optimally. Returns `Infinity` if
   * there is no alternative.
   */
  margin(left: number): number {
    const { choices, leftKinds } = this.#options;
    const given = this.#rights[left] as number;
    const kind = this.#kindOf(given);
    const isBarred = (other: number, right: number): boolean =>
      this.#kindOf(right) === kind && (other === left || leftKinds[other] === leftKinds[left]);
    const gains = new Float64Array(choices.length).fill(-Infinity);
    gains[left] = 0;
    const queue = [left];
    /** Largest gain of any path that frees the right-hand node to which `left` is assigned. */
    let free = -Infinity;
    let best = -Infinity;
    const reach = (other: number, gain: number): void => {
      if (gain <= (gains[other] as number) + MIN_GAIN) return;
      gains[other] = gain;
      queue.push(other);
    };
    for (let at = 0; at < queue.length; at++) {
      const from = queue[at] as number;
      const gain = gains[from] as number;
      let ended = isBarred(from, NONE) ? -Infinity : gain;
      for (const { right, weight } of choices[from] as readonly Choice[]) {
        if (right === this.#rights[from] || isBarred(from, right)) continue;
        const owner = this.#lefts[right] as number;
        if (right === given) best = Math.max(best, gain + weight);
        else if (owner === NONE) ended = Math.max(ended, gain + weight);
        else if (owner !== left) reach(owner, gain + weight - (this.#weights[owner] as number));
      }
      if (ended <= free + MIN_GAIN) continue;
      free = ended;
      // Any other left-hand node can now take the right-hand node that became free.
      if (given === NONE) continue;
      for (let other = 0; other < choices.length; other++) {
        if (other !== left) reach(other, free - (this.#weights[other] as number));
      }
    }
    return (this.#weights[left] as number) - Math.max(best, free);
  }

  #kindOf(right: number): string | number | null {
    return this.#options.rightKinds[right] ?? null;
  }

  #add(first: number): void {
    const { choices } = this.#options;
    const gains = new Float64Array(choices.length).fill(-Infinity);
    gains[first] = 0;
    const cameBy = new Map<number, Step>();
    const queue = [first];
    let end = { left: first, right: NONE, weight: 0, gain: 0 };
    for (let at = 0; at < queue.length; at++) {
      const left = queue[at] as number;
      const gain = gains[left] as number;
      if (gain > end.gain + MIN_GAIN) end = { left, right: NONE, weight: 0, gain };
      for (const { right, weight } of choices[left] as readonly Choice[]) {
        if (right === this.#rights[left]) continue;
        const owner = this.#lefts[right] as number;
        const total = gain + weight - (owner === NONE ? 0 : this.#weights[owner] as number);
        if (owner === NONE) {
          if (total > end.gain + MIN_GAIN) end = { left, right, weight, gain: total };
        } else if (total > (gains[owner] as number) + MIN_GAIN) {
          gains[owner] = total;
          cameBy.set(owner, { left, right });
          queue.push(owner);
        }
      }
    }
    for (let step: Step | undefined = end; step !== undefined;) {
      const { left, right }: Step = step;
      this.#rights[left] = right;
      if (right !== NONE) this.#lefts[right] = left;
      this.#weights[left] = choices[left]?.find((choice) => choice.right === right)?.weight ?? 0;
      step = left === first ? undefined : cameBy.get(left);
    }
  }
}

const [SKIP_LEFT, SKIP_RIGHT, PAIR] = [0, 1, 2];

/**
 * Pairs left-hand nodes with right-hand nodes, keeping the order of both sides. Handles one
 * combination of a left-hand kind and a right-hand kind at a time, starting with the combination
 * that has the greatest weight. For many similar nodes, this method is as good as an optimal
 * assignment and much faster.
 */
export class PairsInOrder {
  readonly #choices: AssignmentOptions["choices"];
  readonly #rights = new Map<number, Choice>();
  readonly #used = new Set<number>();

  constructor({ choices, leftKinds, rightKinds }: AssignmentOptions) {
    this.#choices = choices;
    // Thousands of nodes may share one list of thousands of choices.
    const choicesByKind = memoized((all: readonly Choice[]) =>
      [...Map.groupBy(all, ({ right }) => rightKinds[right])]
        .map(([kind, own]) => ({ kind, own, most: mostWeight(own) }))
    );
    const kinds = new Map<string, { weight: number; choices: Map<number, readonly Choice[]> }>();
    for (const [left, all] of choices.entries()) {
      for (const { kind: rightKind, own, most } of choicesByKind(all)) {
        const key = `${leftKinds[left]}\0${rightKind}`;
        const kind = kinds.get(key) ?? { weight: -Infinity, choices: new Map() };
        kinds.set(key, kind);
        kind.weight = Math.max(kind.weight, most);
        kind.choices.set(left, own);
      }
    }
    for (const kind of [...kinds.values()].sort((a, b) => b.weight - a.weight)) {
      this.#pair(kind.choices);
    }
  }

  rightOf(left: number): number | null {
    return this.#rights.get(left)?.right ?? null;
  }

  /**
   * Returns the weight of a left-hand node's assignment. For an unassigned node, returns how much
   * total weight would be lost if the node took its best untaken choice instead of remaining
   * unassigned.
   */
  margin(left: number): number {
    const given = this.#rights.get(left);
    if (given !== undefined) return given.weight;
    const free = this.#choices[left]?.filter(({ right }) => !this.#used.has(right)) ?? [];
    return free.reduce((least, { weight }) => Math.min(least, -weight), Infinity);
  }

  /** Finds the non-crossing pairs with the greatest total weight (dynamic programming). */
  #pair(choices: ReadonlyMap<number, readonly Choice[]>): void {
    const lefts = [...choices.keys()].filter((left) => !this.#rights.has(left));
    const places = new Set([...new Set(choices.values())].flat().map(({ right }) => right));
    const rights = [...places].filter((right) => !this.#used.has(right)).sort((a, b) => a - b);
    const columns = new Map(rights.map((right, column) => [right, column]));
    const moves = new Uint8Array(lefts.length * rights.length);
    const weights = new Float64Array(rights.length);
    let before = new Float64Array(rights.length + 1);
    for (const [row, left] of lefts.entries()) {
      weights.fill(-Infinity);
      for (const { right, weight } of choices.get(left) ?? []) {
        const column = columns.get(right);
        if (column !== undefined) weights[column] = weight;
      }
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

function mostWeight(choices: readonly Choice[]): number {
  return choices.reduce((most, { weight }) => Math.max(most, weight), -Infinity);
}
