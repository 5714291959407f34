import { cleanWhole } from "../domain/base/clean_text.ts";

interface Label {
  readonly payee: string;
  readonly memo: string | null;
}

/** Banks break a subfield's text at this length, even within a word. */
const SUBFIELD_LENGTH = 27;
const LINE_LENGTH = 65;

/** Maximum length of an entry's text to examine, although MT940 allows only six lines. */
const LONGEST_TEXT = 5_000;
const MOST_LINES = 50;

/** German banks mark parts of the purpose; `SVWZ` is the text that people wrote. */
const SEPA_TAG = /\b(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|IBAN|BIC|PURP)\+/u;

const DUTCH_TAG =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CNTP|MARF|CSID|PREF|RTRN|PURP|ISDT|CDTRREFTP|CDTRREF|ULTD|ULTB|ULTC|ID|INIT|SVCL|ADDR)\//u;

/** Returns the payee and memo of an entry: from `:86:`, or else from the second line of `:61:`. */
export function labelOf(text: readonly string[], details: readonly string[]): Label {
  const joined = text.join("").slice(0, LONGEST_TEXT);
  const found = germanLabel(joined) ?? dutchLabel(joined) ?? freeLabel(text.slice(0, MOST_LINES));
  const [payee = "", memo] = [...found, ...(joined === "" ? details : [])]
    .map(cleanWhole).filter((part) => part !== "");
  return { payee, memo: memo === undefined || memo === payee ? null : memo };
}

/**
 * Splits a text into subfields. Each has a number of two digits after a separator that the bank
 * chooses: `166?00KIND?20TEXT?32NAME`.
 */
function germanLabel(text: string): readonly string[] | null {
  const [start = "", code, sign] = /^(\d{3})?([?~^<>@|])\d\d/u.exec(text) ?? [];
  if (sign === undefined) return null;
  const isSpecial = /[?^|]/u.test(sign);
  const subfield = new RegExp(`${isSpecial ? "\\" : ""}${sign}(?=\\d\\d)`, "u");
  const fields = text.slice(start.length - 3).split(subfield).slice(1);
  if (code === undefined && fields.length < 2) return null;
  const textOf = (tag: RegExp): string =>
    joinPieces(fields.filter((field) => tag.test(field)).map((field) => field.slice(2)));
  return [textOf(/^3[23]/u), purposeOf(textOf(/^(?:2\d|6[0-3])/u)), textOf(/^00/u)];
}

function joinPieces(pieces: readonly string[]): string {
  return pieces.reduce(
    (text, piece, index) =>
      (pieces[index - 1] ?? "").length < SUBFIELD_LENGTH ? `${text} ${piece}` : text + piece,
    "",
  );
}

function purposeOf(text: string): string {
  const [, written] = text.split(/\bSVWZ\+/u);
  return written === undefined ? text : written.split(SEPA_TAG)[0] ?? "";
}

function dutchLabel(text: string): readonly string[] | null {
  if (!DUTCH_TAG.test(text.slice(0, 12))) return null;
  const [, ...parts] = text.split(DUTCH_TAG);
  const valueOf = (tag: string): string => {
    const at = parts.findIndex((part, index) => index % 2 === 0 && part === tag);
    return at < 0 ? "" : (parts[at + 1] ?? "").replace(/\/+$/u, "");
  };
  // The parts are account, bank, name and city.
  const counterparty = valueOf("CNTP").split("/")[2] ?? "";
  const remittance = valueOf("REMI").replace(/^(?:USTD|STRD)\/(?:[A-Z]*\/)*/u, "");
  return [valueOf("NAME"), counterparty, remittance];
}

/**
 * A line of full length continues on the next line. If the first line is shorter, it is the payee.
 */
function freeLabel(lines: readonly string[]): readonly string[] {
  const [first = "", ...rest] = lines;
  return first.length < LINE_LENGTH ? [first, rest.join(" ")] : [lines.join("")];
}
