import { dayOf } from "../../../domain/base/day.ts";
import type { CarriedOut, Route } from "../../../demo/api/service.ts";
import type { Arrival } from "../../../demo/api/transport.ts";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { withCountedIds } from "./_counted_ids.ts";

/** What came of a request. */
export interface Transition {
  readonly carriedOut: CarriedOut;
  /** The state afterwards. */
  readonly state: UpstreamState;
}

/** One state. It never changes: a write leads to another one. */
export interface UpstreamState {
  /** What is stored of every plan, the same list each time. */
  readonly stored: readonly Readonly<PlanRecords>[];
  /** Carries out a request. */
  after(arrival: Arrival, route: Route | null, now: Date): Transition;
  /** Changes the first plan as its owner can; this state is shared with no other run. */
  edited(change: (records: PlanRecords) => void, now: Date): UpstreamState;
}

/** Applies the given steps at the given time. */
class ReplayedUpstream extends DemoUpstream {
  carryOut(arrival: Arrival, route: Route | null, now: Date): CarriedOut {
    const seed = this.stored[0]?.knowledge ?? 0;
    return withCountedIds(seed, () => this.carriedOut(arrival, route, now));
  }
}

/** How a state was reached. */
interface Origin {
  readonly plan: PlanRecords;
  /** The first moment: the next day would enter schedules, by a read even. */
  readonly begun: Date;
  readonly path: readonly ((upstream: ReplayedUpstream) => void)[];
}

const firstStates = new WeakMap<PlanRecords, Map<number, UpstreamState>>();

/** Gives the state that runs over a plan start from at a moment. */
export function firstStateOf(plan: PlanRecords, begun: Date): UpstreamState {
  const byTime = firstStates.get(plan) ?? new Map<number, UpstreamState>();
  firstStates.set(plan, byTime);
  const state = byTime.get(begun.getTime()) ?? stateAt({ plan, begun, path: [] });
  byTime.set(begun.getTime(), state);
  return state;
}

function stateAt(origin: Origin, upstream = replayed(origin)): UpstreamState {
  const { stored } = upstream;
  const transitions = new Map<string, Transition>();
  const state: UpstreamState = {
    stored,
    after(arrival, route, now): Transition {
      if (dayOf(now.getTime()) !== dayOf(origin.begun.getTime())) {
        throw new Error("A run is over at the end of its day");
      }
      const key = keyOf(arrival, now);
      const known = transitions.get(key) ??
        (arrival.method === "GET"
          ? { carriedOut: upstream.carryOut(arrival, route, now), state }
          : written(origin, (one) => one.carryOut(arrival, route, now)));
      transitions.set(key, known);
      return known;
    },
    edited: (change, now) =>
      stateAt(extended(origin, (one) => {
        one.setNow(now);
        one.edit(change);
      })),
  };
  return state;
}

/** Replays all that led to a state, as a write takes no copy of what it changes. */
function replayed({ plan, begun, path }: Origin): ReplayedUpstream {
  const upstream = new ReplayedUpstream({ plans: [plan], now: () => begun });
  for (const step of path) step(upstream);
  return upstream;
}

function written(origin: Origin, write: (upstream: ReplayedUpstream) => CarriedOut): Transition {
  const upstream = replayed(origin);
  const carriedOut = write(upstream);
  return { carriedOut, state: stateAt(extended(origin, write), upstream) };
}

function extended({ path, ...origin }: Origin, step: Origin["path"][number]): Origin {
  return { ...origin, path: [...path, step] };
}

/** All of a request that upstream looks at. */
function keyOf({ method, url, headers, body }: Arrival, now: Date): string {
  const { pathname, search } = url;
  return JSON.stringify([
    ...[method, pathname, search, body],
    ...[headers.get("authorization"), now.getTime()],
  ]);
}
