import type { OperationId } from "../../client/operations.ts";
import { casesPerOperation, type FaultCase } from "../changes/faults/_fault_cases.ts";
import type { Manner } from "./_aftermath.ts";
import { cleanRun } from "./_clean_run.ts";
import type { Runtime } from "./_server_process.ts";

/**
 * State of a write when its server is killed: `applied` (no response sent), `before` (lost before
 * it was applied), `late` (in flight; applied after the server's death), or `answered` (applied,
 * with the response on its way). `reported` means that the response to the whole change has been
 * sent.
 */
export type KillPlace = "applied" | "before" | "late" | "answered" | "reported";

/** A write that is part of a change. */
export interface OneWrite {
  readonly faultCase: FaultCase;
  readonly operation: OperationId;
  /** Position of the write within its change, starting at 1. */
  readonly nth: number;
  readonly isLast: boolean;
}

/** When and where to kill a server. */
export interface KillPoint extends OneWrite {
  readonly place: KillPlace;
  readonly first: Manner["first"];
  readonly runtime: Runtime;
}

/** Returns the writes that each case in `casesPerOperation` sends to YNAB. */
export async function writesPerOperation(): Promise<readonly OneWrite[]> {
  const all: OneWrite[] = [];
  for (const faultCase of casesPerOperation) {
    const { writes } = await cleanRun(faultCase);
    all.push(...writes.map((operation, at) => ({
      faultCase,
      operation,
      nth: at + 1,
      isLast: at + 1 === writes.length,
    })));
  }
  return all;
}

/**
 * Returns the given number of kill points, cycling through the runtimes, the first actions after a
 * restart, and the places at which to kill the server.
 */
export async function killPoints(
  count: number,
  runtimes: readonly Runtime[],
): Promise<readonly KillPoint[]> {
  // Sort the writes so that every operation comes up once before any operation is repeated.
  const byOperation = Map.groupBy(await writesPerOperation(), ({ operation }) => operation);
  const writes = [...byOperation.values()]
    .flatMap((same) => same.map((write, nth) => ({ write, nth })))
    .toSorted((a, b) => a.nth - b.nth)
    .map(({ write }) => write);
  return Array.from({ length: count }, (_, at) => {
    const write = writes[at % writes.length] as OneWrite;
    // The combinations of place, runtime, and first action are numbered. On each pass through the
    // list of writes, each write's combination number goes up by 7. Because the number of
    // combinations isn't divisible by 7, each write gets every combination before any of them is
    // repeated.
    const turn = at % writes.length + 7 * Math.floor(at / writes.length);
    const place = PLACES[turn % PLACES.length] as KillPlace;
    return {
      ...write,
      // A change is reported once, after its last write.
      place: place === "reported" && !write.isLast ? "answered" : place,
      first: turn % 2 === 0 ? "reads" : "undoes",
      runtime: runtimes[Math.floor(turn / 2) % runtimes.length] as Runtime,
    };
  });
}

const PLACES: readonly KillPlace[] = ["applied", "before", "late", "reported", "answered"];
