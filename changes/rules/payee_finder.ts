import { nameWords } from "../../domain/plan/category_label.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import {
  isOwnPayee,
  isTransferPayee,
  type PayeeRecord,
} from "../../domain/payees/payee_overview.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";

/** Live payees, and the ids of those that are gone. */
export interface KnownPayees {
  readonly live: readonly PayeeRecord[];
  readonly deletedIds: ReadonlySet<string>;
}

/**
 * Makes a finder that refuses unknown payees, payees that were named before, and those that
 * YNAB names itself.
 */
export function payeeFinder(
  { live, deletedIds }: KnownPayees,
  refusals: Refusals,
): (reference: string) => PayeeRecord | null {
  const scope = { noun: "payee", records: live, deletedIds, hint: "list_payees shows them" };
  const named = new Set<string>();
  return (reference) => {
    const payee = refusals.attempt(quoted(reference), () => resolveReference(reference, scope));
    if (payee === null) return null;
    const why = named.has(payee.id) ? "it is named twice: keep one of them" : whyNot(payee);
    if (why !== null) {
      refusals.add(quoted(reference), why);
      return null;
    }
    named.add(payee.id);
    return payee;
  };
}

function whyNot(payee: PayeeRecord): string | null {
  if (isOwnPayee(payee)) return null;
  const name = nameWords(payee.name);
  return isTransferPayee(payee)
    ? `"${name}" stands for transfers and follows its account: leave it out`
    : `"${name}" is YNAB's own payee: leave it out`;
}
