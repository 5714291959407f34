import { assertEquals, assertThrows } from "@std/assert";
import { type OperationId, operationIds } from "../../client/operations.ts";
import { assertCoverage } from "../../server/assert_coverage.ts";
import { type CoverageClaim, CoverageError } from "../../server/coverage_mismatch.ts";
import { coverage } from "../../tools/_coverage.ts";
import { profiles } from "../../tools/_tool.ts";

type Table = CoverageClaim["coverage"];

/** The table with other users of one operation, in every profile. */
function withUsers(
  id: OperationId,
  change: (users: readonly string[]) => readonly string[],
): Table {
  const inEach = profiles.map((profile) => {
    const status = coverage[id][profile];
    const users = status.status === "covered" ? status.users : [];
    return [profile, { status: "covered", users: change(users) }];
  });
  return { ...coverage, [id]: Object.fromEntries(inEach) } as Table;
}

function refusal(profile: (typeof profiles)[number], table: Table): string {
  return assertThrows(() => assertCoverage(profile, table), CoverageError).message;
}

for (const profile of profiles) {
  Deno.test(`the ${profile} profile declares what the coverage table says, and no more`, () => {
    assertEquals(assertCoverage(profile), undefined);
    const more = withUsers("getUser", (users) => [...users, "list_moons"]);
    const where = `the coverage table (tools/_coverage.ts) of the ${profile} profile`;
    assertEquals(
      refusal(profile, more),
      `${where} names list_moons for GET /user, but it does not declare it`,
    );
  });

  Deno.test(`nothing that the ${profile} profile declares is missed in the table`, () => {
    for (const id of operationIds) {
      const status = coverage[id][profile];
      for (const user of status.status === "covered" ? status.users : []) {
        const less = withUsers(id, (users) => users.filter((one) => one !== user));
        assertEquals(refusal(profile, less).startsWith(`${user} declares `), true, `${user} ${id}`);
      }
    }
  });
}
