import { assertEquals } from "@std/assert";
import { decodeText } from "../../statements/decode.ts";

const bytes = (...values: readonly (number | string)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number" ? [value] : [...value].map((one) => one.charCodeAt(0))
    ),
  );

const utf16 = (text: string, isBigEndian: boolean): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    [...text].flatMap((one) => {
      const code = one.charCodeAt(0);
      return isBigEndian ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
    }),
  );

const CYRILLIC = "\u0414\u0430\u0442\u0430;\u0421\u0443\u043c\u043c\u0430\n01.02.2026;5,00";

// Encoded texts whose bytes were taken from the encodings' code charts.
const CASES: readonly (readonly [string, Uint8Array<ArrayBuffer>, string])[] = [
  ["UTF-8", bytes("M", 0xc3, 0xbc, "ller"), "M\u00fcller"],
  ["UTF-8 with a byte order mark", bytes(0xef, 0xbb, 0xbf, "Date"), "Date"],
  ["UTF-16 with a byte order mark", bytes(0xff, 0xfe, "D", 0, "a", 0), "Da"],
  ["UTF-16 LE without a mark", utf16("Date;Payee\n", false), "Date;Payee\n"],
  ["UTF-16 BE without a mark", utf16("Date;Payee\n", true), "Date;Payee\n"],
  ["Cyrillic UTF-16 without a mark", utf16(CYRILLIC, false), CYRILLIC],
  ["German windows-1252", bytes("M", 0xfc, "ller Stra", 0xdf, "e"), "M\u00fcller Stra\u00dfe"],
  [
    "the euro sign of windows-1252",
    bytes("12,00 ", 0x80, " f", 0xfc, "r"),
    "12,00 \u20ac f\u00fcr",
  ],
  ["the pound sign of windows-1252", bytes(0xa3, "12.00"), "\u00a312.00"],
  ["French windows-1252", bytes("Libell", 0xe9, ";D", 0xe9, "bit"), "Libell\u00e9;D\u00e9bit"],
  ["a French one-letter word", bytes("Virement ", 0xe0, " Paul"), "Virement \u00e0 Paul"],
  ["a Portuguese one-letter word", bytes("Isto ", 0xe9, " um teste"), "Isto \u00e9 um teste"],
  ["a Norwegian one-letter word", bytes("Husk ", 0xe5, " betale"), "Husk \u00e5 betale"],
  [
    "Portuguese one-letter words below an accented heading",
    bytes("Descri", 0xe7, 0xe3, "o\n", ...Array(4).fill(["Compra ", 0xe0, " vista\n"]).flat()),
    `Descri\u00e7\u00e3o\n${"Compra \u00e0 vista\n".repeat(4)}`,
  ],
  [
    "a French one-letter word and an accented pair",
    bytes("Virement ", 0xe0, " Paul;Facture cr", 0xe9, 0xe9, "e"),
    "Virement \u00e0 Paul;Facture cr\u00e9\u00e9e",
  ],
  [
    "Danish one-letter words and an accented pair",
    bytes("Hus i ", 0xc5, ";Tur til ", 0xf8, ";Ferie p", 0xe5, " ", 0xc6, "r", 0xf8, 0xe5),
    "Hus i \u00c5;Tur til \u00f8;Ferie p\u00e5 \u00c6r\u00f8\u00e5",
  ],
  ["Polish windows-1250", bytes("P", 0xb3, "atno", 0x9c, 0xe6), "P\u0142atno\u015b\u0107"],
  ["Polish ISO-8859-2", bytes("P", 0xb3, "atno", 0xb6, 0xe6), "P\u0142atno\u015b\u0107"],
  [
    "a Hungarian double acute accent as the only one",
    bytes("Erd", 0xf5, "s P", 0xe9, "ter"),
    "Erd\u0151s P\u00e9ter",
  ],
  [
    "a Hungarian word right after another letter that isn't ASCII",
    bytes("Id", 0xf5, "pont;sz", 0xe1, "mla"),
    "Id\u0151pont;sz\u00e1mla",
  ],
  ["a Portuguese tilde", bytes("Sim", 0xf5, "es"), "Sim\u00f5es"],
  ["a Portuguese word that was cut off", bytes("Opera", 0xe7, 0xf5), "Opera\u00e7\u00f5"],
  ["an Estonian tilde", bytes("V", 0xf5, "ru"), "V\u00f5ru"],
  ["Japanese Shift-JIS", bytes(0x8e, 0xe6, 0x88, 0xf8, 0x93, 0xfa), "\u53d6\u5f15\u65e5"],
  [
    "full-width digits in Shift-JIS",
    bytes(0x82, 0x51, 0x82, 0x4f, 0x82, 0x51, 0x82, 0x55, 0x94, 0x4e),
    "\uff12\uff10\uff12\uff16\u5e74",
  ],
  ["Chinese GBK", bytes(0xbd, 0xbb, 0xd2, 0xd7, 0xc8, 0xd5), "\u4ea4\u6613\u65e5"],
  [
    "Arabic windows-1256",
    bytes(0xc7, 0xe1, 0xca, 0xc7, 0xd1, 0xed, 0xce),
    "\u0627\u0644\u062a\u0627\u0631\u064a\u062e",
  ],
  [
    "Russian windows-1251",
    bytes(0xcf, 0xe5, 0xf0, 0xe5, 0xe2, 0xee, 0xe4),
    "\u041f\u0435\u0440\u0435\u0432\u043e\u0434",
  ],
  ["Greek windows-1253", bytes(0xd0, 0xef, 0xf3, 0xfc), "\u03a0\u03bf\u03c3\u03cc"],
  ["Latvian windows-1257", bytes("Sa", 0xf2, 0xe7, "m", 0xe7, "js"), "Sa\u0146\u0113m\u0113js"],
  [
    "Turkish windows-1254",
    bytes("A", 0xe7, 0xfd, "klama;Maa", 0xfe, ";", 0xdd, 0xfe, "yeri"),
    "A\u00e7\u0131klama;Maa\u015f;\u0130\u015fyeri",
  ],
  ["German MacRoman", bytes("M", 0x9f, "ller Stra", 0xa7, "e"), "M\u00fcller Stra\u00dfe"],
  ["Thai windows-874", bytes(0xe0, 0xa7, 0xd4, 0xb9), "\u0e40\u0e07\u0e34\u0e19"],
  ["a Hebrew word in windows-1255", bytes(0xf9, 0xe5, 0xf7), "\u05e9\u05d5\u05e7"],
  [
    "Hebrew windows-1255",
    bytes(
      0xe1,
      0xe7,
      0xe5,
      0xe1,
      0xe4,
      ";",
      0xe1,
      0xe6,
      0xeb,
      0xe5,
      0xfa,
      ";",
      0xf9,
      0xe5,
      0xf4,
      0xf8,
      0xf1,
      0xec,
    ),
    "\u05d1\u05d7\u05d5\u05d1\u05d4;\u05d1\u05d6\u05db\u05d5\u05ea;\u05e9\u05d5\u05e4\u05e8\u05e1\u05dc",
  ],
  [
    "a Polish capital before ASCII",
    bytes("Jan ", 0xa3, "ukasz; ", 0xbf, "ona"),
    "Jan \u0141ukasz; \u017cona",
  ],
  ["line ends of every kind", bytes("a\r\nb\rc\nd\r\r\ne\r\rf"), "a\nb\nc\nd\ne\n\nf"],
];

