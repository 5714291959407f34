/**
 * The household's payees: whoever occurs in a row, one per account for
 * transfers, and the special ones of every plan.
 *
 * @module
 */

import type { StoredPayee } from "../_records.ts";
import { ACCOUNT_KEYS, ACCOUNTS } from "./accounts.ts";
import type { Draft } from "./draft.ts";
import { idFor, type Setting } from "./setting.ts";

const SPECIAL = [
  "Starting Balance",
  "Manual Balance Adjustment",
  "Reconciliation Balance Adjustment",
];

/** Payees that rename rules exist for, with the bank labels that they catch. */
const RENAME_RULES: Readonly<Record<string, readonly string[]>> = {
  "Moonreel": ["MOONREEL.COM", "MOONREEL.COM 866-555-0142 CA"],
  "Spotify": ["PAYPAL *SPOTIFY", "PAYPAL *SPOTIFY 402-935-7733 CA"],
  "Blue Door Coffee": ["SQ *BLUE DOOR COFFEE", "SQ *BLUE DOOR COFFEE Portland OR"],
  "Pho Lantern": ["TST* PHO LANTERN", "TST* PHO LANTERN Portland OR"],
  "Amazon": ["AMZN Mktp US*2K4LM8QX3"],
};

/** Payees that nobody uses: one merged into another, one never paid. */
const UNUSED = [
  { name: "Blue Door Cafe (old)", deleted: true },
  { name: "Evergreen Plumbing", deleted: false },
];

/**
 * Gives the id of a payee by name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(payeeIdOf(setting, "Spotify"), payeeIdOf(setting, "Spotify"));
 * ```
 */
export function payeeIdOf(setting: Setting, name: string): string {
  return idFor(setting, `payee/named/${name}`);
}

/**
 * Lists the payees of the given drafts, the others that are named, and every plan's own.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(householdPayees(setting, [], [])[0]?.name, "Starting Balance");
 * ```
 */
export function householdPayees(
  setting: Setting,
  drafts: readonly Draft[],
  others: readonly string[],
): StoredPayee[] {
  const named = new Set<string>([...SPECIAL, ...others]);
  for (const draft of drafts) {
    if (draft.payee !== null) named.add(draft.payee);
    for (const line of draft.lines ?? []) if (line.payee !== undefined) named.add(line.payee);
  }
  return [
    ...[...named].map((name) => namedPayee(setting, name, false)),
    ...UNUSED.map(({ name, deleted }) => namedPayee(setting, name, deleted)),
    ...ACCOUNT_KEYS.map((key) => ({
      id: idFor(setting, `payee/transfer/${key}`),
      name: `Transfer : ${ACCOUNTS[key].name}`,
      transfer_account_id: idFor(setting, `account/${key}`),
      deleted: ACCOUNTS[key].deleted ?? false,
      rename_rules: [],
      knowledge: 1,
    })),
  ];
}

function namedPayee(setting: Setting, name: string, deleted: boolean): StoredPayee {
  return {
    id: payeeIdOf(setting, name),
    name,
    transfer_account_id: null,
    deleted,
    rename_rules: [...RENAME_RULES[name] ?? []],
    knowledge: 1,
  };
}
