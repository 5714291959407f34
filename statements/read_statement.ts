import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { decodeText } from "./decode.ts";
import { loadCamt } from "./load_camt.ts";
import { MAX_BYTES, refusal, tooLarge } from "./refusal.ts";

type Reader = (
  text: string,
  options: ReadingOptions,
) => ReadingOfStatement | Promise<ReadingOfStatement>;

/**
 * Reads a bank's file.
 *
 * @throws {ToolError} `invalid_input` if the file isn't a statement or can't be read reliably.
 */
export async function readStatement(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadingOptions,
): Promise<ReadingOfStatement> {
  if (bytes.length > MAX_BYTES) throw tooLarge("the file");
  const first = String.fromCharCode(...bytes.subarray(0, 4));
  const other = OTHER_TYPES.find(([start]) => first.startsWith(start));
  if (other !== undefined) throw refusal(`the file is ${other[1]}: ${other[2]}`);
  const text = decodeText(bytes);
  const read = await readerOf(text);
  try {
    return await read(text, options);
  } catch (error) {
    throw isRefusal(error) ? refusal(error.message, { cause: error }) : error;
  }
}

/**
 * Whether an error is the library's `ToolError` rather than the program's `ToolError`. In the npm
 * package, the program uses the library's readers, but the two have separate `ToolError` classes.
 */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "ToolError" && !(error instanceof ToolError);
}

/** Loads and returns the reader for the text's format. */
async function readerOf(text: string): Promise<Reader> {
  const start = text.slice(0, 4_000);
  if (/^\s*(?:OFXHEADER\s*:|<\?OFX\b|<OFX\s*>)|<OFX\s*>/iu.test(start)) {
    return (await import("./ofx.ts")).readOfx;
  }
  if (/^\s*(?:<!--.*?-->\s*)?<(?:\?xml\b|!DOCTYPE\b|(?:[\w-]+:)?Document\b)/isu.test(start)) {
    return await loadCamt();
  }
  if (/^\s*!(?:Account\b|(?:Type|Option|Clear):)/iu.test(start)) {
    return (await import("./qif.ts")).readQif;
  }
  if (/^(?:\{.*)?:20:.*[\s\S]*?^:25[A-Z]?:/mu.test(start)) {
    return (await import("./mt940.ts")).readMt940;
  }
  return (await import("./csv.ts")).readCsv;
}

const READ_IT =
  "read it yourself and pass its transactions as rows, with the opening and closing balances";
const SAVE_AS = "save it as CSV, or download OFX or CAMT from the bank";
const PICTURE = ["a picture", READ_IT] as const;

/** The first bytes of unsupported file types, each with the type's name and advice for the user. */
const OTHER_TYPES: readonly (readonly [start: string, name: string, advice: string])[] = [
  ["%PDF", "a PDF", READ_IT],
  ["\u00d0\u00cf\u0011\u00e0", "an Excel file (XLS)", SAVE_AS],
  ...["PK\u0003\u0004", "PK\u0005\u0006"].map((start) =>
    [
      start,
      "an Excel file (XLSX) or another ZIP archive",
      `unpack it or, if it is a spreadsheet, ${SAVE_AS}`,
    ] as const
  ),
  ...["\u0089PNG", "\u00ff\u00d8\u00ff", "GIF8", "II*\0", "MM\0*"]
    .map((start) => [start, ...PICTURE] as const),
];
