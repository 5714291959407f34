import { readFile, stat } from "node:fs/promises";
import { ToolError } from "../domain/base/tool_error.ts";
import { MAX_BYTES, refusal, tooLarge } from "./refusal.ts";

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "you don't have permission to read this file",
  EPERM: "you don't have permission to read this file",
};

/**
 * Reads a file that the user named in a terminal, at any path.
 *
 * @throws {ToolError} If it isn't a regular file, is too large, or can't be read.
 */
export async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Check this first, because opening a pipe waits for a writer.
    const found = await stat(path);
    if (!found.isFile()) throw refusal("this is not a file");
    if (found.size > MAX_BYTES) throw tooLarge("this file");
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code = "" } = error as { readonly code?: string };
    throw new ToolError("not_found", UNREADABLE[code] ?? "this file can't be read", {
      cause: error,
    });
  }
}
