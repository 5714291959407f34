import { foldName } from "../domain/base/fold_text.ts";
import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "../domain/payees/system_payees.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import type { Fields } from "./change.ts";
import { holds } from "./fields.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import type { CurrentRecord } from "./records.ts";
import type { Revert, Reverted } from "./revert.ts";

type Named = CurrentRecord & { readonly name?: string };

/**
 * Warns about names that now belong to other records. If undo skipped such records, several changes
 * couldn't be undone in reverse order.
 */
export function namesakeWarnings(
  noun: "payee" | "category" | "group",
): NonNullable<Revert["warnings"]> {
  return (reverted, { live }) => {
    const ids = new Set(reverted.map(({ target }) => target.id));
    const others = live.filter(({ id }) => !ids.has(id));
    const names = reverted.flatMap((one) => namesakeOf(one, others)?.name ?? []);
    const place = noun === "category" ? " in the same group" : "";
    return [...new Set(names)].map((name) =>
      `another ${noun}${place} is now called "${nameWords(name)}", so there will be two`
    );
  };
}

function namesakeOf({ target, now }: Reverted, others: readonly Named[]): Named | undefined {
  const former = target.restore ?? target.before ?? {};
  if (!("name" in former || "category_group_id" in former)) return undefined;
  // Only categories belong to a group.
  const { name, category_group_id: group = null } = { ...now, ...former };
  return others.find((one) =>
    foldName(one.name ?? "") === foldName(String(name)) && holds({ category_group_id: group }, one)
  );
}

interface NamesNow {
  readonly isLive: (field: string, id: string) => boolean;
  /** The current name; `null` for YNAB's own category Uncategorized. */
  readonly nameOf: (id: string) => string | null;
  /** The current record; `null` if it is gone. */
  readonly current: (step: JournalStep, target: JournalTarget) => Fields | null;
}

/**
 * Refers to deleted payees by name, so that YNAB finds or creates payees with these names. A record
 * that has been re-created since then already has a payee with this name. Replaces YNAB's own
 * "Uncategorized", which only the app can set, with `null`.
 */
export function withCurrentNames(
  entry: JournalEntry,
  { isLive, nameOf, current }: NamesNow,
): JournalEntry {
  const withoutNone = (fields: Fields): Fields => {
    const { category_id: category } = fields;
    const isNone = typeof category === "string" && nameOf(category) === null;
    return isNone ? { ...fields, category_id: null } : fields;
  };
  const named = (given: Fields, known: Fields): Fields => {
    const fields = withoutNone(given);
    const { payee_id: id, ...rest } = fields;
    const name = fields["payee_name"] ?? known["payee_name"];
    return typeof id === "string" && !isLive("payee_id", id) && isPayeeName(name, fields)
      ? { ...rest, payee_name: name }
      : fields;
  };
  const withNames = (step: JournalStep, target: JournalTarget): JournalTarget => {
    const { before, after, restore, lines } = target;
    if (before === null) return { ...target, after: after && withoutNone(after) };
    const isSamePayee = current(step, target)?.["payee_id"] === after?.["payee_id"];
    return {
      ...target,
      before: named(before, before),
      after: after && (isSamePayee ? withoutNone(after) : named(after, after)),
      ...(restore === undefined ? {} : { restore: named(restore, before) }),
      ...(lines === undefined ? {} : { lines: lines.map((line) => named(line, line)) }),
    };
  };
  return {
    ...entry,
    steps: entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((one) => withNames(step, one)),
    })),
  };
}

/**
 * Whether YNAB finds or creates a payee by this name. The payee of a transfer depends on its
 * account.
 */
function isPayeeName(name: unknown, fields: Fields): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= MAX_PAYEE_NAME_LENGTH &&
    (fields["transfer_account_id"] ?? null) === null && !isReservedPayee(name);
}

/** Warns about the payees that YNAB finds or creates by name. */
export function payeeWarnings(
  reverted: readonly Reverted[],
  payees: readonly Named[],
): readonly string[] {
  const names = reverted.flatMap(({ target: { before, restore, lines = [] } }) =>
    before === null ? [] : [restore ?? before, ...lines]
      .flatMap((fields) => "payee_id" in fields ? [] : fields["payee_name"] ?? [])
  ).map(String);
  return [...new Set(names)].map((name) =>
    `the payee "${nameWords(name)}" has been deleted: undoing ` +
    (payees.some((one) => one.name === name)
      ? "uses the other payee with this name"
      : "creates another one with this name")
  );
}
