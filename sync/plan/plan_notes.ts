import type { Account } from "../../client/wire/account.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { IdIndex } from "../../domain/references/resolve_reference.ts";
import {
  inferMoneyFormat,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../../domain/base/money_format.ts";
import type { CategoryEntry } from "./collections.ts";
import type { PlanEvent, PlanEvents } from "./plan_context.ts";
import type { TransactionTable } from "./transaction_table.ts";

/**
 * Maximum number of records in a response that are searched for an amount with a thousands
 * separator.
 */
const SAMPLE_SIZE = 100;

/** An amount as formatted by YNAB and the same amount in milliunits. */
export type ShownAmount = readonly [formatted: string | null | undefined, milliunits: number];

/**
 * All ids that the plan's records have ever had, and the currency format inferred from the records.
 */
export class PlanNotes {
  readonly ids: IdIndex = new IdIndex();
  #moneyFormat: MoneyFormat | null = null;

  readonly #table: TransactionTable;

  constructor(events: PlanEvents, table: TransactionTable) {
    this.#table = table;
    this.ids.alsoIn(table);
    events.listen((event) => this.#hear(event));
  }

  get moneyFormat(): MoneyFormat {
    return this.#moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  }

  /** Infers the missing parts of the currency format from amounts. */
  noteAmounts(amounts: readonly ShownAmount[]): void {
    for (const [formatted, milliunits] of amounts) {
      const known = this.#moneyFormat;
      if (known?.groupMark !== undefined) return;
      // Only a large amount shows the thousands separator.
      const isTelling = known === null || Math.abs(milliunits) >= 1_000_000;
      if (!isTelling || typeof formatted !== "string") continue;
      const inferred = inferMoneyFormat(formatted, milliunits);
      const isSame = inferred?.symbol === known?.symbol && inferred?.decimals === known?.decimals;
      if (known === null || isSame) this.#moneyFormat = inferred;
    }
  }

  /** Collects ids, except those of live transactions, which `TransactionTable` indexes. */
  #hear(event: PlanEvent): void {
    if (event.of === "plan" || event.of === "months") return;
    if (event.of === "transactions") {
      const isFilled = event.kind === "read" ? event.read.from === null : event.kind === "restored";
      if (isFilled) this.#noteChunks();
    }
    if (event.kind === "reserved") this.#addIds(event.keys);
    if (event.kind === "arriving") {
      if (event.of !== "transactions" || !event.isWhole) {
        this.#addIds(event.rows.map(({ key }) => key));
      }
      const sample = event.rows.slice(0, SAMPLE_SIZE);
      this.#noteRecords(event.of, sample.map(({ record }): unknown => record));
    }
    if (event.kind === "restored" && event.of !== "transactions") {
      this.#addIds(event.table.keysIn(event.parts));
      this.#noteRecords(event.of, event.table.live.slice(0, SAMPLE_SIZE));
    }
  }

  #noteChunks(): void {
    for (const { shownAmount } of this.#table.list.chunks) {
      if (shownAmount !== null) this.noteAmounts([shownAmount]);
    }
  }

  #addIds(ids: readonly string[]): void {
    for (const id of ids) this.ids.add(id);
  }

  #noteRecords(of: keyof typeof AMOUNTS, records: readonly unknown[]): void {
    this.noteAmounts(records.map(AMOUNTS[of] as (record: unknown) => ShownAmount));
  }
}

function rowAmount(
  { amount_formatted: formatted, amount }: Transaction | ScheduledTransaction,
): ShownAmount {
  return [formatted, amount];
}

/** For each collection, a record's amount as formatted by YNAB and in milliunits. */
const AMOUNTS = {
  accounts: ({ balance_formatted, balance }: Account): ShownAmount => [balance_formatted, balance],
  categories: ({ category }: CategoryEntry): ShownAmount => [
    category?.balance_formatted,
    category?.balance ?? 0,
  ],
  scheduled_transactions: rowAmount,
  transactions: rowAmount,
  payees: (): ShownAmount => [null, 0],
};
