/**
 * Builds the standalone executable for this operating system by embedding the program in Node's
 * executable from npm (https://nodejs.org/api/single-executable-applications.html).
 *
 * Usage: deno task build:binary [--out FOLDER] [--node FILE]
 */

import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleWhole, noticesOf } from "./_bundle.ts";
import { buildFromCommandLine, installNpmPackage, run, withFolder } from "./_run.ts";
import { PROGRAM } from "./_project.ts";

const ENTRY = "scripts/_program.ts";
const NODE_VERSION = "24.21.0";
const POSTJECT_VERSION = "1.0.0-alpha.6";
/** Marker in Node's binary that indicates whether a program is embedded. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const isWindows = process.platform === "win32";
const isMac = process.platform === "darwin";
const SYSTEM = `${isWindows ? "win" : process.platform}-${process.arch}`;

/** File name of the executable on this operating system. */
export const BINARY_FILE: string = `${PROGRAM}-${SYSTEM}${isWindows ? ".exe" : ""}`;

/** Values that override the defaults when building an executable. */
export interface BinaryParts {
  /** Path of the program's entry point, relative to the repository. */
  readonly entry?: string | undefined;
  /** Path of an official Node executable, version 24 or later; by default, one from npm. */
  readonly node?: string | undefined;
}

/**
 * Builds the executable and a text file with its license notices.
 *
 * @throws {Error} If Node for this system can't be installed.
 */
export async function buildBinary(folder: string, parts: BinaryParts = {}): Promise<string> {
  const { entry = ENTRY, node = await usualNode() } = parts;
  await Deno.mkdir(folder, { recursive: true });
  const binary = `${folder}/${BINARY_FILE}`;
  await withFolder(async (draft) => {
    const blob = await preparedProgram(node, entry, draft);
    await Deno.copyFile(node, binary);
    await Deno.chmod(binary, 0o755);
    await inject(blob, { node, binary });
    const licenses = `${await noticesOf(entry)}\n${await licenseOf(node)}`;
    await Deno.writeTextFile(`${folder}/${PROGRAM}-${SYSTEM}.LICENSES.txt`, licenses);
  });
  return binary;
}

/** Bundles the program and precompiles it with Node. */
async function preparedProgram(node: string, entry: string, draft: string): Promise<string> {
  await bundleWhole(entry, `${draft}/${SCRIPT_FILE}`);
  // Only the server's own entry point responds to the calls that fill the compile cache; the entry
  // point of a benchmark build doesn't.
  const program = entry === ENTRY ? await withCodeCache(node, draft) : { main: SCRIPT_FILE };
  // Use short names, because they become part of the executable.
  const config = {
    ...program,
    output: "program.blob",
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  await Deno.writeTextFile(`${draft}/config.json`, JSON.stringify(config));
  await run(node, ["--experimental-sea-config", "config.json"], { cwd: draft });
  return `${draft}/program.blob`;
}

/** Embeds the program in the copy of Node. macOS requires the modified copy to be signed again. */
async function inject(
  blob: string,
  { node, binary }: { readonly node: string; readonly binary: string },
): Promise<void> {
  if (isMac) await run("codesign", ["--remove-signature", binary]);
  const postject = new URL("dist/cli.js", await installed("postject", POSTJECT_VERSION));
  await run(node, [
    fileURLToPath(postject),
    binary,
    "NODE_SEA_BLOB",
    blob,
    "--sentinel-fuse",
    FUSE,
    ...(isMac ? ["--macho-segment-name", "NODE_SEA"] : []),
  ]);
  if (isMac) await run("codesign", ["--sign", "-", binary]);
}

async function usualNode(): Promise<string> {
  const folder = await installed(`node-${SYSTEM}`, NODE_VERSION);
  return fileURLToPath(new URL(`bin/node${isWindows ? ".exe" : ""}`, folder));
}

/** Reads Node's license from the executable's folder or, if that is `bin`, one folder up. */
async function licenseOf(node: string): Promise<string> {
  try {
    return await Deno.readTextFile(new URL("../LICENSE", pathToFileURL(node)));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return await Deno.readTextFile(new URL("LICENSE", pathToFileURL(node)));
  }
}

async function installed(name: string, version: string): Promise<URL> {
  const folder = await installNpmPackage(name, version);
  if (folder === null) throw new Error(`npm could not install ${name} ${version}`);
  return folder;
}

const SCRIPT_FILE = "program.cjs";
const CACHE = "program.cache";
const ANSWERS = 3;

/**
 * Wraps and compiles the program the same way the executable does, so that the compile cache
 * matches.
 */
const SCRIPT = `(source, cachedData) => new vm.Script(
  "(function (exports, require, module, __filename, __dirname) {" + source + "\\n})",
  {
    filename: "${SCRIPT_FILE}",
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
)`;

const QUESTIONS: readonly object[] = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "build", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
  { id: 3, method: "tools/call", params: { name: "list_accounts", arguments: {} } },
];

/** Script that runs the program in demo mode, discards the output and saves the compile cache. */
const MAKER = `const fs = require("node:fs");
const { PassThrough } = require("node:stream");
const vm = require("node:vm");
const script = (${SCRIPT})(fs.readFileSync("${SCRIPT_FILE}", "utf8"));
const input = new PassThrough();
Object.defineProperty(process, "stdin", { value: input });
process.argv = [process.argv[0], "${SCRIPT_FILE}", "serve", "--demo"];
let answers = 0;
process.stdout.write = (text, ...rest) => {
  answers += 1;
  if (answers === ${ANSWERS}) {
    fs.writeFileSync("${CACHE}", script.createCachedData());
    process.exit(0);
  }
  rest.find((one) => typeof one === "function")?.();
  return true;
};
script.runInThisContext()(exports, require, module, "${SCRIPT_FILE}", ".");
input.write(${JSON.stringify(QUESTIONS.map(lineOf).join(""))});
`;

const LOADER = `const sea = require("node:sea");
const vm = require("node:vm");
const cache = Buffer.from(sea.getRawAsset("${CACHE}"));
const script = (${SCRIPT})(sea.getAsset("${SCRIPT_FILE}", "utf8"), cache);
script.runInThisContext()(exports, require, module, "${SCRIPT_FILE}", ".");
`;

/** The settings in an executable's build configuration that specify the program to embed. */
interface PreparedProgram {
  readonly main: string;
  readonly assets: Readonly<Record<string, string>>;
}

/** Runs a program once and saves its compile cache. */
async function withCodeCache(node: string, draft: string): Promise<PreparedProgram> {
  await Deno.writeTextFile(`${draft}/maker.cjs`, MAKER);
  await Deno.writeTextFile(`${draft}/loader.cjs`, LOADER);
  await run(node, ["maker.cjs"], { cwd: draft });
  return { main: "loader.cjs", assets: { [SCRIPT_FILE]: SCRIPT_FILE, [CACHE]: CACHE } };
}

function lineOf(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

if (import.meta.main) {
  await buildFromCommandLine((out, { node }) => buildBinary(out, { node }), "node");
}
