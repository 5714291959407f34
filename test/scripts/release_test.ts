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

const refused: readonly (readonly [what: string, state: Partial<ReleaseState>, reason: string])[] =
  [
    ["a dirty tree", { changes: " M mod.ts\n" }, "the working tree has uncommitted changes"],
    ["an invalid tag", { tag: "1.2.3" }, "1.2.3 is not a tag like v1.2.3"],
    [
      "another version in a file",
      { versions: { "deno.json": "1.2.4" } },
      "deno.json says 1.2.4, but the tag says v1.2.3",
    ],
    [
      "a changelog without a date",
      { changelog: "## 1.2.3 (unreleased)\n" },
      "CHANGELOG.md doesn't start with 1.2.3 and its date",
    ],
    [
      "a changelog of an older version",
      { changelog: "## 1.2.2 (2026-11-20)\n\n## 1.2.3 (2026-11-20)\n" },
      "CHANGELOG.md doesn't start with 1.2.3 and its date",
    ],
  ];
for (const [what, state, reason] of refused) {
  Deno.test(`releaseRefusals() rejects ${what}`, () => {
    assertEquals(releaseRefusals({ ...ready, ...state }), [reason]);
  });
}

Deno.test("the release script rejects an invalid release before building", async () => {
  const args = ["run", "-A", "scripts/release.ts", "--tag", "v0.0.0", "--publish"];
  const { code, out, err } = await outputOf(Deno.execPath(), args, { cwd: ROOT });
  assertEquals([code, out], [1, ""]);
  assertStringIncludes(err, "the tag says v0.0.0");
});
