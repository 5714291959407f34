import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { ToolError, type ToolErrorCode } from "../../domain/base/tool_error.ts";
import { readFromFolder, statementsIn, type TryReading } from "../../statements/folder.ts";

/** Returns a file's text if the text begins with "bank"; otherwise, returns `null`. */
const tryReading: TryReading<string> = (bytes) => {
  const text = new TextDecoder().decode(bytes);
  return Promise.resolve(text.startsWith("bank") ? text : null);
};

interface Folder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file and sets its modification time to `age` seconds before a fixed time. */
  write(name: string, text: string, age?: number): Promise<void>;
}

async function aFolder(): Promise<Folder> {
  const parent = await Deno.makeTempDir();
  const path = join(parent, "statements");
  await Deno.mkdir(path);
  await Deno.writeTextFile(join(parent, "secret.csv"), "bank secret");
  return {
    path,
    async write(name, text, age = 0): Promise<void> {
      await Deno.writeTextFile(join(path, name), text);
      const at = new Date(Date.parse("2026-03-15T12:00:00Z") - age * 1000);
      await Deno.utime(join(path, name), at, at);
    },
    [Symbol.asyncDispose]: () => Deno.remove(parent, { recursive: true }),
  };
}

async function textOf(folder: Folder, name: string): Promise<string> {
  const { bytes } = await readFromFolder(folder.path, name, tryReading);
  return new TextDecoder().decode(bytes);
}

/** Asserts that reading a file is refused, and returns the error's message. */
async function refusal(folder: Folder, name: string, code: ToolErrorCode): Promise<string> {
  const error = await assertRejects(
    () => readFromFolder(folder.path, name, tryReading),
    ToolError,
  );
  assertEquals(error.code, code, error.message);
  return [error.message, ...error.rows].join("\n");
}

Deno.test("a file name selects a file in the statements folder", async () => {
  await using folder = await aFolder();
  await folder.write("oct 2026.csv", "bank one");
  assertEquals(await textOf(folder, "oct 2026.csv"), "bank one");
});

Deno.test("a file name that leads outside the statements folder is refused before any file is opened", async () => {
  await using folder = await aFolder();
  await Deno.mkdir(join(folder.path, "sub"));
  await folder.write(join("sub", "oct.csv"), "bank inner");
  await folder.write(".hidden.csv", "bank hidden");
  const names = [
    "../secret.csv",
    "..",
    ".",
    "sub/oct.csv",
    "sub\\oct.csv",
    "..\\secret.csv",
    join(folder.path, "oct.csv"),
    ".hidden.csv",
    "oct.csv\0.txt",
    "\0",
    "",
  ];
  for (const name of names) {
    const words = await refusal(folder, name, "invalid_input");
    assertMatch(words, /must be a file name without a path|must not begin with a dot/);
  }
});

Deno.test("links in the statements folder are never followed", async () => {
  await using folder = await aFolder();
  await folder.write("real.csv", "bank real");
  await Deno.symlink("../secret.csv", join(folder.path, "out.csv"));
  await Deno.symlink("real.csv", join(folder.path, "in.csv"));
  await Deno.symlink("missing.csv", join(folder.path, "dangling.csv"));
  for (const name of ["out.csv", "in.csv", "dangling.csv"]) {
    assertStringIncludes(await refusal(folder, name, "invalid_input"), "not a regular file");
  }
  const listed = await statementsIn(folder.path, tryReading);
  assertEquals(listed.map(({ name }) => name), ["real.csv"]);
});

Deno.test("folders and pipes in the statements folder are refused immediately", async () => {
  await using folder = await aFolder();
  await Deno.mkdir(join(folder.path, "folder.csv"));
  assertStringIncludes(await refusal(folder, "folder.csv", "invalid_input"), "not a regular file");
  if (Deno.build.os === "windows") return;
  const { success } = await new Deno.Command("mkfifo", { args: [join(folder.path, "pipe.csv")] })
    .output();
  assertEquals(success, true);
  assertStringIncludes(await refusal(folder, "pipe.csv", "invalid_input"), "not a regular file");
  assertEquals(await statementsIn(folder.path, tryReading), []);
});

Deno.test("the size limit for a file in the statements folder is exactly 5 MB", async () => {
  await using folder = await aFolder();
  const most = `bank${" ".repeat(5_000_000 - 4)}`;
  await folder.write("most.csv", most);
  await folder.write("more.csv", `${most} `, 1);
  assertEquals((await textOf(folder, "most.csv")).length, 5_000_000);
  assertStringIncludes(await refusal(folder, "more.csv", "invalid_input"), "larger than 5 MB");
  const listed = await statementsIn(folder.path, tryReading);
  assertEquals(listed.map(({ name }) => name), ["most.csv"]);
});

Deno.test('the file name "newest" selects the newest readable statement', async () => {
  await using folder = await aFolder();
  await folder.write("sep.csv", "bank september", 3600);
  await folder.write("oct.csv", "bank october", 60);
  await folder.write("letter.csv", "Dear Sir");
  assertEquals(await textOf(folder, "newest"), "bank october");
});

Deno.test('the file name "newest" is refused if the folder has no statements', async () => {
  await using folder = await aFolder();
  await folder.write("letter.csv", "Dear Sir");
  const words = await refusal(folder, "newest", "not_found");
  assertEquals(words.includes("letter"), false, words);
});

Deno.test("the error for a missing file suggests the statement with the most similar name, and lists no files other than statements", async () => {
  await using folder = await aFolder();
  await folder.write("october.csv", "bank october", 60);
  await folder.write("visa.csv", "bank visa");
  await folder.write("octobers.txt", "private");
  const words = await refusal(folder, "octobr.csv", "not_found");
  assertStringIncludes(words, 'did you mean "october.csv"?\n"visa.csv"\n"october.csv"');
  assertEquals(words.includes("octobers"), false, words);
});

Deno.test("the list of statements contains the 20 newest, newest first", async () => {
  await using folder = await aFolder();
  for (let nth = 1; nth <= 25; nth++) await folder.write(`s${nth}.csv`, "bank", nth * 60);
  await folder.write("note.txt", "private");
  const listed = await statementsIn(folder.path, tryReading);
  assertEquals(
    listed.map(({ name }) => name),
    Array.from({ length: 20 }, (_, at) => `s${at + 1}.csv`),
  );
});

Deno.test("the error for a missing statements folder doesn't contain its path", async () => {
  await using folder = await aFolder();
  await Deno.remove(folder.path, { recursive: true });
  const error = await assertRejects(() => statementsIn(folder.path, tryReading), ToolError);
  assertEquals([error.code, error.message.includes(folder.path)], ["forbidden", false]);
});
