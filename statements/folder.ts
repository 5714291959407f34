import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { MAX_BYTES, refusal, tooLarge } from "./refusal.ts";

const NEWEST = "newest";
const MAX_LISTED = 20;
/** Maximum number of files to read when listing statements; reading each one takes time. */
const MAX_TRIED = 60;

type Bytes = Uint8Array<ArrayBuffer>;

/** A file with a bank statement. */
export interface StatementFile {
  /** The file's name, without a folder. */
  readonly name: string;
  /** The file's content. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A folder's path, or a function that returns in-memory files, newest first. */
export type StatementsFolder = string | (() => Promise<readonly StatementFile[]>);

/** Returns the contents of a file; `null` if it isn't a statement. */
export type TryReading<Found> = (bytes: Bytes) => Promise<Found | null>;

/**
 * Reads a file from the folder.
 *
 * @throws {ToolError} `invalid_input` if the name may refer to another folder or the file is too
 * large; `not_found` if there is no such file; `forbidden` if the folder can't be read.
 */
export async function readFromFolder(
  folder: StatementsFolder,
  asked: string,
  tryReading: TryReading<unknown>,
): Promise<StatementFile> {
  const name = asked === NEWEST ? (await statementsIn(folder, tryReading, 1))[0]?.name : asked;
  if (name === undefined) {
    throw new ToolError(
      "not_found",
      "no file in the statements folder can be read as a statement: save a bank statement there",
    );
  }
  const problem = nameProblem(name);
  if (problem !== null) throw refusal(`file ${quoted(name)} ${problem}`);
  const bytes = await bytesOf(folder, name);
  if (bytes !== null) return { name, bytes };
  const names = (await statementsIn(folder, tryReading)).map((statement) => statement.name);
  const near = nearestWord(name, names);
  const advice = near === null
    ? "choose a statement from that folder"
    : `did you mean ${quoted(near)}?`;
  throw new ToolError(
    "not_found",
    `${quoted(name)} is not in the statements folder: ${advice}`,
    { rows: names.map(quoted) },
  );
}

/** Lists the newest statements. Never lists files that aren't statements. */
export async function statementsIn<Found>(
  folder: StatementsFolder,
  tryReading: TryReading<Found>,
  most = MAX_LISTED,
): Promise<readonly { readonly name: string; readonly found: Found }[]> {
  const listed: { name: string; found: Found }[] = [];
  for (const name of (await namesIn(folder)).slice(0, MAX_TRIED)) {
    const bytes = await bytesOf(folder, name).catch(() => null);
    const found = bytes === null ? null : await tryReading(bytes);
    if (found !== null) listed.push({ name, found });
    if (listed.length === most) break;
  }
  return listed;
}

async function namesIn(folder: StatementsFolder): Promise<readonly string[]> {
  if (typeof folder !== "string") return (await folder()).map(({ name }) => name);
  const names = await readdir(folder).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const dated = await Promise.all(
    names.filter((name) => nameProblem(name) === null).map(async (name) => {
      const stats = await statsOf(join(folder, name)).catch(() => null);
      return stats?.isFile() === true ? [{ name, at: stats.mtimeMs }] : [];
    }),
  );
  return dated.flat().toSorted((one, other) => Number(other.at - one.at)).map(({ name }) => name);
}

/** What is wrong with a file name, phrased to follow the name; `null` if the name is allowed. */
function nameProblem(name: string): string | null {
  if (name === "" || /[/\\\0]/u.test(name) || basename(name) !== name) {
    return "must be a file name without a path: only files in the statements folder itself can be read";
  }
  return name.startsWith(".") ? "must not begin with a dot" : null;
}

/**
 * Reads a regular file; returns `null` if there is none. Checks the file before opening it, because
 * a link may point outside the folder and a pipe may never end. Checks it again afterward, because
 * the file may have been replaced. Deno's and Node's own permission checks follow links.
 */
async function bytesOf(folder: StatementsFolder, name: string): Promise<Bytes | null> {
  if (typeof folder !== "string") {
    return (await folder()).find((file) => file.name === name)?.bytes ?? null;
  }
  const path = join(folder, name);
  const before = await statsOf(path);
  if (before === null) return null;
  if (!before.isFile()) {
    throw refusal(
      `${quoted(name)} is not a regular file: copy the bank's file itself into the folder`,
    );
  }
  if (before.size > MAX_BYTES) throw tooLarge(quoted(name));
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  try {
    const now = await file.stat({ bigint: true });
    const isSame = now.isFile() && now.dev === before.dev && now.ino === before.ino;
    const bytes = isSame ? await allOf(file, Number(before.size)) : null;
    if (bytes !== null) return bytes;
    throw new ToolError("conflict", `${quoted(name)} just changed: repeat the call`);
  } finally {
    await file.close();
  }
}

/** Reads a file of known size. Returns `null` if the file has grown since it was measured. */
async function allOf(file: FileHandle, size: number): Promise<Bytes | null> {
  const buffer = new Uint8Array(size + 1);
  for (let length = 0;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (bytesRead === 0) return buffer.slice(0, length);
    if (length > size) return null;
  }
}

/** Returns a file's metadata without following links; `null` if there is no such file. */
async function statsOf(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code === "ENOENT") return null;
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): ToolError {
  return new ToolError(
    "forbidden",
    "the statements folder can't be read: check that it exists and is readable by this server",
    { cause },
  );
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "you don't have permission to read this file",
  EPERM: "you don't have permission to read this file",
};

/** Reads the file at a path that the user entered in a terminal. */
export async function bytesAt(path: string): Promise<Bytes> {
  try {
    // Check the file before reading it, because opening a pipe waits for a writer.
    const found = await stat(path);
    if (!found.isFile()) throw refusal("this is not a file");
    if (found.size > MAX_BYTES) throw tooLarge("this file");
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code = "" } = error as { readonly code?: string };
    const message = UNREADABLE[code] ?? "this file can't be read";
    throw new ToolError("not_found", message, { cause: error });
  }
}
