import fc from "fast-check";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";

/** How a preview's code is used; values listed more than once are chosen more often. */
export const MANNERS = [
  ...["yes", "yes", "yes", "yes", "yes", "yes", "twice", "justInTime", "late"],
  ...["otherArguments", "otherTool", "otherPlan", "unknownCode", "moved", "moved", "no"],
] as const;

/** Ways that one write of a confirmed change can fail. */
export const MISHAPS = [
  "dies before",
  "dies on the way",
  "dies after",
  "cut before",
  "cut after",
  "status 503",
  "status 500 after",
  "page 502",
  "status 429",
] as const;

/** Names of the tools that change a plan. */
export const CHANGES: readonly string[] = tools.filter(isChanging).map(({ name }) => name);

/** Steps other than changes. */
const OTHERS = ["edit", "api", "bank", "read", "wait", "turn", "restart", "back up", "put back"];

/** One test step. `one`, `two` and `three` determine which records and values the step uses. */
export interface Step {
  /** A tool that changes a plan, or one of `OTHERS`. */
  readonly kind: string;
  readonly manner: string;
  /** How one of the change's writes fails. Used only if the change is confirmed as previewed. */
  readonly mishap: (typeof MISHAPS)[number] | null;
  readonly one: number;
  readonly two: number;
  readonly three: number;
  /** Milliunits. */
  readonly amount: number;
}

const rest = {
  one: fc.nat(10_000),
  two: fc.nat(10_000),
  three: fc.nat(10_000),
  amount: fc.integer({ min: -90_000, max: 90_000 }).map((tens) => tens * 10),
};

function stepsOf(kind: string): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant(kind),
    manner: fc.constantFrom(...MANNERS),
    mishap: fc.option(fc.constantFrom(...MISHAPS), { freq: 2 }),
    ...rest,
  });
}

export const allSteps: readonly fc.Arbitrary<Step>[] = [
  ...[...CHANGES, "undo_operation", "undo_operation"],
  ...["edit", "edit", "api", "api", ...OTHERS],
].map(stepsOf);

/** All steps, including ones that advance the clock by days. */
export const dailySteps: readonly fc.Arbitrary<Step>[] = [
  ...allSteps,
  ...Array.from({ length: 8 }, () => stepsOf("days")),
];

export const aStep: fc.Arbitrary<Step> = fc.oneof(...allSteps);

/** Changes that can't always be undone. */
const NO_WAY_BACK: readonly string[] = [
  "approve_transactions",
  "create_category",
  "create_category_group",
  "import_transactions",
  "split_transaction",
];

/**
 * Steps that consist only of confirmed changes and undos: about one in four undoes the latest
 * change.
 */
export function calmSteps(isUndoable: boolean): readonly fc.Arbitrary<Step>[] {
  const changes = CHANGES.filter((kind) =>
    kind !== "undo_operation" && !(isUndoable && NO_WAY_BACK.includes(kind))
  );
  const undos = Array.from({ length: changes.length / 3 }, () => "undo_operation");
  return [...changes, ...undos].map((kind) =>
    stepsOf(kind).map((step) => ({
      ...step,
      manner: "yes",
      mishap: null,
      // Undoing out of order could undo a change that a later change depends on.
      two: kind === "undo_operation" ? 2 : step.two,
    }))
  );
}

/** Picks an item from a nonempty list. */
export function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % Math.max(1, items.length)] as Item;
}
