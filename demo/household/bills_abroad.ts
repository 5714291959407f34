/**
 * Recurring payments in France, Germany and the United Kingdom, as banks there
 * label them.
 *
 * @module
 */

import type { Bill } from "./bill.ts";

/** Months that the London account was in use. */
export const LONDON_MONTHS = 9;

/** The flat in Lyon. */
const LYON: readonly Bill[] = [
  {
    payee: "EDF",
    label: "PRLV SEPA EDF CLIENTS PARTICULIERS | ECH/{dd/mm} RUM MM{n12}",
    category: "lyonFlat",
    account: "lyon",
    cadence: { everyMonths: 1, month: 1, day: 7 },
    amount: (due, draws) =>
      (/-(11|12|01|02|03)-/.test(due) ? 68_000 : 41_000) + draws.integer(0, 900) * 10,
    jitter: 1,
  },
  {
    payee: "Boxfil Telecom",
    label: "PRLV SEPA BOXFIL TELECOM | REF {n10}",
    category: "lyonFlat",
    account: "lyon",
    cadence: { everyMonths: 1, month: 1, day: 10 },
    amount: 32_400,
  },
  {
    payee: "Mme Perrin",
    label: "VIR SEPA MME PERRIN MENAGE | MOTIF ENTRETIEN {mm}",
    category: "lyonFlat",
    account: "lyon",
    cadence: { everyMonths: 1, month: 1, day: 4 },
    amount: 54_000,
  },
  {
    payee: "Syndic Les Cedres",
    label: "VIR SEPA SYNDIC LES CEDRES | APPEL DE FONDS T{n1}",
    category: "lyonFlat",
    account: "lyon",
    cadence: { everyMonths: 3, month: 1, day: 12 },
    amount: 162_000,
  },
];

/** What still runs in Cologne. */
const COLOGNE: readonly Bill[] = [
  {
    payee: "Rheinfunk Mobil",
    label:
      "SEPA-BASISLASTSCHRIFT Rheinfunk Mobil GmbH | EREF+{n12} MREF+RF{n8} CRED+DE98ZZZ0{n10} SVWZ+Rechnung {mm}",
    category: "cologne",
    account: "giro",
    cadence: { everyMonths: 1, month: 1, day: 3 },
    amount: 16_190,
  },
  {
    payee: "Lagerraum Nippes",
    label: "DAUERAUFTRAG Lagerraum Nippes KG | SVWZ+Box 114 Miete IBAN DE{n2}3705{n14}",
    category: "cologne",
    account: "giro",
    cadence: { everyMonths: 1, month: 1, day: 1 },
    amount: 62_700,
  },
  {
    payee: "Rundfunkbeitrag",
    label:
      "SEPA-LASTSCHRIFT Rundfunk ARD, ZDF, DRadio | SVWZ+{n9} Beitrag {mm} CRED+DE1800200000{n6}",
    category: "cologne",
    account: "giro",
    cadence: { everyMonths: 3, month: 2, day: 15 },
    amount: 59_480,
  },
];

/** London, until the account was closed. */
const LONDON: readonly Bill[] = [
  {
    payee: "Camden Council",
    label: "DIRECT DEBIT PAYMENT TO LB CAMDEN C/TAX REF {n10}",
    category: "londonFlat",
    account: "london",
    cadence: { everyMonths: 1, month: 1, day: 1 },
    amount: 186_000,
    lastMonth: LONDON_MONTHS - 2,
  },
  {
    payee: "Thames Mobile",
    label: "DIRECT DEBIT PAYMENT TO THAMES MOBILE REF {n8}",
    category: "londonLiving",
    account: "london",
    cadence: { everyMonths: 1, month: 1, day: 14 },
    amount: 12_700,
    lastMonth: LONDON_MONTHS - 2,
  },
];

/** All recurring payments abroad. */
export const BILLS_ABROAD: readonly Bill[] = [...LYON, ...COLOGNE, ...LONDON];
