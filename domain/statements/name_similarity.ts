/** Minimum number of letters that can identify a word by its beginning. */
const ENOUGH_LETTERS = 4;

/**
 * How much of a payee's name a bank label contains, from 0 to 1. Both are normalized. Allows for
 * names that banks truncate or print without spaces, and for users' abbreviations.
 */
export function nameSimilarity(label: string, payee: string): number {
  const [joined, name] = [label.replaceAll(" ", ""), payee.replaceAll(" ", "")];
  const shorter = joined.length < name.length ? joined : name;
  const longer = shorter === joined ? name : joined;
  if (shorter.length >= ENOUGH_LETTERS && longer.includes(shorter)) return 1;
  const words = label.split(" ").filter((word) => word.length > 1);
  const own = payee.split(" ").filter((word) => word.length > 1);
  let [found, letters] = [0, 0];
  for (const word of own) {
    letters += word.length;
    if (words.some((other) => isAlike(word, other))) found += word.length;
  }
  return letters === 0 ? 0 : found / letters;
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = one.length < other.length ? one : other;
  const longer = shorter === one ? other : one;
  if (shorter.length < ENOUGH_LETTERS) return false;
  return longer.startsWith(shorter) || isOneSlipApart(shorter, longer);
}

/**
 * Whether two words differ by one letter that was omitted, added or replaced, or by one swap of
 * neighboring letters.
 */
export function isOneSlipApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2);
}
