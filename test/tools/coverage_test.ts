// deno-lint-ignore-file no-console
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { operationIds, operationLine } from "../../client/operations.ts";
import { createServerFactory } from "../../mod.ts";
import { assertCoverage, CoverageError } from "../../server/offered_tools.ts";
import { resources } from "../../resources/_definitions.ts";
import { API_VERSION, coverage, type OperationStatus } from "../../tools/_coverage.ts";
import { tools } from "../../tools/_manifest.ts";
import { type Profile, profiles, profilesOf } from "../../tools/_tool.ts";

const specification = new URL("../../../shared/spec/coverage.json", import.meta.url);

/** Profiles that the specification describes. */
const SPECIFIED = ["fuller", "reduced"] as const;

interface SpecifiedUser {
  readonly name: string;
  readonly profiles: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

interface SpecifiedOperation {
  readonly method: string;
  readonly path: string;
  readonly fuller: string;
  readonly reduced: string;
}

async function specified(): Promise<
  | { readonly users: readonly SpecifiedUser[]; readonly operations: readonly SpecifiedOperation[] }
  | null
> {
  try {
    return JSON.parse(await Deno.readTextFile(specification));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("The specification is not at hand: nothing to compare with");
    return null;
  }
}

Deno.test("in every profile, tools declare the operations that the coverage table lists", () => {
  for (const profile of profiles) assertCoverage(profile);
});

for (const profile of profiles) {
  Deno.test(`createServerFactory() rejects an incorrect coverage table for ${profile}`, () => {
    const row = coverage.getAccounts as Record<Profile, OperationStatus>;
    const right = row[profile];
    row[profile] = { status: "excluded", reason: "spoilt" };
    try {
      assertThrows(
        () => createServerFactory({ token: null, profile }),
        CoverageError,
        `the ${profile} profile`,
      );
    } finally {
      row[profile] = right;
    }
    createServerFactory({ token: null, profile });
  });
}

Deno.test("the coverage page names the YNAB API version it describes", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/coverage.md", import.meta.url));
  assertMatch(API_VERSION, /^\d+\.\d+\.\d+$/u);
  assert(page.includes(`of the ${operationIds.length} operations in version ${API_VERSION} of `));
});

Deno.test("tools, resources and the coverage table agree with the specification", async () => {
  const table = await specified();
  if (table === null) return;
  const rows = new Map(table.users.map((row) => [row.name, row]));
  const built = [
    ...tools,
    ...resources.map(({ summary, reads }) => ({
      name: summary.uri,
      summary,
      reads: { fuller: reads },
      writes: { fuller: [] },
    })),
  ].map(({ name, reads, writes, summary }) => ({
    name,
    reads: reads.fuller.map(operationLine).toSorted(),
    writes: writes.fuller.map(operationLine).toSorted(),
    profiles: SPECIFIED.filter((one) => profilesOf(summary).includes(one)).toSorted(),
  })).filter(({ profiles: own }) => own.length > 0);
  const others = built.map(({ name }) => name).filter((name) => !rows.has(name));
  assertEquals(others, [], "not in the specification");
  for (const { name, reads, writes, profiles } of table.users) {
    assertEquals(built.find((one) => one.name === name), {
      name,
      reads: reads.toSorted(),
      writes: writes.toSorted(),
      profiles: profiles.toSorted(),
    });
  }
  assertEquals(table.operations.length, operationIds.length);
  const statuses = new Map(table.operations.map((row) => [`${row.method} ${row.path}`, row]));
  const names = [...rows.keys()];
  for (const id of operationIds) {
    for (const profile of SPECIFIED) {
      const status = coverage[id][profile];
      assertEquals(status.status, statuses.get(operationLine(id))?.[profile], id);
      const users = status.status === "covered" ? status.users : [];
      assertEquals(users.filter((user) => !names.includes(user)), [], `${id} in ${profile}`);
    }
  }
});

Deno.test("the `complete` profile includes every tool, resource and operation of the `fuller` profile", () => {
  const inFuller = [...tools, ...resources].filter(({ summary }) =>
    profilesOf(summary).includes("fuller")
  );
  for (const { summary } of inFuller) assert(profilesOf(summary).includes("complete"));
  for (const id of operationIds) {
    const { fuller, complete } = coverage[id];
    if (complete.status === "covered") {
      const users = fuller.status === "covered" ? fuller.users : [];
      assertEquals(users.filter((user) => !complete.users.includes(user)), [], id);
    } else assertEquals(complete, fuller, id);
  }
});

Deno.test("the coverage table gives a reason, in a full sentence, for every operation that a profile omits", () => {
  for (const id of operationIds) {
    for (const profile of profiles) {
      const status = coverage[id][profile];
      if (status.status === "covered") continue;
      assert(["planned", "excluded"].includes(status.status), `${id} in ${profile}`);
      assertMatch(status.reason, /^\w.{20,}\.$/u, `${id} in ${profile}`);
    }
  }
});
