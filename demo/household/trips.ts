/**
 * Travels: a summer in Lyon, a visit to Cologne and a week on the coast, and
 * two purchases that were given back.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays, addMonths } from "../_calendar.ts";
import type { AccountKey } from "./accounts.ts";
import type { CategoryKey } from "./category_table.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

interface Stop {
  /** Months and days after the plan's first day. */
  readonly at: readonly [months: number, days: number];
  readonly payee: string;
  readonly label: string;
  readonly account: AccountKey;
  /** Dollars, negative when spent. */
  readonly dollars: number;
  readonly category?: CategoryKey;
  readonly memo?: string;
}

const LYON_SUMMER: readonly Stop[] = [
  at(4, 11, "Air Cascadia", "AIR CASCADIA 01627{n8} | SEATTLE WA", "visa", -1_486.2),
  at(7, 4, "Carrefour", "CB CARREFOUR {dd/mm} | LYON PART DIEU", "lyon", -64.38),
  at(7, 5, "Boulangerie Marchand", "CB BOULANGERIE MARCHAND {dd/mm} | LYON 03", "lyon", -9.7),
  at(7, 6, "SNCF", "CB SNCF INTERNET {dd/mm} | PARIS 10", "lyon", -118.4),
  at(7, 8, "Carrefour", "CB CARREFOUR {dd/mm} | LYON PART DIEU", "lyon", -41.12),
  at(7, 9, "Bouchon Tupin", "CB BOUCHON TUPIN {dd/mm} | LYON 02", "lyon", -86.5),
  at(7, 11, "Monoprix", "CB MONOPRIX 2217 {dd/mm} | LYON", "lyon", -37.9),
  at(7, 12, "Boulangerie Marchand", "CB BOULANGERIE MARCHAND {dd/mm} | LYON 03", "lyon", -7.4),
  at(7, 14, "Carrefour", "CB CARREFOUR {dd/mm} | LYON PART DIEU", "lyon", -52.66),
];

const COLOGNE_VISIT: readonly Stop[] = [
  at(15, 6, "Air Cascadia", "AIR CASCADIA 01627{n8} | SEATTLE WA", "visa", -1_322.8),
  at(
    18,
    3,
    "REWE",
    "KARTENZAHLUNG REWE SAGT DANKE {n5} | KOELN//DE {n2}.{n2} GIROCARD",
    "giro",
    -38.24,
  ),
  at(
    18,
    4,
    "Deutsche Bahn",
    "SEPA-LASTSCHRIFT DB Vertrieb GmbH | SVWZ+Fahrschein {a6}",
    "giro",
    -54.9,
  ),
  at(18, 5, "Brauhaus am Rhein", "KARTENZAHLUNG BRAUHAUS AM RHEIN | KOELN//DE", "giro", -72.6),
  at(
    18,
    8,
    "REWE",
    "KARTENZAHLUNG REWE SAGT DANKE {n5} | KOELN//DE {n2}.{n2} GIROCARD",
    "giro",
    -27.81,
  ),
  at(18, 9, "Schokoladenmuseum", "KARTENZAHLUNG SCHOKOLADENMUSEUM | KOELN//DE", "giro", -46),
];

const COAST_WEEK: readonly Stop[] = [
  at(28, 2, "Haystack Lodge", "HAYSTACK LODGE DEPOSIT | CANNON BEACH OR", "visa", -320),
  at(30, 9, "Cascade Fuel", "CASCADE FUEL {n8} | SEASIDE OR", "visa", -52.17),
  at(30, 10, "Haystack Lodge", "HAYSTACK LODGE | CANNON BEACH OR", "visa", -642.5),
  at(30, 11, "Driftwood Grill", "TST* DRIFTWOOD GRILL | Cannon Beach OR", "visa", -94.2),
  at(30, 12, "Tidepool Kayaks", "SQ *TIDEPOOL KAYAKS | Seaside OR", "visa", -156),
  at(30, 13, "Driftwood Grill", "TST* DRIFTWOOD GRILL | Cannon Beach OR", "visa", -71.45),
];

/** The lodge's money comes back two months later: a month of positive activity. */
const GIVEN_BACK: readonly Stop[] = [
  at(11, 8, "Alpine Lakes Lodge", "ALPINE LAKES LODGE | LEAVENWORTH WA", "visa", -640),
  {
    ...at(13, 3, "Alpine Lakes Lodge", "ALPINE LAKES LODGE | LEAVENWORTH WA", "visa", 640),
    memo: "Refund: road closed",
  },
  {
    ...at(
      20,
      15,
      "Harbor Mutual Insurance",
      "HARBOR MUTUAL DES:REFUND ID:AUTO{n6}",
      "checking",
      86.4,
    ),
    category: "oldCar",
    memo: "Refund for the sold car",
  },
  {
    ...at(33, 8, "Outpost Outfitters", "PAYPAL *OUTPOSTOUT | 402-935-7733 CA", "visa", -128.99),
    category: "clothing",
  },
  {
    ...at(33, 19, "Outpost Outfitters", "PAYPAL *OUTPOSTOUT | 402-935-7733 CA", "visa", 128.99),
    category: "clothing",
    memo: "Jacket returned",
  },
];

/**
 * Drafts all travels and refunds.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(tripDrafts(setting).some(({ label }) => label?.name.startsWith("CB CARREFOUR")));
 * ```
 */
export function tripDrafts(setting: Setting): Draft[] {
  return [...LYON_SUMMER, ...COLOGNE_VISIT, ...COAST_WEEK, ...GIVEN_BACK].map((stop) => {
    const date = addDays(addMonths(setting.start, stop.at[0]), stop.at[1]);
    const draws = drawsFor(setting, `trip/${stop.payee}/${stop.at.join("/")}`);
    return {
      source: `trip/${stop.payee}`,
      date,
      account: stop.account,
      amount: Math.round(stop.dollars * 100) * 10,
      payee: stop.payee,
      category: stop.category ?? "vacation",
      label: bankLabel(stop.label, date, draws),
      ...(stop.memo === undefined ? {} : { memo: stop.memo }),
    };
  });
}

function at(
  months: number,
  days: number,
  ...[payee, label, account, dollars]: [string, string, AccountKey, number]
): Stop {
  return { at: [months, days], payee, label, account, dollars };
}
