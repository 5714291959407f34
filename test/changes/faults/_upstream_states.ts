import { dayOf } from "../../../domain/base/day.ts";
import type { CarriedOut, Route } from "../../../demo/api/service.ts";
import type { Arrival } from "../../../demo/api/transport.ts";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";

/** The result of a request. */
export interface Transition {
  readonly carriedOut: CarriedOut;
  /** The state after the request. */
  readonly state: UpstreamState;
}

/** An immutable state of the simulated YNAB: a write returns a new state. */
export interface UpstreamState {
  /** All stored plans, in the same array on every access. */
  readonly stored: readonly Readonly<PlanRecords>[];
  /** Carries out a request. */
  after(arrival: Arrival, route: Route | null, now: Date): Transition;
  /** Edits the first plan as a user would. Other runs don't share the new state. */
  edited(change: (records: PlanRecords) => void, now: Date): UpstreamState;
}

/** A simulated YNAB that gives new records reproducible ids. */
class ReplayedUpstream extends DemoUpstream {
  carryOut(arrival: Arrival, route: Route | null, now: Date): CarriedOut {
    const seed = this.stored[0]?.knowledge ?? 0;
    return withCountedIds(seed, () => this.carriedOut(arrival, route, now));
  }
}

/** What is needed to recreate a state. */
interface Origin {
  readonly plan: PlanRecords;
  /**
   * Time at which the run starts. The run must end on the same day, because a read on a later day
   * would make the simulated YNAB enter scheduled transactions.
   */
  readonly begun: Date;
  readonly path: readonly ((upstream: ReplayedUpstream) => void)[];
}

const firstStates = new WeakMap<PlanRecords, Map<number, UpstreamState>>();

/** Returns the initial state for a plan and a start time. */
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

/**
 * Recreates a state by repeating the steps that led to it. A write can't start from the saved
 * state, because writes modify records in place.
 */
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

/** Identifies a request by its time and by the parts that affect its response. */
function keyOf({ method, url, headers, body }: Arrival, now: Date): string {
  const { pathname, search } = url;
  return JSON.stringify([
    ...[method, pathname, search, body],
    ...[headers.get("authorization"), now.getTime()],
  ]);
}

/** Runs synchronous code with UUIDs generated from a seed. */
export function withCountedIds<Result>(seed: number, run: () => Result): Result {
  const random = Object.getOwnPropertyDescriptor(crypto, "randomUUID");
  let count = 0;
  Object.defineProperty(crypto, "randomUUID", {
    configurable: true,
    value: () => madeUpId(seed * MAX_IDS + count++),
  });
  try {
    return run();
  } finally {
    if (random === undefined) Reflect.deleteProperty(crypto, "randomUUID");
    else Object.defineProperty(crypto, "randomUUID", random);
  }
}

/** Number of UUIDs reserved for each request, which is more than any request needs. */
const MAX_IDS = 1000;

/** Makes a UUID whose first eight characters vary, because short ids contain only those. */
function madeUpId(number: number): string {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return `${spread.toString(16).padStart(8, "0")}-1d1d-4000-8000-${
    number.toString(16).padStart(12, "0")
  }`;
}
