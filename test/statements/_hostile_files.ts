import { bankFiles } from "./_bank_files.ts";
import { Draw } from "./_draw.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

const KINDS = Object.keys(bankFiles) as (keyof typeof bankFiles)[];
const MAGIC = ["%PDF-1.7\n", "PK\u0003\u0004", "\u0089PNG\r\n", "\u00ff\u00d8\u00ff", "GIF89a"];
const LARGEST = 20_000;
const files = new Map<string, Bytes>();
const ODD_TEXT = ["=cmd|' /C calc'!A0", "\u202e\u2066evil", "\u0000", "\u001b[31m", '"', "\ud800"];

/** Generates a corrupted bank file or other malformed input from a seed. */
export function hostileFile(seed: number): { readonly kind: string; readonly bytes: Bytes } {
  const draw = new Draw(seed);
  const kind = draw.weighted({
    "random bytes": 6,
    "random text": 12,
    mutated: 46,
    truncated: 10,
    joined: 8,
    shape: 18,
  });
  switch (kind) {
    case "random bytes":
      return { kind, bytes: randomBytes(draw, draw.pick([0, 1, 2, 3, 40, 400, 3_000])) };
    case "random text":
      return { kind, bytes: toBytes(draw, randomText(draw)) };
    case "mutated":
      return { kind, bytes: mutated(draw, anyFile(draw, seed)) };
    case "truncated": {
      const file = anyFile(draw, seed);
      return { kind, bytes: file.slice(0, draw.whole(0, file.length)) };
    }
    case "joined":
      return { kind, bytes: joined([anyFile(draw, seed), anyFile(draw, seed)]) };
    case "shape": {
      const name = draw.pick(Object.keys(hostileShapes));
      const size = draw.pick([3, 3, 20, 60, 60, 400]);
      return { kind: name, bytes: toBytes(draw, hostileShapes[name]?.(size) ?? "") };
    }
  }
}

