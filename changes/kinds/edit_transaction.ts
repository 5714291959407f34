/**
 * Proposes other fields for a transaction.
 *
 * @module
 */

import { addMonths } from "../../domain/calendar/month.ts";
import { Refusals } from "../../domain/errors/refusals.ts";
import type { FlagColor } from "../../domain/plan/flag_colors.ts";
import type { AccountRecord, CategoryRecord } from "../../domain/plan/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../../domain/plan/special_categories.ts";
import { liveLines } from "../../domain/plan/split_lines.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { availableAfter, type CategoriesAround, countedOn } from "../available_now.ts";
import type { ChangeDraft, Fields, Proposal, ReadTargets, Target } from "../change.ts";
import { isSameValue } from "../field_equality.ts";
import type { ChangeKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { accountFinder, type KnownAccounts } from "../rules/account_finder.ts";
import { editLines } from "../rules/edit_lines.ts";
import { chosenPayee, type KnownPayees } from "../rules/payee_choice.ts";
import { type KnownTransaction, otherSides, splitBehind } from "../rules/transfer_sides.ts";
import { transactionEdit } from "../steps/transaction_edit.ts";
import { whyNoCategory, whyNoIncome } from "../rules/category_eligibility.ts";
import { categoryFinder, type KnownCategories } from "../rules/category_finder.ts";
import { whyNoDate, whyNotOnAccount } from "../rules/new_transaction_rules.ts";
import { transactionFinder } from "../rules/transaction_finder.ts";

/** A transaction gets its former fields back. */
export const kind: ChangeKind = {
  steps: { updateTransaction: transactionEdit },
};

/** What a transaction is to be; what is absent stays. The amount is in milliunits. */
export interface AskedEdit {
  readonly transaction_id: string;
  readonly date?: string | undefined;
  readonly amount?: number | undefined;
  readonly payee?: string | undefined;
  readonly memo?: string | null | undefined;
  readonly account_id?: string | undefined;
  readonly category_id?: string | null | undefined;
  readonly cleared?: "cleared" | "uncleared" | undefined;
  readonly flag?: FlagColor | null | undefined;
  readonly approved?: boolean | undefined;
}

/** What a proposal is made from. */
export interface EditPlan extends CategoriesAround {
  readonly planId: string;
  readonly transactions: {
    readonly live: readonly KnownTransaction[];
    readonly deletedIds: ReadonlySet<string>;
  };
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories & CategoriesAround["categories"];
  /** `null` where none is asked for. */
  readonly payees: KnownPayees | null;
  /** Reads the other side of a transfer once it has followed. */
  readonly readFollowers: ReadTargets;
}

/** How far back upstream takes transactions. */
const MOST_MONTHS_BACK = 60;

/**
 * Proposes the edit of a transaction; what it is already is left out.
 *
 * @param asked What was asked.
 * @param plan Fresh data of the plan.
 * @returns The change, or that there is nothing to do.
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function editDraft(asked: AskedEdit, plan: EditPlan): Proposal<"updateTransaction"> {
  const refusals = new Refusals();
  const byId = new Map(plan.transactions.live.map((one) => [one.id, one]));
  const found = transactionFinder(plan.transactions, refusals)(asked.transaction_id);
  const transaction = byId.get(found?.id ?? "");
  refusals.throwIfAny();
  if (transaction === undefined) throw new TypeError("A row that is not found is refused");
  const now = fieldsOf(transaction, plan.categories);
  const wanted = wantedFields(asked, { transaction, plan, refusals });
  refusals.throwIfAny();
  const changed = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  if (changed.length === 0) {
    return { stop: { status: "nothing_to_do", message: "The transaction is like that already" } };
  }
  const after = Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]));
  const before = Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
  // The former payee is known by its id, whatever the new one is told by.
  if ("payee_name" in before) before["payee_id"] = now["payee_id"] ?? null;
  const others = otherSides(transaction, byId);
  return { draft: draftOf({ transaction, others, before, after }, plan) };
}

/** The category that stands for having none is none. */
function fieldsOf(one: KnownTransaction, { groups }: KnownCategories): Fields {
  const isNone = groups.some(({ name, categories }) =>
    categories.some((category) =>
      category.id === one.category_id &&
      isUncategorizedCategory({ ...category, category_group_name: name })
    )
  );
  return {
    date: one.date,
    amount: one.amount,
    payee_id: one.payee_id ?? null,
    payee_name: one.payee_name ?? null,
    memo: one.memo ?? null,
    account_id: one.account_id,
    account_name: one.account_name,
    category_id: isNone ? null : one.category_id ?? null,
    cleared: one.cleared,
    flag_color: one.flag_color || null,
    approved: one.approved,
  };
}

interface Wanting {
  readonly transaction: KnownTransaction;
  readonly plan: EditPlan;
  readonly refusals: Refusals;
}

/** What the call asks for, by the names that a transaction has. */
function wantedFields(asked: AskedEdit, wanting: Wanting): Fields {
  const { transaction, plan, refusals } = wanting;
  const { date, amount, memo, cleared, flag, approved } = asked;
  refuseByForm(asked, wanting);
  if (date !== undefined && date !== transaction.date) {
    const why = whyNoDate(date, plan.utcToday);
    if (why !== null) refusals.add("date", why);
  }
  const payee = asked.payee === undefined || plan.payees === null
    ? null
    : chosenPayee(asked.payee, plan.payees, refusals);
  const account = asked.account_id === undefined
    ? null
    : accountFinder(plan.accounts, refusals)("account_id", asked.account_id);
  const category = wantedCategory(asked, { ...wanting, account });
  if (approved === false && transaction.cleared === "reconciled" && cleared === undefined) {
    refusals.add("approved", "it is reconciled, and YNAB takes that mark from unapproved rows");
  }
  return {
    ...(date === undefined ? {} : { date }),
    ...(amount === undefined ? {} : { amount }),
    ...(payee === null
      ? {}
      : payee.id === null
      ? { payee_name: payee.name }
      : { payee_id: payee.id, payee_name: payee.name }),
    ...(memo === undefined ? {} : { memo: memo || null }),
    ...(account === null ? {} : { account_id: account.id, account_name: account.name }),
    ...(category === undefined ? {} : { category_id: category?.id ?? null }),
    ...(cleared === undefined ? {} : { cleared }),
    ...(flag === undefined ? {} : { flag_color: flag }),
    ...(approved === undefined ? {} : { approved }),
  };
}

/** What upstream leaves as it is in splits and transfers, or changes with more than was asked. */
function refuseByForm(asked: AskedEdit, { transaction, plan, refusals }: Wanting): void {
  const { date, amount, payee, account_id, category_id } = asked;
  const given = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.entries(fields).filter(([, value]) => value !== undefined).map(([name]) => name);
  const refuse = (names: readonly string[], why: string): void => {
    for (const name of names) refusals.add(name, why);
  };
  const own = plan.accounts.live.find(({ id }) => id === transaction.account_id);
  if (own?.closed === true) {
    refusals.add(
      quoted(asked.transaction_id),
      "its account is closed: reopen it in YNAB's app first",
    );
  }
  if (liveLines(transaction).length > 0) {
    refuse(
      given({ date, amount, account_id, category_id }),
      "it is split, and YNAB leaves this of a split as it is: change it in YNAB's app, or delete " +
        "the transaction and enter it again",
    );
  }
  if ((transaction.transfer_account_id ?? null) === null) return;
  refuse(
    given({ payee, account_id }),
    "it is a transfer: delete it with delete_transactions, and enter the right one with " +
      "create_transfer",
  );
  const isTied = splitBehind(transaction, plan.transactions.live) !== null ||
    plan.transactions.live.some((one) =>
      one.id === transaction.transfer_transaction_id && liveLines(one).length > 0
    );
  if (isTied) {
    refuse(
      given({ date, amount }),
      "its other side is in a split, which decides this: change the split in YNAB's app",
    );
  }
}

/** The category that is wanted: `null` for none, `undefined` where it stays. */
function wantedCategory(
  { category_id: wanted, amount }: AskedEdit,
  { transaction, plan, refusals, account }: Wanting & { readonly account: AccountRecord | null },
): CategoryRecord | null | undefined {
  const accounts = new Map(plan.accounts.live.map((one) => [one.id, one]));
  const moved = {
    ...transaction,
    amount: amount ?? transaction.amount,
    account_id: account?.id ?? transaction.account_id,
  };
  const isSplit = liveLines(transaction).length > 0;
  if (wanted === undefined) {
    const kept = plan.categories.groups.flatMap(({ categories }) => categories)
      .find(({ id }) => id === transaction.category_id);
    if (account === null || kept === undefined || isSplit) return undefined;
    const why = whyNotOnAccount(kept, account);
    // What a tracking account takes no category for loses it, which is shown.
    if (why !== null && !account.on_budget) return null;
    if (why !== null) refusals.add("account_id", why);
    return undefined;
  }
  if (isSplit) return undefined;
  if (wanted === null) return null;
  const find = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const category = find("category_id", wanted);
  if (category === null) return undefined;
  const why = whyNoCategory(moved, accounts) ??
    (isInflowCategory(category) ? whyNoIncome(moved, accounts) : null);
  if (why !== null) refusals.add("category_id", `${why}: leave category_id out`);
  return category;
}

interface Edit {
  readonly transaction: KnownTransaction;
  /** The other side of a transfer; those of a split's lines stay as they are. */
  readonly others: readonly KnownTransaction[];
  readonly before: Fields;
  readonly after: Fields;
}

function draftOf(edit: Edit, plan: EditPlan): ChangeDraft<"updateTransaction"> {
  const { transaction, before, after } = edit;
  const { planId, format, utcToday } = plan;
  const { id, date } = transaction;
  const label = transactionLabel(transaction, format);
  const isDateLost = "date" in after && date < addMonths(utcToday, -MOST_MONTHS_BACK);
  const restored = Object.entries(withoutNames(before))
    .filter(([name]) => !(isDateLost && name === "date"));
  const followers = followersOf(edit, plan);
  const leader: Target = {
    id,
    label,
    before,
    after,
    ...(isDateLost || "payee_name" in before ? { restore: Object.fromEntries(restored) } : {}),
  };
  return {
    summary: "Change 1 transaction",
    done: "Changed 1 transaction",
    preview: [leader, ...followers].flatMap((target) => editLines(target, plan)),
    warnings: warningsOf(edit, { isDateLost }),
    steps: [{
      operation: "updateTransaction",
      args: { planId, transactionId: id, transaction: withoutNames(after) },
      targets: [leader, ...followers],
    }],
    irreversible: restored.length === 0
      ? "its former date is over 5 years back, which YNAB's API does not take"
      : null,
    undoRequests: 1,
    checkBeforeRetry: "find_transactions has shown what it is",
    readFollowers: plan.readFollowers,
    afterwards: () => availableAfter(movementsOf(edit), plan),
  };
}

/** Date and amount are those of both sides of a transfer. */
function followersOf(
  { transaction, others, after }: Edit,
  { format }: EditPlan,
): readonly Target[] {
  const { date, amount } = after;
  const isFollowed = (transaction.transfer_transaction_id ?? null) !== null &&
    (date !== undefined || amount !== undefined);
  if (!isFollowed) return [];
  return others.map((other) => ({
    id: other.id,
    label: transactionLabel(other, format),
    before: {
      ...(date === undefined ? {} : { date: other.date }),
      ...(amount === undefined ? {} : { amount: other.amount }),
    },
    after: {
      ...(date === undefined ? {} : { date }),
      ...(amount === undefined ? {} : { amount: 0 - Number(amount) }),
    },
    isFollower: true,
  }));
}

function warningsOf(
  { transaction, after }: Edit,
  { isDateLost }: { readonly isDateLost: boolean },
): readonly string[] {
  const { cleared, matched_transaction_id: match } = transaction;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  return [
    ...(cleared === "reconciled"
      ? ["it is reconciled: its account may no longer agree with the bank"]
      : []),
    ...((match ?? null) === null ? [] : ["it is matched with another row, which stays as it is"]),
    ...(isNewPayee
      ? [
        `${String(after["payee_name"])} is a new payee, which stays in the list of payees even ` +
        "when this is undone",
      ]
      : []),
    ...(isDateLost ? ["undoing can't give its date back, which is over 5 years ago"] : []),
  ];
}

function movementsOf(
  { transaction, others, after }: Edit,
): Parameters<typeof availableAfter>[0] {
  const { category_id = null, amount } = transaction;
  const isMoved = ["category_id", "amount", "date"].some((name) => name in after);
  const day = countedOn(transaction);
  if (!isMoved || liveLines(transaction).length > 0) return [];
  const followed = "amount" in after || "date" in after ? others : [];
  const nextDay = day === null ? null : String(after["date"] ?? day);
  const now = Number(after["amount"] ?? amount);
  const next = "category_id" in after ? after["category_id"] : category_id;
  return [
    { categoryId: category_id, amount: -amount, date: day },
    {
      categoryId: next === null || next === undefined ? null : String(next),
      amount: now,
      date: nextDay,
    },
    ...followed.flatMap((other) => [
      { categoryId: other.category_id, amount: -other.amount, date: countedOn(other) },
      { categoryId: other.category_id, amount: -now, date: nextDay },
    ]),
  ];
}
