import { fileURLToPath } from "node:url";
import { makeOnce, ROOT, run, withFolder } from "./_run.ts";

const USUAL = ["--platform=deno", "--minify"];

/** Filename prefixes of the files that every process loads for its first call. */
const OF_EVERY_CALL = ["open_session-", "run_tool-", "_load_tool-", "sqlite_store-"];

/** An import of another file in the bundle, as written by the bundler. */
const IMPORT = /\b(?:from|import)"\.\/([^"]+)"/gu;

/** The folder for all bundles. Tests use a shared folder from `scripts/test.ts` instead. */
let ownFolder: string | undefined;

function madeFolder(): string {
  const shared = Deno.env.get("BUDGET_TEST_FOLDER");
  if (shared !== undefined || ownFolder !== undefined) return shared ?? ownFolder ?? "";
  const folder = Deno.makeTempDirSync();
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return ownFolder = folder;
}

/**
 * Bundles an entry point into ES modules, unless a bundle exists, and returns the bundle's folder.
 * Dynamically imported modules stay in separate files, so that startup reads only what it needs.
 */
export async function bundleApart(entry: string): Promise<string> {
  const folder = `${madeFolder()}/${entry.replaceAll("/", "-")}`;
  await makeOnce(folder, async (draft) => {
    await split(pathOf(entry), draft);
    await Deno.writeTextFile(`${draft}/package.json`, `{ "type": "module" }\n`);
  });
  return folder;
}

function pathOf(entry: string): string {
  return fileURLToPath(new URL(entry, ROOT));
}

/**
 * Bundles the program into ES modules, so that startup and each tool's first call read as few files
 * as possible: opening thirty files took a tenth of the startup time, and opening a hundred took
 * half of the first call's time.
 *
 * The bundler creates one file for each set of modules with the same importers. A second pass makes
 * each lazily loaded file also import the files that are needed for startup or for every call. More
 * modules then have the same importers and share a file. The added imports cost nothing, because
 * the imported files are already loaded.
 */
export async function bundleProgram(folder: string, program: string): Promise<void> {
  const apart = await bundleApart(`scripts/${program}.ts`);
  const files = [...Deno.readDirSync(apart)].map(({ name }) => name)
    .filter((name) => name.endsWith(".js"));
  const first = files.filter((name) => name === `${program}.js` || name.startsWith("serve-"));
  const loaded = await filesLoadedBy(first, apart);
  const callFiles = files.filter((name) => OF_EVERY_CALL.some((part) => name.startsWith(part)));
  await withFolder(async (draft) => {
    for (const name of files) {
      const text = await Deno.readTextFile(`${apart}/${name}`);
      const loads = loaded.has(name) ? [] : [...first, ...callFiles.filter((one) => one !== name)];
      const before = loads.map((other) => `import"./${other}";`).join("");
      await Deno.writeTextFile(`${draft}/${name}`, `${before}${text}`);
    }
    await split(`${draft}/${program}.js`, folder);
  });
}

/**
 * Bundles the library's entry points, but not the packages that they import. The bundles are
 * minified, because comments and long names would otherwise make up half of the published files.
 */
export async function bundleLibrary(
  entries: readonly string[],
  { folder, packages }: { readonly folder: string; readonly packages: readonly string[] },
): Promise<void> {
  const external = packages.flatMap((name) => [`--external=${name}`, `--external=${name}/*`]);
  const options = ["--code-splitting", ...external, `--outdir=${folder}`];
  await bundle([...USUAL, ...options, ...entries.map(pathOf)]);
}

/**
 * Bundles a file in `views/` into a browser script whose contents don't depend on where the
 * repository is located.
 */
export async function bundleForBrowser(
  entry: string,
  { root = ROOT, flags = [] }: { readonly root?: URL; readonly flags?: readonly string[] } = {},
): Promise<string> {
  return await withFolder(async (folder) => {
    const output = `${folder}/script.js`;
    const options = ["--frozen", "--platform=browser", "--format=iife", ...flags];
    const args = [...options, "--config", "deno.json", "--output", output, entry];
    await bundle(args, fileURLToPath(new URL("views/", root)));
    return await Deno.readTextFile(output);
  });
}

/** Bundles an entry point into one CommonJS script. */
export async function bundleWhole(entry: string, file: string): Promise<void> {
  await bundle([...USUAL, "--format=cjs", `--output=${file}`, pathOf(entry)]);
}

