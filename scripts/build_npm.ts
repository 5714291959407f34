/**
 * Builds the npm package: the types and manifest that `deno pack` produces, a bundle of the
 * library, and a bundle of the program. As a bundle, the program starts much faster.
 *
 * Usage: deno task build:npm [--out FOLDER]
 */

import { VERSION } from "../server/version.ts";
import {
  AUTHOR,
  KEYWORDS,
  MIN_NODE,
  PACKAGE,
  PROGRAM,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
} from "./_project.ts";
import { buildFromCommandLine, run, withFolder } from "./_run.ts";
import { bundleLibrary, bundleProgram, noticesOf } from "./_bundle.ts";

/** Packages needed only for `/http`, a PostgreSQL store or CAMT files. */
const ONLY_WHEN_ASKED: readonly string[] = [
  "@modelcontextprotocol/node",
  "jose",
  "oauth4webapi",
  "oidc-provider",
  "pg",
  "saxes",
];

/** Folder of the bundled library, and its entry points. */
const LIBRARY = "library";
const ENTRIES: readonly string[] = ["mod", "http", "postgres"];

/** File name of the tarball. */
export const NPM_FILE: string = `${PACKAGE.slice(1).replace("/", "-")}-${VERSION}.tgz`;

export async function buildNpm(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  await withFolder(async (draft) => {
    const contents = await unpacked(draft);
    const manifest = JSON.parse(await Deno.readTextFile(`${contents}/package.json`));
    await replaceLibrary(contents, Object.keys(manifest.dependencies));
    await addProgram(contents);
    await completeManifest(contents, manifest);
    const destination = await Deno.realPath(folder);
    const args = ["pack", contents, "--ignore-scripts", "--pack-destination", destination];
    await run("npm", [...args, "--loglevel=error"], { cwd: draft });
  });
  return `${folder}/${NPM_FILE}`;
}

/** Packs the library, then unpacks it so that files can be added. */
async function unpacked(draft: string): Promise<string> {
  const options = ["--allow-dirty", "--no-source-maps", "--output", `${draft}/library.tgz`];
  await run(Deno.execPath(), ["pack", ...options]);
  await run("tar", ["-xzf", "library.tgz"], { cwd: draft });
  return `${draft}/package`;
}

/** Replaces the compiled files with a bundle, and keeps the type declarations. */
async function replaceLibrary(contents: string, packages: readonly string[]): Promise<void> {
  await removeCompiled(contents);
  const entries = [...ENTRIES.map((name) => `${name}.ts`), "statements/camt.ts"];
  await bundleLibrary(entries, {
    folder: `${contents}/${LIBRARY}`,
    packages,
  });
}

/** Removes all scripts and data files, then the folders left empty. */
async function removeCompiled(folder: string): Promise<void> {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)]) {
    const path = `${folder}/${name}`;
    if (isDirectory) await removeCompiled(path);
    else if (/\.js(?:on)?$/u.test(name) && name !== "package.json") await Deno.remove(path);
  }
  if ([...Deno.readDirSync(folder)].length === 0) await Deno.remove(folder);
}

