const tables = new Map<string, ReadonlyMap<string, number>>();

/** Writes `?` for each character that the encoding can't represent, as banks do. */
export function encodable(text: string, encoding: string): string {
  if (encoding.startsWith("utf-")) return text;
  const table = tableOf(encoding);
  return [...text].map((char) => table.has(char) ? char : "?").join("");
}

/** Encodes text, optionally with a byte order mark. */
export function encode(
  text: string,
  { encoding, mark }: { readonly encoding: string; readonly mark: boolean },
): Uint8Array<ArrayBuffer> {
  const marked = mark ? `\u{feff}${text}` : text;
  if (encoding === "utf-8") return new TextEncoder().encode(marked);
  if (encoding.startsWith("utf-16")) {
    const bytes = new Uint8Array(marked.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < marked.length; at += 1) {
      view.setUint16(at * 2, marked.charCodeAt(at), encoding === "utf-16le");
    }
    return bytes;
  }
  const table = tableOf(encoding);
  return Uint8Array.from(text, (char) => table.get(char) ?? 0x3f);
}

/** Builds a single-byte encoding's table of characters by using the platform's decoder. */
function tableOf(encoding: string): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    table.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  }
  tables.set(encoding, table);
  return table;
}
