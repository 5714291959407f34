import type { SavedCategory } from "../../client/upstream_client.ts";
import type { AssignedAmount } from "../../domain/assigning/proposals.ts";
import { frequencyWords } from "../../domain/plan/transaction_label.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { parseMonth } from "../../domain/base/month.ts";
import type { AccountRecord, MonthRecord } from "../../domain/base/plan_records.ts";
import { categoryLabel } from "../../domain/plan/category_label.ts";
import type { IdIndex } from "../../domain/references/resolve_reference.ts";
import type { Reads } from "../../sync/plan/local_copy.ts";
import { type AvailableCategory, availableWords } from "../available_now.ts";
import type {
  ChangeDraft,
  Fields,
  FieldValue,
  PreviewLine,
  Step,
  Stop,
  Target,
  WriteId,
} from "../change.ts";
import {
  fieldWords,
  isSameValue,
  isShownByOther,
  nameField,
  pickFields,
  withoutNames,
} from "../fields.ts";
import { settingStep } from "../setting.ts";

export interface FieldChange extends Pick<Target, "id" | "label" | "restore" | "isFollower"> {
  readonly before: Fields;
  readonly after: Fields;
  readonly lines: readonly ShownField[];
}

export type ShownField = Omit<PreviewLine, "id" | "label">;

/** Other fields of the draft, which override the default ones. */
export interface FieldDraftOptions<Op extends WriteId>
  extends Partial<Omit<ChangeDraft<Op>, "summary" | "steps">> {
  readonly verb: string;
  /** The past tense of the verb; absent if it is the same as the base form, as for "Set". */
  readonly past?: string;
  /** The verb's object, such as "3 transactions". */
  readonly what: string;
  readonly steps: readonly Step<Op>[];
}

/** Drafts a change that only sets fields of existing records; undo restores them. */
export function fieldDraft<Op extends WriteId>(
  changes: readonly FieldChange[],
  { verb, past = verb, what, steps, ...rest }: FieldDraftOptions<Op>,
): ChangeDraft<Op> {
  return {
    summary: `${verb} ${what}`,
    done: `${past} ${what}`,
    preview: changes.flatMap(({ id, label, lines }) =>
      lines.map((line) => ({ id, label, ...line }))
    ),
    warnings: [],
    steps,
    ...rest,
  };
}

export function nothingToDo(
  message: string,
  more: Omit<Stop, "status" | "message"> = {},
): { readonly stop: Stop } {
  return { stop: { status: "nothing_to_do", message, ...more } };
}

export function targetOf({ lines: _, ...target }: FieldChange): Target {
  return target;
}

/** A transaction that loses its category can get it back only if it isn't in a tracking account. */
export function trackingAccounts(
  changes: readonly Pick<FieldChange, "after">[],
  accounts: readonly AccountRecord[],
): Pick<ChangeDraft, "trackingAccountIds"> {
  if (!changes.some(({ after }) => after["category_id"] === null)) return {};
  return { trackingAccountIds: accounts.filter((one) => !one.on_budget).map(({ id }) => id) };
}

export function transactionsStep(
  planId: string,
  changes: readonly FieldChange[],
): Step<"updateTransactions"> {
  return {
    operation: "updateTransactions",
    args: {
      planId,
      transactions: changes.map(({ id, after }) => ({ id, ...withoutNames(after) })),
    },
    targets: changes.map(targetOf),
  };
}

/** Picks the requested fields that differ from the current ones; `null` if none do. */
export function changedFields(
  now: Fields,
  wanted: Fields,
): { readonly before: Fields; readonly after: Fields } | null {
  const names = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  if (names.length === 0) return null;
  const before = pickFields(now, names);
  return {
    // The previous payee is identified by id, even if the call gives the new payee by name.
    before: "payee_name" in before ? { ...before, payee_id: now["payee_id"] ?? null } : before,
    after: pickFields(wanted, names),
  };
}

const OWN_TEXT: readonly string[] = ["memo", "payee_name"];

