import type { Account } from "../../client/wire/account.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { CategoryEntry } from "./collections.ts";
import type { PlanContext } from "./plan_context.ts";
import type { PlanEvents } from "./plan_events.ts";
import { IdIndex } from "../../domain/references/id_index.ts";
import {
  inferMoneyFormat,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../../domain/base/money_format.ts";
import type { TableRow } from "./record_table.ts";
import { singleFlight } from "./cached_read.ts";

/** Amounts that are looked at in one go for how thousands are written. */
const MOST_LOOKED_AT = 100;

/** An amount as a record shows it, and in milliunits. */
export type ShownAmount = readonly [formatted: string | null | undefined, milliunits: number];

export class PlanNotes {
  /** Every id that the plan is known to have had. */
  readonly ids: IdIndex = new IdIndex();
  #moneyFormat: MoneyFormat | null = null;

  /** The plan's currency format, as far as the records show it. */
  get moneyFormat(): MoneyFormat {
    return this.#moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  }

  /** Learns from an amount how the plan writes money, unless it is known. */
  noteAmount([formatted, milliunits]: ShownAmount): void {
    const known = this.#moneyFormat;
    if (known?.groupMark !== undefined || typeof formatted !== "string") return;
    // Only a large amount shows how thousands are written.
    if (known !== null && Math.abs(milliunits) < 1_000_000) return;
    const learnt = inferMoneyFormat(formatted, milliunits);
    const isSame = learnt?.symbol === known?.symbol && learnt?.decimals === known?.decimals;
    if (known === null || isSame) this.#moneyFormat = learnt;
  }

  /** Learns from the first of some amounts how the plan writes money, unless it is known. */
  noteAmounts(amounts: Iterable<ShownAmount>): void {
    let looked = 0;
    for (const amount of amounts) {
      if (this.#moneyFormat?.groupMark !== undefined) return;
      if (this.#moneyFormat !== null && (looked += 1) > MOST_LOOKED_AT) return;
      this.noteAmount(amount);
    }
  }

  /** Notes the ids and amounts of records; those of transactions are kept in their table. */
  listen(events: PlanEvents): void {
    events.listen((event) => {
      if (event.of === "plan" || event.of === "months") return;
      if (event.kind === "reserved") event.keys.forEach((id) => this.ids.add(id));
      if (event.of === "transactions") {
        if (event.kind !== "arriving") return;
        if (!event.isWhole) { for (const { key } of event.rows) this.ids.add(key); }
        this.noteAmounts(each(event.rows, ({ record }) => rowAmount(record)));
      } else if (event.kind === "arriving") {
        for (const { key } of event.rows) this.ids.add(key);
        this.#noteRecords(
          event.of,
          each<TableRow<unknown>, unknown>(event.rows, ({ record }) => record),
        );
      } else if (event.kind === "restored") {
        for (const { keys, records } of event.parts) {
          for (const key of keys) this.ids.add(key);
          this.#noteRecords(event.of, records);
        }
      }
    });
  }

  #noteRecords(of: keyof typeof AMOUNTS, records: Iterable<unknown>): void {
    const amountOf = AMOUNTS[of] as (record: unknown) => ShownAmount;
    this.noteAmounts(each(records, amountOf));
  }
}

function rowAmount(
  { amount_formatted: formatted, amount }: Transaction | ScheduledTransaction,
): ShownAmount {
  return [formatted, amount];
}

/** The amount that a record of each collection shows. */
const AMOUNTS = {
  accounts: ({ balance_formatted, balance }: Account): ShownAmount => [balance_formatted, balance],
  categories: ({ category }: CategoryEntry): ShownAmount => [
    category?.balance_formatted,
    category?.balance ?? 0,
  ],
  scheduled_transactions: rowAmount,
  payees: (): ShownAmount => [null, 0],
};

/** Looks at one after another, and at no more than are asked for. */
function* each<Record, Result>(
  all: Iterable<Record>,
  look: (one: Record) => Result,
): Iterable<Result> {
  for (const one of all) yield look(one);
}

/** The reserved ids of one plan, kept in its store. */
export class ReservedIds {
  readonly #context: Pick<PlanContext, "store" | "planId" | "onStoreFailure">;
  readonly #onId: (id: string) => void;
  readonly #ids = new Set<string>();
  /** Resolves when the store has these, or has failed. */
  #kept: Promise<unknown> = Promise.resolve();
  /** Takes what the store has, once. */
  readonly restore: () => Promise<void>;

  constructor(
    context: Pick<PlanContext, "store" | "planId" | "onStoreFailure">,
    onId: (id: string) => void,
  ) {
    this.#context = context;
    this.#onId = onId;
    this.restore = singleFlight(() => this.#restore());
  }

  get all(): ReadonlySet<string> {
    return this.#ids;
  }

  add(ids: readonly string[]): void {
    const unknown = [...new Set(ids)].filter((id) => !this.#ids.has(id));
    if (unknown.length === 0) return;
    this.#take(unknown);
    const { store, planId, onStoreFailure } = this.#context;
    const kept = store.reserveIds(planId, unknown).catch(onStoreFailure);
    this.#kept = Promise.all([this.#kept, kept]).then(() => {});
  }

  /** Resolves when all of them are in the store, or the store has failed. */
  async written(): Promise<void> {
    await this.#kept;
  }

  async #restore(): Promise<void> {
    const { store, planId, onStoreFailure } = this.#context;
    const kept = await store.reservedIds(planId).catch((error: unknown) => {
      onStoreFailure(error);
      return [];
    });
    this.#take(kept);
  }

  #take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#ids.add(id);
      this.#onId(id);
    }
  }
}
