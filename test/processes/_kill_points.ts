import type { OperationId } from "../../client/operations.ts";
import { type FaultCase, faultCases } from "../changes/faults/_fault_cases.ts";
import type { Manner } from "./_aftermath.ts";
import { cleanRun } from "./_clean_run.ts";
import type { Runtime } from "./_server_process.ts";

/**
 * State of a write when its server is killed: applied without a response; lost before it was
 * applied; in flight, and applied after the server's death; or while its response is sent. `reported`
 * means that the whole change has been reported.
 */
export type KillPlace = "applied" | "before" | "late" | "answered" | "reported";

/** A write of a change. */
export interface OneWrite {
  readonly faultCase: FaultCase;
  readonly operation: OperationId;
  /** Number of the write within its change, from 1. */
  readonly nth: number;
  /** Number of the write among those with its operation, from 1. */
  readonly nthOfItsKind: number;
  readonly isLast: boolean;
}

/** A point at which to kill a server. */
export interface KillPoint extends OneWrite {
  readonly place: KillPlace;
  readonly first: Manner["first"];
  readonly runtime: Runtime;
}

/** Returns all writes of all kinds of changes and undos. */
export async function writesOfAll(): Promise<readonly OneWrite[]> {
  const all: OneWrite[] = [];
  for (const faultCase of faultCases) {
    const { writes } = await cleanRun(faultCase);
    all.push(...writes.map((operation, at) => ({
      faultCase,
      operation,
      nth: at + 1,
      nthOfItsKind: writes.slice(0, at + 1).filter((one) => one === operation).length,
      isLast: at + 1 === writes.length,
    })));
  }
  return all;
}

/**
 * Returns the given number of kill points: first one after each write is applied, where most can be
 * lost, then one at each other place. Further points repeat these with the next runtime and user
 * behavior.
 */
export async function killPoints(
  count: number,
  runtimes: readonly Runtime[],
): Promise<readonly KillPoint[]> {
  const writes = await writesOfAll();
  const others = OTHERS.flatMap((_, turn) =>
    writes.map((write, at): PlacedWrite => ({
      ...write,
      place: OTHERS[(at + turn) % OTHERS.length] as KillPlace,
    }))
  );
  const placed = [
    ...writes.map((write): PlacedWrite => ({ ...write, place: "applied" })),
    // A change is reported once, after its last write.
    ...others.filter(({ place, isLast }) => place !== "reported" || isLast),
  ];
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / placed.length);
    const turn = Math.floor(at / 2) + Math.floor((round + 1) / 2);
    return {
      ...placed[at % placed.length] as PlacedWrite,
      first: (at % placed.length + round) % 2 === 0 ? "reads" : "undoes",
      runtime: runtimes[turn % runtimes.length] as Runtime,
    };
  });
}

type PlacedWrite = OneWrite & Pick<KillPoint, "place">;

const OTHERS: readonly KillPlace[] = ["before", "late", "reported", "answered"];
