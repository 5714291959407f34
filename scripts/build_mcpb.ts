/**
 * Builds the bundle for desktop hosts (https://github.com/modelcontextprotocol/mcpb): the program,
 * and a manifest that makes the host ask for the token and ask whether to allow changes.
 *
 * Usage: deno task build:mcpb [--out FOLDER]
 */

import { fileURLToPath } from "node:url";
import { NO_PAYMENTS } from "../server/about.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { VERSION } from "../server/version.ts";
import { choices } from "./_settings.ts";
import { buildFromCommandLine, installNpmPackage, ROOT, run, withFolder } from "./_run.ts";
import { addProgram, LAUNCHER } from "./build_npm.ts";
import {
  AUTHOR,
  ICON_FILE,
  KEYWORDS,
  MIN_NODE,
  PRIVACY_POLICY,
  PROGRAM,
  REPOSITORY,
  SCREENSHOT_FILE,
  SUMMARY,
  TITLE,
} from "./_project.ts";

/** npm package that validates the manifest and packs the bundle. */
export const PACKER = "@anthropic-ai/mcpb";

export const PACKER_VERSION = "2.1.2";

export const BUNDLE_FILE = `${PROGRAM}-${VERSION}.mcpb`;

/** Repository files to copy into the bundle, keyed by their names in the bundle. */
const COPIED = {
  LICENSE: "LICENSE",
  "README.md": "README.md",
  "icon.png": ICON_FILE,
  "screenshot.png": SCREENSHOT_FILE,
} as const;

/**
 * Builds the bundle.
 *
 * @throws {Error} If the packer rejects the manifest.
 */
export async function buildBundle(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const path = `${await Deno.realPath(folder)}/${BUNDLE_FILE}`;
  await withFolder(async (draft) => {
    await addProgram(draft, "_desktop_program");
    await Deno.writeTextFile(`${draft}/package.json`, `{ "type": "module" }\n`);
    await Deno.writeTextFile(`${draft}/manifest.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
    for (const [name, source] of Object.entries(COPIED)) {
      await Deno.copyFile(new URL(source, ROOT), `${draft}/${name}`);
    }
    await runPacker(["validate", `${draft}/manifest.json`]);
    await runPacker(["pack", draft, path]);
  });
  return path;
}

/** Returns the manifest of the bundle for desktop hosts. */
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
    icon: "icon.png",
    screenshots: ["screenshot.png"],
    privacy_policies: [PRIVACY_POLICY, YNAB_PRIVACY_POLICY],
    server: {
      type: "node",
      entry_point: LAUNCHER,
      mcp_config: { command: "node", args: [`\${__dirname}/${LAUNCHER}`], env },
    },
    // Tools that change the plan are offered only if the user allows changes.
    tools: toolsOf("fuller", false).map(({ name, description }) => ({ name, description })),
    tools_generated: true,
    prompts_generated: true,
    keywords: KEYWORDS,
    license: "MIT",
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: `>=${MIN_NODE}` },
    },
    user_config: Object.fromEntries(choices.map((choice) => [choice.key, {
      type: choice.type,
      title: choice.title,
      description: choice.description,
      required: false,
      sensitive: choice.isSecret,
      default: choice.fallback,
    }])),
  };
}

const YNAB_PRIVACY_POLICY = "https://www.ynab.com/privacy-policy";

const LONG_DESCRIPTION = `${NO_PAYMENTS} ` +
  "Ask about your YNAB budget in your own words: how the month is going, " +
  "where the money went, which bills recur, whether you can afford something. Read-only unless " +
  "you allow changes. You preview and confirm each change, and can undo it if YNAB supports " +
  "that. Two kinds of changes happen right away, without your confirmation: approving " +
  "transactions and importing them from your bank. A demo with made-up data runs without an " +
  "account. Unofficial, not affiliated with YNAB. No warranty. Not financial advice.";

async function runPacker(args: readonly string[]): Promise<void> {
  const folder = await installNpmPackage(PACKER, PACKER_VERSION);
  if (folder === null) throw new Error(`npm could not install ${PACKER}`);
  const packer = fileURLToPath(new URL("dist/cli/cli.js", folder));
  await run("node", [packer, ...args]);
}

if (import.meta.main) await buildFromCommandLine(buildBundle);
