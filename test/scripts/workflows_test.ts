import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "yaml";
import { ROOT } from "../../scripts/_run.ts";

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps: readonly { readonly run?: string; readonly with?: object }[];
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

const SYSTEMS = ["ubuntu-latest", "macos-latest", "windows-latest"];

for (const [name, text] of texts) {
  Deno.test(`${name} pins every action to a commit and says which release that is`, () => {
    const uses = text.split("\n").filter((line) => /^\s*(?:- )?uses:/u.test(line));
    assert(uses.length > 0);
    for (const line of uses) {
      assertMatch(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    }
  });

  Deno.test(`${name} puts nothing of an event into a script`, () => {
    for (const { steps } of Object.values(workflow(name).jobs)) {
      for (const { run = "" } of steps) assertEquals(run.includes("${{"), false, run);
    }
  });

  Deno.test(`${name} keeps no credentials after a checkout`, () => {
    const checkouts = text.split("actions/checkout@").slice(1);
    for (const rest of checkouts) {
      assertMatch(rest, /^.*\n\s+with:\n\s+persist-credentials: false\n/u);
    }
  });
}

Deno.test("continuous integration runs the gate on three systems, and may only read", () => {
  const { permissions, jobs } = workflow("ci.yml");
  assertEquals(permissions, { contents: "read" });
  assertEquals(jobs["gate"]?.strategy?.matrix.os, SYSTEMS);
  assertEquals(jobs["gate"]?.steps.at(-1)?.run, "deno task ok");
  for (const job of Object.values(jobs)) assertEquals(job.permissions, undefined);
});

Deno.test("a release gives each job only what it needs", () => {
  const { permissions, jobs } = workflow("release.yml");
  assertEquals(permissions, {});
  const granted = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
  assertEquals(granted, [
    ["binary", { contents: "read" }],
    ["publish", { contents: "read", "id-token": "write" }],
    ["attach", { contents: "write" }],
  ]);
  assertEquals(jobs["binary"]?.strategy?.matrix.os, SYSTEMS);
});
