// deno-lint-ignore-file no-console
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { operationIds, operationLine } from "../../client/operations.ts";
import { createServerFactory } from "../../mod.ts";
import { assertCoverage, CoverageError } from "../../server/offered_tools.ts";
import { resources } from "../../resources/_definitions.ts";
import { API_VERSION, BEYOND, coverage, type OperationStatus } from "../../tools/_coverage.ts";
import { tools } from "../../tools/_manifest.ts";
import { type Profile, profiles, profilesOf } from "../../tools/_tool.ts";

const specification = new URL("../../../shared/spec/coverage.json", import.meta.url);

/** Profiles in the specification. */
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
  Deno.test(`createServerFactory() rejects a wrong coverage table for ${profile}`, () => {
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
  assert(page.includes(`of the ${operationIds.length} operations in version ${API_VERSION}.`));
});

Deno.test("every tool and resource declares exactly what its row in the specification lists", async () => {
  const table = await specified();
  if (table === null) return;
  const rows = new Map(table.users.map((row) => [row.name, row]));
  const built = [
    ...tools.map(({ name, reads, writes, summary }) => ({
      name,
      reads: reads.fuller,
      writes: writes.fuller,
      profiles: specifiedAmong(profilesOf(summary)),
    })),
    ...resources.map(({ summary, reads }) => ({
      name: summary.uri,
      reads,
      writes: [],
      profiles: specifiedAmong(profilesOf(summary)),
    })),
  ].filter(({ profiles: inProfiles }) => inProfiles.length > 0);
  const notSpecified = built.map(({ name }) => name).filter((name) => !rows.has(name));
  assertEquals(
    notSpecified.toSorted(),
    BEYOND.toSorted(),
    "What the specification does not have is named in BEYOND of tools/_coverage.ts, and nothing else",
  );
  for (const { name, reads, writes, profiles: inProfiles } of built) {
    if (BEYOND.includes(name)) continue;
    const row = rows.get(name);
    assertEquals(reads.map(operationLine).toSorted(), row?.reads.toSorted(), name);
    assertEquals(writes.map(operationLine).toSorted(), row?.writes.toSorted(), name);
    assertEquals([...inProfiles].toSorted(), row?.profiles.toSorted(), name);
  }
  const names = new Set(built.map(({ name }) => name));
  const missing = [...rows.keys()].filter((name) => !names.has(name));
  assertEquals(missing, [], "Rows of the specification without a tool or resource");
});

Deno.test("the coverage table lists only operations in the specification", async () => {
  const table = await specified();
  if (table === null) return;
  const rows = new Map(table.operations.map((row) => [`${row.method} ${row.path}`, row]));
  assertEquals(rows.size, operationIds.length);
  const missing: string[] = [];
  for (const id of operationIds) {
    for (const profile of SPECIFIED) {
      const wanted = rows.get(operationLine(id))?.[profile];
      const { status } = coverage[id][profile];
      if (status === wanted) continue;
      assertEquals([wanted, status], ["covered", "planned"], `${id} in ${profile}`);
      missing.push(`${operationLine(id)} (${profile})`);
    }
  }
  console.log(`Operations still to be covered: ${missing.length} (${missing.join(", ")})`);
});

Deno.test("in the specification's profiles, only its tools and resources use operations", async () => {
  const table = await specified();
  if (table === null) return;
  const names = new Set([...table.users.map(({ name }) => name), ...BEYOND]);
  for (const id of operationIds) {
    for (const profile of SPECIFIED) {
      const status = coverage[id][profile];
      const users = status.status === "covered" ? status.users : [];
      assertEquals(users.filter((user) => !names.has(user)), [], `${id} in ${profile}`);
    }
  }
});

Deno.test("the complete profile includes every tool, resource and operation of fuller", () => {
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

function specifiedAmong(inProfiles: readonly Profile[]): readonly Profile[] {
  return SPECIFIED.filter((one) => inProfiles.includes(one));
}

Deno.test("operations that a profile omits have a reason written as a sentence", () => {
  for (const id of operationIds) {
    for (const profile of profiles) {
      const status = coverage[id][profile];
      if (status.status === "covered") continue;
      assert(["planned", "excluded"].includes(status.status), `${id} in ${profile}`);
      assertMatch(status.reason, /^\w.{20,}\.$/u, `${id} in ${profile}`);
    }
  }
});
