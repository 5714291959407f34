/**
 * Bills at home that come every quarter, half-year or year.
 *
 * @module
 */

import type { Bill } from "./bill.ts";

const BY_QUARTER_AND_HALF_YEAR: readonly Bill[] = [
  {
    payee: "City Water Bureau",
    label: "CITY WATER BUREAU UTILITY | PORTLAND OR",
    category: "water",
    account: "checking",
    cadence: { everyMonths: 3, month: 2, day: 18 },
    amount: (_due, draws) => 124_000 + draws.integer(0, 2_600) * 10,
    jitter: 2,
  },
  {
    payee: "Shield Pest Control",
    label: "SHIELD PEST CONTROL | 503-555-0188 OR",
    category: "homeMaintenance",
    account: "visa",
    cadence: { everyMonths: 3, month: 1, day: 23 },
    amount: 89_000,
  },
  {
    payee: "Harbor Mutual Insurance",
    label: "HARBOR MUTUAL DES:INS PREM ID:AUTO{n6}",
    category: "carInsurance",
    account: "checking",
    cadence: { everyMonths: 6, month: 1, day: 5 },
    amount: 642_000,
  },
];

const BY_YEAR: readonly Bill[] = [
  {
    payee: "Harbor Mutual Insurance",
    label: "HARBOR MUTUAL DES:INS PREM ID:HOME{n6}",
    category: "homeInsurance",
    account: "checking",
    cadence: { everyMonths: 12, month: 3, day: 14 },
    amount: 1_186_000,
  },
  {
    payee: "Oregon DMV",
    label: "OREGON DMV2U REGISTRATION | SALEM OR",
    category: "registration",
    account: "checking",
    cadence: { everyMonths: 12, month: 9, day: 21 },
    amount: 186_000,
  },
  {
    payee: "Amazon Prime",
    label: "AMZN PRIME*{a9} | Amzn.com/bill WA",
    category: "memberships",
    account: "visa",
    cadence: { everyMonths: 12, month: 7, day: 9 },
    amount: 139_000,
  },
  {
    payee: "Bulkhaus",
    label: "BULKHAUS ANNUAL RENEWAL | TIGARD OR",
    category: "memberships",
    account: "visa",
    cadence: { everyMonths: 12, month: 10, day: 3 },
    amount: 65_000,
  },
  {
    payee: "PassKeeper",
    label: "PASSKEEPER FAMILY PLAN | TORONTO CAN",
    category: "software",
    account: "visa",
    cadence: { everyMonths: 12, month: 4, day: 26 },
    amount: 35_880,
  },
  {
    payee: "Lakeside Tax Service",
    label: "LAKESIDE TAX SERVICE | PORTLAND OR",
    category: "taxes",
    account: "checking",
    cadence: { everyMonths: 12, month: 4, day: 2 },
    amount: 210_000,
  },
];

/** All of these bills. */
export const RARE_BILLS: readonly Bill[] = [...BY_QUARTER_AND_HALF_YEAR, ...BY_YEAR];
