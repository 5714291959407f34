/**
 * What keeps a release from being made.
 *
 * @module
 */

/** What a release is looked at for. */
export interface ReleaseState {
  /** What `git status --porcelain` prints; empty for a clean tree. */
  readonly changes: string;
  /** The tag that is to be released, such as `v1.2.3`. */
  readonly tag: string;
  /** The version that each place names. */
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
}

/**
 * Lists the reasons against a release.
 *
 * @param state What the release is looked at for.
 * @returns One sentence per reason; none when it may be made.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const versions = { "deno.json": "1.0.0", "server/version.ts": "1.0.1" };
 * const changelog = "## 1.0.0 (2026-01-31)\n";
 * assertEquals(releaseRefusals({ changes: "", tag: "v1.0.0", versions, changelog }), [
 *   "server/version.ts says 1.0.1, the tag v1.0.0",
 * ]);
 * ```
 */
export function releaseRefusals(state: ReleaseState): readonly string[] {
  const { changes, tag, versions, changelog } = state;
  const version = tag.replace(/^v/u, "");
  const reasons: string[] = [];
  if (changes.trim() !== "") reasons.push("the tree has changes that are not committed");
  if (!/^v\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/u.test(tag)) reasons.push(`${tag} is no tag like v1.2.3`);
  for (const [place, found] of Object.entries(versions)) {
    if (found !== version) reasons.push(`${place} says ${found}, the tag ${tag}`);
  }
  const heading = changelog.split("\n").find((line) => line.startsWith("## ")) ?? "";
  const escaped = version.replaceAll(".", "\\.");
  if (!new RegExp(`^## ${escaped} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "u").test(heading)) {
    reasons.push(`CHANGELOG.md does not begin with ${version} and its day`);
  }
  return reasons;
}
