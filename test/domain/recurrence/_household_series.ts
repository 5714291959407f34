import { householdPlan } from "../../../demo/household.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { GeneratedPlan, TrueCadence, TrueSeries } from "./_generated_series.ts";
import { liveRows } from "../payees/_live_rows.ts";

interface KnownSeries {
  readonly payee: string;
  readonly cadence: TrueCadence;
  readonly direction?: "in";
  /** Smallest and largest amount, where the payee is also paid for other things. */
  readonly between?: readonly [number, number];
}

const monthly = [
  ...["Little Explorers Daycare", "CloudNest", "Ironworks Gym", "Moonreel", "Evergreen Fiber"],
  ...["The Daily Ledger", "Cascadia Power & Light", "Riverside Food Bank", "Spotify"],
  ...["Northwest Gas", "Beacon Mobile", "EDF", "Boxfil Telecom", "Mme Perrin", "Rheinfunk Mobil"],
  ...["Lagerraum Nippes", "Kibble Club"],
];
const quarterly = [
  ...["City Water Bureau", "Shield Pest Control", "Syndic Les Cedres", "Rundfunkbeitrag"],
];
const yearly = ["Oregon DMV", "Amazon Prime", "PassKeeper", "Lakeside Tax Service"];

/** Everything that goes on; the bills of the closed account in London have ended. */
const KNOWN: readonly KnownSeries[] = [
  { payee: "Riverbend Farm Box", cadence: "weekly" },
  { payee: "Kids' Allowance", cadence: "weekly" },
  { payee: "Bright Broom Cleaning", cadence: "biweekly" },
  ...monthly.map((payee): KnownSeries => ({ payee, cadence: "monthly" })),
  ...quarterly.map((payee): KnownSeries => ({ payee, cadence: "quarterly" })),
  ...yearly.map((payee): KnownSeries => ({ payee, cadence: "yearly" })),
  { payee: "Harbor Mutual Insurance", cadence: "half-yearly", between: [642_000, 642_000] },
  { payee: "Harbor Mutual Insurance", cadence: "yearly", between: [1_186_000, 1_186_000] },
  { payee: "Bulkhaus", cadence: "yearly", between: [65_000, 65_000] },
  { payee: "Northline Engineering", cadence: "biweekly", direction: "in" },
  { payee: "Studio Marlow", cadence: "monthly", direction: "in" },
  { payee: "Interest Paid", cadence: "monthly", direction: "in" },
  { payee: "US Treasury", cadence: "yearly", direction: "in" },
];

/** Returns the household on a date and its ground truth. */
export function householdWithSeries(today: string, seed: number): GeneratedPlan {
  const rows = liveRows(householdPlan({ today, seed }));
  const series = KNOWN.map(({ payee, cadence, between, ...known }): TrueSeries => {
    const direction = known.direction ?? "out";
    const [least, most] = between ?? [0, Infinity];
    const own = rows.filter(({ payee_name, amount }) =>
      payee_name === payee && (direction === "in" ? amount > 0 : amount < 0) &&
      Math.abs(amount) >= least && Math.abs(amount) <= most
    );
    // Some bills differ with the seasons: their price is that of the last year.
    const lately = own.filter(({ date }) => date > addMonths(today, -13));
    const sizes = lately.map(({ amount }) => Math.abs(amount)).sort((a, b) => a - b);
    const price = sizes[Math.floor(sizes.length / 2)] ?? 0;
    return { payee, cadence, direction, price, rows: own, hasEnded: false, raise: null };
  });
  return { today, rows, series };
}
