import type { ListArgs } from "../../client/calls.ts";
import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import {
  accountCollection,
  categoryCollection,
  type Collection,
  monthCollection,
  payeeCollection,
  scheduledCollection,
  transactionCollection,
} from "./collections.ts";
import { categorySet, type RecordSet, type TransactionSet } from "./record_set.ts";
import type { Reads } from "./reads.ts";

/** The reads past the copy; of transactions also those that have moved since a knowledge. */
export interface DirectReads extends Reads {
  getTransactions(of: ListArgs): Promise<TransactionSet>;
}

/** Gives reads that ask upstream each time. */
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
    getPlans: async () => (await client.getPlans({}, options)).plans,
    getAccounts: whole(accountCollection),
    getCategories: async (of) => {
      const { live, deletedIds } = await whole(categoryCollection)(of);
      return categorySet(live, deletedIds);
    },
    getPlanMonths: async (of) => (await whole(monthCollection)(of)).live,
    getPlanMonth: async (of) => (await client.getPlanMonth(of, options)).month,
    getScheduledTransactions: whole(scheduledCollection),
    getTransactions: async (of) => {
      const set = await whole(transactionCollection)(of);
      return { ...set, list: set.live };
    },
    getPayees: whole(payeeCollection),
    getMoneyMovements: async (of) => (await client.getMoneyMovements(of, options)).money_movements,
    getMoneyMovementsByMonth: async (of) =>
      (await client.getMoneyMovementsByMonth(of, options)).money_movements,
    getMoneyMovementGroups: async (of) =>
      (await client.getMoneyMovementGroups(of, options)).money_movement_groups,
    getMoneyMovementGroupsByMonth: async (of) =>
      (await client.getMoneyMovementGroupsByMonth(of, options)).money_movement_groups,
    getPlanSettingsById: async (of) => (await client.getPlanSettingsById(of, options)).settings,
  };
}
