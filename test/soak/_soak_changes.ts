import type { Random } from "../../demo/model/random.ts";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";
import { drawnArguments } from "../changes/by_example/_drawn_arguments.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { figuresOn } from "../demo/_figures.ts";
import { ids } from "../tools/_plan.ts";

/** What a change is drawn from. */
export interface ChangeSource {
  readonly random: Random;
  readonly records: PlanRecords;
  /** The users' day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Applied changes that can be undone. */
  readonly applied: readonly string[];
}

type Args = Readonly<Record<string, unknown>>;
type Maker = (source: ChangeSource, mark: string) => Args;

/** Every tool that changes the plan, in every profile. */
export const CHANGING: readonly string[] = tools.filter(isChanging).map(({ name }) => name);

/** Changing tools that a soak never draws, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {};

/** Changing tools that a soak draws. */
export const DRAWN: readonly string[] = CHANGING.filter((name) => !Object.hasOwn(LEFT_OUT, name));

/** Open budget accounts, so that no change is rejected for lack of one. */
const ACCOUNTS = [ids.checking, ids.savings, ids.visa] as const;
const GROUPS = [ids.bills, ids.fun] as const;
const COLORS = ["red", "orange", "blue", null] as const;
const MODES = ["underfunded", "cover_overspending", "as_last_month"] as const;

/** Arguments for each tool; for others they are drawn from the schema. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  apply_categories: ({ random, records }) => ({
    assignments: some(plainRows(records), random).map(({ id }) => ({
      transaction_id: id,
      category_id: random.chance(0.1) ? null : categoryOf(records, random),
    })),
  }),
  // Approving again writes without asking, because the tool reads nothing.
  approve_transactions: ({ random, records }) => {
    const rows = rowsOf(records).filter(({ approved }) => !approved);
    return { transaction_ids: rows.length === 0 ? ["none"] : some(rows, random).map(idOf) };
  },
  assign_month: ({ random, records }) => ({
    month: "current",
    ...(random.chance(0.5) ? { mode: random.pick(MODES) } : {
      assignments: some(categoriesOf(records), random)
        .map(({ id }) => ({ category_id: id, amount: random.integer(0, 90_000) / 100 })),
    }),
  }),
  create_category: ({ random }, mark) => ({ group_id: random.pick(GROUPS), name: mark }),
  create_category_group: (_, mark) => ({ name: mark }),
  create_scheduled_transaction: ({ random, today }, mark) => ({
    account_id: "Checking",
    date: nextDay(today),
    amount: spent(random),
    frequency: random.pick(["never", "daily", "weekly", "monthly"]),
    memo: mark,
  }),
  create_transactions: ({ random, records, today }, mark) => ({
    account_id: random.pick(ACCOUNTS),
    transactions: Array.from({ length: random.integer(1, 2) }, () => ({
      date: today,
      amount: spent(random),
      payee_name: `Shop ${random.integer(1, 5)}`,
      category_id: categoryOf(records, random),
      memo: mark,
    })),
  }),
  create_transfer: ({ random, today }, mark) => ({
    from_account_id: "Checking",
    to_account_id: "Savings",
    amount: -spent(random),
    date: today,
    memo: mark,
    from_cleared: random.chance(0.5),
    to_cleared: random.chance(0.5),
  }),
  delete_scheduled_transaction: ({ random, records }) => ({
    scheduled_id: scheduleOf(records, random),
  }),
  delete_transactions: ({ random, records }) => ({
    transaction_ids: some(rowsOf(records), random).slice(0, 2).map(idOf),
  }),
  edit_scheduled_transaction: ({ random, records }, mark) => ({
    scheduled_id: scheduleOf(records, random),
    memo: mark,
    ...(random.chance(0.3) ? { amount: spent(random) } : {}),
  }),
  edit_transaction: ({ random, records }, mark) => ({
    transaction_id: random.pick(plainRows(records)).id,
    memo: mark,
    ...(random.chance(0.3) ? { amount: spent(random) } : {}),
  }),
  flag_transactions: ({ random, records }) => ({
    flags: some(rowsOf(records), random)
      .map(({ id }) => ({ transaction_id: id, color: random.pick(COLORS) })),
  }),
  import_transactions: () => ({}),
  merge_payees: ({ random, records }) => {
    const [one, other] = random.chance(0.5)
      ? payeesOf(records).slice(-2)
      : some(payeesOf(records), random);
    return { into_payee_id: one?.id ?? ids.amazon, payee_ids: [other?.id ?? ids.cafe] };
  },
  move_money: ({ random, records }) => ({
    month: "current",
    from_category_id: categoryOf(records, random),
    to_category_id: categoryOf(records, random),
    amount: -spent(random),
  }),
  reconcile_account: ({ random, records, today }) => {
    const account_id = random.pick(ACCOUNTS);
    const { cleared = 0 } = figuresOn(structuredClone(records), today).accounts.get(account_id) ??
      {};
    const isOff = random.chance(0.4);
    return {
      account_id,
      bank_balance: (cleared + (isOff ? random.integer(-900, 900) * 10 : 0)) / 1000,
      adjust: isOff,
    };
  },
  rename_category_group: ({ random, records }, mark) => ({
    group_id: random.pick(records.groups.filter((one) => !one.deleted && !one.internal)).id,
    name: mark,
  }),
  rename_payees: ({ random, records }, mark) => ({
    renames: [{ payee_id: random.pick(payeesOf(records)).id, name: mark }],
  }),
  set_category_budget: ({ random, records }) => ({
    month: "current",
    category_id: categoryOf(records, random),
    amount: random.integer(0, 90_000) / 100,
  }),
  set_category_target: ({ random, records }) => ({
    category_id: categoryOf(records, random),
    amount: random.chance(0.2) ? null : random.integer(1, 900),
  }),
  split_transaction: ({ random, records }, mark) => {
    const { id, amount } = random.pick(plainRows(records));
    const first = Math.trunc(amount / 20) * 10;
    return {
      transaction_id: id,
      lines: [first, amount - first].map((part) => ({
        amount: part / 1000,
        category_id: categoryOf(records, random),
        memo: mark,
      })),
    };
  },
  undo_operation: ({ random, applied }) =>
    applied.length === 0 || random.chance(0.3)
      ? {}
      : { operation_id: random.pick(applied.slice(-5)) },
  update_category: ({ random, records }, mark) => ({
    category_id: categoryOf(records, random),
    note: mark,
    ...(random.chance(0.2) ? { group_id: random.pick(GROUPS) } : {}),
  }),
};

/** Deals the tools like cards: each once, then all of them again in another order. */
export class ChangeDeck {
  readonly #random: Random;
  #left: string[] = [];

