import { assert, assertAlmostEquals } from "@std/assert";
import fc from "fast-check";
import { Assignment, type Choice, PairsInOrder } from "../../../domain/statements/assignment.ts";
import { runs } from "../../_runs.ts";

interface Problem {
  /** Weight of each pair, by left and right node; `null` if the two can't be paired. */
  readonly weights: readonly (readonly (number | null)[])[];
  readonly leftKinds: readonly number[];
  readonly rightKinds: readonly number[];
}

const problem: fc.Arbitrary<Problem> = fc
  .record({ lefts: fc.integer({ min: 1, max: 5 }), rights: fc.integer({ min: 0, max: 5 }) })
  .chain(({ lefts, rights }) => {
    const kinds = (length: number) =>
      fc.array(fc.nat({ max: 2 }), { minLength: length, maxLength: length });
    return fc.record({
      weights: fc.array(
        fc.array(fc.option(fc.integer({ min: -40, max: 60 }), { freq: 4 }), {
          minLength: rights,
          maxLength: rights,
        }),
        { minLength: lefts, maxLength: lefts },
      ),
      leftKinds: kinds(lefts),
      rightKinds: kinds(rights),
    });
  });

function solved<Solver>(
  { weights, leftKinds, rightKinds }: Problem,
  Solve: new (options: ConstructorParameters<typeof Assignment>[0]) => Solver,
): Solver {
  return new Solve({
    choices: weights.map((row) =>
      row.flatMap((weight, right): readonly Choice[] => weight === null ? [] : [{ right, weight }])
    ),
    leftKinds,
    rightKinds,
  });
}

/** All ways to assign each left node either a right node of its own or `null`. */
function* waysOf(
  { weights }: Problem,
  from: readonly (number | null)[] = [],
): Iterable<readonly (number | null)[]> {
  const row = weights[from.length];
  if (row === undefined) {
    yield from;
    return;
  }
  yield* waysOf({ weights } as Problem, [...from, null]);
  for (const [right, weight] of row.entries()) {
    if (weight === null || from.includes(right)) continue;
    yield* waysOf({ weights } as Problem, [...from, right]);
  }
}

function worthOf({ weights }: Problem, way: readonly (number | null)[]): number {
  return way.reduce<number>(
    (sum, right, left) => sum + (right === null ? 0 : weights[left]?.[right] ?? -Infinity),
    0,
  );
}

Deno.test("the Assignment class pairs left nodes with right nodes so that the total weight is as great as possible", () => {
  fc.assert(
    fc.property(problem, (given) => {
      const assignment = solved(given, Assignment);
      const way = given.weights.map((_, left) => assignment.rightOf(left));
      const used = way.filter((right) => right !== null);
      assert(new Set(used).size === used.length, "a right node is used twice");
      const best = Math.max(...[...waysOf(given)].map((one) => worthOf(given, one)));
      assertAlmostEquals(worthOf(given, way), best, 1e-6);
    }),
    runs(200, 40),
  );
});

Deno.test("Assignment.margin() returns how much weight is lost if a node is reassigned to its best alternative", () => {
  fc.assert(
    fc.property(problem, (given) => {
      // Give each node its own kind, because margin() ignores swaps between nodes of one kind.
      const distinct = {
        ...given,
        leftKinds: given.leftKinds.map((_, left) => left),
        rightKinds: given.rightKinds.map((_, right) => right),
      };
      const assignment = solved(distinct, Assignment);
      const ways = [...waysOf(distinct)];
      const best = Math.max(...ways.map((one) => worthOf(distinct, one)));
      for (const left of given.weights.keys()) {
        const others = ways.filter((way) => way[left] !== assignment.rightOf(left));
        const second = Math.max(...others.map((one) => worthOf(distinct, one)));
        const margin = assignment.margin(left);
        if (others.length === 0) assert(margin === Infinity);
        else assertAlmostEquals(margin, best - second, 1e-6);
      }
    }),
    runs(200, 41),
  );
});

Deno.test("Assignment.margin() ignores swaps between nodes of the same kind", () => {
  fc.assert(
    fc.property(problem, (given) => {
      const assignment = solved(given, Assignment);
      const kindOf = (right: number | null | undefined): number =>
        right === null || right === undefined ? -1 : given.rightKinds[right] as number;
      const flowOf = (way: readonly (number | null)[], kind: number): string =>
        JSON.stringify(
          way.filter((_, left) => given.leftKinds[left] === kind).map(kindOf).sort(),
        );
      const mine = given.weights.map((_, left) => assignment.rightOf(left));
      const ways = [...waysOf(given)];
      const best = Math.max(...ways.map((one) => worthOf(given, one)));
      for (const left of given.weights.keys()) {
        const kind = given.leftKinds[left] as number;
        const others = ways.filter((way) =>
          kindOf(way[left]) !== kindOf(mine[left]) && flowOf(way, kind) !== flowOf(mine, kind)
        );
        const loss = best - Math.max(...others.map((one) => worthOf(given, one)));
        // margin() may miss an alternative that also reassigns other nodes of the same kind, but it
        // never reports an alternative that doesn't exist.
        assert(assignment.margin(left) >= loss - 1e-6, `${assignment.margin(left)} < ${loss}`);
      }
    }),
    runs(200, 42),
  );
});

Deno.test("PairsInOrder finds the non-crossing pairs with the greatest total weight", () => {
  fc.assert(
    fc.property(problem, (given) => {
      const alike = {
        ...given,
        leftKinds: given.leftKinds.map(() => 0),
        rightKinds: given.rightKinds.map(() => 0),
      };
      const pairs = solved(alike, PairsInOrder);
      const way = given.weights.map((_, left) => pairs.rightOf(left));
      const isInOrder = (one: readonly (number | null)[]): boolean => {
        const rights = one.filter((right) => right !== null);
        return rights.every((right, at) => at === 0 || right > (rights[at - 1] as number));
      };
      assert(isInOrder(way));
      const best = Math.max(
        ...[...waysOf(alike)].filter(isInOrder).map((one) => worthOf(alike, one)),
      );
      assertAlmostEquals(worthOf(alike, way), best, 1e-6);
    }),
    runs(200, 43),
  );
});
