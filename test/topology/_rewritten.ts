/**
 * Replaces texts, each wherever it stands.
 *
 * @throws {Error} When one of them does not stand there: then the file has moved on.
 */
export function rewritten(text: string, places: Readonly<Record<string, string>>): string {
  const known = Object.keys(places);
  const missing = known.filter((place) => !text.includes(place));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(" and no ")}`);
  // In one go: what was put in is not looked at again.
  const any = new RegExp(known.map((place) => RegExp.escape(place)).join("|"), "gu");
  return text.replaceAll(any, (place) => places[place] ?? place);
}
