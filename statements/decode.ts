import { pattern } from "./pattern.ts";
/**
 * Decodes the text of a bank's file: by its byte order mark, as UTF-16 if every other byte is NUL,
 * as UTF-8 if it is valid, else in the older encoding whose words look likeliest.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  return withLineFeeds(
    markedText(bytes) ?? utf16Text(bytes) ?? utf8Text(bytes) ?? olderText(bytes),
  );
}

function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/gu, "\n") : text;
}

function markedText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return utf8Text(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return null;
}

/** Bytes that are looked at to find an encoding. */
const SAMPLE = 100_000;
/** Share of characters of one byte, such as digits and delimiters, in a text in UTF-16. */
const FEWEST_ASCII = 0.05;

function utf16Text(bytes: Uint8Array<ArrayBuffer>): string | null {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE) / 2);
  const nuls = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) {
    if (bytes[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nuls;
  // Text in one byte for each character has no NUL at all.
  if (pairs === 0 || Math.max(even, odd) < pairs * FEWEST_ASCII || Math.min(even, odd) > 0) {
    return null;
  }
  return new TextDecoder(even > odd ? "utf-16be" : "utf-16le").decode(bytes);
}

function utf8Text(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// In the order of their use by banks: the first wins a tie.
const ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1257",
  "macintosh",
] as const;

function olderText(bytes: Uint8Array<ArrayBuffer>): string {
  const sample = sampleOf(bytes);
  let best: string = ENCODINGS[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const encoding of ENCODINGS) {
    const score = likeness(decoded(sample, encoding), encoding);
    if (score > most) [best, most] = [encoding, score];
  }
  return decoded(bytes, best);
}

/** The bytes around those that differ between the encodings, at most {@linkcode SAMPLE}. */
function sampleOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE - 64; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const end = Math.min(at + 8, bytes.length);
    const part = bytes.subarray(Math.max(0, at - 8), end);
    sample.set(part, length);
    sample[length + part.length] = 0x20;
    length += part.length + 1;
    at = end;
  }
  return sample.subarray(0, length);
}

