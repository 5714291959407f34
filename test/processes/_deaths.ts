import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Arrival } from "../../demo/api/transport.ts";
import type { DemoUpstream } from "../../demo/upstream.ts";
import { type FaultCase, faultPlan, type ToolCall } from "../changes/faults/_fault_cases.ts";
import { withCountedIds } from "../changes/faults/_upstream_states.ts";
import { TODAY } from "../tools/_plan.ts";
import { copyFolder } from "../model/_mortal_upstream.ts";
import { Danger } from "./_danger.ts";
import { anOrderedServer, type OrderedServer } from "./_ordered_server.ts";
import { type Place, PlacedUpstream } from "./_placed_upstream.ts";

/** An in-process server that has no timeouts, so a call without a response waits forever. */
export function aMortalServer({ fetch }: PlacedUpstream): OrderedServer {
  return anOrderedServer(({ url }) => ({ apiUrl: url, fetch }), { after: () => () => {} });
}

/** A write and its arrival time, in milliseconds since 1970. */
interface Arrived {
  readonly arrival: Arrival;
  readonly at: number;
}

/** State left by a server that died during a write. */
export interface Death {
  /** The call that got no answer. */
  readonly call: ToolCall;
  /** The write during which the server died. */
  readonly write: Arrival;
  /** Copy of the store's folder. */
  readonly folder: string;
  /** The writes that the upstream applied, in order. */
  readonly applied: readonly Arrived[];
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * For each write of a change, the states that a server leaves behind if it dies just before or just
 * after the write is applied.
 */
export type Deaths = Readonly<Record<Place, readonly Death[]>>;

/** The upstream URL in the configuration. Nothing connects to this address. */
const URL = "http://127.0.0.1:9/v1";

/** An upstream that can replay another upstream's writes to reach the same state. */
class RepeatableUpstream extends PlacedUpstream {
  /** Called when a write arrives, and again when it has been applied. */
  onWrite: (place: Place, arrival: Arrival) => void = () => {};

  override async respond(
    ...[arrival, signal]: Parameters<DemoUpstream["respond"]>
  ): ReturnType<DemoUpstream["respond"]> {
    if (arrival.method === "GET") return await super.respond(arrival, signal);
    this.onWrite("before", arrival);
    const seed = this.stored[0]?.knowledge ?? 0;
    // The write is applied synchronously, before its response is awaited.
    const outcome = await withCountedIds(seed, () => super.respond(arrival, signal));
    this.onWrite("applied", arrival);
    return outcome;
  }
}

/** Executes a change once, and records the state at each of its writes. */
export async function deathsOf(faultCase: FaultCase, below: string): Promise<Deaths> {
  const { danger, upstream, clock } = await begun(faultCase, folderIn(below));
  const applied: Arrived[] = [];
  upstream.onWrite = (place, arrival) => {
    if (place === "applied") applied.push({ arrival, at: clock.now });
  };
  const ask = danger.asking(aMortalServer(upstream));
  const call = await danger.prepare(ask);
  const deaths = { before: [] as Death[], applied: [] as Death[] };
  upstream.onWrite = (place, arrival) => {
    if (place === "applied") applied.push({ arrival, at: clock.now });
    const folder = folderIn(below);
    copyFolder(danger.folder, folder);
    deaths[place].push({ call, write: arrival, folder, applied: [...applied], now: clock.now });
  };
  const reply = await ask(call);
  if (reply.structured?.["status"] !== "applied") throw new Error(reply.text);
  return deaths;
}

/** Opens a copy of the state that a dead server left behind. */
export async function openedAfter(
  death: Death,
  { faultCase, below }: { readonly faultCase: FaultCase; readonly below: string },
): Promise<Danger> {
  const folder = folderIn(below);
  copyFolder(death.folder, folder);
  const { danger, upstream, clock } = await begun(faultCase, folder);
  for (const { arrival, at } of death.applied) {
    clock.now = at;
    await upstream.respond(arrival);
  }
  clock.now = death.now;
  return danger;
}

interface Begun {
  readonly danger: Danger;
  readonly upstream: RepeatableUpstream;
  readonly clock: { now: number };
}

async function begun(faultCase: FaultCase, folder: string): Promise<Begun> {
  const clock = { now: Date.parse(`${TODAY}T12:00:00Z`) };
  const now = (): Date => new Date(clock.now);
  const upstream = new RepeatableUpstream({ plans: [faultPlan()], now });
  return {
    danger: await Danger.over(upstream, { faultCase, folder, clock, url: URL }),
    upstream,
    clock,
  };
}

function folderIn(below: string): string {
  return mkdtempSync(join(below, "store-"));
}
