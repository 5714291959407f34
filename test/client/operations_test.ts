import { assertEquals } from "@std/assert";
import { type Operation, operationIds, operations } from "../../client/operations.ts";

/**
 * YNAB's own list of operations, from which the table was made; the list isn't in the repository.
 */
const LIST = new URL("../../../shared/upstream/operations.json", import.meta.url);

type Listed = Pick<Operation, "method" | "path" | "query"> & { readonly operationId: string };

const listed = await Deno.readTextFile(LIST).then(JSON.parse).catch((error) => {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
});

function sorted(rows: readonly Listed[]): readonly Listed[] {
  return rows
    .map(({ operationId, method, path, query = [] }) => ({
      operationId,
      method,
      path,
      query: query.toSorted(),
    }))
    .toSorted((one, other) => one.operationId < other.operationId ? -1 : 1);
}

Deno.test({
  name: "operations matches YNAB's own list",
  ignore: listed === null,
  fn: () => {
    const ours = operationIds.map((operationId) => ({ operationId, ...operations[operationId] }));
    assertEquals(sorted(ours), sorted(listed));
  },
});
