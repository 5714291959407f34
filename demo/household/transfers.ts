/**
 * Transfers that follow from the balances: cash withdrawals, card payments,
 * saving what is left, and money for the accounts abroad.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays } from "../_calendar.ts";
import { monthsFrom, onDay } from "../_months.ts";
import type { AccountKey } from "./accounts.ts";
import { bookedOn } from "./cadence.ts";
import type { Draft } from "./draft.ts";
import { closingDate } from "./london.ts";
import { drawsFor, type Setting } from "./setting.ts";

/** Milliunits that stay in the checking account when the month is settled. */
const BUFFER = 7_400_000;

const SAVING_STEP = 50_000;
const WITHDRAWAL = 120_000;
const STORE_CARD_PAYMENT = 210_000;

/**
 * Drafts the transfers that the other drafts make necessary.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(transferDrafts(setting, []).every(({ transferTo }) => transferTo !== undefined));
 * ```
 */
export function transferDrafts(setting: Setting, drafts: readonly Draft[]): Draft[] {
  const before = [
    ...withdrawals(setting, drafts),
    ...cardPayments(setting, drafts),
    ...moneyAbroad(setting),
    ...closeLondon(setting, drafts),
  ];
  return [...before, ...saving(setting, [...drafts, ...before])];
}

/** Fills the wallet whenever the next cash payment would empty it. */
function withdrawals(setting: Setting, drafts: readonly Draft[]): Draft[] {
  const made: Draft[] = [];
  const cash = drafts.filter((draft) => draft.account === "wallet")
    .sort((one, other) => one.date < other.date ? -1 : one.date > other.date ? 1 : 0);
  let held = 0;
  for (const { date, amount } of cash) {
    if (amount < 0 && held + amount < 20_000) {
      const label = bankLabel(
        "ATM WITHDRAWAL {n6} | 00{n4} SE HAWTHORNE PORTLAND OR",
        date,
        drawsFor(setting, `atm/${date}/${made.length}`),
      );
      made.push({ ...transfer("atm", date, WITHDRAWAL, "wallet"), label });
      held += WITHDRAWAL;
    }
    held += amount;
  }
  return made;
}

/** Last month's balance of the Visa in full; a fixed sum to the store card. */
function cardPayments(setting: Setting, drafts: readonly Draft[]): Draft[] {
  const made: Draft[] = [];
  const ofCard = drafts.filter((draft) => touches("visa", draft));
  for (const month of monthsFrom(setting.start, setting.today)) {
    const draws = drawsFor(setting, `card payments/${month}`);
    const owed = -balanceOn("visa", addDays(month, -1), [...ofCard, ...made]);
    const visaDate = bookedOn(onDay(month, 18), 0, draws);
    if (owed > 0 && visaDate <= setting.today) {
      const label = bankLabel("EVERYDAY VISA DES:ONLINE PMT ID:CKF{n9}", visaDate, draws);
      made.push({ ...transfer("visa payment", visaDate, owed, "visa"), label });
    }
    const storeDate = bookedOn(onDay(month, 9), 0, draws);
    if (storeDate <= setting.today) {
      made.push(transfer("store card payment", storeDate, STORE_CARD_PAYMENT, "storeCard"));
    }
  }
  return made;
}

function moneyAbroad(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).flatMap((month) => {
    const date = bookedOn(onDay(month, 2), 0, drawsFor(setting, `abroad/${month}`));
    return [
      { ...transfer("to Lyon", date, 250_000, "lyon"), memo: "Lyon standing order" },
      { ...transfer("to Cologne", date, 115_000, "giro"), memo: "Cologne standing order" },
    ];
  }).filter((draft) => draft.date <= setting.today);
}

/** Empties the account in London before it is closed. */
function closeLondon(setting: Setting, drafts: readonly Draft[]): Draft[] {
  const date = closingDate(setting);
  const left = balanceOn("london", date, drafts);
  return [{
    ...transfer("close London", date, left, "checking"),
    account: "london",
    label: bankLabel(
      "BILL PAYMENT VIA FASTER PAYMENT TO A MARLOW REFERENCE CLOSING",
      date,
      drawsFor(setting, "close"),
    ),
    memo: "Closing the account",
  }];
}

/** Moves what checking does not need to savings, or back. */
function saving(setting: Setting, drafts: readonly Draft[]): Draft[] {
  const made: Draft[] = [];
  const ofChecking = drafts.filter((draft) => touches("checking", draft));
  for (const month of monthsFrom(setting.start, setting.today)) {
    const date = onDay(month, 28);
    if (date > setting.today) break;
    const spare = balanceOn("checking", date, [...ofChecking, ...made]) - BUFFER;
    const amount = Math.floor(Math.abs(spare) / SAVING_STEP) * SAVING_STEP;
    if (amount === 0) continue;
    made.push(
      spare > 0
        ? { ...transfer("saving", date, amount, "savings"), memo: "Rest of the month" }
        : { ...transfer("saving", date, amount, "checking"), account: "savings" },
    );
  }
  return made;
}

function transfer(source: string, date: string, amount: number, to: AccountKey): Draft {
  return {
    source,
    date,
    account: "checking",
    amount: -amount,
    payee: null,
    category: null,
    transferTo: to,
  };
}

/** Whether a draft can move the balance of an account. */
function touches(account: AccountKey, draft: Draft): boolean {
  return draft.account === account || draft.transferTo === account ||
    draft.lines?.some(({ transferTo }) => transferTo === account) === true;
}

function balanceOn(account: AccountKey, date: string, drafts: readonly Draft[]): number {
  let sum = 0;
  for (const draft of drafts) {
    if (draft.deleted === true || draft.date > date) continue;
    if (draft.account === account) sum += draft.amount;
    if (draft.transferTo === account) sum -= draft.amount;
    for (const line of draft.lines ?? []) {
      if (line.transferTo === account && line.deleted !== true) sum -= line.amount;
    }
  }
  return sum;
}
