/**
 * Makes the npm package: the library as `deno pack` writes it, with types, and the
 * program as a bundle, which starts in a fraction of the time.
 *
 * Usage: deno task build:npm [--out FOLDER]
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { VERSION } from "../server/version.ts";
import { addProgram, LAUNCHER } from "./_npm_program.ts";
import {
  AUTHOR,
  KEYWORDS,
  LEAST_NODE,
  PACKAGE,
  PROGRAM,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
} from "./_project.ts";
import { run } from "./_run.ts";

/** Packages that only `/http` and a store on PostgreSQL need. */
const ONLY_WHEN_ASKED: readonly string[] = [
  "@modelcontextprotocol/node",
  "jose",
  "oidc-provider",
  "pg",
];

/** What the tarball is called. */
export const NPM_FILE: string = `${PACKAGE.slice(1).replace("/", "-")}-${VERSION}.tgz`;

/** Builds the package. */
export async function buildNpm(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const draft = await Deno.makeTempDir();
  try {
    const contents = await unpacked(draft);
    await addProgram(contents);
    await completeManifest(contents);
    const destination = await Deno.realPath(folder);
    const args = ["pack", contents, "--ignore-scripts", "--pack-destination", destination];
    await run("npm", [...args, "--loglevel=error"], { cwd: draft });
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
  return `${folder}/${NPM_FILE}`;
}

/** Has the library packed, and unpacks it again to be added to. */
async function unpacked(draft: string): Promise<string> {
  const options = ["--allow-dirty", "--no-source-maps", "--output", `${draft}/library.tgz`];
  await run(Deno.execPath(), ["pack", ...options]);
  await run("tar", ["-xzf", "library.tgz"], { cwd: draft });
  return `${draft}/package`;
}

async function completeManifest(contents: string): Promise<void> {
  const path = `${contents}/package.json`;
  const { name, version, dependencies, ...rest } = JSON.parse(await Deno.readTextFile(path));
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
    // The MCP registry looks here whether the package belongs to the entry.
    mcpName: REGISTRY_NAME,
    ...rest,
    ...dividedDependencies(dependencies),
    bin: { [PROGRAM]: LAUNCHER },
    engines: { node: `>=${LEAST_NODE}` },
    files: packedNames(contents),
    publishConfig: { access: "public", provenance: true },
  };
  await Deno.writeTextFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Who starts the program on stdio is to download nothing for HTTP or a database, which its
 * bundle holds anyway; who builds on those of the library adds what they need.
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
    peerDependenciesMeta: Object.fromEntries(
      optional.map(([name]) => [name, { optional: true }]),
    ),
  };
}

function packedNames(contents: string): readonly string[] {
  return [...Deno.readDirSync(contents)].map(({ name }) => name)
    .filter((name) => name !== "package.json").sort();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
  const path = await buildNpm(values.out);
  const { size } = await Deno.stat(path);
  console.log(`${path}: ${(size / 1024).toFixed(0)} KiB`);
}
