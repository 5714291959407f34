/** The household's accounts, categories, payees, schedules and notes, as YNAB stores them. */

import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import type { DatedFigures } from "../../client/wire/account.ts";
import type { PayeeLocation } from "../../client/wire/payee.ts";
import {
  plainAccount,
  plainCategory,
  plainGroup,
  plainPayee,
  plainSchedule,
  plainTarget,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredPayee,
  type StoredScheduled,
  type StoredTarget,
  type WaitingImport,
} from "../model/records.ts";
import { bankLabel, type Draft, payeeId, storedLine } from "./rows.ts";
import {
  milliunits,
  randomFor,
  type Setting,
  shifted,
  TABLE,
  type TableCategory,
  type TableSchedule,
} from "./setting.ts";

export function householdAccounts(setting: Setting): StoredAccount[] {
  return Object.entries(TABLE.accounts).map(([key, account]) => {
    const { debt, link, tracking = false, reconciled_days_ago: reconciled, ...rest } = account;
    return plainAccount({
      ...rest,
      id: setting.idOf(`account/${key}`),
      on_budget: !tracking,
      direct_import_linked: link !== undefined,
      direct_import_in_error: link === "broken",
      last_reconciled_at: reconciled === undefined
        ? null
        : `${addDays(setting.today, -reconciled)}T18:24:07Z`,
      transfer_payee_id: setting.idOf(`payee/transfer/${key}`),
      payment_category_id: account.type === "creditCard"
        ? setting.idOf(`category/${key}Payment`)
        : null,
      debt_interest_rates: datedFigures(setting, debt?.rates),
      debt_minimum_payments: datedFigures(setting, debt?.minimums),
      debt_escrow_amounts: datedFigures(setting, debt?.escrow),
      knowledge: 1,
    });
  });
}

function datedFigures(
  setting: Setting,
  written: Readonly<Record<string, number>> | undefined,
): DatedFigures | null {
  if (written === undefined) return null;
  return Object.fromEntries(
    Object.entries(written).map(([month, figure]) => [shifted(setting, month), milliunits(figure)]),
  );
}

export function householdGroups(setting: Setting): StoredGroup[] {
  return TABLE.groups.map(({ key, categories: _, ...group }) =>
    plainGroup({ ...group, id: setting.idOf(`group/${key}`), knowledge: 1 })
  );
}

export function householdCategories(setting: Setting): StoredCategory[] {
  return TABLE.groups.flatMap(({ key: group, categories }) =>
    categories.map((category) => {
      const { key, monthly: _monthly, adds_up: _, this_month: _share, ...rest } = category;
      return plainCategory({
        ...rest,
        id: setting.idOf(`category/${key}`),
        category_group_id: setting.idOf(`group/${group}`),
        // The group of payment categories is internal, but its categories aren't.
        internal: group === "internal",
        target: targetOf(setting, category),
        knowledge: 1,
      });
    })
  );
}

function targetOf(setting: Setting, { target }: TableCategory): StoredTarget | null {
  if (target === undefined) return null;
  const { goal_target, goal_target_date, goal_creation_month, snoozed, ...rest } = target;
  return plainTarget({
    goal_needs_whole_amount: null,
    goal_cadence: 0,
    goal_cadence_frequency: null,
    ...rest,
    goal_target: milliunits(goal_target),
    goal_target_date: goal_target_date ? shifted(setting, goal_target_date) : null,
    goal_creation_month: goal_creation_month === undefined
      ? setting.start
      : shifted(setting, goal_creation_month),
    goal_snoozed_at: snoozed === true ? `${setting.thisMonth}T00:00:20Z` : null,
  });
}

export function householdPayees(setting: Setting, drafts: readonly Draft[]): StoredPayee[] {
  const named = new Set([
    ...TABLE.special_payees,
    ...TABLE.schedules.map(({ payee }) => payee),
    ...drafts.flatMap(({ payee, more: { lines = [] } }) => [
      payee ?? "",
      ...lines.map((line) => line.split("|")[1] ?? ""),
    ]),
  ].filter((name) => name !== "" && !name.startsWith(">")));
  const stored = (name: string, deleted: boolean = false): StoredPayee =>
    plainPayee({
      id: payeeId(setting, name),
      name,
      deleted,
      rename_rules: [...TABLE.rename_rules[name] ?? []],
      knowledge: 1,
    });
  return [
    ...[...named].map((name) => stored(name)),
    ...TABLE.unused_payees.map(({ name, deleted }) => stored(name, deleted)),
    ...Object.entries(TABLE.accounts).map(([key, { name, deleted }]) => ({
      ...stored(`>${key}`, deleted),
      name: `Transfer : ${name}`,
      transfer_account_id: setting.idOf(`account/${key}`),
    })),
  ];
}

export function householdLocations(setting: Setting): PayeeLocation[] {
  return TABLE.locations.map(([payee, latitude, longitude]) => ({
    id: setting.idOf(`location/${payee}`),
    payee_id: payeeId(setting, payee),
    latitude,
    longitude,
    deleted: false,
  }));
}

export function householdMonthNotes(setting: Setting): Map<string, string> {
  return new Map(
    Object.entries(TABLE.notes).map(([month, note]) => [shifted(setting, month), note]),
  );
}

/** The bank's transactions for the next import. */
export function householdWaitingImports(setting: Setting): WaitingImport[] {
  return TABLE.waiting.map(({ days_ago, account, amount, label }) => {
    const date = addDays(setting.today, -days_ago);
    const { name, original } = bankLabel(label, date, randomFor(setting, `waiting/${label}`));
    return {
      account_id: setting.idOf(`account/${account}`),
      date,
      amount: milliunits(amount),
      import_payee_name: name,
      import_payee_name_original: original,
    };
  });
}

export function householdSchedules(setting: Setting, drafts: readonly Draft[]): StoredScheduled[] {
  return TABLE.schedules.map((schedule) => {
    const { name, payee, category, account, amount, frequency, memo, deleted = false } = schedule;
    const [first, next] = datesOf(setting, schedule, drafts);
    return plainSchedule({
      id: setting.idOf(`schedule/${name}`),
      date_first: first,
      date_next: next,
      frequency,
      amount: milliunits(amount),
      memo: memo ?? null,
      account_id: setting.idOf(`account/${account}`),
      payee_id: payeeId(setting, payee),
      category_id: category === null ? null : setting.idOf(`category/${category}`),
      transfer_account_id: payee.startsWith(">") ? setting.idOf(`account/${payee.slice(1)}`) : null,
      deleted,
      lines: (schedule.lines ?? []).map((line, at) => {
        const { transfer_transaction_id: _, ...stored } = storedLine(
          setting,
          line,
          `schedule/${name}/${at}`,
        );
        return stored;
      }),
      knowledge: 1,
    });
  });
}

function datesOf(
  setting: Setting,
  { payee, days, weeks, starts = "", months = 1, on }: TableSchedule,
  drafts: readonly Draft[],
): readonly [first: string, next: string] {
  const { today } = setting;
  if (days !== undefined) return [addDays(today, days[0]), addDays(today, days[1])];
  if (weeks !== undefined) {
    const dates = drafts.filter((draft) => draft.payee === payee).map(({ date }) => date);
    let next = dates.at(-1) ?? today;
    while (next <= today) next = addDays(next, 7 * weeks);
    return [dates[0] ?? today, next];
  }
  const first = shifted(setting, starts);
  for (let at = 0;; at += months) {
    const due = (on ?? [Number(starts.slice(8))]).map((day) => addMonths(first, at, day));
    const next = due.find((date) => date > today);
    if (next !== undefined) return [first, next];
  }
}
