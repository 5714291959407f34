import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";

type ReadCamt = (text: string, options: ReadingOptions) => ReadingOfStatement;

let load = loadApart;

/**
 * Sets the loader to use in bundles, because bundlers leave out modules whose import paths are
 * computed at run time.
 */
export function loadCamtWith(loader: () => Promise<ReadCamt>): void {
  load = loader;
}

/**
 * Loads the reader for CAMT files, which needs an XML parser.
 *
 * @throws {ToolError} `unavailable` if the parser isn't installed.
 */
export async function loadCamt(): Promise<ReadCamt> {
  try {
    return await load();
  } catch (cause) {
    const message = "CAMT files can't be read here because the saxes package is missing: " +
      "install it, or download the file in another format";
    throw new ToolError("unavailable", message, { cause });
  }
}

/**
 * Builds the reader's path at run time, to hide the import from static analysis: otherwise, running
 * the package from a registry would download the XML parser. In the npm package, this code is in
 * the root folder, but the reader is in `statements/`.
 */
async function loadApart(): Promise<ReadCamt> {
  const own = import.meta.url;
  const apart = own.replace(/load_camt(\.\w+)$/u, "camt$1");
  const file = apart === own ? new URL("statements/camt.js", own).href : apart;
  const { readCamt }: { readonly readCamt: ReadCamt } = await import(file);
  return readCamt;
}
