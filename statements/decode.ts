// deno-lint-ignore-file prefer-ascii -- the letters that tell encodings apart

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Decodes the text of a bank's file. Uses the encoding that the byte order mark indicates. Without
 * one, uses UTF-16 if the positions of NUL bytes indicate it; otherwise, UTF-8 if the bytes are
 * valid UTF-8; otherwise, whichever legacy encoding produces the most plausible words.
 */
export function decodeText(bytes: Bytes): string {
  return withLineFeeds(
    markedText(bytes) ?? utf16Text(bytes) ?? textIn(bytes, "utf-8") ?? olderText(bytes),
  );
}

function withLineFeeds(text: string): string {
  // Some programs end lines with two carriage returns and a line feed.
  return text.includes("\r")
    ? text.replace(/\r+\n?/gu, (run) => run.endsWith("\n") ? "\n" : "\n".repeat(run.length))
    : text;
}

function markedText(bytes: Bytes): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return textIn(bytes, "utf-8");
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return null;
}

const SAMPLE = 100_000;
/** Minimum share of ASCII characters, such as digits and delimiters, in UTF-16 text. */
const MIN_ASCII = 0.05;

function utf16Text(bytes: Bytes): string | null {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE) / 2);
  const nuls = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) {
    if (bytes[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nuls;
  // Text in a single-byte encoding contains no NUL.
  if (pairs === 0 || Math.max(even, odd) < pairs * MIN_ASCII || Math.min(even, odd) > 0) {
    return null;
  }
  return new TextDecoder(even > odd ? "utf-16be" : "utf-16le").decode(bytes);
}

function textIn(bytes: Bytes, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Legacy encodings, sorted by how often banks use them, most frequent first. If several encodings
// score the same, the first of them is used.
const ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "windows-1253",
  "windows-1257",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "macintosh",
] as const;

/**
 * Matches ISO-8859-2 letters in the middle of words. At the beginning or end of a word, the same
 * bytes may be windows-1252 symbols such as `«`. Ą, Ľ, Š, Ť and Ž are omitted for the same reason.
 */
const SLAVIC = /(?<=\p{L})(?:[ŚŹ](?=\p{Lu})|[ąśźšťžľ](?=\p{Ll}))/u;

function olderText(bytes: Bytes): string {
  const thai = thaiText(bytes);
  if (thai !== null) return thai;
  const sample = sampleOf(bytes);
  let best: string = ENCODINGS[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const encoding of ENCODINGS) {
    const text = decoded(sample, encoding);
    if (encoding === "iso-8859-2" && !SLAVIC.test(text)) continue;
    const score = likeness(text, encoding);
    if (score > most) [best, most] = [encoding, score];
  }
  const eastern = easternText(bytes);
  if (eastern !== null && eastern.score > most) return eastern.text;
  return decoded(bytes, best);
}

/** Matches a Thai syllable. Other text, if decoded as Thai, rarely consists of valid syllables. */
const THAI_SYLLABLE = new RegExp(
  "[\\u0e40-\\u0e44]?[\\u0e01-\\u0e2e][\\u0e31\\u0e34-\\u0e3a\\u0e47]?[\\u0e48-\\u0e4c]?" +
    "[\\u0e30\\u0e32\\u0e33\\u0e45]?[\\u0e2f\\u0e30\\u0e46]?",
  "gu",
);
const NOT_THAI = /[A-Za-z][\u0e01-\u0e4e]|[\u0e01-\u0e4e][A-Za-z]/u;
const MIN_THAI = 0.97;

/** Decodes bytes as windows-874. Returns `null` unless nearly all letters form Thai syllables. */
function thaiText(bytes: Bytes): string | null {
  const sample = decoded(bytes.subarray(0, SAMPLE), "windows-874");
  if (!/[\u0e40-\u0e44]/u.test(sample) || !/[\u0e31-\u0e3a\u0e47-\u0e4e]/u.test(sample)) {
    return null;
  }
  if (NOT_THAI.test(sample)) return null;
  const letters = sample.replace(/[^\u00c0-\u0e3e\u0e40-\u200f\ufffd]/gu, "");
  const others = letters.replace(THAI_SYLLABLE, "");
  return others.length <= letters.length * (1 - MIN_THAI) ? decoded(bytes, "windows-874") : null;
}

/** East Asian encodings, each with the first bytes of its most frequent characters. */
const EASTERN = [
  // The first range is kana; the second is the more commonly used half of the kanji.
  { encoding: "shift_jis", frequent: [[0x81, 0x83], [0x88, 0x97]] },
  { encoding: "euc-kr", frequent: [[0xa1, 0xa3], [0xb0, 0xc8]] },
  { encoding: "gbk", frequent: [[0xa1, 0xa3], [0xb0, 0xd7]] },
  { encoding: "big5", frequent: [[0xa1, 0xa1], [0xa4, 0xc6]] },
] as const;

/** The text decoded with the best-fitting East Asian encoding; `null` if none fits every byte. */
function easternText(
  bytes: Bytes,
): { readonly text: string; readonly score: number } | null {
  const found = EASTERN.flatMap(({ encoding, frequent }) => {
    const text = textIn(bytes, encoding);
    return text === null ? [] : [{ text, score: pairScore(bytes.subarray(0, SAMPLE), frequent) }];
  });
  return found.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

/** Scores pairs of bytes the way {@linkcode likeness} scores single bytes. */
function pairScore(
  bytes: Bytes,
  frequent: readonly (readonly [least: number, most: number])[],
): number {
  let score = 0;
  /** End of the previous two-byte character, whose second byte may look like an ASCII letter. */
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const isFrequent = frequent.some(([least, most]) => byte >= least && byte <= most);
    // A pair of bytes next to an ASCII letter rarely encodes an East Asian character. For example,
    // the first two bytes of `\u017dalec` in windows-1250 are also a character in Shift JIS.
    const isWithinWord = (at !== end && isAsciiLetter(bytes[at - 1])) ||
      isAsciiLetter(bytes[at + 2]);
    score += isFrequent && !isWithinWord ? 6 : -6;
    at += 1;
    end = at + 1;
  }
  return score;
}

function isAsciiLetter(byte = 0): boolean {
  return /[A-Za-z]/u.test(String.fromCharCode(byte));
}

/** Returns a sample of the bytes that aren't ASCII, each with the bytes around it. */
function sampleOf(bytes: Bytes): Bytes {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE - 64; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const end = Math.min(at + 8, bytes.length);
    const part = bytes.subarray(Math.max(0, at - 8), end);
    sample.set(part, length);
    sample[length + part.length] = 0x20;
    length += part.length + 1;
    at = end - 1;
  }
  return sample.subarray(0, length);
}

/** Characters for bytes 0x80 to 0x9F in windows-1252; unassigned bytes are control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decoded(bytes: Bytes, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== "windows-1252") return text;
  // Node 22.13 to 22.22 and 24.0 to 24.12 decode windows-1252 as Latin-1.
  return text.replace(
    /[\u0080-\u009f]/gu,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}

const PORTUGUESE = "áâãàçéêíóôõú";
/** Accented letters of languages such as German, French, Portuguese, Swedish and Estonian. */
const WESTERN = [
  "äöüß",
  "éèêëàâçîïôùûœ",
  "áéíóúñü",
  "àèéìòù",
  PORTUGUESE,
  "åäöé",
  "æøåé",
  "áéíóúýþðæö",
  "äõöüšž",
];
/** Accented letters of Polish, Czech, Slovak, Hungarian, Romanian and Croatian. */
const CENTRAL = [
  "ąćęłńóśźż",
  "áčďéěíňóřšťúůýž",
  "áäčďéíĺľňóôŕšťúýž",
  "áéíóöőúüű",
  "ăâîşţ",
  "čćđšž",
];
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ";
const ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگ";
const HEBREW = "אבגדהוזחטיכלמנסעפצקרשתךםןףץ";
const GREEK = "αβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ";

/** For each encoding, the lowercase non-ASCII letters of the languages that use the encoding. */
const ALPHABETS: Readonly<Record<(typeof ENCODINGS)[number], readonly string[]>> = {
  "windows-1252": WESTERN,
  "windows-1250": CENTRAL,
  "iso-8859-2": CENTRAL,
  "windows-1251": [CYRILLIC],
  "windows-1253": [GREEK],
  // Latvian, Lithuanian, Estonian.
  "windows-1257": ["āčēģīķļņšūž", "ąčęėįšųūž", "äõöüšž"],
  // When lowercased, \u0130 becomes an i followed by U+0307.
  "windows-1254": ["çğıöşüi\u0307"],
  "windows-1255": [HEBREW],
  "windows-1256": [ARABIC],
  macintosh: WESTERN,
};

const SYMBOLS = /[€£§°–—’„“”…\u00a0¿¡«»№ºª]/u;
const MONEY = /[€£]/u;
const LETTER = /\p{L}/u;
const SMALL_LETTER = /\p{Ll}/u;
const CURRENCIES = /(?<!\p{L})(?:Kč|zł)(?!\p{L})/u;

function likeness(text: string, encoding: (typeof ENCODINGS)[number]): number {
  const scores = ALPHABETS[encoding].map((letters) => likenessTo(text, letters));
  return Math.max(...scores) + (CURRENCIES.test(text) ? 1 : 0);
}

/** Vowels make up about half of a word's letters, but a smaller share if the encoding is wrong. */
const VOWELS = "аеёиоуыэюяіїєαεηιουωάέήίόύώיוהאاوي";
const OTHER_SCRIPTS = [CYRILLIC, GREEK, HEBREW, ARABIC];

/**
 * Matches two consecutive non-ASCII letters, as found in any text in a non-Latin script. Western
 * words, such as `à` or `été`, seldom contain two consecutive non-ASCII letters.
 */
const FOREIGN_WORD = /[^\0-\x7f\P{L}]{2}/u;
/** Greek capitals and accented letters; nearly every Greek word has at least one. */
const GREEK_ONLY = /[\u0391-\u03a9άέήίόύώ]/u;
/** Matches Cyrillic letters whose bytes aren't also letters in the Hebrew encoding. */
const CYRILLIC_ONLY = /[\u0410-\u042fыьэюяёіїєґ]/u;

function likenessTo(text: string, letters: string): number {
  if (letters === GREEK && !GREEK_ONLY.test(text)) return Number.NEGATIVE_INFINITY;
  if (letters === CYRILLIC && !CYRILLIC_ONLY.test(text)) return Number.NEGATIVE_INFINITY;
  const isLatin = !OTHER_SCRIPTS.includes(letters);
  if (!isLatin && !FOREIGN_WORD.test(text)) return Number.NEGATIVE_INFINITY;
  let score = 0;
  let before = " ";
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    const isForeign = character > "\u007f";
    const isWithinWord = LETTER.test(before) && LETTER.test(character);
    const after = characters[at + 1] ?? "";
    // In encodings for non-Latin scripts, the windows-1252 bytes of `à` and `é` are letters too. In
    // Greek, only a few letters form a word on their own.
    const isAlone = !isLatin && isForeign && !"ηοΆ".includes(character) &&
      LETTER.test(character) &&
      ![before, after].some((one) => one > "\u007f" && LETTER.test(one));
    if (isForeign && !isAlone) {
      const lower = character.toLowerCase();
      // `\u00a3ukasz` is \u0141ukasz.
      if (MONEY.test(character)) {
        score += LETTER.test(before) || LETTER.test(after) ? -2 : 3;
      } else if (letters.includes(lower)) {
        // In Portuguese, an e follows every `õ`. The byte for `õ` in Western encodings is the byte
        // for `ő` in Hungarian encodings.
        const isHungarian = letters === PORTUGUESE && lower === "õ" && before <= "\u007f" &&
          !/e/iu.test(after);
        score += isHungarian ? 0 : VOWELS.includes(lower) ? 3 : 2;
      } else if (SYMBOLS.test(character)) score += LETTER.test(before) ? -2 : 1;
      else score -= 3;
      if (lower !== character && isWithinWord && SMALL_LETTER.test(before)) score -= 4;
    }
    // Words in Latin script rarely have two non-ASCII letters in a row. Words in non-Latin scripts
    // contain no ASCII letters.
    if (
      isWithinWord && (isLatin ? isForeign && before > "\u007f" : isForeign !== before > "\u007f")
    ) {
      score -= 3;
    }
    before = character;
  }
  return score;
}
