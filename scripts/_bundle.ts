import { fileURLToPath } from "node:url";
import { ROOT, run } from "./_run.ts";

const USUAL = ["bundle", "--quiet", "--platform=deno", "--minify"];

/** How the files begin that every first call loads. */
const OF_EVERY_CALL = ["open_session-", "run_tool-", "_load_tool-", "sqlite_store-"];

/** An import of another file of the bundle, as the bundler writes it. */
const IMPORT = /\b(?:from|import)"\.\/([^"]+)"/gu;

/** Folders of what this process has bundled, by what it is: artefacts and tests share it. */
const made = new Map<string, Promise<string>>();

/**
 * Bundles an entry into ES modules, once per process. What is imported later stays in files
 * of its own, so that a start reads no more than it needs.
 */
export async function bundleApart(entry: string, folder: string): Promise<void> {
  const source = fileURLToPath(new URL(entry, ROOT));
  await copyMade(entry, folder, (kept) => split(source, kept));
}

/**
 * Bundles the program into ES modules, with all that every start loads in as few files
 * as can be, and all that every first call loads: opening thirty of them took a tenth of
 * the start, and a hundred half of the first call.
 *
 * The bundler gives a file to each set of modules that are loaded for the same reasons.
 * So what is loaded later is made to load the start as well, which has been loaded by
 * then, and what every call needs, and the whole is bundled again: now a start has but one
 * reason, and so has a first call. This too is done once per process.
 */
export async function bundleProgram(folder: string): Promise<void> {
  await copyMade("the program", folder, makeProgram);
}

async function makeProgram(folder: string): Promise<void> {
  const draft = await Deno.makeTempDir();
  try {
    await bundleApart("scripts/_program.ts", draft);
    const files = [...Deno.readDirSync(draft)].map(({ name }) => name);
    const first = files.filter((name) => name === "_program.js" || name.startsWith("serve-"));
    const loaded = await filesLoadedBy(first, draft);
    const ofCalls = files.filter((name) => OF_EVERY_CALL.some((part) => name.startsWith(part)));
    for (const name of files.filter((name) => !loaded.has(name))) {
      const text = await Deno.readTextFile(`${draft}/${name}`);
      const loads = [...first, ...ofCalls.filter((other) => other !== name)];
      const before = loads.map((other) => `import"./${other}";`).join("");
      await Deno.writeTextFile(`${draft}/${name}`, `${before}${text}`);
    }
    await split(`${draft}/_program.js`, folder);
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
}

/** Bundles an entry into one CommonJS script. */
export async function bundleWhole(entry: string, file: string): Promise<void> {
  const source = fileURLToPath(new URL(entry, ROOT));
  await run(Deno.execPath(), [...USUAL, "--format=cjs", `--output=${file}`, source]);
}

/** Copies what was bundled before; the first time it is made, in a folder that ends with us. */
async function copyMade(
  what: string,
  folder: string,
  make: (kept: string) => Promise<void>,
): Promise<void> {
  const making = made.get(what) ?? keep(make);
  made.set(what, making);
  const kept = await making;
  await Deno.mkdir(folder, { recursive: true });
  for (const { name } of Deno.readDirSync(kept)) {
    await Deno.copyFile(`${kept}/${name}`, `${folder}/${name}`);
  }
}

async function keep(make: (kept: string) => Promise<void>): Promise<string> {
  const kept = await Deno.makeTempDir();
  globalThis.addEventListener("unload", () => Deno.removeSync(kept, { recursive: true }));
  await make(kept);
  return kept;
}

async function split(source: string, folder: string): Promise<void> {
  await run(Deno.execPath(), [...USUAL, "--code-splitting", `--outdir=${folder}`, source]);
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
