import type { PlanRecords, StoredTransaction } from "../demo/model/records.ts";
import type { DemoUpstream } from "../demo/upstream.ts";

/** A split line, or a transaction without lines. */
export interface Line {
  readonly transactionId: string;
  readonly date: string;
  /** Milliunits; negative for outflows. */
  readonly amount: number;
  readonly payee: string;
  readonly memo: string;
  readonly account: string;
  readonly category: string;
  readonly group: string;
  /** Whether the transaction moves money between the household's own accounts. */
  readonly isTransfer: boolean;
}

/** A filter for lines. Both days are inclusive. */
export interface LineQuery extends Partial<Pick<Line, "payee" | "category" | "group" | "account">> {
  readonly since?: string;
  readonly until?: string;
}

/** A category's figures for a month according to YNAB, in milliunits. */
export interface MonthFigures {
  readonly assigned: number;
  readonly activity: number;
  readonly available: number;
}

/** A month's figures according to YNAB. */
export interface MonthRead {
  readonly readyToAssign: number;
  /** Figures for each category, by `Group/Category`. */
  readonly categories: ReadonlyMap<string, MonthFigures>;
}

const INTERNAL = "Internal Master Category/";

/** The household at a point in time. */
export class Household {
  readonly #plan: Readonly<PlanRecords>;
  /** Live transactions, excluding the imported transaction of each matched pair. */
  readonly transactions: readonly StoredTransaction[];
  readonly #months: ReadonlyMap<string, MonthRead>;
  /** All live lines, oldest first. */
  readonly lines: readonly Line[];

  /** Takes the embedded YNAB's records and the months that YNAB computed, by `YYYY-MM`. */
  constructor(plan: Readonly<PlanRecords>, months: ReadonlyMap<string, MonthRead>) {
    this.#plan = plan;
    this.#months = months;
    this.transactions = liveTransactions(plan);
    this.lines = linesOf(plan, this.transactions);
  }

