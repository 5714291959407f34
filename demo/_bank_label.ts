import type { Random } from "./_random.ts";

const LETTERS_AND_DIGITS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** How a bank names the other side of a row. */
export interface BankLabel {
  /** What the import takes for the payee. */
  readonly name: string;
  /** The bank's full text. */
  readonly original: string;
}

/**
 * Fills a template: `{n4}` four digits, `{a9}` nine letters or digits, `{dd/mm}`,
 * `{dd-mm}`, `{dd.mm.}` and `{mm/dd}` the date. What follows ` | ` stands in the
 * bank's full text only.
 */
export function bankLabel(template: string, date: string, draws: Random): BankLabel {
  const filled = template.replace(/\{([^}]+)\}/g, (_, slot: string) => fill(slot, date, draws));
  const [name = filled, tail] = filled.split(" | ");
  return { name, original: tail === undefined ? name : `${name} ${tail}` };
}

function fill(slot: string, date: string, draws: Random): string {
  const count = Number(slot.slice(1));
  if (/^n\d+$/.test(slot)) return characters("0123456789", count, draws);
  if (/^a\d+$/.test(slot)) return characters(LETTERS_AND_DIGITS, count, draws);
  return slot.replace("dd", date.slice(8, 10)).replace("mm", date.slice(5, 7));
}

function characters(alphabet: string, count: number, draws: Random): string {
  let text = "";
  for (let index = 0; index < count; index++) {
    text += alphabet.charAt(draws.integer(0, alphabet.length - 1));
  }
  return text;
}
