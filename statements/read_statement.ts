import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { decodeText } from "./decode.ts";
import { MOST_BYTES } from "./limits.ts";
import { loadCamt } from "./load_camt.ts";

export { MOST_BYTES, MOST_ROWS } from "./limits.ts";

type Reader = (
  text: string,
  options: ReadingOptions,
) => ReadingOfStatement | Promise<ReadingOfStatement>;

/**
 * Reads a bank's file.
 *
 * @throws {ToolError} `invalid_input` if it is no statement, or one that can't be read with
 * certainty.
 */
export async function readStatement(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadingOptions,
): Promise<ReadingOfStatement> {
  if (bytes.length > MOST_BYTES) {
    throw new ToolError(
      "invalid_input",
      `the file is larger than ${MOST_BYTES / 1_000_000} MB: download a shorter period`,
    );
  }
  const kind = KINDS.find(({ starts }) => starts.some((start) => startsWith(bytes, start)));
  if (kind !== undefined) {
    throw new ToolError("invalid_input", `the file is ${kind.name}: ${kind.wayOut}`);
  }
  const text = decodeText(bytes);
  const read = await readerOf(text);
  return read(text, options);
}

/** The reader of a text's format, loaded only when needed. */
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

function startsWith(bytes: Uint8Array<ArrayBuffer>, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

const READ_IT = "read it, and give its bookings as rows with both balances";
const SAVE_AS = "save it as CSV, or download OFX or CAMT from the bank";

/** Files that their first bytes identify. */
const KINDS: readonly {
  readonly name: string;
  readonly starts: readonly (readonly number[])[];
  readonly wayOut: string;
}[] = [
  { name: "a PDF", starts: [[0x25, 0x50, 0x44, 0x46]], wayOut: READ_IT },
  {
    name: "an Excel file (XLS)",
    starts: [[0xd0, 0xcf, 0x11, 0xe0]],
    wayOut: SAVE_AS,
  },
  {
    name: "an Excel file (XLSX) or another ZIP archive",
    starts: [[0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]],
    wayOut: `unpack an archive; if it is a spreadsheet, ${SAVE_AS}`,
  },
  {
    name: "a picture",
    starts: [
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff],
      [0x47, 0x49, 0x46, 0x38],
      [0x49, 0x49, 0x2a, 0x00],
      [0x4d, 0x4d, 0x00, 0x2a],
    ],
    wayOut: READ_IT,
  },
];
