import type { Account } from "../../client/wire/account.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type {
  MonthDetail,
  MonthSummary,
  PlanSettings,
  PlanSummary,
} from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { MonthOf } from "../store/store.ts";
import type { LocalCopy } from "./local_copy.ts";
import {
  categoryCollection,
  type CategorySet,
  categorySet,
  type Collection,
  payeeCollection,
  type RecordSet,
  scheduledCollection,
  transactionCollection,
  type TransactionSet,
} from "./collections.ts";
import type { ReadOptions } from "./plan_context.ts";
import type { CallOptions, Calls, ListArgs, UpstreamClient } from "../../client/upstream_client.ts";
import type { WindowedOperation } from "./cached_read.ts";

export interface OfPlan {
  readonly planId: string;
}

/**
 * One method for each read in the coverage table. Each method rethrows the upstream client's
 * errors.
 */
export interface Reads {
  getPlans(): Promise<readonly PlanSummary[]>;
  getAccounts(of: OfPlan): Promise<RecordSet<Account>>;
  getCategories(of: OfPlan): Promise<CategorySet>;
  getPlanMonths(of: OfPlan): Promise<readonly MonthSummary[]>;
  getPlanMonth(of: MonthOf): Promise<MonthDetail>;
  getScheduledTransactions(of: OfPlan): Promise<RecordSet<ScheduledTransaction>>;
  getTransactions(of: OfPlan): Promise<TransactionSet>;
  getPayees(of: OfPlan): Promise<RecordSet<Payee>>;
  /** Not cached: YNAB has no delta for money movements. */
  getMoneyMovements(of: OfPlan): Promise<readonly MoneyMovement[]>;
  getMoneyMovementsByMonth(of: MonthOf): Promise<readonly MoneyMovement[]>;
  getMoneyMovementGroups(of: OfPlan): Promise<readonly MoneyMovementGroup[]>;
  getMoneyMovementGroupsByMonth(of: MonthOf): Promise<readonly MoneyMovementGroup[]>;
  getPlanSettingsById(of: OfPlan): Promise<PlanSettings>;
}

export function readsOf(copy: LocalCopy, options: ReadOptions): Reads {
  const windowed: AskWindowed = (id, of) => copy.plan(of.planId).windowed.read(id, of, options);
  return {
    getPlans: () => copy.plans(options),
    getAccounts: ({ planId }) => copy.plan(planId).accounts(options),
    getCategories: ({ planId }) => copy.plan(planId).categories(options),
    getPlanMonths: ({ planId }) => copy.plan(planId).monthSummaries(options),
    getPlanMonth: ({ planId, month }) => copy.plan(planId).month(month, options),
    getScheduledTransactions: ({ planId }) => copy.plan(planId).scheduledTransactions(options),
    getTransactions: ({ planId }) => copy.plan(planId).transactions(options),
    getPayees: ({ planId }) => copy.plan(planId).payees(options),
    getMoneyMovements: async (of) => (await windowed("getMoneyMovements", of)).money_movements,
    getMoneyMovementsByMonth: async (of) =>
      (await windowed("getMoneyMovementsByMonth", of)).money_movements,
    getMoneyMovementGroups: async (of) =>
      (await windowed("getMoneyMovementGroups", of)).money_movement_groups,
    getMoneyMovementGroupsByMonth: async (of) =>
      (await windowed("getMoneyMovementGroupsByMonth", of)).money_movement_groups,
    getPlanSettingsById: async (of) => (await windowed("getPlanSettingsById", of)).settings,
  };
}

type AskWindowed = <Id extends WindowedOperation>(
  id: Id,
  of: Calls[Id]["args"],
) => Promise<Calls[Id]["answer"]>;

/** Reads of records that bypass the cache. `getTransactions` also accepts server knowledge. */
export interface DirectReads
  extends Pick<Reads, "getCategories" | "getPlanMonth" | "getScheduledTransactions" | "getPayees"> {
  getTransactions(of: ListArgs): Promise<TransactionSet>;
}

export function directReads(client: UpstreamClient, options: CallOptions): DirectReads {
  const whole = <Record>(
    collection: Collection<Record>,
  ): (of: ListArgs) => Promise<RecordSet<Record>> =>
  async (of) => {
    const { rows } = await collection.read(client, of, options);
    const live = rows.filter(({ isDeleted }) => !isDeleted).map(({ record }) => record);
    return { live, deletedIds: new Set(rows.filter((row) => row.isDeleted).map(({ key }) => key)) };
  };
  return {
    getCategories: async (of) => {
      const { live, deletedIds } = await whole(categoryCollection)(of);
      return categorySet(live, deletedIds);
    },
    getPlanMonth: async (of) => (await client.getPlanMonth(of, options)).month,
    getScheduledTransactions: whole(scheduledCollection),
    getTransactions: async (of) => {
      const set = await whole(transactionCollection)(of);
      return { ...set, list: set.live };
    },
    getPayees: whole(payeeCollection),
  };
}
