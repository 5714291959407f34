import { cleanWhole, shortened } from "../base/clean_text.ts";
import { foldText } from "../base/fold_text.ts";
import { normalisePayee } from "./payee_label.ts";
import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "./system_payees.ts";

/**
 * Derives a payee name from a bank label. Keeps only the words that name the merchant, in the
 * bank's spelling but not in all capitals. Returns an empty text if nothing is left that YNAB
 * accepts as a name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(tidiedPayee("TESCO STORES 3217 LONDON GB"), "Tesco Stores");
 * ```
 */
export function tidiedPayee(label: string): string {
  const whole = cleanWhole(label);
  const words = new Set(normalisePayee(whole).split(" "));
  const named = whole.split(" ").filter((word) => words.has(lettersOf(word)));
  const name = withoutCapitals(named.length === 0 ? whole : named.join(" "))
    // YNAB would treat such a name as a transfer.
    .replace(/^(transfer) ?:\s*/iu, "$1 ")
    .replace(/^[^\p{L}\p{N}]+/u, "").trim();
  return isReservedPayee(name) ? "" : shortened(name, MAX_PAYEE_NAME_LENGTH);
}

function lettersOf(word: string): string {
  return foldText(word).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Writes names in all capitals with one capital per word. Leaves other names as they are. */
function withoutCapitals(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return name.replace(/\p{L}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase());
}