  balance(account: string): number {
    const id = named(this.#plan.accounts, account).id;
    return total(this.transactions.filter(({ account_id }) => account_id === id));
  }

  /** Total of all accounts, including tracking accounts. */
  get worth(): number {
    return total(this.transactions);
  }

  /** Total of all accounts at the end of the given day, excluding later transactions. */
  worthOn(day: string): number {
    return total(this.transactions.filter(({ date }) => date <= day));
  }

  /**
   * Returns how much more is owed on a card than is available in its payment category.
   */
  cardGap(card: string, month: string): number {
    return -this.balance(card) - this.figures(month, card, "Credit Card Payments").available;
  }

  flagged(color: string): readonly StoredTransaction[] {
    return this.transactions.filter((row) => row.flag_color === color);
  }

  /** Amounts assigned from Ready to Assign, and moved between categories, in a month. */
  moves(month: string): {
    readonly assigned: number;
    readonly moved: number;
    readonly times: number;
  } {
    const moves = this.#plan.money_movements.filter((one) => one.month?.startsWith(month));
    const between = moves.filter(({ from_category_id: from, to_category_id: to }) => from && to);
    const assigned = moves.filter((one) => !between.includes(one))
      .map(({ to_category_id: to, amount }) => ({ amount: to ? amount : -amount }));
    return { assigned: total(assigned), moved: total(between), times: between.length };
  }

  account(name: string): PlanRecords["accounts"][number] {
    return named(this.#plan.accounts, name);
  }

  /** Names of the live accounts that satisfy `matches`. */
  accountsWhere(matches: (account: PlanRecords["accounts"][number]) => boolean): readonly string[] {
    return this.#plan.accounts.filter((account) => !account.deleted && matches(account))
      .map(({ name }) => name);
  }

  /** Lines that match the query, oldest first. */
  find({ since = "", until = "9999", ...named }: LineQuery): readonly Line[] {
    const wanted = Object.entries(named) as [keyof Line, string][];
    return this.lines.filter((line) =>
      line.date >= since && line.date <= until &&
      wanted.every(([field, value]) => line[field] === value)
    );
  }

  /** Outflow minus inflow, as a positive amount. */
  spent(query: LineQuery): number {
    return -total(this.find(query));
  }

  /** Outflow alone, as a positive amount. */
  paid(query: LineQuery): number {
    return -total(this.find(query).filter(({ amount }) => amount < 0));
  }

  figures(month: string, category: string, group?: string): MonthFigures {
    const found = [...this.#month(month).categories].filter(([key]) =>
      group === undefined ? key.endsWith(`/${category}`) : key === `${group}/${category}`
    );
    return only(found, `category ${category}`)[1];
  }

  /** A category's available amount in November 2026, the current month. */
  available(category: string, group?: string): number {
    return this.figures("2026-11", category, group).available;
  }

  latest(payee: string): Line {
    const line = this.find({ payee }).at(-1);
    if (line === undefined) throw new Error(`There is no transaction from ${payee}`);
    return line;
  }

  overspent(month: string): readonly (readonly [name: string, missing: number])[] {
    return [...this.#month(month).categories]
      .filter(([key, { available }]) => available < 0 && !key.startsWith(INTERNAL))
      .map(([key, { available }]) => [key.slice(key.indexOf("/") + 1), -available]);
  }

  readyToAssign(month: string): number {
    return this.#month(month).readyToAssign;
  }

  /**
   * Next date and amount of the live schedule with the given payee, memo or receiving account.
   * Exactly one schedule must match.
   */
  schedule({ payee, memo, to }: { payee?: string; memo?: string; to?: string }): {
    readonly date: string;
    readonly amount: number;
  } {
    const payeeId = payee === undefined ? undefined : named(this.#plan.payees, payee).id;
    const toId = to === undefined ? undefined : this.account(to).id;
    const found = this.#plan.scheduled.filter((one) =>
      !one.deleted && (payeeId ?? one.payee_id) === one.payee_id &&
      (memo ?? one.memo) === one.memo && (toId ?? one.transfer_account_id) ===
        one.transfer_account_id
    );
    const { date_next: date, amount } = only(found, "matching schedule");
    return { date, amount };
  }

  categoryId(name: string): string {
    return named(this.#plan.categories, name).id;
  }

  #month(month: string): MonthRead {
    const read = this.#months.get(month);
    if (read === undefined) throw new Error(`The month ${month} was not read`);
    return read;
  }
}

/** Drops the imported transaction of a matched pair, because it repeats the entered one. */
function liveTransactions({ transactions }: Readonly<PlanRecords>): readonly StoredTransaction[] {
  const live = transactions.filter(({ deleted }) => !deleted);
  const ids = new Set(live.map(({ id }) => id));
  return live.filter(({ import_id, matched_transaction_id }) =>
    import_id === null || matched_transaction_id === null || !ids.has(matched_transaction_id)
  );
}

function linesOf(plan: Readonly<PlanRecords>, rows: readonly StoredTransaction[]): readonly Line[] {
  const payees = new Map(plan.payees.map(({ id, name }) => [id, name]));
  const accounts = new Map(plan.accounts.map((account) => [account.id, account]));
  const groups = new Map(plan.groups.map(({ id, name }) => [id, name]));
  const categories = new Map(plan.categories.map((category) => [category.id, category]));
  return rows.flatMap((row) => {
    const account = accounts.get(row.account_id);
    const live = row.lines.filter(({ deleted }) => !deleted);
    return (live.length > 0 ? live : [row]).map((part): Line => {
      const category = categories.get(part.category_id ?? "");
      return {
        transactionId: row.id,
        date: row.date,
        amount: part.amount,
        payee: payees.get(part.payee_id ?? row.payee_id ?? "") ?? "",
        memo: part.memo ?? row.memo ?? "",
        account: account?.name ?? "",
        category: category?.name ?? "",
        group: groups.get(category?.category_group_id ?? "") ?? "",
        isTransfer: part.transfer_account_id !== null,
      };
    });
  }).toSorted((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
}

function total(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

function named<Record extends { readonly name: string; readonly deleted: boolean }>(
  records: readonly Record[],
  name: string,
): Record {
  return only(records.filter((record) => !record.deleted && record.name === name), name);
}

function only<One>(found: readonly One[], what: string): One {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`Expected exactly one ${what}`);
  return first;
}

export async function monthsOf(
  ask: DemoUpstream["fetch"],
  months: readonly string[],
): Promise<ReadonlyMap<string, MonthRead>> {
  const read = async (month: string): Promise<readonly [string, MonthRead]> => {
    const response = await ask(`https://demo/v1/plans/last-used/months/${month}-01`, {
      headers: { authorization: "Bearer demo-token" },
    });
    const { data } = await response.json();
    const categories = new Map<string, MonthFigures>();
    for (const one of data.month.categories) {
      const { budgeted: assigned, activity, balance: available } = one;
      const key = `${one.category_group_name}/${one.name}`;
      if (!one.hidden && !one.deleted) categories.set(key, { assigned, activity, available });
    }
    return [month, { readyToAssign: data.month.to_be_budgeted, categories }];
  };
  return new Map(await Promise.all(months.map(read)));
}
