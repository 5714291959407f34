/** Replaces letters with x and digits with 9. */
export function maskedText(text: string): string {
  return text.replace(/[\p{L}\p{M}]/gu, "x").replace(/\p{N}/gu, "9");
}

/** Replaces each digit of a number with 9. */
export function maskedNumber(value: number): number {
  return Number(maskedText(String(value)));
}

/** Masks a file's name, but not its extension. */
export function maskedName(name: string): string {
  const extension = /\.[a-z]{1,5}\d?$/iu.exec(name)?.[0] ?? "";
  return maskedText(name.slice(0, name.length - extension.length)) + extension;
}

/**
 * Returns a function that masks this server's sentences about a file. The function masks digits and
 * any word that occurs in the file. Words with non-ASCII letters can only come from the file.
 */
export function sentenceMask(bytes: Uint8Array): (sentence: string) => string {
  // Every encoding preserves ASCII letters, although UTF-16 adds a NUL to each.
  const text = new TextDecoder("latin1").decode(bytes.filter((byte) => byte !== 0)).toLowerCase();
  const words = new Set(text.match(/[a-z]+/gu));
  return (sentence) =>
    sentence.replace(/\p{N}/gu, "9").replace(
      /[\p{L}\p{M}]+/gu,
      (word) => /^[a-z]+$/iu.test(word) && !words.has(word.toLowerCase()) ? word : maskedText(word),
    );
}
