import type { CallOptions } from "../../client/upstream_client.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/category.ts";
import type { PlanSettings } from "../../client/wire/plan.ts";
import { CachedRead } from "./cached_read.ts";
import { type FreshnessNeed, isFreshEnough, type Validation } from "./freshness.ts";
import { beginRead, type PlanContext, type ReadOptions } from "./plan_context.ts";

interface Answer {
  readonly value: unknown;
  /** How far it knows the plan; `null` where it does not say. */
  readonly knowledge: number | null;
}

/** What of a plan is read whole or not at all: each answer holds for the freshness window. */
export class WindowedReads {
  readonly #context: PlanContext;
  readonly #kept = new Map<string, Answer & { readonly validation: Validation }>();
  readonly #reads = new Map<string, CachedRead<unknown>>();

  constructor(context: PlanContext) {
    this.#context = context;
    context.events.listen(({ kind }) => {
      if (kind === "forgotten") this.#kept.clear();
    });
  }

  /** Returns money movements of one month (`YYYY-MM-01`) or of all months that upstream keeps. */
  moneyMovements(month: string | null, options?: ReadOptions): Promise<readonly MoneyMovement[]> {
    const { client, planId } = this.#context;
    return this.#read(`movements ${month}`, async (how) => {
      const answer = month === null
        ? await client.getMoneyMovements({ planId }, how)
        : await client.getMoneyMovementsByMonth({ planId, month }, how);
      return { value: answer.money_movements, knowledge: answer.server_knowledge };
    }, options);
  }

  /** Returns the groups of money movements, like {@linkcode moneyMovements}. */
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

  /** Gives how the plan shows dates and money. */
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
    const { moments, maxAgeMs, knowledge, looks } = this.#context;
    const last = (): unknown => this.#kept.get(name)?.value ?? null;
    return new CachedRead<unknown>({
      moments,
      maxAgeMs,
      valid: (need) => this.#isFresh(name, need) ? last() : null,
      restore: () => Promise.resolve(),
      ask: async (_, options) => {
        const began = await beginRead(this.#context, options.signal);
        const answer = await ask(options);
        if (answer.knowledge !== null) knowledge.validate(answer.knowledge, began);
        this.#kept.set(name, { ...answer, validation: began });
        return answer.value;
      },
      isValidAfterWrites: (began) => knowledge.isValidAfterWrites(began),
      stalled: { looks, last },
    });
  }

  #isFresh(name: string, need: FreshnessNeed): boolean {
    const kept = this.#kept.get(name);
    if (kept === undefined) return false;
    const { knowledge } = this.#context;
    return [kept.validation, knowledge.validatedAt(kept.knowledge)].some((one) =>
      one !== null && knowledge.isValidAfterWrites(one) && isFreshEnough(one, need)
    );
  }
}