/** Formats fields for display, with names instead of ids. */
export function shownFields(
  { before, after }: Pick<FieldChange, "before" | "after">,
  categoryName: (id: string | null) => string | null,
): readonly ShownField[] {
  const words = (name: string, value: FieldValue = null): FieldValue => {
    if (name === "category_id") return categoryName(value === null ? null : String(value));
    if (name === "frequency") return frequencyWords(String(value));
    return name === "amount" ? fromMilliunits(Number(value)) : value;
  };
  return Object.keys(after).filter((name) => !isShownByOther(name, after)).map((name) => {
    const named = nameField(name);
    const shown = named !== null && named in after ? named : name;
    return {
      field: fieldWords(name),
      before: words(shown, before[shown]),
      after: words(shown, after[shown]),
      ...(OWN_TEXT.includes(shown) ? { isOwnText: true } : {}),
    };
  });
}

export interface MonthPlan {
  readonly planId: string;
  readonly month: MonthRecord;
  readonly format: MoneyFormat;
  /** All known ids of the plan's records, including those of deleted records. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

export interface MonthReads {
  readonly fresh: Pick<Reads, "getPlanMonth">;
  readonly known: { readonly ids: (planId: string) => Pick<IdIndex, "sharing"> };
  readonly moneyFormat: (planId: string) => MoneyFormat;
  readonly today: string;
}

export async function readMonthPlan(
  { plan_id: planId, month }: { readonly plan_id: string; readonly month: string },
  { fresh, known, moneyFormat, today }: MonthReads,
): Promise<MonthPlan> {
  const of = { planId, month: parseMonth(month, today) ?? month };
  return {
    planId,
    month: await fresh.getPlanMonth(of),
    format: moneyFormat(planId),
    knownIds: known.ids(planId),
  };
}

/** Drafts a change to assigned amounts, with one request per category. */
export function assignedDraft(
  assignments: readonly AssignedAmount[],
  { planId, month: { month } }: MonthPlan,
  options: Omit<FieldDraftOptions<"updateMonthCategory">, "steps">,
): ChangeDraft<"updateMonthCategory"> {
  const changes = assignments.map((one) => assignedChange(one, month));
  return fieldDraft(changes, {
    steps: changes.map((one) =>
      settingStep("updateMonthCategory", one, { planId, month, isWhole: true })
    ),
    ...options,
  });
}

function assignedChange({ category, assigned }: AssignedAmount, month: string): FieldChange {
  const difference = assigned - category.budgeted;
  return {
    id: category.id,
    label: `${categoryLabel(category)}, ${month.slice(0, 7)}`,
    before: { budgeted: category.budgeted },
    after: { budgeted: assigned },
    lines: [{
      field: "assigned",
      before: fromMilliunits(category.budgeted),
      after: fromMilliunits(assigned),
      amount: difference,
      available_before: category.balance,
      available_after: category.balance + difference,
    }],
  };
}

/** Describes the available amounts of the changed categories without sending another request. */
export function describeAvailable(
  ids: readonly string[],
  { month, format }: MonthPlan,
): NonNullable<ChangeDraft["describeResult"]> {
  return (answers, reread) => {
    // Each response, and each re-read after a lost response, contains only the category that the
    // request changed. No later request changes that category's amount.
    const saved = (answers as readonly SavedCategory[]).map(({ category }) => category);
    const read = [...reread.values(), ...saved] as readonly AvailableCategory[];
    const seen = new Map(read.map((one) => [one.id, one]));
    const changed = ids.flatMap((id) => seen.get(id) ?? []);
    const shown = changed.map(({ id }) => id);
    const categories = [...changed, ...month.categories.filter(({ id }) => !shown.includes(id))];
    const message = availableWords(shown, categories, { format, month: month.month });
    return { message, extra: {} };
  };
}

export function readyToAssignWords(
  { month, to_be_budgeted: before }: MonthRecord,
  after: number,
  format: MoneyFormat,
): string {
  const write = (amount: number): string => writeMoney(fromMilliunits(amount), format);
  const isTooMuch = after < 0 && after < before;
  return `Ready to Assign in ${month.slice(0, 7)} is ${write(before)} now and should be ${
    write(after)
  } ` +
    `after this change${isTooMuch ? ", so you would assign more than you have" : ""}`;
}

export function emptiedWords(
  { category, assigned }: AssignedAmount,
  label: string,
  format: MoneyFormat,
): readonly string[] {
  const difference = assigned - category.budgeted;
  const left = category.balance + difference;
  if (difference >= 0 || left >= 0) return [];
  return [`${label} will have ${writeMoney(fromMilliunits(left), format)} available`];
}
