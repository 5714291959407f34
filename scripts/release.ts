/**
 * Makes a release: checks preconditions, runs all checks, builds and tests each artifact, then
 * publishes. Without `--publish`, nothing leaves the machine.
 *
 * Usage: deno task release --tag v1.2.3 [--publish]
 *        deno run -R scripts/release.ts --formula SHA256SUMS
 *
 * The second form uses a release's checksums to print its Homebrew formula.
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { VERSION } from "../server/version.ts";
import { jsonText } from "./_derived.ts";
import { PROGRAM, REPOSITORY } from "./_project.ts";
import { ROOT, run, type RunOptions } from "./_run.ts";
import { BINARY_FILE, buildBinary } from "./build_binary.ts";
import { buildImage } from "./build_image.ts";
import { buildBundle, BUNDLE_FILE } from "./build_mcpb.ts";
import { buildNpm, NPM_FILE } from "./build_npm.ts";
import { hexOf } from "../domain/base/hex.ts";

const DIST = "dist";
const NOTES = "RELEASE_NOTES.md";

interface Step {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

/** All steps before anything is published, in order. */
const preparation: readonly Step[] = [
  { title: "run the gate", run: () => deno(["task", "ok"]) },
  { title: "empty dist/", run: emptyDist },
  { title: "build the npm package", run: () => buildNpm(DIST) },
  { title: "build the bundle", run: () => buildBundle(DIST) },
  { title: "build the binary", run: () => buildBinary(DIST) },
  { title: "build the container image", run: buildImageOfBinary },
  { title: "write the registry entry, with the bundle's hash", run: writeServerEntry },
  { title: "write the release notes from the changelog", run: writeNotes },
  {
    title: "test each artifact on every supported Node version",
    run: () => deno(["task", "built"], { BUILT_FOLDER: DIST }),
  },
  { title: "try npm publish (dry run)", run: () => npmPublish(["--dry-run"]) },
];

/**
 * Publishes to JSR first, because its checks are the strictest. If JSR rejected a version that was
 * already on npm, the version's number would be used up.
 */
const publication: readonly Step[] = [
  { title: "publish to JSR", run: () => deno(["publish"]) },
  { title: "publish to npm", run: () => npmPublish([]) },
];

async function refusals(tag: string): Promise<readonly string[]> {
  const read = (path: string): Promise<string> => Deno.readTextFile(new URL(path, ROOT));
  const versions = {
    "deno.json": JSON.parse(await read("deno.json")).version,
    "server/version.ts": VERSION,
    "server.json": JSON.parse(await read("server.json")).version,
  };
  const changes = await run("git", ["status", "--porcelain"]);
  return releaseRefusals({ changes, tag, versions, changelog: await read("CHANGELOG.md") });
}

function deno(args: readonly string[], env: RunOptions["env"] = {}): Promise<string> {
  return run(Deno.execPath(), args, { env });
}

function npmPublish(further: readonly string[]): Promise<string> {
  return run("npm", ["publish", `./${DIST}/${NPM_FILE}`, "--ignore-scripts", ...further]);
}

async function emptyDist(): Promise<void> {
  await Deno.remove(DIST, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(DIST, { recursive: true });
}

async function buildImageOfBinary(): Promise<void> {
  const path = await buildImage(DIST, `${DIST}/${BINARY_FILE}`);
  if (path === null) {
    console.log("  not built: requires Linux with buildah or a running Docker daemon");
  }
}

async function writeServerEntry(): Promise<void> {
  const url = `${REPOSITORY}/releases/download/v${VERSION}/${BUNDLE_FILE}`;
  const digest = await crypto.subtle.digest(
    "SHA-256",
    await Deno.readFile(`${DIST}/${BUNDLE_FILE}`),
  );
  const entry = JSON.parse(await Deno.readTextFile(new URL("server.json", ROOT)));
  const released = withBundle(entry, { url, sha256: hexOf(new Uint8Array(digest)) });
  await Deno.writeTextFile(`${DIST}/server.json`, `${jsonText(released)}\n`);
}

/** Adds a published bundle to the registry entry. */
export function withBundle<Entry extends { readonly packages: readonly unknown[] }>(
  entry: Entry,
  { url, sha256 }: { readonly url: string; readonly sha256: string },
): Entry {
  const bundle = {
    ...{ registryType: "mcpb", identifier: url, version: VERSION },
    ...{ fileSha256: sha256, transport: { type: "stdio" } },
  };
  return { ...entry, packages: [...entry.packages, bundle] };
}

async function writeNotes(): Promise<void> {
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));
  await Deno.writeTextFile(`${DIST}/${NOTES}`, releaseNotes(changelog, VERSION));
}

