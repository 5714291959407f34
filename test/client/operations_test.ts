import { assertEquals } from "@std/assert";
import { type Operation, operationIds, operations } from "../../client/operations.ts";

/** Location of YNAB's own list of operations, which isn't part of the repository. */
const LIST = new URL("../../../shared/upstream/operations.json", import.meta.url);

interface Listed extends Pick<Operation, "method" | "path"> {
  readonly operationId: string;
  readonly query?: readonly string[];
}

const listed: readonly Listed[] | null = await Deno.readTextFile(LIST).then(JSON.parse)
  .catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });

Deno.test({
  name: "the table of operations matches YNAB's own list",
  ignore: listed === null,
  fn: () => {
    const theirs = (listed ?? []).toSorted((one, other) =>
      one.operationId < other.operationId ? -1 : 1
    );
    const ours: readonly Listed[] = operationIds.toSorted().map((operationId) => {
      const { method, path, ...more }: Operation = operations[operationId];
      return { operationId, method, path, query: "query" in more ? more.query : [] };
    });
    const lineOf = ({ operationId, method, path }: Listed): string =>
      [operationId, method, path].join(" ");
    assertEquals(ours.map(lineOf), theirs.map(lineOf));
    for (const [at, { query = [] }] of ours.entries()) {
      assertEquals(query.filter((name) => !theirs[at]?.query?.includes(name)), []);
    }
  },
});