for (const [title, encoded, text] of CASES) {
  Deno.test(`decodeText() reads ${title}`, () => assertEquals(decodeText(encoded), text));
}

// Decoding the bytes of these texts as ISO-8859-2 would yield letters instead of symbols.
const LATIN_1: readonly string[] = [
  "CB \u00abLE ZINC\u00bb PARIS",
  "Pr\u00e9l\u00e8vement \u00abLe Zinc\u00bb re\u00e7u \u00e0 \u00c9vry",
  "Th\u00e9\u00e2tre \u00abVidy\u00bb",
  "Bar \u00abDa Gino\u00bb citt\u00e0",
  "Kaf\u00e9 \u00abZinc\u00bb L\u00f8nn",
  "Paral\u00b7lel \u00abCaf\u00e8\u00bb N\u00f2mina",
  "\u00a1AHORRA! TIENDA",
  "\u00a1Ahorra! N\u00f3mina",
  "\u00a9Apple Store B\u00fcro",
  "Lidl\u00ae K\u00f6ln",
  "\u00b5Torrent M\u00fcller",
  "\u00b6 M\u00fcller",
];

for (const text of LATIN_1) {
  Deno.test(`decodeText() reads ${text} in windows-1252`, () => {
    assertEquals(decodeText(bytes(text)), text);
  });
}
