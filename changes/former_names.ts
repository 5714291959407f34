import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "../domain/payees/system_payees.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import type { Fields } from "./change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import type { Named, Reverted } from "./revert.ts";
import type { RecordsNow } from "./undo_targets.ts";

/**
 * Refers to deleted payees by name, so that YNAB finds or creates payees with these names. A record
 * that has been re-created since then already has a payee with this name. Replaces YNAB's own
 * "Uncategorized", which only the app can set, with `null`.
 */
export function withCurrentNames(
  entry: JournalEntry,
  { isLive, nameOf, current }: Pick<RecordsNow, "isLive" | "nameOf" | "current">,
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

/** A transfer's payee depends on its account. */
function isPayeeName(name: unknown, fields: Fields): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= MAX_PAYEE_NAME_LENGTH &&
    (fields["transfer_account_id"] ?? null) === null && !isReservedPayee(name);
}

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