async function split(source: string, folder: string): Promise<void> {
  await bundle([...USUAL, "--code-splitting", `--outdir=${folder}`, source]);
}

/** Runs the bundler with Go's garbage collection off, which saves a fifth of the time. */
async function bundle(args: readonly string[], cwd?: string): Promise<void> {
  const options = { env: { GOGC: "off" }, ...(cwd === undefined ? {} : { cwd }) };
  await run(Deno.execPath(), ["bundle", "--quiet", ...args], options);
}

async function filesLoadedBy(
  first: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const loaded = new Set(first);
  for (const name of loaded) {
    const text = await Deno.readTextFile(`${folder}/${name}`);
    for (const [, imported = ""] of text.matchAll(IMPORT)) loaded.add(imported);
  }
  return loaded;
}

/** A package in the output of `deno info --json`. */
interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

/**
 * Collects license notices for the bundled packages.
 *
 * @throws {Error} If a package has no license.
 */
export async function noticesOf(entry: string): Promise<string> {
  const notices = await noticesIn(["info", "--json", entry]);
  // The page that shows the views is a separate bundle with its own packages.
  const page = await Deno.readTextFile(new URL(PAGE_LICENSES, ROOT));
  return `This program contains the following packages.\n\n${notices}\n\n${page}`;
}

/** File with the licenses of the packages bundled into the page that shows the views. */
export const PAGE_LICENSES = "server/views/PAGE_LICENSES.txt";

/** Collects license notices for the packages bundled into the page that shows the views. */
export async function pageNotices(root: URL = ROOT): Promise<string> {
  const config = fileURLToPath(new URL("views/deno.json", root));
  const entry = fileURLToPath(new URL("views/page.tsx", root));
  const notices = await noticesIn(["info", "--json", "--config", config, entry]);
  return "The views' page, which runs in browsers, contains the following packages.\n\n" +
    `${notices}\n`;
}

/** A module in the output of `deno info --json`. */
interface InfoModule {
  readonly specifier: string;
  readonly npmPackage?: string;
  readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
}

async function noticesIn(args: readonly string[]): Promise<string> {
  const { roots, modules, redirects, npmPackages } = JSON.parse(await run(Deno.execPath(), args));
  const bySpecifier = new Map(
    (modules as readonly InfoModule[]).map((one) => [one.specifier, one]),
  );
  const moduleOf = (name: string): InfoModule | undefined =>
    bySpecifier.get(redirects[name] ?? name);
  const loaded = new Set<string>(roots);
  const ids = new Set<string>();
  for (const name of loaded) {
    const { npmPackage, dependencies = [] } = moduleOf(name) ?? {};
    if (npmPackage !== undefined) ids.add(npmPackage);
    // Modules from which only types are imported have no `code`.
    for (const { code } of dependencies) if (code?.specifier) loaded.add(code.specifier);
  }
  for (const id of ids) for (const other of npmPackages[id].dependencies) ids.add(other);
  // Only the compiler uses type packages.
  const found = [...ids].map((id): NpmPackage => npmPackages[id])
    .filter(({ name }) => !name.startsWith("@types/"))
    .toSorted((one, other) => one.name < other.name ? -1 : 1);
  return (await Promise.all(found.map(noticeOf))).join("\n\n");
}

const LICENSE = /^licen[cs]e(?:\.(?:md|txt))?$/iu;
const OTHERS = /^third-party-notices(?:\.(?:md|txt))?$/iu;

async function noticeOf({ name, version, localPath }: NpmPackage): Promise<string> {
  const files = [...Deno.readDirSync(localPath)].map(({ name }) => name);
  const textOf = async (pattern: RegExp): Promise<string | null> => {
    const file = files.find((one) => pattern.test(one));
    return file === undefined ? null : (await Deno.readTextFile(`${localPath}/${file}`)).trim();
  };
  const { license: named } = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
  const license = await textOf(LICENSE) ??
    (typeof named === "string" ? `${named} (the package includes no license text)` : null);
  if (license === null) throw new Error(`${name} ${version} has no license`);
  const others = await textOf(OTHERS);
  return [`${name} ${version}`, license, ...(others === null ? [] : [others])].join("\n\n");
}
