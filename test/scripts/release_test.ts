import { assertEquals, assertStringIncludes } from "@std/assert";
import { ROOT } from "../../scripts/_run.ts";
import { releaseRefusals, type ReleaseState } from "../../scripts/release.ts";
import { outputOf } from "../_output_of.ts";

const ready: ReleaseState = {
  changes: "",
  tag: "v1.2.3",
  versions: { "deno.json": "1.2.3", "server.json": "1.2.3" },
  changelog: "# Changelog\n\n## 1.2.3 (2026-11-20)\n\n- Something.\n",
};

Deno.test("releaseRefusals() accepts a release that is ready", () => {
  assertEquals(releaseRefusals(ready), []);
});

const NO_DATE = "CHANGELOG.md doesn't start with 1.2.3 and its date";
const OLDER = "## 1.2.2 (2026-11-20)\n\n## 1.2.3 (2026-11-20)\n";

const refused: readonly (readonly [state: Partial<ReleaseState>, reason: string])[] = [
  [{ changes: " M mod.ts\n" }, "the working tree has uncommitted changes"],
  [{ tag: "1.2.3" }, "1.2.3 is not a tag like v1.2.3"],
  [{ versions: { "deno.json": "1.2.4" } }, "deno.json says 1.2.4, but the tag says v1.2.3"],
  [{ changelog: "## 1.2.3 (unreleased)\n" }, NO_DATE],
  [{ changelog: OLDER }, NO_DATE],
];
for (const [state, reason] of refused) {
  Deno.test(`releaseRefusals() rejects ${JSON.stringify(state)}`, () => {
    assertEquals(releaseRefusals({ ...ready, ...state }), [reason]);
  });
}

Deno.test("the release script rejects an invalid release before building", async () => {
  const args = ["run", "-A", "scripts/release.ts", "--tag", "v0.0.0", "--publish"];
  const { code, out, err } = await outputOf(Deno.execPath(), args, { cwd: ROOT });
  assertEquals([code, out], [1, ""]);
  assertStringIncludes(err, "the tag says v0.0.0");
});
