import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "npm:yaml@^2.9.1";
import { ROOT } from "../../scripts/_run.ts";

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: object;
  }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = new URL(".github/workflows/", ROOT);
const texts = new Map(
  [...Deno.readDirSync(folder)].map(({ name }) =>
    [name, Deno.readTextFileSync(new URL(name, folder))] as const
  ),
);
const workflow = (name: string): Workflow => parse(texts.get(name) ?? "");

for (const [name, text] of texts) {
  Deno.test(`${name} pins actions, doesn't persist credentials and inserts no expressions into scripts`, () => {
    const uses = text.split("\n").filter((line) => /^\s*(?:- )?uses:/u.test(line));
    assert(uses.length > 0);
    for (const line of uses) {
      assertMatch(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    }
    for (const rest of text.split("actions/checkout@").slice(1)) {
      assertMatch(rest, /^.*\n\s+with:\n\s+persist-credentials: false\n/u);
    }
    for (const { steps } of Object.values(workflow(name).jobs)) {
      for (const { run = "" } of steps) assertEquals(run.includes("${{"), false, run);
    }
  });
}

Deno.test("every test run uses test/deno.lock, so that it doesn't change the root deno.lock, which must be unchanged for publishing", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const release = await Deno.readTextFile(new URL("scripts/release.ts", ROOT));
  const commands = [...Object.values<{ readonly command?: string }>(tasks)]
    .map(({ command = "" }) => command).concat(...texts.values(), release);
  const runs = commands.flatMap((text) =>
    text.match(/\bdeno test\b[^\n&]*|"test", "-A".*/gu) ?? []
  );
  assert(runs.length > 3);
  for (const run of runs) assert(run.includes("--lock=test/deno.lock"), run);
});

Deno.test("continuous integration runs checks with read-only permissions on three operating systems", () => {
  const { permissions, jobs } = workflow("ci.yml");
  assertEquals(permissions, { contents: "read" });
  const systems = ["ubuntu-latest", "macos-latest", "windows-latest"];
  assertEquals(jobs["gate"]?.strategy?.matrix.os, systems);
  assertEquals(jobs["gate"]?.steps.at(-1)?.run, "deno task ok");
  for (const job of Object.values(jobs)) assertEquals(job.permissions, undefined);
});

Deno.test("the release workflow gives each job only the permissions that it needs", () => {
  const { permissions, jobs } = workflow("release.yml");
  assertEquals(permissions, {});
  const granted = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
  assertEquals(granted, [
    ["binary", { contents: "read" }],
    ["publish", { contents: "read", "id-token": "write" }],
    ["attach", {
      contents: "write",
      packages: "write",
      "id-token": "write",
      attestations: "write",
    }],
  ]);
});

Deno.test("the release workflow attests every file and includes the changelog", () => {
  const { steps } = workflow("release.yml").jobs["attach"] ?? { steps: [] };
  const attested = steps.filter(({ uses }) => uses?.startsWith("actions/attest-"));
  assertEquals(attested.map((step) => step.with), [{ "subject-path": "dist/*" }]);
  const [create] = steps.filter(({ run }) => run?.startsWith("gh release create"));
  assertEquals(create?.run?.includes("--notes-file RELEASE_NOTES.md"), true);
  assertEquals(create?.run?.includes("--generate-notes"), false);
});
