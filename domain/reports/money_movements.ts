import { compareTexts, foldName } from "../base/fold_text.ts";

/** A move as YNAB stores it; a `null` category is Ready to Assign. */
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

/** Id of moves made together. */
export interface MovementGroupRecord {
  readonly id: string;
  readonly note?: string | null;
}

/** A move; its amount in milliunits, above zero. */
export interface MovementLine {
  readonly id: string;
  /** ISO 8601; `null` if unknown. */
  readonly moved_at: string | null;
  /** `YYYY-MM`. */
  readonly month: string | null;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  readonly note: string | null;
  readonly group: string | null;
}

/** Net milliunits that a category gained or lost in moves. */
export interface NetMovement {
  readonly category: string;
  readonly amount: number;
}

/** Matching moves, the newest first, and their sums by category. */
export interface MovementOverview {
  readonly movements: readonly MovementLine[];
  readonly net: readonly NetMovement[];
}

/** Which moves, and names of categories. */
export interface MovementQuery {
  readonly movements: readonly MovementRecord[];
  readonly groups: readonly MovementGroupRecord[];
  /** Name of a category; `null` for a deleted one. */
  readonly categoryName: (id: string) => string | null;
  /** Only moves of this category; of Ready to Assign for `null`, of any where absent. */
  readonly categoryId?: string | null | undefined;
}

/** Name of YNAB's `null` category. */
export const READY_TO_ASSIGN = "Ready to Assign";

const DELETED = "(deleted category)";

/** Lists moves and their sums by category. */
export function movementOverview(
  { movements, groups, categoryName, categoryId }: MovementQuery,
): MovementOverview {
  const notes = new Map(groups.map(({ id, note }) => [id, note ?? null]));
  const nameOf = (id: string | null): string =>
    id === null ? READY_TO_ASSIGN : distinctName(categoryName(id)) ?? DELETED;
  const matching = movements.map(positiveMove).filter(({ from, to }) =>
    categoryId === undefined || from === categoryId || to === categoryId
  );
  // By id, because category names may repeat; deleted ones are summed together.
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

/** A category may have the same name as Ready to Assign. */
function distinctName(name: string | null): string | null {
  const isReadyToAssign = name !== null && foldName(name) === foldName(READY_TO_ASSIGN);
  return isReadyToAssign ? `${name} (category)` : name;
}

interface PositiveMove {
  readonly record: MovementRecord;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: number;
}

/** YNAB stores some moves backward, with a negative amount. */
function positiveMove(record: MovementRecord): PositiveMove {
  const from = record.from_category_id ?? null;
  const to = record.to_category_id ?? null;
  return record.amount < 0
    ? { record, from: to, to: from, amount: -record.amount }
    : { record, from, to, amount: record.amount };
}
