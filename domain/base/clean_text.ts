/** Maximum length, in characters, of user or bank text in an answer. */
const MAX_TEXT_LENGTH = 80;

/** HTML's names for the characters U+00A0 to U+00FF, in order. */
export const LATIN_1_ENTITIES =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn " +
  "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave " +
  "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN " +
  "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave " +
  "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc " +
  "uuml yacute thorn yuml";

/** HTML entities whose names are matched regardless of letter case. */
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

// Invisible characters: control characters, the soft hyphen, joiners and zero-width marks,
// bidirectional marks and embeddings, variation selectors, the byte order mark, interlinear marks,
// format controls for shorthand and music, and the invisible tag block.
const INVISIBLE =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

const SPACES = /[\s\u0085\u2028\u2029]+/gu;

export function cleanText(text: string): string {
  return shortened(cleanWhole(text), MAX_TEXT_LENGTH);
}

/** Truncates text to the given number of characters, including the final ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  return characters.slice(0, most - 1).join("").trimEnd() + "\u2026";
}

export function cleanWhole(text: string): string {
  if (/^[\x21-\x25\x27-\x7e]+(?: [\x21-\x25\x27-\x7e]+)*$/u.test(text)) return text;
  return decodeEntities(text)
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(SPACES, " ")
    .trim();
}

export function cleanLines(text: string): string {
  if (!LINE_END.test(text)) return cleanWhole(text);
  return text.split(LINE_END).map(cleanWhole).filter((line) => line !== "").join("\n");
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6}\d{0,2});/giu,
    (entity, name: string) => {
      if (!name.startsWith("#")) {
        return NAMED_ENTITIES[name.toLowerCase()] ?? latin1Of(name) ?? entity;
      }
      const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}

let latin1: ReadonlyMap<string, string> | undefined;

function latin1Of(name: string): string | undefined {
  // Create this map only when needed, because few texts contain Latin-1 entities.
  latin1 ??= new Map(
    LATIN_1_ENTITIES.split(" ").map((one, at) => [one, String.fromCodePoint(0xa0 + at)]),
  );
  return latin1.get(name);
}

// Blocks of right-to-left characters (Unicode property Bidi_Class, values R and AL).
const RIGHT =
  "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+";
// Separators that can occur within a name and so don't end it.
const WITHIN = "[ '\"&.()/\\u2019-]{1,3}";

const RIGHT_TO_LEFT = new RegExp(`${RIGHT}(?:${WITHIN}${RIGHT})*`, "gu");

/** Isolates right-to-left words with U+2068 and U+2069. Other text is unchanged. */
export function isolated(text: string): string {
  return text.replace(RIGHT_TO_LEFT, "\u2068$&\u2069");
}

/** Removes U+2068 and U+2069, so that a name copied from an answer matches the plan's name. */
export function unisolated(text: string): string {
  return text.replace(/[\u2068\u2069]/gu, "");
}

export function withTexts(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withTexts(field, write)]),
  );
}

export function listed(words: readonly string[], last: "and" | "or"): string {
  const before = words.slice(0, -1).join(", ");
  const end = words.at(-1) ?? "";
  return before === "" ? end : `${before} ${last} ${end}`;
}
