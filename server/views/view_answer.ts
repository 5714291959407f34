import type { ChangeCard } from "../../domain/changes/change_card.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";

/** Key of an answer's `_meta` with what only a person's eye needs. */
export const VIEW_META = "budget-tool-server/view";

/** What only a person's eye needs. */
export interface ViewFacts {
  /** How the plan writes money. */
  readonly money: MoneyFormat;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** What the card of a change says. */
  readonly card?: ChangeCard;
}
