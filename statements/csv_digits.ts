// The digit 0 in scripts that banks use: Arabic, Persian, Devanagari, Bengali, Thai, full width.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const;
const OTHER_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/gu;
/** Marks of the writing direction, which surround numbers in Arabic and Hebrew files. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const MINUS_SIGN = /\uff0d(?=[\d.,])/gu;

/** Converts digits, separators and minus signs of any script to ASCII. */
export function withAsciiNumbers(text: string): string {
  const plain = text.replace(DIRECTION, "");
  return plain
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/\u066b/gu, ".")
    .replace(/\u066c/gu, ",")
    .replace(MINUS_SIGN, "-");
}
