import type { PlanRecords, StoredTransaction } from "../../../demo/model/records.ts";
import type { DemoUpstream } from "../../../demo/upstream.ts";
import { aRow, household, idOf, ids } from "../../tools/_plan.ts";
import { aWorld, type World } from "../../tools/_world.ts";

/** Ids of the savings account's transactions other than the household's transfer. */
export const entered = { coffee: idOf("a1"), interest: idOf("a2") } as const;

/** The household, with the interest already entered in the savings account. */
export function savingsPlan(change: Partial<PlanRecords> = {}): PlanRecords {
  const plan = household(change);
  const savings = { account_id: ids.savings, cleared: "uncleared" } as const;
  return {
    ...plan,
    transactions: [
      ...plan.transactions,
      aRow({
        id: entered.interest,
        date: "2026-03-11",
        amount: 1_250,
        payee_id: ids.employer,
        category_id: ids.inflow,
        approved: false,
        ...savings,
      }),
    ],
  };
}

/** A bank statement for Savings. Only the transfer and interest rows are already in the plan. */
export const statement = {
  plan_id: ids.plan,
  account_id: "Savings",
  rows: [
    { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" },
    { date: "2026-03-09", amount: -3.5, payee: "COFFEE BAR 0412" },
    { date: "2026-03-09", amount: -3.5, payee: "COFFEE BAR 0412" },
    { date: "2026-03-10", amount: -20, payee: "BOOK SHOP", memo: "order 7" },
    { date: "2026-03-11", amount: 1.25, payee: "INTEREST" },
  ],
  opening_balance: 0,
  closing_balance: 174.25,
};

export interface StatementWorld extends World {
  /** Runs a function right before YNAB gets the next request that creates transactions. */
  beforeCreation(run: (upstream: DemoUpstream) => void): void;
  /** Transactions that were created during the test and aren't deleted. */
  created(): readonly StoredTransaction[];
}

export async function aStatementWorld(
  { plan = savingsPlan(), ...options }:
    & { readonly plan?: PlanRecords }
    & Partial<
      Parameters<typeof aWorld>[0]
    > = {},
): Promise<StatementWorld> {
  let hook: ((upstream: DemoUpstream) => void) | null = null;
  const world: World = await aWorld({
    write: true,
    fullIds: true,
    profile: "complete",
    plans: [plan],
    fetch: async (input, init) => {
      const isCreation = init?.method === "POST";
      const run = isCreation ? hook : null;
      if (run !== null) hook = null;
      run?.(world.upstream);
      return await world.upstream.fetch(input, init);
    },
    ...options,
  });
  const known = new Set(plan.transactions.map(({ id }) => id));
  return Object.assign(world, {
    beforeCreation: (run: (upstream: DemoUpstream) => void): void => void (hook = run),
    created: () => storedIn(world).filter(({ id }) => !known.has(id)),
  });
}

/** The plan's transactions that aren't deleted. */
export function storedIn({ upstream }: Pick<World, "upstream">): readonly StoredTransaction[] {
  return upstream.snapshot()[0]?.transactions.filter(({ deleted }) => !deleted) ?? [];
}

/** Returns an account's balance from `list_accounts`, in milliunits. */
export async function balanceOf(world: World, name: string): Promise<number> {
  const { structured } = await world.call("list_accounts", { plan_id: ids.plan });
  const accounts = structured?.["accounts"] as readonly {
    readonly name: string;
    readonly balance: number;
  }[];
  return Math.round(1000 * Number(accounts.find((one) => one.name === name)?.balance));
}
