/**
 * Makes the bundle for desktop hosts (https://github.com/modelcontextprotocol/mcpb):
 * the program and a manifest that has the host ask for the token and for changes.
 *
 * Usage: deno task build:mcpb [--out FOLDER]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { toolsOf } from "../server/offered_tools.ts";
import { VERSION } from "../server/version.ts";
import { choices } from "./_choices.ts";
import { installNpmPackage } from "./_npm_package.ts";
import { addProgram, LAUNCHER } from "./_npm_program.ts";
import { AUTHOR, KEYWORDS, LEAST_NODE, PROGRAM, REPOSITORY, SUMMARY, TITLE } from "./_project.ts";
import { ROOT, run } from "./_run.ts";

/** What packs it and checks the manifest, from npm. */
export const PACKER = "@anthropic-ai/mcpb";

/** The version of {@linkcode PACKER}. */
export const PACKER_VERSION = "2.1.2";

/** What the bundle is called. */
export const BUNDLE_FILE = `${PROGRAM}-${VERSION}.mcpb`;

/**
 * Builds the bundle.
 *
 * @param folder Where it goes; made when it is not there.
 * @returns Path of the bundle.
 * @throws {Error} When the packer finds a fault in the manifest.
 */
export async function buildBundle(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const draft = await Deno.makeTempDir();
  try {
    await addProgram(draft);
    await Deno.writeTextFile(`${draft}/package.json`, `{ "type": "module" }\n`);
    await Deno.writeTextFile(`${draft}/manifest.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
    for (const name of ["LICENSE", "README.md"]) {
      await Deno.copyFile(new URL(name, ROOT), `${draft}/${name}`);
    }
    const path = `${await Deno.realPath(folder)}/${BUNDLE_FILE}`;
    await runPacker(["validate", `${draft}/manifest.json`]);
    await runPacker(["pack", draft, path]);
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
  return `${folder}/${BUNDLE_FILE}`;
}

function manifest(): unknown {
  const env = Object.fromEntries(
    choices.map(({ key, variable }) => [variable, `\${user_config.${key}}`]),
  );
  return {
    manifest_version: "0.3",
    name: PROGRAM,
    display_name: TITLE,
    version: VERSION,
    description: SUMMARY,
    long_description: LONG_DESCRIPTION,
    author: { name: AUTHOR, url: REPOSITORY },
    repository: { type: "git", url: REPOSITORY },
    homepage: REPOSITORY,
    documentation: `${REPOSITORY}#readme`,
    support: `${REPOSITORY}/issues`,
    server: {
      type: "node",
      entry_point: LAUNCHER,
      mcp_config: { command: "node", args: [`\${__dirname}/${LAUNCHER}`], env },
    },
    // Those that change the plan are there only where the user allows it.
    tools: toolsOf("fuller", false).map(({ name, summary }) => ({
      name,
      description: summary.description,
    })),
    tools_generated: true,
    prompts_generated: true,
    keywords: KEYWORDS,
    license: "MIT",
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: `>=${LEAST_NODE}` },
    },
    user_config: Object.fromEntries(choices.map((choice) => [choice.key, {
      type: choice.type,
      title: choice.title,
      description: choice.description,
      required: choice.isRequired,
      sensitive: choice.isSecret,
      ...(choice.isRequired ? {} : { default: choice.fallback }),
    }])),
  };
}

const LONG_DESCRIPTION = "Ask about your YNAB budget in your own words: how the month is going, " +
  "where the money went, what comes back every month, whether something can be afforded. " +
  "Without your leave it only reads. Unofficial, not affiliated with YNAB, without warranty, " +
  "not financial advice.";

async function runPacker(args: readonly string[]): Promise<void> {
  const folder = await installNpmPackage(PACKER, PACKER_VERSION);
  if (folder === null) throw new Error(`npm could not install ${PACKER}`);
  const packer = fileURLToPath(new URL("dist/cli/cli.js", folder));
  await run("node", [packer, ...args]);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
  const path = await buildBundle(values.out);
  const { size } = await Deno.stat(path);
  console.log(`${path}: ${(size / 1024).toFixed(0)} KiB`);
}
