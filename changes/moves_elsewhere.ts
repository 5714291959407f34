import type { MoneyMovement } from "../client/wire/category.ts";
import type { JournalEntry } from "./journal.ts";

/** YNAB's clock and ours may differ. */
const MAX_DRIFT_MS = 300_000;

/** An assigned amount that a journaled change has raised or lowered. */
interface OwnMove {
  readonly categoryId: string;
  readonly month: string | null;
  readonly amount: number;
  readonly from: number;
  readonly until: number;
}

/**
 * Lists moves of money that no journaled change made. A change of an assigned amount is a move from
 * or to Ready to Assign.
 */
export function movesElsewhere(
  movements: readonly MoneyMovement[],
  entries: readonly JournalEntry[],
): readonly MoneyMovement[] {
  const own = new Set(entries.flatMap(ownMoves));
  return movements.filter((movement) => {
    const { from_category_id: from, to_category_id: to, moved_at: at, month } = movement;
    // YNAB stores some moves backward, with a negative amount.
    const changed = [
      { id: from ?? null, amount: 0 - movement.amount },
      { id: to ?? null, amount: movement.amount },
    ].filter(({ id }) => id !== null);
    const time = Date.parse(at ?? "");
    for (const move of own) {
      const isSame = changed.length === 1 && changed[0]?.id === move.categoryId &&
        changed[0].amount === move.amount && (move.month ?? month) === month &&
        time >= move.from && time <= move.until;
      if (!isSame) continue;
      own.delete(move);
      return false;
    }
    return true;
  });
}

function ownMoves({ at, touchedAt, steps }: JournalEntry): readonly OwnMove[] {
  return steps.flatMap(({ operation, month, targets }) =>
    operation !== "updateMonthCategory" ? [] : targets.flatMap(({ id, before, after, outcome }) => {
      const [old, now] = [before?.["budgeted"], after?.["budgeted"]];
      if (typeof old !== "number" || typeof now !== "number" || outcome === "not_done") return [];
      return [{
        categoryId: id,
        month,
        amount: now - old,
        from: at - MAX_DRIFT_MS,
        until: touchedAt + MAX_DRIFT_MS,
      }];
    })
  );
}
