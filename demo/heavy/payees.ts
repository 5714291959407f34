/**
 * Payees of a heavy plan: nearly a thousand, each with the label of some bank.
 *
 * @module
 */

import { type Random, randomFrom } from "../_random.ts";
import type { StoredPayee } from "../_records.ts";
import type { HeavyAccount } from "./accounts.ts";

/** A payee and how it is paid. */
export interface HeavyPayee {
  readonly stored: StoredPayee;
  /** Template of the bank's label. */
  readonly label: string;
  /** What it is usually paid for, and what else. */
  readonly categories: readonly [usual: string, other: string];
  /** Milliunits. */
  readonly price: number;
  /** Whether the price is always the same. */
  readonly isFixed: boolean;
}

/** All payees, and those that the rows need to know. */
export interface HeavyPayees {
  readonly merchants: readonly HeavyPayee[];
  readonly stored: StoredPayee[];
  readonly employer: string;
  readonly startingBalance: string;
  readonly adjustment: string;
  readonly interest: string;
}

const FIRST_WORDS: readonly string[] = [
  ...["Alder", "Amber", "Anchor", "Aspen", "Badger", "Beacon", "Birch", "Bluebird", "Bramble"],
  ...["Bridge", "Canyon", "Cedar", "Clover", "Copper", "Coral", "Crown", "Delta", "Eagle"],
  ...["Ember", "Falcon", "Fern", "Garnet", "Granite", "Harbor", "Hazel", "Heron", "Indigo"],
  ...["Ivory", "Jasper", "Juniper", "Lantern", "Laurel", "Linden", "Lotus", "Maple", "Meadow"],
];

const SECOND_WORDS: readonly string[] = [
  ...["Market", "Bakery", "Hardware", "Pharmacy", "Books", "Diner", "Fuel", "Motors", "Clinic"],
  ...["Garden", "Outfitters", "Cafe", "Cinema", "Grill", "Supply", "Studio", "Travel", "Foods"],
  ...["Shoes", "Electronics", "Pets", "Toys", "Dental", "Media", "Insurance", "Energy", "Wireless"],
];

const LABELS: readonly string[] = [
  "{NAME} #{n4} | PORTLAND OR",
  "SQ *{NAME} | Portland OR",
  "TST* {NAME} | Seattle WA",
  "PAYPAL *{NAME} | 402-935-7733 CA",
  "POS DEBIT XXXXXXXXXXXX{n4} {NAME} | DENVER CO",
  "AMZN Mktp US*{a9} {NAME} | Amzn.com/bill WA",
  "{NAME} DES:BILL PAY ID:{n9}",
  "CARD PAYMENT TO {NAME} {n4} ON {dd-mm}",
  "DIRECT DEBIT PAYMENT TO {NAME} REF {n8}",
  "CB {NAME} {dd/mm} | LYON",
  "PRLV SEPA {NAME} | RUM MM{n12}",
  "SEPA-BASISLASTSCHRIFT {NAME} GmbH | EREF+{n12} MREF+{n8} SVWZ+Rechnung {mm}",
  "KARTENZAHLUNG {NAME} SAGT DANKE {n5} | KOELN//DE",
];

/**
 * Lists the payees of a heavy plan.
 *
 * @param seed Chooses labels, prices and categories.
 * @param categories Ids of what payees may be paid for.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(heavyPayees(1, ["food", "books"], []).stored.length > 900);
 * ```
 */
export function heavyPayees(
  seed: number,
  categories: readonly string[],
  accounts: readonly HeavyAccount[],
): HeavyPayees {
  const plain = (name: string): StoredPayee =>
    payee(randomFrom(`heavy/${seed}/payee/${name}`).uuid(), name);
  const names = FIRST_WORDS.flatMap((first) => SECOND_WORDS.map((second) => `${first} ${second}`));
  const merchants = names.map((name) =>
    merchant(plain(name), categories, randomFrom(`heavy/${seed}/merchant/${name}`))
  );
  const startingBalance = plain("Starting Balance");
  const adjustment = plain("Manual Balance Adjustment");
  const employer = plain("Granite Peak Systems");
  const interest = plain("Interest Charge");
  return {
    merchants,
    stored: [
      startingBalance,
      adjustment,
      plain("Reconciliation Balance Adjustment"),
      employer,
      interest,
      ...accounts.map(({ stored }) => ({
        ...payee(stored.transfer_payee_id, `Transfer : ${stored.name}`),
        transfer_account_id: stored.id,
      })),
      ...merchants.map(({ stored }) => stored),
    ],
    employer: employer.id,
    startingBalance: startingBalance.id,
    adjustment: adjustment.id,
    interest: interest.id,
  };
}

function merchant(stored: StoredPayee, categories: readonly string[], draws: Random): HeavyPayee {
  const usual = draws.pick(categories);
  return {
    stored,
    label: draws.pick(LABELS).replace("{NAME}", stored.name.toUpperCase()),
    categories: [usual, draws.chance(0.3) ? draws.pick(categories) : usual],
    price: draws.integer(350, 9_500) * 10,
    isFixed: draws.chance(0.12),
  };
}

function payee(id: string, name: string): StoredPayee {
  return { id, name, transfer_account_id: null, deleted: false, rename_rules: [], knowledge: 1 };
}
