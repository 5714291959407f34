import { normalisePayee } from "./payee_label.ts";

/** What a name may come to that says how money moved, and not to whom. */
const NO_MERCHANT = new RegExp(
  "^(?:(?:atm|cash|check|cheque|deposit|withdrawal|transfer|payment|debit|credit|direct|card|fee|" +
    "fees|interest|refund|mobile|online|web|bank|purchase|bill|pos|ach|sepa|nameless|virement|vir|" +
    "prelevement|prlv|cb|carte|retrait|uberweisung|ueberweisung|lastschrift|gutschrift|dauerauftrag|" +
    "barauszahlung|auszahlung|kartenzahlung|incasso|overboeking|betaling|transferencia|bizum|recibo|" +
    "compra|adeudo|cajero|bonifico|pagamento|addebito|prelievo|sdd|no|of|to|from|and|dab)(?: |$))+$",
  "u",
);

/** A payee with its name. */
export interface NamedPayee {
  readonly id: string;
  readonly name: string;
}

/** The other payees of a payee's merchant. */
export interface LikePayees<Payee> {
  /** The first of them, in the order given. */
  readonly others: readonly Payee[];
  readonly count: number;
}

/** Finds payees that seem to be the same merchant. */
export function likePayees<Payee extends NamedPayee>(
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

/** The merchant's words without blanks, which banks set as they like; empty for none. */
function merchantOf(name: string): string {
  const words = normalisePayee(name);
  return NO_MERCHANT.test(words) || !/\p{L}{2}/u.test(words) ? "" : words.replaceAll(" ", "");
}
