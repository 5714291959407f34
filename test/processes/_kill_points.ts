import type { OperationId } from "../../client/operations.ts";
import { type FaultCase, faultCases } from "../changes/faults/_fault_cases.ts";
import type { Manner } from "./_aftermath.ts";
import { cleanRun } from "./_clean_run.ts";
import type { Runtime } from "./_server_process.ts";

/**
 * Where a write is when its server is killed: applied without its answer; lost before it
 * was applied; on its way, and applied after the server's death; or just being answered.
 * Or the whole change has been reported.
 */
export type KillPlace = "applied" | "before" | "late" | "answered" | "told";

/** One write of a change. */
export interface OneWrite {
  readonly faultCase: FaultCase;
  readonly operation: OperationId;
  /** Which write of the change, from 1. */
  readonly nth: number;
  /** Which of its operation, from 1. */
  readonly nthOfItsKind: number;
  readonly isLast: boolean;
}

/** One kill. */
export interface KillPoint extends OneWrite {
  readonly place: KillPlace;
  readonly first: Manner["first"];
  readonly runtime: Runtime;
}

/** Gives every write of every kind of change and way back. */
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
 * Gives as many kills as are wanted: first every write after it was applied, which is
 * where most can be lost, then every write at each of the other places by turns.
 * Whoever wants more gets the same again with the next runtime and manner.
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
    ...others.filter(({ place, isLast }) => place !== "told" || isLast),
  ];
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / placed.length);
    const turn = Math.floor(at / 2) + Math.floor((round + 1) / 2);
    return {
      ...placed[at % placed.length] as PlacedWrite,
      first: (at % placed.length + round) % 2 === 0 ? "reads" : "takes back",
      runtime: runtimes[turn % runtimes.length] as Runtime,
    };
  });
}

type PlacedWrite = OneWrite & Pick<KillPoint, "place">;

const OTHERS: readonly KillPlace[] = ["before", "late", "told", "answered"];
