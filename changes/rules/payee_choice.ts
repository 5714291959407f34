import type { Refusals } from "../../domain/base/tool_error.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";
import { foldName } from "../../domain/base/fold_text.ts";

/** A payee of the plan. */
export interface KnownPayee {
  readonly id: string;
  readonly name: string;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** The plan's payees, and the ids of those that are gone. */
export interface KnownPayees {
  readonly live: readonly KnownPayee[];
  readonly deletedIds: ReadonlySet<string>;
}

/** The payee that is meant; without an id it is a new one. */
export interface ChosenPayee {
  readonly id: string | null;
  readonly name: string;
}

/** What may be an id: such a payee is looked up, and never made. */
const LIKE_AN_ID = /^[0-9a-f]{8}(?:-[0-9a-f-]*)?$/u;

/** Finds the payee. */
export function chosenPayee(
  reference: string,
  { live, deletedIds }: KnownPayees,
  refusals: Refusals,
): ChosenPayee | null {
  const name = reference.trim();
  const subject = `payee ${quoted(name)}`;
  const found = named(name, live) ??
    (LIKE_AN_ID.test(name)
      ? refusals.attempt(subject, () =>
        resolveReference(name, {
          noun: "payee",
          records: live,
          deletedIds,
          hint: "list_payees shows them",
        }))
      : { id: null, name });
  if (found === null) return null;
  const isTransfer = "transfer_account_id" in found && (found.transfer_account_id ?? null) !== null;
  if (isTransfer || /^transfer ?:/iu.test(name)) {
    refusals.add(subject, "it stands for transfers: create_transfer enters one");
    return null;
  }
  if (isReservedPayee(found.name)) {
    refusals.add(subject, "it is reserved by YNAB: choose another");
    return null;
  }
  return { id: found.id, name: found.name };
}

/** Of payees that differ in letter case alone the one that is written so. */
function named(name: string, payees: readonly KnownPayee[]): KnownPayee | null {
  const folded = foldName(name);
  const alike = payees.filter((payee) => foldName(payee.name) === folded);
  return alike.find((payee) => payee.name === name) ?? alike[0] ?? null;
}
