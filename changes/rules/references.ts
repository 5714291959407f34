import { foldName } from "../../domain/base/fold_text.ts";
import type { AccountRecord, TransactionRecord } from "../../domain/base/plan_records.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import { isOwnPayee, isTransferPayee, type PayeeRecord } from "../../domain/payees/payee_index.ts";
import { isReservedPayee, isTransferName } from "../../domain/payees/system_payees.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import {
  accountScope,
  type Known,
  payeeScope,
  transactionScope,
} from "../../domain/references/find_record.ts";
import {
  quoted,
  referenceIndex,
  resolveReference,
} from "../../domain/references/resolve_reference.ts";

export type KnownAccounts = Known<AccountRecord>;

export function accountFinder(
  accounts: KnownAccounts,
  refusals: Refusals,
): (argument: string, reference: string) => AccountRecord | null {
  const scope = accountScope(accounts);
  return (argument, reference) => {
    const subject = `${argument} ${quoted(reference)}`;
    const account = refusals.attempt(subject, () => resolveReference(reference, scope));
    if (account?.closed) {
      refusals.add(subject, "the account is closed: reopen it in the YNAB app, or choose another");
    }
    return account;
  };
}

export function whyNoTransferTo({ transfer_payee_id }: AccountRecord): string | null {
  return (transfer_payee_id ?? null) === null
    ? "YNAB has no transfer payee for this account: enter the transfer in the YNAB app"
    : null;
}

export type KnownTransactions<One = TransactionRecord> = Known<One>;

/** Creates a finder that rejects unknown and repeated records. */
function distinctFinder<One extends { readonly id: string }>(
  resolve: (reference: string) => One,
  refusals: Refusals,
  whyNot: (one: One) => string | null = () => null,
): (reference: string) => One | null {
  const named = new Set<string>();
  return (reference) => {
    const found = refusals.attempt(quoted(reference), () => resolve(reference));
    if (found === null) return null;
    const why = named.has(found.id) ? "it is listed twice: list it once" : whyNot(found);
    refusals.add(quoted(reference), why);
    if (why === null) named.add(found.id);
    return why === null ? found : null;
  };
}

export function transactionFinder<One extends TransactionRecord>(
  transactions: KnownTransactions<One>,
  refusals: Refusals,
): (reference: string) => One | null {
  return distinctFinder(referenceIndex(transactionScope(transactions)), refusals);
}

export type KnownPayees = Known<PayeeRecord>;

/**
 * Creates a finder that rejects unknown and repeated payees, and payees whose names YNAB sets
 * itself.
 */
export function payeeFinder(
  payees: KnownPayees,
  refusals: Refusals,
): (reference: string) => PayeeRecord | null {
  const scope = payeeScope(payees);
  return distinctFinder((reference) => resolveReference(reference, scope), refusals, whyNot);
}

function whyNot(payee: PayeeRecord): string | null {
  if (isOwnPayee(payee)) return null;
  const name = nameWords(payee.name);
  return isTransferPayee(payee)
    ? `"${name}" is a transfer payee, which YNAB names after its account, so it can't be renamed ` +
      "or merged: omit this payee"
    : `"${name}" is a YNAB system payee: omit this payee`;
}

export interface ChosenPayee {
  readonly id: string | null;
  readonly name: string;
}

/** Matches text that may be an id; such text is only looked up and never becomes a new payee. */
const LIKE_AN_ID = /^(?:[0-9a-f]{8}|[0-9A-Fa-f]{8}-[0-9A-Fa-f-]*)$/u;

export function chosenPayee(
  reference: string,
  payees: KnownPayees,
  refusals: Refusals,
): ChosenPayee | null {
  const name = reference.trim();
  const subject = `payee ${quoted(name)}`;
  const found = named(name, payees.live) ??
    (LIKE_AN_ID.test(name)
      ? refusals.attempt(subject, () => resolveReference(name, payeeScope(payees)))
      : { id: null, name });
  if (found === null) return null;
  const isTransfer = "transfer_account_id" in found && (found.transfer_account_id ?? null) !== null;
  if (isTransfer || isTransferName(name)) {
    refusals.add(subject, "it is a transfer payee: use create_transfer");
    return null;
  }
  if (isReservedPayee(found.name)) {
    refusals.add(subject, "YNAB reserves this name: choose another payee");
    return null;
  }
  return { id: found.id, name: found.name };
}

/** If several payees differ only in letter case, prefers the exact spelling. */
function named(name: string, payees: readonly PayeeRecord[]): PayeeRecord | null {
  const folded = foldName(name);
  const alike = payees.filter((payee) => foldName(payee.name) === folded);
  return alike.find((payee) => payee.name === name) ?? alike[0] ?? null;
}
