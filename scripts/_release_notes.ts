/**
 * Gives the part of the changelog about one version.
 *
 * @throws {Error} When the changelog says nothing of that version.
 */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^## /mu).slice(1);
  const found = parts.find((part) => part.split(" ")[0] === version);
  const notes = found?.split("\n").slice(1).join("\n").trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${notes}\n`;
}
