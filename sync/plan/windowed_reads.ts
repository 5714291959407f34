import type { CallOptions } from "../../client/upstream_client.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/category.ts";
import type { PlanSettings } from "../../client/wire/plan.ts";
import { CachedRead } from "./cached_read.ts";
import type { Validated } from "./freshness.ts";
import { beginRead, type PlanContext, type ReadOptions } from "./plan_context.ts";

interface Answer extends Pick<Validated, "knowledge"> {
  readonly value: unknown;
}

/** Data for which YNAB has no deltas. It is cached for the freshness window and never stored. */
export class WindowedReads {
  readonly #context: PlanContext;
  readonly #reads = new Map<string, CachedRead<unknown>>();

  constructor(context: PlanContext) {
    this.#context = context;
  }

  /** Returns money movements of one month (`YYYY-MM-01`), or of all months that YNAB keeps. */
  moneyMovements(month: string | null, options?: ReadOptions): Promise<readonly MoneyMovement[]> {
    const { client, planId } = this.#context;
    return this.#read(`movements ${month}`, async (how) => {
      const answer = month === null
        ? await client.getMoneyMovements({ planId }, how)
        : await client.getMoneyMovementsByMonth({ planId, month }, how);
      return { value: answer.money_movements, knowledge: answer.server_knowledge };
    }, options);
  }

  /** Returns groups of money movements, for the same months as {@linkcode moneyMovements}. */
  moneyMovementGroups(
    month: string | null,
    options?: ReadOptions,
  ): Promise<readonly MoneyMovementGroup[]> {
    const { client, planId } = this.#context;
    return this.#read(`movement groups ${month}`, async (how) => {
      const answer = month === null
        ? await client.getMoneyMovementGroups({ planId }, how)
        : await client.getMoneyMovementGroupsByMonth({ planId, month }, how);
      return { value: answer.money_movement_groups, knowledge: answer.server_knowledge };
    }, options);
  }

  /** Returns the plan's date and currency formats. */
  settings(options?: ReadOptions): Promise<PlanSettings> {
    const { client, planId } = this.#context;
    return this.#read("settings", async (how) => {
      const { settings } = await client.getPlanSettingsById({ planId }, how);
      return { value: settings, knowledge: null };
    }, options);
  }

  async #read<Value>(
    name: string,
    ask: (options: CallOptions) => Promise<Answer & { readonly value: Value }>,
    options?: ReadOptions,
  ): Promise<Value> {
    const read = this.#reads.get(name) ?? this.#cachedRead(ask);
    this.#reads.set(name, read);
    // The values under one name all have the same type.
    return await read.read(options) as Value;
  }

  #cachedRead(ask: (options: CallOptions) => Promise<Answer>): CachedRead<unknown> {
    const { knowledge, events } = this.#context;
    let cached: (Answer & Validated) | null = null;
    events.listen(({ kind }) => {
      if (kind === "forgotten") cached = null;
    });
    return new CachedRead<unknown>(this.#context, {
      valid: (need) => cached !== null && knowledge.isFresh(cached, need) ? cached.value : null,
      restore: () => Promise.resolve(),
      ask: async (_, options) => {
        const began = await beginRead(this.#context, options.signal);
        const answer = await ask(options);
        if (answer.knowledge !== null) knowledge.validate(answer.knowledge, began);
        cached = { ...answer, validation: began };
        return answer.value;
      },
      last: () => cached?.value ?? null,
    });
  }
}