/** Files that are designed to be slow to read. Most of them grow in proportion to `size`. */
export const hostileShapes: Readonly<Record<string, (size: number) => string>> = {
  "many numeric columns": (size) =>
    lines(size, (at) => `2026-11-${day(at)},${numbers(60, at).join(",")}`),
  "all rows and columns allowed": (size) =>
    lines(Math.min(size, 5_000), (at) => `2026-11-${day(at)},${numbers(165, at).join(",")}`),
  "many dates": (size) => wideTable(160, size / 20, wideCells.dates),
  "many ambiguous dates": (size) => wideTable(160, size / 20, wideCells["ambiguous dates"]),
  "many pairs of words": (size) => wideTable(160, size / 10, pairOfWords),
  "many columns": (size) => lines(Math.ceil(size / 20), (at) => numbers(900, at).join(",")),
  "one long line": (size) => `2026-11-03,12.50,${"x".repeat(size * 100)}`,
  "long digits": (size) => lines(size, () => `2026-11-03,${"9".repeat(80)},shop`),
  "long group": (size) => `2026-11-03,"${"1,234".repeat(size * 20)}",shop`,
  "unclosed quote": (size) => `Date,Amount,Payee\n2026-11-03,1.50,"${"a,b\n".repeat(size * 25)}`,
  "only quotes": (size) => '"'.repeat(size * 100),
  "only delimiters": (size) => ",;\t|".repeat(size * 25),
  "only line ends": (size) => "\r\n\n\r".repeat(size * 25),
  "only spaces": (size) => " \u00a0".repeat(size * 50),
  "only minus signs": (size) => lines(size, () => `2026-11-03,${"-".repeat(90)}`),
  "alternating delimiters": (size) =>
    lines(size, (at) => `2026-11-${day(at)}${[",", ";", "\t", "|"][at % 4]}1,5${";"}2.5|x`),
  "dates only": (size) => lines(size * 5, (at) => `2026-11-${day(at)},03.11.2026`),
  "zeros beside a constant": (size) =>
    lines(size * 4, (at) => `2026-11-${day(at)},0.00,1000.00,fee`),
  "equal amounts": (size) => lines(size * 4, (at) => `2026-11-${day(at)},-5.00,shop,${at}`),
  "two accounts each row": (size) =>
    lines(size * 4, (at) => `2026-11-${day(at)},-5.00,shop,ACCT${at % 300}`),
  "formulas and overrides": (size) =>
    lines(size, (at) => `2026-11-${day(at)};-1,50;${ODD_TEXT[at % ODD_TEXT.length]}`),
  "deep XML": (size) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">` +
    "<Stmt>".repeat(size * 8) + "</Stmt>".repeat(size * 8) + "</Document>",
  "wide XML": (size) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">` +
    "<BkToCstmrStmt><Stmt>" + "<Ntry><Amt>1</Amt></Ntry>".repeat(size * 4) +
    "</Stmt></BkToCstmrStmt></Document>",
  "entities in XML": (size) =>
    `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "${"b".repeat(90)}">` +
    `<!ENTITY c "${"&a;".repeat(30)}">]>` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${"&c;".repeat(size)}` +
    "</Document>",
  "outside entity": () =>
    `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a SYSTEM "file:///etc/hostname">]>` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">&a;</Document>`,
  "long attribute": (size) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02" a="${"x".repeat(size * 100)}`,
  "deep OFX": (size) => `OFXHEADER:100\n\n<OFX>${"<STMTTRN>".repeat(size * 10)}`,
  "open tags in OFX": (size) => `OFXHEADER:100\n\n<OFX>${"<".repeat(size * 100)}`,
  "escapes in OFX": (size) =>
    `OFXHEADER:100\n\n<OFX><STMTTRN><DTPOSTED>20261103<TRNAMT>-1.00<NAME>&${
      "amp;".repeat(size * 25)
    }lt;</STMTTRN></OFX>`,
  "endless QIF record": (size) => `!Type:Bank\nD11/03/2026\n${"Mtext\nT-1.00\n".repeat(size * 8)}`,
  "QIF of carets": (size) => `!Type:Bank\n${"^\n".repeat(size * 50)}`,
  "endless MT940 details": (size) =>
    `:20:X\n:25:1\n:60F:C261101EUR1,\n:61:2611031103D1,NTRF\n:86:${
      "?20text?21more\n".repeat(size * 7)
    }`,
  "MT940 digits": (size) => `:20:X\n:25:1\n:61:2611031103D${"1".repeat(size * 100)},NTRF\n`,
};

type CellAt = (row: number, column: number) => string;

export const wideCells = {
  dates: (row, column) => `${day(row + column)}/11/2026`,
  "ambiguous dates": (row, column) => `${day((row + column) % 11)}/0${(row + column) % 9 + 1}/26`,
} as const satisfies Record<string, CellAt>;

/**
 * Returns the text of a table cell: an amount in the first 12 columns, and "blue" or "green" in all
 * other columns. The parser might think that these words mean "money in" and "money out".
 */
export function pairOfWords(row: number, column: number): string {
  if (column < 12) return `${(row * 31 + column * 17 + 17) % 900}.${column + 11}`;
  return row === column % 30 || row === column / 30 ? "blue" : "green";
}

/** Creates a table with a date column, an amount column, and columns filled by `cellAt`. */
export function wideTable(columns: number, rows: number, cellAt: CellAt): string {
  return lines(rows, (row) => {
    const cells = Array.from({ length: columns }, (_, column) => cellAt(row, column));
    return [`2026-11-${day(row)}`, numbers(1, row)[0], ...cells].join();
  });
}

function numbers(count: number, at: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => `${(at * 31 + index * 17) % 900}.${index % 90 + 10}`,
  );
}

function day(at: number): string {
  return String(at % 28 + 1).padStart(2, "0");
}

function lines(count: number, lineAt: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => lineAt(at)).join("\n");
}

/**
 * Returns a small file to corrupt. Generates a small set of files, reuses it for 5,000 seeds, and
 * then generates a new set.
 */
function anyFile(draw: Draw, seed: number): Bytes {
  const kind = draw.pick(KINDS);
  const place = Math.floor(seed / 5_000) * 20 + draw.whole(0, 19);
  const key = `${kind} ${place}`;
  const known = files.get(key);
  if (known !== undefined) return known;
  // Uses a separate random sequence, so that a seed gives the same input whether or not the file is
  // cached.
  const own = new Draw(place);
  let { bytes } = bankFiles[kind](own.whole(0, 1_000_000));
  while (bytes.length > LARGEST) bytes = bankFiles[kind](own.whole(0, 1_000_000)).bytes;
  files.set(key, bytes);
  return bytes;
}

function randomBytes(draw: Draw, length: number): Bytes {
  return Uint8Array.from({ length }, () => draw.whole(0, 255));
}

/** Combines fragments that occur in statements. */
function randomText(draw: Draw): string {
  const pieces = [
    ...["2026-11-03", "03.11.2026", "11/3/26", "20261103", "31/02/2026", "3 Nov 2026", "1,234.56"],
    ...["-12.50", "12,50-", "(3.00)", "0.00", "1.234", "EUR", "D", "C", "Date", "Amount", "Saldo"],
    ...['"', "''", " ", ",", ";", "\t", "|", "\n", "\n", "\r\n", "^", ":61:", "<", ">", "&", "NaN"],
    ...["1e9", "0x10", "Infinity", "-0", "__proto__", "constructor", ...ODD_TEXT, ...MAGIC],
  ];
  return Array.from({ length: draw.whole(0, 120) }, () => draw.pick(pieces)).join(
    draw.pick(["", ",", ";"]),
  );
}

/**
 * Encodes text as UTF-8, as UTF-16 (which keeps lone surrogates), or with one byte per character.
 */
function toBytes(draw: Draw, text: string): Bytes {
  const way = draw.weighted({ utf8: 80, utf16: 12, latin: 8 });
  if (way === "utf8") return new TextEncoder().encode(text);
  if (way === "latin") return Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);
  return new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer);
}

function mutated(draw: Draw, file: Bytes): Bytes {
  let bytes = file;
  for (let times = draw.whole(1, 6); times > 0; times -= 1) {
    const at = draw.whole(0, bytes.length);
    const length = draw.pick([1, 1, 2, 7, 60, 900]);
    const before = bytes.slice(0, at);
    const after = bytes.slice(at + length);
    const piece = bytes.slice(at, at + length);
    bytes = joined(
      {
        cut: [before, after],
        doubled: [before, piece, piece, after],
        replaced: [before, randomBytes(draw, piece.length), after],
        moved: [after, before, piece],
        spoiled: [
          before,
          new TextEncoder().encode(draw.pick([...ODD_TEXT, "9".repeat(30), ",;", "\n"])),
          piece,
          after,
        ],
      }[draw.weighted({ cut: 30, doubled: 20, replaced: 15, moved: 5, spoiled: 30 })],
    );
  }
  return bytes;
}

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
