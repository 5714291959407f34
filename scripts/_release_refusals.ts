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

/** Lists the reasons against a release. */
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
