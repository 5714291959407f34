import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import { readStatement } from "../../statements/read_statement.ts";
import { MAX_BYTES } from "../../statements/refusal.ts";
import { CASH } from "./_reading.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

const row = "2026-11-14,Bakery,-1.00\n";

const REFUSED: readonly (readonly [string, Uint8Array<ArrayBuffer>, RegExp])[] = [
  ["a PDF", bytesOf("%PDF-1.7 ..."), /is a PDF: read it yourself and pass its transactions as/u],
  [
    "an XLS file",
    bytesOf("\u00d0\u00cf\u0011\u00e0..."),
    /is an Excel file \(XLS\): save it as CSV/u,
  ],
  [
    "a ZIP archive",
    bytesOf("PK\u0003\u0004..."),
    /is an Excel file \(XLSX\) or another ZIP archive/u,
  ],
  ["a picture", bytesOf("\u0089PNG\r\n..."), /is a picture: read it/u],
  [
    "more than 5 MB",
    new Uint8Array(MAX_BYTES + 1),
    /larger than 5 MB: download a file for a shorter period/u,
  ],
  ["an empty file", new Uint8Array(), /no rows with a date and an amount/u],
  ["more than 5,000 rows", bytesOf(row.repeat(5_001)), /more than 5000/u],
  [
    "more than 200 columns",
    bytesOf(row + "2026-11-13,".padEnd(300, ",")),
    /more than 200 columns/u,
  ],
  [
    "a line of over 100 kB",
    bytesOf(`${row}2026-11-13,${"x".repeat(100_001)},1.00`),
    /line 2 is longer/u,
  ],
];

for (const [title, bytes, message] of REFUSED) {
  Deno.test(`readStatement() refuses ${title} and explains why`, async () => {
    const error = await assertRejects(() => readStatement(bytes, CASH), ToolError);
    assertEquals(error.code, "invalid_input");
    assertEquals(message.test(error.message), true, error.message);
  });
}
