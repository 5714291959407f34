/**
 * Prints the Homebrew formula of a release from its checksums.
 *
 * Usage: deno run -R scripts/formula.ts SHA256SUMS
 */

// deno-lint-ignore-file no-console
import { VERSION } from "../server/version.ts";
import { PROGRAM, REPOSITORY } from "./_project.ts";

/** SHA-256 hash of each published binary, by file name. */
export type BinarySums = Readonly<Record<string, string>>;

const SYSTEMS = [
  ["on_macos", "on_arm", "darwin-arm64"],
  ["on_macos", "on_intel", "darwin-x64"],
  ["on_linux", "on_arm", "linux-arm64"],
  ["on_linux", "on_intel", "linux-x64"],
] as const;

/** Returns the Homebrew formula of a release (https://docs.brew.sh/Formula-Cookbook). */
export function homebrewFormula(sums: BinarySums): string {
  const blocks = SYSTEMS.map(([system, processor, name]) => {
    const file = `${PROGRAM}-${name}`;
    const sum = sums[file];
    if (sum === undefined) throw new Error(`There is no checksum for ${file}`);
    return [
      `  ${system} do`,
      `    ${processor} do`,
      `      url "${REPOSITORY}/releases/download/v${VERSION}/${file}"`,
      `      sha256 "${sum}"`,
      "    end",
      "  end",
    ].join("\n");
  });
  return [
    "class BudgetToolServer < Formula",
    '  desc "MCP server that lets AI assistants read and change your YNAB budget"',
    `  homepage "${REPOSITORY}"`,
    `  version "${VERSION}"`,
    '  license "MIT"',
    "",
    blocks.join("\n\n"),
    "",
    "  def install",
    `    bin.install Dir["${PROGRAM}-*"].first => "${PROGRAM}"`,
    "  end",
    "",
    "  test do",
    `    assert_match version.to_s, shell_output("#{bin}/${PROGRAM} --version")`,
    "  end",
    "end",
    "",
  ].join("\n");
}

if (import.meta.main) {
  const [path] = Deno.args;
  if (path === undefined) {
    console.error("Name the file with the checksums");
    Deno.exit(2);
  }
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  const sums = lines.map((line) => line.split(/ [ *]/u))
    .map(([sum = "", name = ""]) => [name, sum]);
  console.log(homebrewFormula(Object.fromEntries(sums)).trimEnd());
}
