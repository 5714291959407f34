import { normalisePayee } from "./payee_label.ts";
import { isReservedPayee } from "./system_payees.ts";

export interface PayeeRecord {
  readonly id: string;
  readonly name: string;
  /** Set for the payee of transfers to an account. */
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** Whether users can rename or merge a payee. */
export function isOwnPayee(payee: PayeeRecord): boolean {
  return !isTransferPayee(payee) && !isReservedPayee(payee.name);
}

export function isTransferPayee({ transfer_account_id: account }: PayeeRecord): boolean {
  return (account ?? "") !== "";
}

/** Names, normalized, that say how money moved instead of who received it. */
const NO_MERCHANT = new RegExp(
  "^(?:(?:atm|cash|check|cheque|deposit|withdrawal|transfer|payment|debit|credit|direct|card|fee|" +
    "fees|interest|refund|mobile|online|web|bank|purchase|bill|pos|ach|sepa|nameless|virement|vir|" +
    "prelevement|prlv|cb|carte|retrait|uberweisung|ueberweisung|lastschrift|gutschrift|dauerauftrag|" +
    "barauszahlung|auszahlung|kartenzahlung|incasso|overboeking|betaling|transferencia|bizum|recibo|" +
    "compra|adeudo|cajero|bonifico|pagamento|addebito|prelievo|sdd|no|of|to|from|and|dab)(?: |$))+$",
  "u",
);

export interface LikePayees<Payee> {
  /** The first of the similar payees, in the given order. */
  readonly others: readonly Payee[];
  readonly count: number;
}

/** Finds payees that look like the same merchant. */
export function likePayees<Payee extends Pick<PayeeRecord, "id" | "name">>(
  payees: readonly Payee[],
  most: number,
): ReadonlyMap<string, LikePayees<Payee>> {
  const merchants = Map.groupBy(payees, ({ name }) => merchantOf(name));
  const like = new Map<string, LikePayees<Payee>>();
  for (const [merchant, same] of merchants) {
    if (merchant === "" || same.length === 1) continue;
    const first = same.slice(0, most + 1);
    for (const one of same) {
      const others = first.filter((other) => other !== one).slice(0, most);
      like.set(one.id, { others, count: same.length - 1 });
    }
  }
  return like;
}

/** Returns the merchant's words without spaces, which banks use inconsistently; may be empty. */
function merchantOf(name: string): string {
  const words = normalisePayee(name);
  return NO_MERCHANT.test(words) || !/\p{L}{2}/u.test(words) ? "" : words.replaceAll(" ", "");
}

export interface PayeeUser {
  readonly payee_id?: string | null;
  readonly subtransactions: readonly {
    readonly payee_id?: string | null;
    readonly deleted: boolean;
  }[];
}

/** Counts the transactions or schedules, including split lines, of some payees. */
export function payeeUses(
  payeeIds: ReadonlySet<string>,
  users: readonly PayeeUser[],
): { readonly records: number; readonly lines: number } {
  const isNamed = ({ payee_id: id }: { readonly payee_id?: string | null }): boolean =>
    payeeIds.has(id ?? "");
  return {
    records: users.filter(isNamed).length,
    lines: users.flatMap(({ subtransactions }) => subtransactions)
      .filter((line) => !line.deleted && isNamed(line)).length,
  };
}
