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

/** Takes away what no reader minds: case, accents, width, kinds of quotes and spaces. */
export function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()
    .replaceAll(/[\u2018\u2019\u02bc]/gu, "'").replaceAll(/\s+/gu, " ");
}

/** Tells whether a text names a day. */
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
