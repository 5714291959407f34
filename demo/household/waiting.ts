/**
 * What the banks hold ready for the next import.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays } from "../_calendar.ts";
import type { WaitingImport } from "../_records.ts";
import type { AccountKey } from "./accounts.ts";
import { drawsFor, idFor, type Setting } from "./setting.ts";

type Waiting = readonly [daysAgo: number, account: AccountKey, amount: number, template: string];

const WAITING: readonly Waiting[] = [
  [2, "visa", -5_250, "SQ *BLUE DOOR COFFEE | Portland OR"],
  [1, "visa", -41_800, "TST* PHO LANTERN | Portland OR"],
  [1, "checking", -23_480, "POS DEBIT XXXXXXXXXXXX4417 ROSEWOOD PHARMACY | PORTLAND OR"],
  [0, "visa", -62_990, "AMZN Mktp US*{a9} | Amzn.com/bill WA"],
  [0, "visa", -19_000, "PAYPAL *LUMENLAB | 402-935-7733 CA"],
];

/**
 * Lists the rows that linked banks hold ready.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(householdWaitingImports(setting).every(({ date }) => date <= setting.today));
 * ```
 */
export function householdWaitingImports(setting: Setting): WaitingImport[] {
  return WAITING.map(([daysAgo, account, amount, template]) => {
    const date = addDays(setting.today, -daysAgo);
    const label = bankLabel(template, date, drawsFor(setting, `waiting/${template}`));
    return {
      account_id: idFor(setting, `account/${account}`),
      date,
      amount,
      import_payee_name: label.name,
      import_payee_name_original: label.original,
    };
  });
}
