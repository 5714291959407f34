import type { CallOptions } from "../../client/upstream_client.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/money_movement.ts";
import type { PlanSettings } from "../../client/wire/plan.ts";
import { CachedRead } from "./cached_read.ts";
import { beginRead, type PlanContext, type ReadOptions } from "./plan_context.ts";
import { type FreshnessNeed, isFreshEnough, type Validation } from "./freshness.ts";

/** An answer, and how far it knows the plan; `null` where it does not say. */
export interface WindowedAnswer<Value> {
  readonly value: Value;
  readonly knowledge: number | null;
}

interface KeptAnswer {
  readonly answer: WindowedAnswer<unknown>;
  readonly validation: Validation;
}

/** How an answer is asked for. */
export type Ask<Value> = (options: CallOptions) => Promise<WindowedAnswer<Value>>;

/** Such answers of one plan, by name. */
export class WindowedReads {
  readonly #context: PlanContext;
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #reads = new Map<string, CachedRead<unknown>>();

  /** Makes the reads of a plan; nothing is read yet. */
  constructor(context: PlanContext) {
    this.#context = context;
    context.events.listen(({ kind }) => {
      if (kind === "forgotten") this.#kept.clear();
    });
  }

  /** Gives an answer, as current as the caller needs it. */
  async read<Value>(name: string, ask: Ask<Value>, options?: ReadOptions): Promise<Value> {
    const known = this.#reads.get(name) ?? this.#cachedRead(name, ask);
    this.#reads.set(name, known);
    // What is kept under a name was asked for under it.
    return await known.read(options) as Value;
  }

  #cachedRead(name: string, ask: Ask<unknown>): CachedRead<unknown> {
    const { moments, maxAgeMs, knowledge, looks } = this.#context;
    return new CachedRead<unknown>({
      moments,
      maxAgeMs,
      valid: (need) => {
        const kept = this.#kept.get(name);
        return kept !== undefined && this.#isFresh(kept, need) ? kept.answer.value : null;
      },
      restore: () => Promise.resolve(),
      ask: async (_, options) => {
        const began = await beginRead(this.#context, options.signal);
        const answer = await ask(options);
        if (answer.knowledge !== null) knowledge.validate(answer.knowledge, began);
        this.#kept.set(name, { answer, validation: began });
        return answer.value;
      },
      isValidAfterWrites: (began) => knowledge.isValidAfterWrites(began),
      stalled: { looks, last: () => this.#kept.get(name)?.answer.value ?? null },
    });
  }

  #isFresh({ answer, validation }: KeptAnswer, need: FreshnessNeed): boolean {
    const { knowledge } = this.#context;
    const plan = knowledge.validatedAt(answer.knowledge);
    return [validation, plan].some((one) =>
      one !== null && knowledge.isValidAfterWrites(one) && isFreshEnough(one, need)
    );
  }
}

/** What of a plan is read whole or not at all. */
export class WindowedPlanReads {
  readonly #context: PlanContext;
  readonly #windowed: WindowedReads;

  /** Knows nothing yet. */
  constructor(context: PlanContext) {
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
