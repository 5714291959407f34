/**
 * Reads of a plan that have no deltas: moves of money and the plan's settings, each kept for the
 * freshness window.
 *
 * @module
 */

import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/money_movement.ts";
import type { PlanSettings } from "../../client/wire/plan.ts";
import type { CollectionContext, ReadOptions } from "../collection_context.ts";
import { WindowedReads } from "../sharing/windowed_reads.ts";

/** What of a plan is read whole or not at all. */
export class WindowedPlanReads {
  readonly #context: CollectionContext;
  readonly #windowed: WindowedReads;

  /** Knows nothing yet. */
  constructor(context: CollectionContext) {
    this.#context = context;
    this.#windowed = new WindowedReads(context);
  }

  /** Gives the moves of money, of one month (`YYYY-MM-01`) or of all that upstream keeps. */
  moneyMovements(month: string | null, options?: ReadOptions): Promise<readonly MoneyMovement[]> {
    const { client, planId } = this.#context;
    return this.#windowed.read(`movements ${month}`, async (how) => {
      const { money_movements, server_knowledge } = month === null
        ? await client.getMoneyMovements({ planId }, how)
        : await client.getMoneyMovementsByMonth({ planId, month }, how);
      return { value: money_movements, knowledge: server_knowledge };
    }, options);
  }

  /** Gives the groups of moves that were made together, as {@linkcode moneyMovements} does. */
  moneyMovementGroups(
    month: string | null,
    options?: ReadOptions,
  ): Promise<readonly MoneyMovementGroup[]> {
    const { client, planId } = this.#context;
    return this.#windowed.read(`movement groups ${month}`, async (how) => {
      const { money_movement_groups, server_knowledge } = month === null
        ? await client.getMoneyMovementGroups({ planId }, how)
        : await client.getMoneyMovementGroupsByMonth({ planId, month }, how);
      return { value: money_movement_groups, knowledge: server_knowledge };
    }, options);
  }

  /** Gives how the plan shows dates and money. */
  settings(options?: ReadOptions): Promise<PlanSettings> {
    const { client, planId } = this.#context;
    return this.#windowed.read("settings", async (how) => {
      const { settings } = await client.getPlanSettingsById({ planId }, how);
      return { value: settings, knowledge: null };
    }, options);
  }
}
