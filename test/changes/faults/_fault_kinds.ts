import type { FaultOutcome } from "../../../demo/faults.ts";

/** A simulated network or server fault, and its consequences for a change. */
export interface FaultKind {
  readonly name: string;
  readonly then: FaultOutcome;
  /** Whether the client must assume that the write might have been applied. */
  readonly isLost: boolean;
  /** Whether, after this fault, the client retries requests that are safe to repeat. */
  readonly isTransient: boolean | "for writes";
}

export const faultKinds: readonly FaultKind[] = [
  { name: "cut before", then: { cut: "before" }, isLost: true, isTransient: true },
  { name: "cut after", then: { cut: "after" }, isLost: true, isTransient: true },
  {
    name: "429",
    then: { status: 429, headers: { "retry-after": "60" } },
    isLost: false,
    isTransient: false,
  },
  { name: "500", then: { status: 500 }, isLost: true, isTransient: "for writes" },
  { name: "503", then: { status: 503 }, isLost: true, isTransient: true },
  { name: "503 after", then: { status: 503, applied: true }, isLost: true, isTransient: true },
  { name: "HTML", then: { html: 502 }, isLost: true, isTransient: true },
  {
    name: "HTML with status 200 after",
    then: { html: 200, applied: true },
    isLost: true,
    isTransient: "for writes",
  },
  { name: "stall", then: { stall: true }, isLost: true, isTransient: false },
  { name: "stall after", then: { stall: true, applied: true }, isLost: true, isTransient: false },
];

/** The faults for the slower runs over real sockets. */
export const fewFaultKinds: readonly FaultKind[] = faultKinds.filter(({ name }) =>
  ["cut before", "cut after", "503", "HTML", "stall after"].includes(name)
);
