import { assertEquals } from "@std/assert";
import {
  coveredOperations,
  type Operation,
  operationIds,
  operationLine,
  operations,
} from "../../client/operations.ts";

/** The list of YNAB's operations from which the table was made; it isn't in the repository. */
const LIST = new URL("../../../shared/upstream/operations.json", import.meta.url);

interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly query: readonly string[];
  readonly statusInSeed: string;
}

const listed = await listedOperations();

Deno.test("operations contains all 44 operations once", () => {
  const lines = operationIds.map((id) => `${operations[id].method} ${operations[id].path}`);

  assertEquals([operationIds.length, new Set(lines).size], [44, 44]);
});

Deno.test("operationLine() names an operation by its method and path", () => {
  assertEquals(
    operationLine("deleteTransaction"),
    "DELETE /plans/{plan_id}/transactions/{transaction_id}",
  );
});

Deno.test({
  name: `operations matches YNAB's own list${listed === null ? " (skipped: no list here)" : ""}`,
  ignore: listed === null,
  fn: () => {
    const rows = operationIds.map((operationId) => {
      const { method, path, query = [] }: Operation = operations[operationId];
      return { operationId, method, path, query };
    });

    assertEquals(sorted(rows), sorted(listed ?? []));
  },
});

Deno.test({
  name: `the client covers exactly the operations that the specification covers${
    listed === null ? " (skipped: no list here)" : ""
  }`,
  ignore: listed === null,
  fn: () => {
    const inSeed = (status: string): readonly string[] =>
      (listed ?? []).filter(({ statusInSeed }) => statusInSeed === status)
        .map(({ operationId }) => operationId);
    const covered: readonly string[] = coveredOperations;

    assertEquals(inSeed("covered").filter((id) => !covered.includes(id)), []);
    assertEquals(inSeed("excluded").filter((id) => covered.includes(id)), []);
  },
});

function sorted(
  rows: readonly Omit<ListedOperation, "statusInSeed">[],
): readonly Omit<ListedOperation, "statusInSeed">[] {
  return rows
    .map(({ operationId, method, path, query }) => ({
      operationId,
      method,
      path,
      query: [...query].sort(),
    }))
    .sort((a, b) => a.operationId < b.operationId ? -1 : 1);
}

async function listedOperations(): Promise<readonly ListedOperation[] | null> {
  try {
    return JSON.parse(await Deno.readTextFile(LIST));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
