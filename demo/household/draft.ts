/**
 * A row before it has ids: what the parts of the household write down, with
 * accounts and categories by key and payees by name.
 *
 * @module
 */

import type {
  ClearedState,
  DebtTransactionType,
  FlagColor,
} from "../../client/wire/transaction.ts";
import type { BankLabel } from "../_bank_label.ts";
import type { AccountKey } from "./accounts.ts";
import type { CategoryKey } from "./category_table.ts";

/** One line of a drafted split. */
export interface DraftLine {
  readonly amount: number;
  readonly category: CategoryKey | null;
  readonly memo?: string;
  readonly payee?: string;
  /** The line moves money to this account, where it makes a row. */
  readonly transferTo?: AccountKey;
  readonly deleted?: boolean;
}

/** One drafted row. */
export interface Draft {
  /** Purpose; together with the date it gives the row its id. */
  readonly source: string;
  readonly date: string;
  readonly account: AccountKey;
  /** Milliunits. */
  readonly amount: number;
  /** `null` on transfers, whose payee follows from the other account. */
  readonly payee: string | null;
  readonly category: CategoryKey | null;
  /** Present on rows that a bank delivered. */
  readonly label?: BankLabel;
  /** The row moves money to this account, where it makes a second row. */
  readonly transferTo?: AccountKey;
  readonly lines?: readonly DraftLine[];
  readonly memo?: string;
  readonly flag?: { readonly color: FlagColor; readonly name: string | null };
  readonly approved?: boolean;
  readonly cleared?: ClearedState;
  readonly debtType?: DebtTransactionType;
  readonly deleted?: boolean;
  /** Only where the id must be known or carries a schedule's date. */
  readonly id?: string;
  readonly matchedId?: string;
}