async function completeManifest(
  contents: string,
  // deno-lint-ignore no-explicit-any
  { name, version, dependencies, ...rest }: Readonly<Record<string, any>>,
): Promise<void> {
  if (name !== PACKAGE || version !== VERSION) {
    throw new Error(`deno.json names ${name} ${version}`);
  }
  const manifest = {
    name,
    version,
    description: SUMMARY,
    keywords: KEYWORDS,
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
    author: AUTHOR,
    // The MCP registry uses this field to verify that the package belongs to this server's entry.
    mcpName: REGISTRY_NAME,
    ...rest,
    main: `./${LIBRARY}/mod.js`,
    types: "./mod.d.ts",
    exports: Object.fromEntries(ENTRIES.map(entryOf)),
    ...dividedDependencies(dependencies),
    bin: { [PROGRAM]: LAUNCHER },
    engines: { node: `>=${MIN_NODE}` },
    files: packedNames(contents),
    publishConfig: { access: "public", provenance: true },
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await Deno.writeTextFile(`${contents}/package.json`, text);
}

function entryOf(name: string): readonly [string, Readonly<Record<string, string>>] {
  const path = `./${LIBRARY}/${name}.js`;
  const entry = { types: `./${name}.d.ts`, import: path, default: path };
  return [name === "mod" ? "." : `./${name}`, entry];
}

/**
 * Users of the program shouldn't have to download packages for HTTP or a database, because the
 * program's bundle includes those packages. Users of the library have to install the optional
 * packages that they need.
 */
function dividedDependencies(
  all: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(all);
  const isOptional = ([name]: readonly [string, string]): boolean => ONLY_WHEN_ASKED.includes(name);
  const optional = entries.filter(isOptional);
  return {
    dependencies: Object.fromEntries(entries.filter((entry) => !isOptional(entry))),
    peerDependencies: Object.fromEntries(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map(([name]) => [name, { optional: true }])),
  };
}

function packedNames(contents: string): readonly string[] {
  return [...Deno.readDirSync(contents)].map(({ name }) => name)
    .filter((name) => name !== "package.json").sort();
}

/** The program's entry file, relative to the package's folder. */
export const LAUNCHER: string = `bin/${PROGRAM}.js`;

const BUNDLE = "bin/program";

/** Delay before saving the compile cache, so that it includes the first calls. */
const FLUSH_AFTER_MS = 5_000;

/** Adds a program from `scripts/`, with its license notices. */
export async function addProgram(folder: string, program = "_program"): Promise<void> {
  await bundleProgram(`${folder}/${BUNDLE}`, program);
  await Deno.writeTextFile(
    `${folder}/${BUNDLE}/LICENSES.txt`,
    await noticesOf(`scripts/${program}.ts`),
  );
  await Deno.writeTextFile(`${folder}/${LAUNCHER}`, launcher(program));
}

/**
 * The entry file imports nothing at first, so that an old version of Node can still print which
 * version is required. V8's compile cache is in the user's own cache folder, because others could
 * write to a shared folder. The cache is saved while the server runs, because many hosts kill
 * servers instead of letting them exit.
 */
function launcher(program: string): string {
  const [major = "", minor = ""] = MIN_NODE.split(".");
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  start();
} else {
  process.stderr.write(
    "${PROGRAM}: Node ${MIN_NODE} or later is needed, but this is " + process.versions.node +
      ": install a newer one from https://nodejs.org\\n",
  );
  process.exitCode = 1;
}

async function start() {
  const { enableCompileCache, flushCompileCache } = await import("node:module");
  const folder = cacheFolder();
  if (folder !== undefined) {
    enableCompileCache(folder);
    setTimeout(flushCompileCache, ${FLUSH_AFTER_MS}).unref();
  }
  // Node 22 warns about SQLite, even though the features used here work.
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) {
      emitWarning.call(process, warning, ...rest);
    }
  };
  await import("./program/${program}.js");
}

function cacheFolder() {
  const { HOME, LOCALAPPDATA, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
  const isOwn = (path) => path !== undefined && /^(?:\\/|[A-Za-z]:[\\\\/])/.test(path);
  if (process.platform === "win32") {
    return isOwn(LOCALAPPDATA) ? LOCALAPPDATA + "\\\\${PROGRAM}\\\\compiled" : undefined;
  }
  if (isOwn(XDG_CACHE_HOME)) return XDG_CACHE_HOME + "/${PROGRAM}";
  if (!isOwn(HOME)) return undefined;
  const caches = process.platform === "darwin" ? "Library/Caches" : ".cache";
  return [HOME, caches, "${PROGRAM}"].join("/");
}
`;
}

if (import.meta.main) await buildFromCommandLine(buildNpm);
