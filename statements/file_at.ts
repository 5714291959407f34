import { readFile, stat } from "node:fs/promises";
import { ToolError } from "../domain/base/tool_error.ts";
import { MOST_BYTES } from "./read_statement.ts";

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "you may not read this file",
  EPERM: "you may not read this file",
};

const TOO_LARGE = "this file is larger than 5 MB: export a shorter period from your bank";

/**
 * Reads a file that the user named in a terminal; any path will do.
 *
 * @throws {ToolError} If it is no regular file, too large, or can't be read.
 */
export async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Checked first, because opening a pipe waits for a writer.
    const found = await stat(path);
    if (!found.isFile()) throw new ToolError("invalid_input", "this is not a file");
    if (found.size > MOST_BYTES) throw new ToolError("invalid_input", TOO_LARGE);
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code = "" } = error as { readonly code?: string };
    throw new ToolError("not_found", UNREADABLE[code] ?? "this file can't be read", {
      cause: error,
    });
  }
}