  /** Shuffles with the given random source. */
  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws the next change for a plan's current state. */
  next(mark: string, source: Omit<ChangeSource, "random">): ToolCall {
    if (this.#left.length === 0) this.#left = shuffled(DRAWN, this.#random);
    const tool = this.#left.pop() ?? "";
    const maker = MAKERS[tool];
    const args = maker === undefined
      ? this.#drawn(tool, source.records)
      : maker({ ...source, random: this.#random }, mark);
    return { tool, args: { plan_id: ids.plan, ...args } };
  }

  #drawn(name: string, records: PlanRecords): Args {
    const any = (): number => this.#random.integer(0, 99);
    const draw = {
      ...{ one: any(), two: any(), three: any() },
      amount: this.#random.integer(1, 90_000),
    };
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`No tool is called ${name}`);
    return drawnArguments(tool, draw, records);
  }
}

/** Returns the marker of a change. */
export function markOf(number: number): string {
  return `soak-${String(number).padStart(6, "0")}`;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}

/** One to three of them, each once. */
function some<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return shuffled(items, random).slice(0, random.integer(1, 3));
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function rowsOf(
  { transactions }: PlanRecords,
  isMeant: (row: StoredTransaction) => boolean = () => true,
): readonly StoredTransaction[] {
  const rows = transactions.filter((row) => !row.deleted);
  const meant = rows.filter(isMeant);
  return meant.length > 0 ? meant : rows;
}

/** Neither transfers nor splits, in accounts that have categories. */
function plainRows(records: PlanRecords): readonly StoredTransaction[] {
  const accounts: readonly string[] = ACCOUNTS;
  return rowsOf(records, (row) =>
    row.transfer_account_id === null && row.lines.length === 0 &&
    accounts.includes(row.account_id));
}

function categoriesOf({ categories }: PlanRecords): readonly { readonly id: string }[] {
  const aside: readonly string[] = [ids.visaPayment, ids.hidden];
  return categories.filter(({ id, deleted, internal, hidden }) =>
    !deleted && !internal && !hidden && !aside.includes(id)
  );
}

function categoryOf(records: PlanRecords, random: Random): string {
  return random.pick(categoriesOf(records)).id;
}

/** Payees used by transactions, the latest last; transfers have their own. */
function payeesOf(
  { payees, transactions }: PlanRecords,
): readonly { readonly id: string }[] {
  const used = new Set(
    transactions.flatMap(({ deleted, payee_id }) => deleted ? [] : payee_id ?? []),
  );
  return payees.filter(({ id, deleted, transfer_account_id: account }) =>
    used.has(id) && !deleted && (account ?? null) === null
  );
}

function scheduleOf({ scheduled }: PlanRecords, random: Random): string {
  const live = scheduled.filter(({ deleted }) => !deleted);
  return live.length === 0 ? "none" : random.pick(live).id;
}

/** An amount of money out, in units. */
function spent(random: Random): number {
  return -random.integer(1, 9_000) / 100;
}

/** Returns the next day, `YYYY-MM-DD`. */
function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
