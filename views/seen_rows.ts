import type { ChangeCard } from "../domain/changes/change_card.ts";
import type { ChangeLine } from "./changed_records.tsx";
import type { Change } from "./use_card.ts";

/** What a view has shown of a record before the click that changes it. */
export interface SeenRow {
  readonly label: string;
  readonly field: string;
  readonly before?: ChangeLine["before"];
  readonly after?: ChangeLine["after"] | undefined;
}

/**
 * Whether a preview says what the view has shown of each record, by its id, and nothing else:
 * then the click on the view is the yes to it. Otherwise the preview has to be shown.
 */
export function isAsSeen(
  { changes = [], warnings = [] }: Change,
  { card, seen }: {
    readonly card: ChangeCard | undefined;
    readonly seen: ReadonlyMap<string, SeenRow>;
  },
): boolean {
  const isSeen = ({ id, label, field, before, after }: ChangeLine): boolean => {
    const row = seen.get(id);
    return row?.label === label && row.field === field && row.before === before &&
      row.after === after;
  };
  return card?.state === "open" && card.isForCard && !card.isIrreversible &&
    warnings.length === 0 && changes.length === seen.size && changes.every(isSeen) &&
    new Set(changes.map(({ id }) => id)).size === seen.size;
}
