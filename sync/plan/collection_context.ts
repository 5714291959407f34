import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { CallsUnderWay } from "./calls_under_way.ts";
import type { Moment, Moments } from "./freshness.ts";
import type { PlanGate } from "./plan_gate.ts";
import type { PlanKnowledge } from "./plan_knowledge.ts";
import type { PlanLooks } from "./plan_looks.ts";
import type { TableRow } from "./record_table.ts";
import type { Store, StoredPart } from "../store/store.ts";

/** How a read is made. */
export interface ReadOptions extends CallOptions {
  /** Takes only what is read after this call began: for previews and changes. */
  readonly isFreshOnly?: boolean;
  /** Called when the copy answers without a change that another process is making. */
  readonly onStalled?: () => void;
}

/** What a collection works with. */
export interface CollectionContext {
  readonly planId: string;
  readonly client: UpstreamClient;
  readonly store: Store;
  readonly moments: Moments;
  readonly maxAgeMs: number;
  readonly knowledge: PlanKnowledge;
  readonly gate: PlanGate;
  readonly looks: PlanLooks;
  /** The calls that are being answered. */
  readonly calls: CallsUnderWay;
  /** Lets go of the event loop between the steps of long work. */
  readonly nextTurn: () => Promise<void>;
  /** Hears that the store has failed: reading goes on without it. */
  readonly onStoreFailure: (error: unknown) => void;
}

/** What a read told. */
export interface ReadNews {
  /** The keys that a delta named; empty for a whole read. */
  readonly keys: ReadonlySet<string>;
  /** From which knowledge it went; `null` for a whole read. */
  readonly from: number | null;
  readonly to: number;
  /** When it was asked for. */
  readonly began: Moment;
}

/** Tells others what a read brought. */
export interface CollectionListener<Record> {
  /** Sees the records of a whole read before they are taken. */
  onWhole?(rows: readonly TableRow<Record>[]): void;
  /** Sees the rows of a delta, or of a write's answer, before they are merged. */
  onRows?(rows: readonly TableRow<Record>[]): void;
  /** Sees records that a store kept once they are taken over. */
  onKept?(kept: readonly StoredPart[]): void;
  /** Sees the keys of deleted records that a store kept. */
  onDeletedKeys?(keys: readonly string[]): void;
  /** Hears of a read once it has been merged. */
  onRead?(read: ReadNews): void;
}

/** When a read of a plan began. */
export interface ReadBegin extends Moment {
  /** The plan's touches then; absent where the store could not tell. */
  readonly touches?: number;
}

/** Waits until no change is being written, here or by another process. */
export async function beginRead(
  { moments, gate, looks, knowledge }: CollectionContext,
  signal: AbortSignal | undefined,
): Promise<ReadBegin> {
  await gate.readsMayGo();
  await looks.whenQuiet(signal);
  const { touches } = knowledge;
  return { ...moments.next(), ...(touches === null ? {} : { touches }) };
}

/** Gives the touches of a read, as they are kept with what it read. */
export function touchesOf(
  { touches }: Pick<ReadBegin, "touches">,
): { readonly touches?: number } {
  return touches === undefined ? {} : { touches };
}
