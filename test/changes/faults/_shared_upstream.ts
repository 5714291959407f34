/**
 * An embedded upstream whose states may be shared with other runs over the same plan.
 *
 * @module
 */

import { copied } from "../../../demo/_copied.ts";
import type { PlanRecords } from "../../../demo/_records.ts";
import { DemoUpstream, type DemoUpstreamOptions } from "../../../demo/upstream.ts";
import { firstStateOf, type UpstreamState } from "./_upstream_states.ts";

/** What it is made of. */
export interface SharedUpstreamOptions
  extends Pick<DemoUpstreamOptions, "plans" | "token">, Required<Pick<DemoUpstreamOptions, "now">> {
  /**
   * Whether what it answers is looked up where another run had the same state: for short runs
   * within a day. The first plan is the only one, and nobody changes it from here on.
   */
  readonly isShared: boolean;
}

/** An upstream that is at one state after the other. */
export class SharedUpstream extends DemoUpstream {
  readonly #now: () => Date;
  /** `null` where it keeps records of its own. */
  #state: UpstreamState | null;

  /** Starts at the first state of its plan. */
  constructor({ isShared, ...options }: SharedUpstreamOptions) {
    super(isShared ? { ...options, plans: [] } : options);
    const { now, plans: [plan], token } = options;
    this.#now = now;
    const isFirst = isShared && plan !== undefined;
    this.#state = isFirst ? firstStateOf(plan, { begun: now(), token }) : null;
  }

  override get stored(): readonly Readonly<PlanRecords>[] {
    return this.#state?.stored ?? super.stored;
  }

  override snapshot(): PlanRecords[] {
    return this.stored.map((plan) => copied(plan));
  }

  override edit(...[change, planId]: Parameters<DemoUpstream["edit"]>): void {
    if (this.#state === null) super.edit(change, planId);
    else this.#state = this.#state.edited(change, this.#now());
  }

  protected override carriedOut(
    ...[arrival, route, now]: Parameters<DemoUpstream["carriedOut"]>
  ): ReturnType<DemoUpstream["carriedOut"]> {
    if (this.#state === null) return super.carriedOut(arrival, route, now);
    const { carriedOut, state } = this.#state.after(arrival, route, now);
    this.#state = state;
    return carriedOut;
  }
}
