import { assertEquals } from "@std/assert";
import { type OperationId, operationIds } from "../../client/operations.ts";
import {
  type CoverageClaim,
  CoverageError,
  coverageMismatch,
} from "../../server/coverage_mismatch.ts";
import { coverage } from "../../tools/_coverage.ts";

type Table = CoverageClaim["coverage"];

/** A table in which `getUser` alone is covered, by these. */
function aTable(...users: readonly string[]): Table {
  const excluded = { status: "excluded", reason: "not asked for" };
  const rows = operationIds.map((id) => [id, { ...coverage[id], fuller: excluded }]);
  const table = Object.fromEntries(rows) as Record<OperationId, Table[OperationId]>;
  return { ...table, getUser: { ...table.getUser, fuller: { status: "covered", users } } } as Table;
}

function mismatch(
  table: Table,
  ...declared: readonly (readonly [string, string])[]
): string | null {
  const declarations = declared.map(([user, id]) => ({ user, operations: [id as OperationId] }));
  return coverageMismatch({ profile: "fuller", coverage: table, declarations });
}

const WHERE = "the coverage table (tools/_coverage.ts) of the fuller profile";

Deno.test("coverageMismatch() finds nothing where both sides agree", () => {
  assertEquals(mismatch(aTable("one", "other"), ["one", "getUser"], ["other", "getUser"]), null);
});

Deno.test("coverageMismatch() names an operation that there is none of", () => {
  assertEquals(
    mismatch(aTable("one"), ["one", "getUser"], ["one", "getEverything"]),
    "one declares getEverything, which is no operation of YNAB's API",
  );
});

Deno.test("coverageMismatch() names who declares what the table does not give it", () => {
  assertEquals(
    mismatch(aTable("one"), ["one", "getUser"], ["other", "getUser"]),
    `other declares GET /user, but ${WHERE} does not name it`,
  );
  assertEquals(
    mismatch(aTable("one"), ["one", "getUser"], ["one", "getPlans"]),
    `one declares GET /plans, but ${WHERE} says excluded`,
  );
});

Deno.test("coverageMismatch() names whom the table gives what it does not declare", () => {
  assertEquals(
    mismatch(aTable("one", "other"), ["one", "getUser"]),
    `${WHERE} names other for GET /user, but it does not declare it`,
  );
});

Deno.test("coverageMismatch() finds what is covered for nobody", () => {
  assertEquals(mismatch(aTable()), `${WHERE} covers GET /user for nobody`);
});

Deno.test("a CoverageError is told by its name", () => {
  assertEquals(`${new CoverageError("one sentence")}`, "CoverageError: one sentence");
});
