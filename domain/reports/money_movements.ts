import { compareTexts, foldName } from "../base/fold_text.ts";

/** A move as upstream keeps it; a `null` category stands for Ready to Assign. */
export interface MovementRecord {
  readonly id: string;
  readonly month?: string | null;
  readonly moved_at?: string | null;
  readonly note?: string | null;
  readonly money_movement_group_id?: string | null;
  readonly from_category_id?: string | null;
  readonly to_category_id?: string | null;
  /** Milliunits. */
  readonly amount: number;
}

/** Moves that were made together. */
export interface MovementGroupRecord {
  readonly id: string;
  readonly note?: string | null;
}

/** A move as it is told; its amount in milliunits, above zero. */
export interface MovementLine {
  readonly id: string;
  /** ISO 8601; `null` where upstream does not say. */
  readonly moved_at: string | null;
  /** `YYYY-MM`. */
  readonly month: string | null;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  readonly note: string | null;
  readonly group: string | null;
}

/** What a category has gained or, below zero, lost by moves, in milliunits. */
export interface NetMovement {
  readonly category: string;
  readonly amount: number;
}

/** All moves that match, the newest first, and what they come to. */
export interface MovementOverview {
  readonly movements: readonly MovementLine[];
  readonly net: readonly NetMovement[];
}

/** Which moves, and what their categories are called. */
export interface MovementQuery {
  readonly movements: readonly MovementRecord[];
  readonly groups: readonly MovementGroupRecord[];
  /** Gives the name of a category; `null` for one that is no more. */
  readonly categoryName: (id: string) => string | null;
  /** Only moves of this category; of Ready to Assign for `null`, of any where absent. */
  readonly categoryId?: string | null | undefined;
}

/** What stands for upstream's missing category. */
export const READY_TO_ASSIGN = "Ready to Assign";

const GONE = "(deleted category)";

/** Tells which moves match, and what they come to. */
export function movementOverview(
  { movements, groups, categoryName, categoryId }: MovementQuery,
): MovementOverview {
  const notes = new Map(groups.map(({ id, note }) => [id, note ?? null]));
  const nameOf = (id: string | null): string =>
    id === null ? READY_TO_ASSIGN : toldApart(categoryName(id)) ?? GONE;
  const matching = movements.map(forwards).filter(({ from, to }) =>
    categoryId === undefined || from === categoryId || to === categoryId
  );
  // By id, as two categories may have one name; those that are no more are one.
  const keyOf = (id: string | null): string | null =>
    id === null ? null : categoryName(id) === null ? "" : id;
  const sums = new Map<string | null, number>();
  const add = (key: string | null, amount: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  for (const { from, to, amount } of matching) {
    add(keyOf(to), amount);
    add(keyOf(from), -amount);
  }
  return {
    movements: matching.map(({ record, from, to, amount }) => ({
      id: record.id,
      moved_at: record.moved_at ?? null,
      month: record.month?.slice(0, 7) ?? null,
      amount,
      from: nameOf(from),
      to: nameOf(to),
      note: record.note || null,
      group: notes.get(record.money_movement_group_id ?? "") || null,
    })),
    net: [...sums].map(([id, amount]) => ({ category: nameOf(id), amount }))
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => b.amount - a.amount || compareTexts(a.category, b.category)),
  };
}

/** A category may be called what stands for none. */
function toldApart(name: string | null): string | null {
  const isReadyToAssign = name !== null && foldName(name) === foldName(READY_TO_ASSIGN);
  return isReadyToAssign ? `${name} (category)` : name;
}

interface Forwards {
  readonly record: MovementRecord;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: number;
}

/** Upstream tells a few moves backwards: with an amount below zero. */
function forwards(record: MovementRecord): Forwards {
  const from = record.from_category_id ?? null;
  const to = record.to_category_id ?? null;
  return record.amount < 0
    ? { record, from: to, to: from, amount: -record.amount }
    : { record, from, to, amount: record.amount };
}
