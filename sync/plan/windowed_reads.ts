import type { CallOptions } from "../../client/upstream_client.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/category.ts";
import type { PlanSettings } from "../../client/wire/plan.ts";
import { CachedRead } from "./cached_read.ts";
import type { Validated } from "./freshness.ts";
import { beginRead, type PlanContext, type ReadOptions } from "./plan_context.ts";

interface Answer extends Pick<Validated, "knowledge"> {
  readonly value: unknown;
}

/** Data without deltas. It is cached for the freshness window and never stored. */
export class WindowedReads {
  readonly #context: PlanContext;
  readonly #cached = new Map<string, Answer & Validated>();
  readonly #reads = new Map<string, CachedRead<unknown>>();

  constructor(context: PlanContext) {
    this.#context = context;
    context.events.listen(({ kind }) => {
      if (kind === "forgotten") this.#cached.clear();
    });
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
    const known = this.#reads.get(name) ?? this.#cachedRead(name, ask);
    this.#reads.set(name, known);
    // Each name has one type of value.
    return await known.read(options) as Value;
  }

  #cachedRead(
    name: string,
    ask: (options: CallOptions) => Promise<Answer>,
  ): CachedRead<unknown> {
    const { knowledge } = this.#context;
    return new CachedRead<unknown>(this.#context, {
      valid: (need) => {
        const cached = this.#cached.get(name);
        return cached !== undefined && knowledge.isFresh(cached, need) ? cached.value : null;
      },
      restore: () => Promise.resolve(),
      ask: async (_, options) => {
        const began = await beginRead(this.#context, options.signal);
        const answer = await ask(options);
        if (answer.knowledge !== null) knowledge.validate(answer.knowledge, began);
        this.#cached.set(name, { ...answer, validation: began });
        return answer.value;
      },
      last: () => this.#cached.get(name)?.value ?? null,
    });
  }
}
