/**
 * A lenient date reader: tells whether a text names a day, however a language writes it.
 *
 * @module
 */

/** Names of the months as they begin, by language; folded, so without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ["jan", "ene", "gen", "styczn"],
  ["feb", "fev", "lut"],
  ["mar", "maar", "mrt"],
  ["apr", "abr", "avr", "kwie"],
  ["may", "mai", "mag", "mei", "maj"],
  ["jun", "juin", "giu", "czerw"],
  ["jul", "juil", "lug", "lip"],
  ["aug", "ago", "aou", "sierp"],
  ["sep", "set", "wrze"],
  ["oct", "okt", "out", "ott", "pazdz"],
  ["nov", "listop"],
  ["dec", "dez", "dic", "grud"],
];

/**
 * Takes away what no reader minds: case, accents, width, kinds of quotes and spaces.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(folded("D\u00e9cembre\u00a03"), "decembre 3");
 * ```
 */
export function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
    .replaceAll(/[\u2018\u2019\u02bc]/gu, "'").replaceAll(/\s+/gu, " ");
}

/**
 * Tells whether a text names a day.
 *
 * @param text Prose in any language; the year may be left out.
 * @param day `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(namesDay("am 3. Dezember", "2026-12-03"));
 * assert(namesDay("on 12/3", "2026-12-03"));
 * assert(!namesDay("on December 13", "2026-12-03"));
 * ```
 */
export function namesDay(text: string, day: string): boolean {
  const [year = "", month = 0, date = 0] = day.split("-").map((part, at) =>
    at ? Number(part) : part
  );
  const names = (MONTHS[Number(month) - 1] ?? []).join("|");
  const number = `(?<!\\d)0?${date}(?!\\d)`;
  const two = `0?${month}`;
  const forms = [
    `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`,
    `${number}(?:st|nd|rd|th|er|o|\\.)?(?: (?:de|of))? (?:${names})`,
    `(?:${names})[a-z]*\\.? (?:the )?${number}`,
    `(?<![\\d.,])${two}[/-]0?${date}(?!\\d)`,
    `${number}[/.-] ?${two}(?!\\d)`,
    `(?<!\\d)${month}\u6708${date}\u65e5`,
  ];
  const plain = folded(text);
  return forms.some((form) => new RegExp(form, "u").test(plain));
}
