/** Whether to measure all cases and print the figures; set INSIGHT_FIGURES=1. */
const isMeasured = Deno.env.get("INSIGHT_FIGURES") === "1";

/** Returns the number of cases, which is higher for a full measurement than for the gate. */
export function sized(measured: number, inGate: number): number {
  return isMeasured ? measured : inGate;
}

/** Prints a measured figure, but not in the gate, whose cases are too few. */
export function printFigure(name: string, value: string | number): void {
  // deno-lint-ignore no-console
  if (isMeasured) console.log(`${name}: ${value}`);
}

/** Formats a share of cases, such as `86.4% of 250`. */
export function shareOf(part: number, all: number): string {
  return `${(100 * part / all).toFixed(1)}% of ${all}`;
}
