import { fileURLToPath } from "node:url";
import { ROOT, run } from "./_run.ts";

interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

interface Graph {
  readonly modules: readonly { readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, NpmPackage>>;
}

/**
 * Writes what the licences of bundled packages ask to be passed on.
 *
 * @throws {Error} When a package tells no licence.
 */
export async function noticesOf(entry: string): Promise<string> {
  const notices = await noticesIn(["info", "--json", entry]);
  // The page of the views has packages of its own in it.
  const page = await Deno.readTextFile(new URL(PAGE_LICENSES, ROOT));
  return `This program contains the following packages.\n\n${notices}\n\n${page}`;
}

/** Where the licences of what the page of the views contains are kept. */
export const PAGE_LICENSES = "server/views/PAGE_LICENSES.txt";

/** Writes what the licences of the packages ask to be passed on that are inside the page. */
export async function pageNotices(root: URL = ROOT): Promise<string> {
  const config = fileURLToPath(new URL("views/deno.json", root));
  const entry = fileURLToPath(new URL("views/page.tsx", root));
  const notices = await noticesIn(["info", "--json", "--config", config, entry]);
  return "The page of the views contains the following packages, which are shown in " +
    `browsers.\n\n${notices}\n`;
}

async function noticesIn(args: readonly string[]): Promise<string> {
  const graph: Graph = JSON.parse(await run(Deno.execPath(), args));
  return (await Promise.all(packagesOf(graph).map(noticeOf))).join("\n\n");
}

/** Every package that is imported, and those that it depends on, in the order of names. */
function packagesOf({ modules, npmPackages }: Graph): readonly NpmPackage[] {
  const waiting = modules.flatMap(({ npmPackage }) => npmPackage ?? []);
  const found = new Map<string, NpmPackage>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const one = npmPackages[id];
    if (one === undefined) throw new Error(`${id} is in no list of packages`);
    if (!found.has(id)) waiting.push(...one.dependencies);
    found.set(id, one);
  }
  // Types are read by the compiler only.
  return [...found.values()].filter(({ name }) => !name.startsWith("@types/")).toSorted((
    one,
    other,
  ) => one.name < other.name ? -1 : 1);
}

/** Files that hold a licence, and those of others whose code a package has taken in. */
const LICENCE = /^licen[cs]e(?:\.(?:md|txt))?$/iu;
const OTHERS = /^third-party-notices(?:\.(?:md|txt))?$/iu;

async function noticeOf({ name, version, localPath }: NpmPackage): Promise<string> {
  const files = [...Deno.readDirSync(localPath)].map(({ name }) => name);
  const textOf = async (pattern: RegExp): Promise<string | null> => {
    const file = files.find((one) => pattern.test(one));
    return file === undefined ? null : (await Deno.readTextFile(`${localPath}/${file}`)).trim();
  };
  const licence = await textOf(LICENCE) ?? await namedLicence(localPath);
  if (licence === null) throw new Error(`${name} ${version} tells no licence`);
  const others = await textOf(OTHERS);
  return [`${name} ${version}`, licence, ...(others === null ? [] : [others])].join("\n\n");
}

/** Some packages only name their licence. */
async function namedLicence(localPath: string): Promise<string | null> {
  const { license } = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
  return typeof license === "string" ? `${license} (its package holds no text of it)` : null;
}