/** U+0080 to U+009F in windows-1252; a byte without a character stays a control. */
const WINDOWS_1252 = "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039" +
  "\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161" +
  "\u203a\u0153\u009d\u017e\u0178";

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== "windows-1252") return text;
  // Node 22.13 to 22.22 and 24.0 to 24.12 decode windows-1252 as Latin-1.
  return text.replace(
    /[\u0080-\u009f]/gu,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** Letters beyond ASCII, lower case. */
const LETTERS = {
  german: "\u00e4\u00f6\u00fc\u00df",
  french: "\u00e9\u00e8\u00ea\u00eb\u00e0\u00e2\u00e7\u00ee\u00ef\u00f4\u00f9\u00fb\u0153",
  spanish: "\u00e1\u00e9\u00ed\u00f3\u00fa\u00f1\u00fc",
  italian: "\u00e0\u00e8\u00e9\u00ec\u00f2\u00f9",
  portuguese: "\u00e1\u00e2\u00e3\u00e0\u00e7\u00e9\u00ea\u00ed\u00f3\u00f4\u00f5\u00fa",
  swedish: "\u00e5\u00e4\u00f6\u00e9",
  danish: "\u00e6\u00f8\u00e5\u00e9",
  icelandic: "\u00e1\u00e9\u00ed\u00f3\u00fa\u00fd\u00fe\u00f0\u00e6\u00f6",
  polish: "\u0105\u0107\u0119\u0142\u0144\u00f3\u015b\u017a\u017c",
  czech:
    "\u00e1\u010d\u010f\u00e9\u011b\u00ed\u0148\u00f3\u0159\u0161\u0165\u00fa\u016f\u00fd\u017e",
  slovak:
    "\u00e1\u00e4\u010d\u010f\u00e9\u00ed\u013a\u013e\u0148\u00f3\u00f4\u0155\u0161\u0165\u00fa\u00fd\u017e",
  hungarian: "\u00e1\u00e9\u00ed\u00f3\u00f6\u0151\u00fa\u00fc\u0171",
  romanian: "\u0103\u00e2\u00ee\u015f\u0163",
  croatian: "\u010d\u0107\u0111\u0161\u017e",
  cyrillic:
    "\u0430\u0431\u0432\u0433\u0434\u0435\u0436\u0437\u0438\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044a\u044b\u044c\u044d\u044e\u044f\u0451\u0456\u0457\u0454\u0491",
  greek:
    "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9\u03ac\u03ad\u03ae\u03af\u03cc\u03cd\u03ce\u03ca\u03cb\u0390\u03b0",
  latvian: "\u0101\u010d\u0113\u0123\u012b\u0137\u013c\u0146\u0161\u016b\u017e",
  lithuanian: "\u0105\u010d\u0119\u0117\u012f\u0161\u0173\u016b\u017e",
  estonian: "\u00e4\u00f5\u00f6\u00fc\u0161\u017e",
};

const WESTERN = [
  LETTERS.german,
  LETTERS.french,
  LETTERS.spanish,
  LETTERS.italian,
  LETTERS.portuguese,
  LETTERS.swedish,
  LETTERS.danish,
  LETTERS.icelandic,
];

/** Languages that each encoding is used for. */
const ALPHABETS: Readonly<Record<(typeof ENCODINGS)[number], readonly string[]>> = {
  "windows-1252": WESTERN,
  "windows-1250": [
    LETTERS.polish,
    LETTERS.czech,
    LETTERS.slovak,
    LETTERS.hungarian,
    LETTERS.romanian,
    LETTERS.croatian,
  ],
  "windows-1251": [LETTERS.cyrillic],
  "windows-1253": [LETTERS.greek],
  "windows-1257": [LETTERS.latvian, LETTERS.lithuanian, LETTERS.estonian],
  macintosh: WESTERN,
};

const SYMBOLS = pattern(
  String.raw`[\u20ac\u00a3\u00a7\u00b0\u2013\u2014\u2019\u201e\u201c\u201d\u2026\u00a0`,
  String.raw`\u00bf\u00a1\u00ab\u00bb\u2116\u00ba\u00aa]`,
);
const MONEY = /[\u20ac\u00a3]/u;
const LETTER = /\p{L}/u;
const SMALL_LETTER = /\p{Ll}/u;
/** Currencies that are written after an amount. */
const CURRENCIES = /(?<!\p{L})(?:K\u010d|z\u0142)(?!\p{L})/u;

/** How much a text looks like one of the languages that an encoding is used for. */
function likeness(text: string, encoding: (typeof ENCODINGS)[number]): number {
  const scores = ALPHABETS[encoding].map((letters) => likenessTo(text, letters));
  return Math.max(...scores) + (CURRENCIES.test(text) ? 1 : 0);
}

/** Words have about as many vowels as other letters: in the wrong script they have fewer. */
const VOWELS =
  "\u0430\u0435\u0451\u0438\u043e\u0443\u044b\u044d\u044e\u044f\u0456\u0457\u0454\u03b1\u03b5\u03b7\u03b9\u03bf\u03c5\u03c9\u03ac\u03ad\u03ae\u03af\u03cc\u03cd\u03ce";

function likenessTo(text: string, letters: string): number {
  const isLatin = letters !== LETTERS.cyrillic && letters !== LETTERS.greek;
  let score = 0;
  let before = " ";
  for (const character of text) {
    const isForeign = character > "\u007f";
    const isWithinWord = LETTER.test(before) && LETTER.test(character);
    if (isForeign) {
      const lower = character.toLowerCase();
      if (MONEY.test(character) && !LETTER.test(before)) score += 3;
      else if (letters.includes(lower)) score += VOWELS.includes(lower) ? 3 : 2;
      else if (SYMBOLS.test(character)) score += LETTER.test(before) ? -2 : 1;
      else score -= 3;
      if (lower !== character && isWithinWord && SMALL_LETTER.test(before)) score -= 4;
    }
    // Latin words rarely have two such letters in a row; others have no ASCII letters.
    if (
      isWithinWord && (isLatin ? isForeign && before > "\u007f" : isForeign !== before > "\u007f")
    ) {
      score -= 3;
    }
    before = character;
  }
  return score;
}