async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const { title, run } of steps) {
    console.log(`- ${title}`);
    await run();
  }
}

/**
 * Returns a version's section of the changelog.
 *
 * @throws {Error} If the changelog has no section for the version.
 */
function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^## /mu).slice(1);
  const found = parts.find((part) => part.split(" ")[0] === version);
  const notes = found?.split("\n").slice(1).join("\n").trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md has no entry for ${version}`);
  return `${notes}\n`;
}

export interface ReleaseState {
  /** Output of `git status --porcelain`; empty for a clean tree. */
  readonly changes: string;
  /** The tag to release, such as `v1.2.3`. */
  readonly tag: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
}

export function releaseRefusals(state: ReleaseState): readonly string[] {
  const { changes, tag, versions, changelog } = state;
  const version = tag.replace(/^v/u, "");
  const reasons: string[] = [];
  if (changes.trim() !== "") reasons.push("the working tree has uncommitted changes");
  if (!/^v\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/u.test(tag)) {
    reasons.push(`${tag} is not a tag like v1.2.3`);
  }
  for (const [place, found] of Object.entries(versions)) {
    if (found !== version) reasons.push(`${place} says ${found}, but the tag says ${tag}`);
  }
  const heading = changelog.split("\n").find((line) => line.startsWith("## ")) ?? "";
  const escaped = version.replaceAll(".", "\\.");
  if (!new RegExp(`^## ${escaped} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "u").test(heading)) {
    reasons.push(`CHANGELOG.md doesn't start with ${version} and its date`);
  }
  return reasons;
}

const FORMULA = new URL("deploy/homebrew_formula.rb.template", ROOT);

/**
 * Returns the Homebrew formula for a release (https://docs.brew.sh/Formula-Cookbook). `sums` maps
 * each binary's file name to its hash.
 */
export function homebrewFormula(sums: Readonly<Record<string, string>>): string {
  return Deno.readTextFileSync(FORMULA).replaceAll(/@([\w-]+)@/gu, (_, name) => {
    const text = name === "VERSION" ? VERSION : sums[`${PROGRAM}-${name}`];
    if (text === undefined) throw new Error(`There is no checksum for ${PROGRAM}-${name}`);
    return text;
  });
}

async function printFormula(path: string): Promise<void> {
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  const sums = lines.map((line) => line.split(/ [ *]/u))
    .map(([sum = "", name = ""]) => [name, sum]);
  console.log(homebrewFormula(Object.fromEntries(sums)).trimEnd());
}

async function release(tag: string, isPublishing: boolean): Promise<void> {
  Deno.chdir(ROOT);
  const reasons = await refusals(tag);
  for (const reason of reasons) console.error(`No release: ${reason}`);
  if (reasons.length > 0) Deno.exit(1);
  await runSteps(preparation);
  if (isPublishing) await runSteps(publication);
  else console.log(`Ready in ${DIST}/. Nothing was published: pass --publish to publish`);
}

if (import.meta.main) {
  const { values: { tag = "", publish = false, formula } } = parseArgs({
    options: {
      tag: { type: "string" },
      publish: { type: "boolean" },
      formula: { type: "string" },
    },
  });
  if (formula === undefined) await release(tag, publish);
  else await printFormula(formula);
}
