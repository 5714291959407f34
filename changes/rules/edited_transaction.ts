import {
  type AccountRecord,
  type CategoryRecord,
  type FlagColor,
  liveLines,
} from "../../domain/base/plan_records.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import { isUncategorizedCategory } from "../../domain/base/special_categories.ts";
import { groupedCategories } from "../../domain/plan/category_label.ts";
import { quoted } from "../../domain/references/resolve_reference.ts";
import type { Fields } from "../change.ts";
import { givenFields } from "../fields.ts";
import { categoryFinder, type KnownCategories, whyNotIn } from "./categories.ts";
import { accountFinder, chosenPayee, type KnownPayees } from "./references.ts";
import {
  type KnownTransaction,
  splitBehind,
  transactionFields,
  type TransactionPlan,
  whyNoDate,
  whyNotOnAccount,
} from "./transactions.ts";

/** The requested fields. Omitted fields keep their values. The amount is in milliunits. */
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

export interface EditPlan extends TransactionPlan {
  /** The plan's payees; `null` if the call sets no payee. */
  readonly payees: KnownPayees | null;
}

/** YNAB's own category "Uncategorized" counts as no category. */
export function editableFields(one: KnownTransaction, { groups }: KnownCategories): Fields {
  const isNone = groupedCategories(groups)
    .some((category) => category.id === one.category_id && isUncategorizedCategory(category));
  const fields = transactionFields(one);
  return isNone ? { ...fields, category_id: null } : fields;
}

export interface Wanting {
  readonly transaction: KnownTransaction;
  readonly plan: EditPlan;
  readonly refusals: Refusals;
}

/** Returns the requested fields, under the names that the transaction uses. */
export function wantedFields(asked: AskedEdit, wanting: Wanting): Fields {
  const { transaction, plan, refusals } = wanting;
  const { date, amount, memo, cleared, flag, approved } = asked;
  refuseByForm(asked, wanting);
  if (date !== undefined && date !== transaction.date) {
    refusals.add("date", whyNoDate(date, plan.utcToday, "use create_scheduled_transaction"));
  }
  const payee = asked.payee === undefined || plan.payees === null
    ? null
    : chosenPayee(asked.payee, plan.payees, refusals);
  const account = asked.account_id === undefined
    ? null
    : accountFinder(plan.accounts, refusals)("account_id", asked.account_id);
  const category = wantedCategory(asked, { ...wanting, account });
  if (approved === false && transaction.cleared === "reconciled" && cleared === undefined) {
    const why =
      "marking a reconciled transaction unapproved would make YNAB remove its reconciled status";
    refusals.add("approved", why);
  }
  return givenFields({
    date,
    amount,
    payee_id: payee?.id ?? undefined,
    payee_name: payee?.name,
    memo: memo === undefined ? undefined : memo || null,
    account_id: account?.id,
    account_name: account?.name,
    category_id: category && category.id,
    cleared,
    flag_color: flag,
    approved,
  }) as Fields;
}

/** Rejects fields that YNAB ignores, or that would change more than requested. */
function refuseByForm(asked: AskedEdit, { transaction, plan, refusals }: Wanting): void {
  const { date, amount, payee, account_id, category_id } = asked;
  const given = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.entries(fields).filter(([, value]) => value !== undefined).map(([name]) => name);
  const refuse = (names: readonly string[], why: string): void => {
    for (const name of names) refusals.add(name, why);
  };
  const own = plan.accounts.live.find(({ id }) => id === transaction.account_id);
  if (own?.closed === true) {
    const why = "its account is closed: reopen it in the YNAB app first";
    refusals.add(quoted(asked.transaction_id), why);
  }
  if (liveLines(transaction).length > 0) {
    refuse(
      given({ date, amount, account_id, category_id }),
      "it is split, and YNAB's API can't change this field of a split: use the YNAB app, or " +
        "delete the transaction and enter it again",
    );
  }
  if ((transaction.transfer_account_id ?? null) === null) return;
  refuse(
    given({ payee, account_id }),
    "it is a transfer: delete it with delete_transactions, and enter the correct transfer " +
      "with create_transfer",
  );
  const isTied = splitBehind(transaction, plan.transactions.live) !== null ||
    plan.transactions.live.some((one) =>
      one.id === transaction.transfer_transaction_id && liveLines(one).length > 0
    );
  if (isTied) {
    refuse(
      given({ date, amount }),
      "the other side of this transfer is a split line: change the split in the YNAB app",
    );
  }
}

function wantedCategory(
  { category_id: wanted, amount }: AskedEdit,
  { transaction, plan, refusals, account }: Wanting & { readonly account: AccountRecord | null },
): CategoryRecord | null | undefined {
  const accounts = new Map(plan.accounts.live.map((one) => [one.id, one]));
  const moved = {
    transfer_account_id: transaction.transfer_account_id ?? null,
    subtransactions: transaction.subtransactions,
    amount: amount ?? transaction.amount,
    account_id: account?.id ?? transaction.account_id,
  };
  const isSplit = liveLines(transaction).length > 0;
  if (wanted === undefined) {
    const kept = plan.categories.groups.flatMap(({ categories }) => categories)
      .find(({ id }) => id === transaction.category_id);
    if (account === null || kept === undefined || isSplit) return undefined;
    const why = whyNotOnAccount(kept, account);
    // A transaction in a tracking account loses its category, and the preview should show that.
    if (why !== null && !account.on_budget) return null;
    refusals.add("account_id", why);
    return undefined;
  }
  if (isSplit) return undefined;
  if (wanted === null) return null;
  const find = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const category = find("category_id", wanted);
  if (category === null) return undefined;
  const why = whyNotIn(category, moved, accounts);
  if (why !== null) refusals.add("category_id", `${why}: leave category_id out`);
  return category;
}
