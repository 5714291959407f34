import type { PayeeGroup } from "../payees/payee_index.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

/** The category of an unapproved transaction may be YNAB's own guess. */
const UNAPPROVED_WEIGHT = 0.5;

/** Only the uses nearest in time count: enough to recognize habits, and quick. */
const MOST_USES = 96;

/** Share of these that lie before the transaction in question, where there are as many. */
const SHARE_BEFORE = 0.75;

/** One past use of a category. */
export interface CategoryUse {
  readonly category: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly account: string;
  /** Milliunits of the whole transaction, even where only a part of it had the category. */
  readonly amount: number;
  /** From 0 to 1: the lines of a split share the weight of one transaction. */
  readonly weight: number;
}

/**
 * Lists a payee's uses of some categories, the oldest first. A split uses all its categories,
 * each by its share of the amount; a line with another payee is left out. The amount is that of
 * the whole transaction, as that is what an uncategorized transaction shows, too.
 */
export function categoryUses(
  payee: Pick<PayeeGroup<TransactionRecord>, "visitSince">,
  wanted: ReadonlySet<string>,
): readonly CategoryUse[] {
  const uses: CategoryUse[] = [];
  payee.visitSince(-Infinity, (chunk, place, day) => {
    if (chunk.column("transfer_account_id").at(place)) return;
    for (const { category, share } of sharesOf(chunk, place)) {
      if (!wanted.has(category)) continue;
      const state = chunk.facts.states[place] as number;
      uses.push({
        category,
        day,
        account: chunk.column("account_id").at(place) as string,
        amount: chunk.amountAt(place),
        weight: share * ((state & STATES.approved) === 0 ? UNAPPROVED_WEIGHT : 1),
      });
    }
  });
  return uses.reverse();
}

/** Selects the uses nearest in time to a day. */
export function usesNear(uses: readonly CategoryUse[], day: number): readonly CategoryUse[] {
  if (uses.length <= MOST_USES) return uses;
  const sameOrLater = uses.findIndex((use) => use.day >= day);
  const next = sameOrLater < 0 ? uses.length : sameOrLater;
  const start = Math.min(Math.max(0, next - MOST_USES * SHARE_BEFORE), uses.length - MOST_USES);
  return uses.slice(start, start + MOST_USES);
}

interface Share {
  readonly category: string;
  readonly share: number;
}

/** Categories of a transaction; lines of a split in reverse, as transactions come newest first. */
function sharesOf(chunk: TransactionChunk, place: number): readonly Share[] {
  const isSplit = ((chunk.facts.states[place] as number) & STATES.liveSplit) !== 0;
  if (isSplit) return splitShares(chunk.at(place)).toReversed();
  return [{ category: (chunk.column("category_id").at(place) ?? "") as string, share: 1 }];
}

function splitShares(transaction: TransactionRecord): readonly Share[] {
  const lines = liveLines(transaction);
  const total = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  return lines
    .filter((line) => !line.transfer_account_id && !hasOtherPayee(line, transaction))
    .map((line) => ({
      category: line.category_id ?? "",
      share: total === 0 ? 1 / lines.length : Math.abs(line.amount) / total,
    }));
}

function hasOtherPayee(line: SplitLineRecord, transaction: TransactionRecord): boolean {
  const payee = line.payee_name ?? "";
  return payee !== "" && payee !== transaction.payee_name;
}
