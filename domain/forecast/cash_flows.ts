import type { PayeeGroup, PayeeIndex } from "../payees/payee_index.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

/** One transaction as the set of accounts sees it. */
export interface CashFlow extends Payment {
  readonly transaction: TransactionRecord;
  /** Milliunits, without what moved within the set. */
  readonly amount: number;
  readonly isTransfer: boolean;
}

/** The flows of one payee in one direction, the oldest first. */
export interface CashFlowGroup extends Pick<PayeeGroup<TransactionRecord>, "key" | "direction"> {
  readonly flows: readonly CashFlow[];
}

/** Which flows are wanted. */
export interface CashFlowOptions {
  readonly accountIds: ReadonlySet<string>;
  /** First day, counted from 1970-01-01. */
  readonly sinceDay: number;
}

/**
 * Gathers the flows of a set of accounts. Starting balances and adjustments are
 * left out: they are neither income nor spending.
 */
export function cashFlows(
  index: PayeeIndex<TransactionRecord>,
  { accountIds, sinceDay }: CashFlowOptions,
): readonly CashFlowGroup[] {
  return index.groups.flatMap((group) => {
    const { key, direction } = group;
    if (SYSTEM_PAYEE_KEYS.has(key) || accountIds.has(otherAccountOf(key) ?? "")) return [];
    const flows: CashFlow[] = [];
    // Most payees are shops, of which no transaction is ever looked at as a whole.
    group.visitSince(sinceDay, (chunk, place, day) => {
      if (!accountIds.has(chunk.column("account_id").at(place) as string)) return;
      const amount = outerAmount(chunk, place, accountIds);
      if (amount !== 0) flows.push(new PlacedFlow(chunk, place, { day, amount }));
    });
    return flows.length === 0 ? [] : [{ key, direction, flows: flows.reverse() }];
  });
}

/** Gives the account at the other end of the transfers of a payee. */
export function otherAccountOf(key: string): string | null {
  return key.startsWith(TRANSFER) ? key.slice(TRANSFER.length) : null;
}

/** Gives the one name of a payee in one direction, to look it up by. */
export function directedKey({ direction, key }: Pick<CashFlowGroup, "direction" | "key">): string {
  return `${direction} ${key}`;
}

const TRANSFER = "transfer:";

/** A flow that knows where its transaction stands. */
class PlacedFlow implements CashFlow {
  readonly day: number;
  readonly amount: number;
  readonly size: number;
  readonly categoryId: string | null;
  readonly isTransfer: boolean;
  readonly #chunk: TransactionChunk;
  readonly #place: number;

  constructor(
    chunk: TransactionChunk,
    place: number,
    { day, amount }: Pick<CashFlow, "day" | "amount">,
  ) {
    this.day = day;
    this.amount = amount;
    this.size = Math.abs(amount);
    this.categoryId = (chunk.column("category_id").at(place) ?? null) as string | null;
    this.isTransfer = Boolean(chunk.column("transfer_account_id").at(place));
    this.#chunk = chunk;
    this.#place = place;
  }

  get transaction(): TransactionRecord {
    return this.#chunk.at(this.#place);
  }
}

/** What is left of a transaction when its split lines that stay within the set are taken off. */
function outerAmount(
  chunk: TransactionChunk,
  place: number,
  accountIds: ReadonlySet<string>,
): number {
  let amount = chunk.amountAt(place);
  if (((chunk.facts.states[place] as number) & STATES.liveSplit) === 0) return amount;
  for (const line of liveLines(chunk.at(place))) {
    if (accountIds.has(line.transfer_account_id ?? "")) amount -= line.amount;
  }
  return amount;
}
