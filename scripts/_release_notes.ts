/**
 * Takes what a release's page says from the changelog.
 *
 * @module
 */

/**
 * Gives the part of the changelog about one version.
 *
 * @param changelog The changelog: a heading of the second level for each version.
 * @param version The version, such as `1.2.3`.
 * @returns Markdown without the heading.
 * @throws {Error} When the changelog says nothing of that version.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const changelog = "# Changelog\n\n## 1.1.0 (2026-02-01)\n\n- New.\n\n## 1.0.0 (2026-01-01)\n\n- Old.\n";
 * assertEquals(releaseNotes(changelog, "1.1.0"), "- New.\n");
 * ```
 */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^## /mu).slice(1);
  const found = parts.find((part) => part.split(" ")[0] === version);
  const notes = found?.split("\n").slice(1).join("\n").trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${notes}\n`;
}
